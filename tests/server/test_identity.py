"""Who somebody is, what that costs, and how often they may do what costs the room something (review: H4, H7, H9, H11, H15, S4, W8)."""

import stat
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from typing import Any, get_args

import pytest
from starlette.requests import HTTPConnection
from starlette.websockets import WebSocketDisconnect

from alcove.core.errors import AlcoveError
from alcove.server.base.keys import FILE, Keys
from alcove.server.cluster import limits as limits_module
from alcove.server.cluster.bus import Bus
from alcove.server.cluster.limits import (
    ALLOWANCES,
    NO_ALLOWANCES,
    Allowance,
    Allowances,
    Limits,
    read_allowances,
    site_of,
)
from alcove.server.meet import lobby as lobby_module
from alcove.server.people.accounts import digest_of
from alcove.server.web.addresses import address_of, hides_others
from alcove.server.web.cookies import COOKIE, Cookies
from alcove.table.refusals import RefusedError

from .pages import Browser, House, Live, house, nonce
from .postbox import Postbox
from .test_lobby import DAYS, listed, offer
from .test_people import PASSWORD, log_in, register

SCHOOL, HOME, ELSEWHERE = "203.0.113.5", "198.51.100.7", "192.0.2.44"
OPEN = [{"kind": "human"}, {"kind": "open"}]


def with_allowances(**changed: dict[str, Allowance]) -> Allowances:
    return {**ALLOWANCES, **changed}  # type: ignore[dict-item]


class Clock:
    now = 1000.0

    def __call__(self) -> float:
        return self.now


# --- Guests -----------------------------------------------------------------------------------------------------------


def test_h4_a_guest_the_room_has_not_made_is_nobody(room: House) -> None:
    rest = room.browser().rest
    for invented in ("0123456789abcdef" * 2, "0123456789abcdef" * 2 + "." + "f" * 32):
        made = set()
        for _ in range(2):
            rest.cookies.clear()
            answer = rest.post("/api/tables", json={"game": "avalam"}, headers={"cookie": f"{COOKIE}={invented}"})
            made.add(answer.headers["set-cookie"].split(";")[0])
            assert invented not in answer.headers["set-cookie"]
            assert digest_of(invented[:32]) not in str(answer.json())
        assert len(made) == 2  # each time they are somebody new
        rest.cookies.clear()
        mine = rest.get("/api/tables", headers={"cookie": f"{COOKIE}={invented}"}).json()
        assert mine["tables"] == []


def test_h4_making_guests_costs_their_address(tmp_path: Path) -> None:
    limits = with_allowances(guest={"address": Allowance(5, 3600)})
    with house(tmp_path, limits=limits) as room:
        rest = room.browser(address=SCHOOL).rest
        statuses: Counter[int] = Counter()
        for number in range(12):
            rest.cookies.clear()
            invented = f"{COOKIE}={number:032x}"
            statuses[rest.get("/api/me", headers={"cookie": invented}).status_code] += 1
        assert statuses == {200: 4, 429: 8}  # the browser's own was the first
        rest.cookies.clear()
        page = rest.get("/", headers={})
        assert page.status_code in (200, 503)  # built or not, a document is never refused
        assert "set-cookie" not in page.headers  # but it makes no guest either
        assert room.browser(address=HOME).rest.get("/api/me").status_code == 200


def test_a_guest_of_0_1_who_left_a_trace_stays_who_they_are(tmp_path: Path) -> None:
    with house(tmp_path) as room:
        old = room.browser()
        table = old.table("avalam")
        unsigned = {"cookie": f"{COOKIE}={old.token}"}
        old.rest.cookies.clear()
        answer = old.rest.get("/api/tables", headers=unsigned)
        assert [mine["table"] for mine in answer.json()["tables"]] == [table]
        assert answer.headers["set-cookie"].startswith(f"{COOKIE}={unsigned['cookie'].partition('=')[2]}.")
        old.rest.cookies.clear()
        page = old.rest.get("/", headers=unsigned)
        assert page.headers["set-cookie"].split(";")[0] == answer.headers["set-cookie"].split(";")[0]


def test_a_room_that_lost_its_key_knows_its_people_again(tmp_path: Path) -> None:
    with house(tmp_path) as before:
        player = before.browser()
        table = player.table("avalam")
    (tmp_path / FILE).unlink()
    with house(tmp_path) as after:
        back = after.browser(like=player)
        assert [mine["table"] for mine in back.rest.get("/api/tables").json()["tables"]] == [table]


def test_a_session_of_0_1_goes_on(room: House, browser: Browser) -> None:
    register(browser, "Ada")
    token = browser.token
    browser.rest.cookies.clear()
    answer = browser.rest.get("/api/me", headers={"cookie": f"{COOKIE}={token}"})
    assert answer.json()["name"] == "Ada"
    assert f"{token}." in answer.headers["set-cookie"]


def test_a_cookie_of_another_room_is_worth_nothing(tmp_path: Path) -> None:
    with house(tmp_path / "one") as one, house(tmp_path / "two") as two:
        foreign = one.browser().rest.cookies[COOKIE]
        stranger = two.browser().rest
        stranger.cookies.clear()
        assert "set-cookie" in stranger.get("/api/me", headers={"cookie": f"{COOKIE}={foreign}"}).headers


def test_servers_with_one_key_know_each_others_guests(tmp_path: Path) -> None:
    key = "k" * 40
    with house(tmp_path / "one", key=key) as one, house(tmp_path / "two", key=key) as two:
        guest = one.browser()
        assert not (tmp_path / "one" / FILE).exists()
        there = two.browser(like=guest)
        assert "set-cookie" not in there.rest.get("/api/me").headers
        assert there.token == guest.token


def test_the_key_is_made_once_for_the_room_alone(tmp_path: Path) -> None:
    first, again = Keys.open(tmp_path / "new"), Keys.open(tmp_path / "new")
    assert first.derived("a") == again.derived("a") != first.derived("b")
    assert stat.S_IMODE((tmp_path / "new" / FILE).stat().st_mode) == 0o600
    (tmp_path / "new" / FILE).write_text("short\n")
    with pytest.raises(AlcoveError, match=r"room\.key.*32"):
        Keys.open(tmp_path / "new")


def test_w8_what_everybody_gets_alike_gives_nobody_a_cookie(room: House) -> None:
    rest = room.browser().rest
    for path in ("/assets/app-1a2b3c.js", "/favicon.svg", "/api/health", "/api/ready", "/api/openapi.json"):
        rest.cookies.clear()
        assert "set-cookie" not in rest.get(path).headers, path
    for path in ("/", "/table/abc", "/api/games"):
        rest.cookies.clear()
        assert "set-cookie" in rest.get(path).headers, path


@pytest.mark.parametrize(
    "around",
    [
        'theme={{"a": 1}}; {}',
        '{}; theme={{"a": 1}}',
        "a[b]=1; {}",
        "pref=x y z; {}",
        "näme=1; {}",
        "justaword; {}",
        'quoted="half; {}',
        "; ; {};",
        "=; {}",
        "a=b=c; {}",
    ],
)
def test_s4_foreign_cookies_make_nobody_a_new_guest(room: House, around: str) -> None:
    browser = room.browser()
    header = around.format(f"{COOKIE}={browser.rest.cookies[COOKIE]}").encode("latin-1")
    browser.rest.cookies.clear()
    assert "set-cookie" not in browser.rest.get("/api/me", headers={b"cookie": header}).headers


# --- Addresses --------------------------------------------------------------------------------------------------------


def connection(host: str | None, **headers: str) -> HTTPConnection:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return HTTPConnection({"type": "http", "headers": raw, "client": None if host is None else (host, 1)})


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("203.0.113.5", "203.0.113.5"),
        ("::ffff:203.0.113.5", "203.0.113.5"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("127.0.0.1", "127.0.0.1"),
        ("::ffff:127.0.0.1", "127.0.0.1"),
        ("::1", "::/64"),
        ("testclient", "testclient"),
        (None, "unknown"),
    ],
)
def test_h4_every_address_counts_this_machine_too(host: str | None, address: str) -> None:
    assert address_of(connection(host)) == address


def test_a_proxy_nobody_named_is_noticed() -> None:
    assert hides_others(connection("127.0.0.1", x_forwarded_for="203.0.113.5"))
    assert hides_others(connection("::1", x_forwarded_for="127.0.0.1, 203.0.113.5"))
    assert not hides_others(connection("127.0.0.1", x_forwarded_for="127.0.0.1"))
    assert not hides_others(connection("203.0.113.5", x_forwarded_for="203.0.113.5"))
    assert not hides_others(connection("127.0.0.1"))


# --- Purses -----------------------------------------------------------------------------------------------------------


def test_h4_purses_somebody_makes_up_do_not_fill_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "MOST_PURSES", 500)
    purses = Limits(Bus(), clock=Clock())
    for _ in range(5):
        purses.pay("password", person="owner")
    for number in range(5000):
        purses.pay("password", person=f"invented {number}")
        purses.try_to_pay("code", person=f"invented {number}", address=f"address {number}")
    with pytest.raises(RefusedError):
        purses.pay("password", person="owner")
    assert all(len(book) <= 500 for book in purses._books.values())


def test_codes_are_counted_for_the_address_too() -> None:
    """Whoever has a hundred accounts tries no more codes than who has a dozen."""
    purses = Limits(Bus(), clock=Clock())
    tried = sum(purses.try_to_pay("code", person=f"account {number}", address=SCHOOL) for number in range(500))
    assert tried == ALLOWANCES["code"]["address"].most
    assert purses.try_to_pay("code", person="somebody", address="elsewhere")


def test_a_purse_fills_with_time_and_one_refusal_takes_nothing() -> None:
    clock = Clock()
    purses = Limits(Bus(), {"table": {"person": Allowance(2, 10), "address": Allowance(3, 10)}}, clock)
    assert [purses.try_to_pay("table", person="a", address="x") for _ in range(3)] == [True, True, False]
    assert [purses.try_to_pay("table", person="b", address="x") for _ in range(2)] == [True, False]
    clock.now += 10
    assert [purses.try_to_pay("table", person="a", address="x") for _ in range(2)] == [True, False]


def test_h11_the_households_of_a_site_add_up() -> None:
    purses = Limits(Bus(), {"table": {"address": Allowance(3, 10)}}, Clock())
    households = [f"2001:db8:7:{number:x}::/64" for number in range(100)]
    paid = sum(purses.try_to_pay("table", address=one) for one in households for _ in range(3))
    assert paid == 3 * limits_module.SITE_SHARE
    assert purses.try_to_pay("table", address="2001:db8:8:1::/64")  # the neighbours have their own
    assert (site_of("2001:db8:7:ff::/64"), site_of(SCHOOL)) == ("2001:db8:7::/48", None)


def test_h7_the_sockets_of_a_site_add_up(tmp_path: Path) -> None:
    with house(tmp_path, sockets_per_address=1) as room, ExitStack() as closing:
        for household in range(limits_module.SITE_SHARE):
            closing.enter_context(room.browser(address=f"2001:db8:5:{household:x}::1").live())
        with pytest.raises(WebSocketDisconnect), room.browser(address="2001:db8:5:ffff::1").live():
            pass
        closing.enter_context(room.browser(address="2001:db8:6:1::1").live())


def test_every_deed_has_an_allowance_and_where_limits_are_off_none() -> None:
    assert set(ALLOWANCES) == set(get_args(limits_module.Deed))
    free = Limits(Bus(), NO_ALLOWANCES)
    assert all(free.try_to_pay("guest", address=SCHOOL) for _ in range(1000))


def test_h4_a_school_of_thirty_at_one_address_is_welcome() -> None:
    """All come at once, sign up, sit down, chat and study; an hour's worth of one person each, in no time at all."""
    purses = Limits(Bus(), clock=Clock())
    once: tuple[limits_module.Deed, ...] = ("guest", "register", "records", "export", "ask_mail")
    often: dict[limits_module.Deed, int] = {
        "request": 60, "socket": 4, "table": 4, "seek": 3, "hint": 5, "analysis": 5, "study": 20, "puzzle": 20,
        "explore": 10, "tree": 4, "record": 3, "challenge": 2, "report": 1, "chat": 2,
    }  # fmt: skip
    for pupil in range(30):
        for deed, times in {**dict.fromkeys(once, 1), **often}.items():
            for _ in range(times):
                purses.pay(deed, person=f"pupil {pupil}", address=SCHOOL, table=f"table {pupil}")
        purses.pay("log_in", name=f"pupil {pupil}", address=SCHOOL)


def test_allowances_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "limits.toml"
    file.write_text("[table]\naddress = [3000, 0.05]\n")
    read = read_allowances(file)
    assert read["table"] == {"person": ALLOWANCES["table"]["person"], "address": Allowance(3000, 0.05)}
    assert read["guest"] == ALLOWANCES["guest"]
    for wrong, place in (
        ("[tables]\n", "tables"),
        ("[table]\nname = [1, 2]\n", "name"),
        ("[table]\nperson = [0, 2]\n", "person"),
        ("[table]\nperson = 3\n", "person"),
        ("table = 3\n", "table"),
        ("[table]\nperson = [inf, nan]\n", "person"),
        ("[table\n", "line 1"),
    ):
        file.write_text(wrong)
        with pytest.raises(AlcoveError, match=place):
            read_allowances(file)


def test_h9_a_rematch_pays_like_a_table(tmp_path: Path) -> None:
    with house(tmp_path, limits=with_allowances(table={"person": Allowance(2, 3600)})) as room:
        host = room.browser()
        table = host.table("avalam", seats=OPEN)
        with host.live() as mine, room.browser().live() as theirs:
            for page in (mine, theirs):
                page.watch(table)
            assert theirs.command("join", table)["type"] == "ack"
            mine.hear("event")
            assert mine.command("abort", table)["type"] in ("ack", "refused")
            told = [mine.command("rematch", table) for _ in range(2)]
        assert told[-1]["code"] == "too_many"


# --- Signing in -------------------------------------------------------------------------------------------------------


def test_h11_the_owner_signs_in_at_home_whatever_others_try(room: House) -> None:
    owner = room.browser(address=HOME)
    register(owner, "Ada")
    owner.rest.delete("/api/session")
    tried: Counter[int] = Counter()
    for household in range(25):
        attacker = room.browser(address=f"2001:db8:1:{household:x}::1")
        for number in range(5):
            tried[log_in(attacker, "Ada", f"guess {household} {number}").status_code] += 1
    assert tried[401] <= 15  # one site, one purse
    assert log_in(room.browser(address=ELSEWHERE), "Ada").status_code == 200  # nor is she locked out anywhere else
    for net in range(60):  # and where a whole network of machines guesses, her own browser is still known
        attacker = room.browser(address=f"100.64.{net}.1")
        for number in range(2):
            tried[log_in(attacker, "Ada", f"guess {net} {number}").status_code] += 1
    assert log_in(room.browser(address=ELSEWHERE), "Ada").status_code == 429
    assert log_in(owner, "Ada").status_code == 200


def test_h11_a_browser_is_known_under_its_own_names_only(room: House) -> None:
    thief = room.browser(address=ELSEWHERE)
    register(thief, "Mallory")
    thief.rest.delete("/api/session")
    register(room.browser(address=HOME), "Ada")
    statuses = [log_in(thief, "Ada", f"guess {number}").status_code for number in range(8)]
    assert statuses.count(401) == 5
    assert log_in(thief, "Mallory").status_code == 200


def test_h11_a_known_browser_cannot_guess_for_ever(room: House) -> None:
    shared = room.browser(address=HOME)
    register(shared, "Ada")
    shared.rest.delete("/api/session")
    statuses = [log_in(shared, "Ada", f"guess {number}").status_code for number in range(14)]
    assert statuses == [401] * 10 + [429] * 4


def test_a_browser_remembers_four_people() -> None:
    cookies, header = Cookies(Keys("k" * 32)), ""
    for name in ("ada", "bob", "cleo", "dan", "eve"):
        mark = cookies.remember(header, name, is_secure=False)
        assert mark is not None
        assert name not in mark
        header = mark.split(";")[0]
    known = [name for name in ("ada", "bob", "cleo", "dan", "eve") if cookies.device(header, name, is_secure=False)]
    assert known == ["bob", "cleo", "dan", "eve"]
    assert cookies.remember(header, "eve", is_secure=False) is None
    assert cookies.device(header, "eve", is_secure=True) is None


# --- Mail -------------------------------------------------------------------------------------------------------------


def ask_mail(browser: Browser, address: str) -> int:
    return browser.rest.post("/api/mail", json={"address": address, "language": "en"}).status_code


def test_h4_nobodys_postbox_is_filled(posting: House, postbox: Postbox) -> None:
    sent: Counter[int] = Counter()
    for number in range(60):  # sixty guests, sixty addresses, one victim
        attacker = posting.browser(address=f"100.64.{number}.1")
        sent[ask_mail(attacker, "Victim@example.org" if number % 2 else f"victim+{number}@Example.org")] += 1
    assert sent == {200: 2, 429: 58}
    assert ask_mail(posting.browser(address=HOME), "ada@example.org") == 200
    postbox.wait(3)
    assert sum("ictim" in mail for mail in postbox.mails) == 2


def test_mails_have_a_bound_for_an_hour_a_day_and_the_room() -> None:
    clock = Clock()
    purses = Limits(Bus(), clock=clock)

    def sent(hours: int, target: str) -> int:
        count = 0
        for _ in range(hours * 60):
            count += purses.try_to_pay("confirmation", target=target)
            clock.now += 60
        return count

    assert sent(1, "victim") <= 3
    assert sent(24, "other") <= 8
    burst = sum(purses.try_to_pay("confirmation", target=f"somebody {number}") for number in range(2000))
    assert burst <= 500


# --- The lobby --------------------------------------------------------------------------------------------------------


def flood(room: House, address: Any, guests: int = 60) -> Counter[int]:
    """Every guest makes as many offers as they may."""
    statuses: Counter[int] = Counter()
    for number in range(guests):
        attacker = room.browser(address=address(number))
        for _ in range(5):
            wish = {"game": "avalam", "clock": DAYS}
            statuses[attacker.rest.post("/api/lobby", json=wish).status_code] += 1
    return statuses


def test_h4_one_address_cannot_fill_the_lobby(room: House) -> None:
    early, late = room.browser(address=HOME), room.browser(address=ELSEWHERE)
    honest = {offer(early, clock=DAYS)}
    statuses = flood(room, lambda _: SCHOOL)
    assert statuses == {201: lobby_module.MOST_OF_ORIGIN, 429: 300 - lobby_module.MOST_OF_ORIGIN}
    honest.add(offer(late, clock=DAYS))
    seen = listed(room.browser(address="192.0.2.99"))
    assert honest <= {seek["id"] for seek in seen}
    assert len(seen) == 2 + lobby_module.SHARE_OF_ORIGIN


def test_h4_nor_can_one_site(room: House) -> None:
    statuses = flood(room, lambda number: f"2001:db8:9:{number:x}::1", guests=20)
    assert statuses[201] == lobby_module.MOST_OF_ORIGIN
    honest = offer(room.browser(address=HOME), clock=DAYS)
    seen = listed(room.browser(address=ELSEWHERE))
    assert honest in {seek["id"] for seek in seen}
    assert len(seen) == 1 + lobby_module.SHARE_OF_ORIGIN


def test_h4_a_full_list_is_filled_in_turns(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "MOST_SHOWN", 6)
    flood(room, lambda number: f"100.64.{number}.1", guests=4)  # twenty offers of four addresses
    late = room.browser(address=HOME)
    honest = {offer(late, clock=DAYS), offer(late, clock=DAYS)}
    seen = {seek["id"] for seek in listed(room.browser(address=ELSEWHERE))}
    assert len(seen) == 6
    assert len(seen & honest) == 1  # everybody has one place before anybody has two
    assert honest <= {seek["id"] for seek in listed(late)}  # what waits is seen by its maker


def test_h4_within_an_address_the_turns_go_round_the_people(room: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lobby_module, "SHARE_OF_ORIGIN", 3)
    flood(room, lambda _: SCHOOL, guests=2)
    pupil = offer(room.browser(address=SCHOOL), clock=DAYS)
    seen = [seek["id"] for seek in listed(room.browser(address=ELSEWHERE))]
    assert len(seen) == 3
    assert pupil in seen


def test_challenges_do_not_crowd_out_others(room: House) -> None:
    victim, friend = room.browser(address=HOME), room.browser(address=ELSEWHERE)
    register(victim, "Ada")
    for attacker in [room.browser(address=SCHOOL) for _ in range(3)]:
        for _ in range(5):
            attacker.rest.post("/api/lobby", json={"game": "avalam", "clock": DAYS, "to": "Ada"})
    friendly = offer(friend, clock=DAYS, to="Ada")
    seen = [seek["id"] for seek in listed(victim)]
    assert friendly in seen
    assert len(seen) == 1 + lobby_module.CHALLENGES_OF_ORIGIN


# --- Chat -------------------------------------------------------------------------------------------------------------


def say(page: Live, table: str, text: str) -> Any:
    page.send("say", table=table, text=text, nonce=nonce())
    return page.hear("chat", "refused")


def test_h4_an_address_cannot_flood_a_chat(room: House) -> None:
    host = room.browser(address=HOME)
    table = host.table("avalam", seats=OPEN)
    said: Counter[str] = Counter()
    for _ in range(20):  # twenty cookies, six lines each
        with room.browser(address=SCHOOL).live() as page:
            page.watch(table)
            for number in range(6):
                page.send("say", table=table, text=f"spam {number}", nonce=nonce())
            for _ in range(6):
                said[page.hear("chat", "refused")["type"]] += 1
    assert said["refused"] > 60
    with host.live() as page:  # and those who play are still heard
        page.watch(table)
        page.hear("chat")
        assert say(page, table, "Shall we begin?")["type"] == "chat"


def test_h4_a_line_can_be_reported_however_much_came_after_it(tmp_path: Path) -> None:
    with house(tmp_path, limits=NO_ALLOWANCES) as room:
        rude, reader = room.browser(), room.browser()
        table = rude.table("avalam", seats=OPEN)
        with rude.live() as writing, reader.live() as reading:
            writing.watch(table)
            reading.watch(table)
            line = say(writing, table, "You fool")["lines"][0]["line"]
            reading.hear("chat")
        for _ in range(6):
            with rude.live() as writing:
                writing.watch(table)
                writing.hear("chat")
                for number in range(10):
                    assert say(writing, table, f"spam {number}")["type"] == "chat"
        with reader.live() as reading:
            reading.watch(table)
            assert line not in [one["line"] for one in reading.hear("chat")["lines"]]
            reading.send("report", table=table, line=line, nonce=nonce())
            assert reading.hear("reported", "refused")["type"] == "reported"
            other = rude.table("avalam", seats=OPEN)
            reading.watch(other)
            reading.send("report", table=other, line=line, nonce=nonce())
            assert reading.hear("reported", "refused")["code"] == "not_found"


# --- What no text has -------------------------------------------------------------------------------------------------


def test_h15_a_nul_is_refused_wherever_it_is(room: House, posting: House) -> None:
    rest = room.browser().rest
    for path, body in (
        ("/api/session", {"name": "A\0da", "password": PASSWORD}),
        ("/api/account", {"name": "A\0da", "password": PASSWORD}),
        ("/api/account/tokens", {"label": "a\0b", "scopes": ["play"]}),
        ("/api/account/passkeys", {"label": "a\0b", "credential": "{}"}),
        ("/api/account", {"name": "Ada", "password": "\0" * 12}),
        ("/api/lobby", {"game": "avalam", "to": "A\0da"}),
        ("/api/tables", {"game": "ava\0lam"}),
    ):
        answer = rest.post(path, json=body)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed"), path
    for path in ("/api/people/A%00da", "/api/archive?player=%00", "/api/tables/a%00b", "/api/lobby/%00/accept"):
        assert rest.get(path).status_code == 404, path
    assert ask_mail(posting.browser(), "a\0b@example.org") == 400
    table = room.browser().table("avalam")
    with room.browser().live() as page:
        page.watch(table)
        page.send("say", table=table, text="fine \\u0000 text", nonce=nonce())
        assert page.hear("chat", "refused")["type"] == "chat"  # a backslash and letters are no NUL
        assert page.move(table, "a\0b")["code"] == "malformed"
        assert page.move(table, "c9-d9", nonce="nonce\0\0\0\0")["code"] == "malformed"
