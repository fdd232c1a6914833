"""People at the page: a name taken, signed out and in; two browsers that meet in the lobby and play a rated game."""

import itertools
import re
import time

import pytest
from playwright.sync_api import Page, expect

from alcove.server.people import totp

from .conftest import Visit
from .driver import Table, assert_no_sideways_scrolling, axe_findings, shot
from .room import Room

PASSWORD = "a quiet alcove by the sea"
_numbers = itertools.count(int(time.time()) % 100_000)


def fresh(name: str) -> str:
    """A name that nobody in this room has yet."""
    return f"{name}{next(_numbers)}"


def register(page: Page, name: str, language: str = "en") -> None:
    page.get_by_role("link", name="Sign in" if language == "en" else "Se connecter").click()
    page.get_by_role("button", name="New account" if language == "en" else "Nouveau compte").click()
    page.get_by_label("Name" if language == "en" else "Nom").fill(name)
    page.get_by_label("Password" if language == "en" else "Mot de passe", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby")
    expect(page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()


def rating(page: Page, name: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = page.evaluate(
        "async (name) => (await (await fetch('/api/people/' + name)).json()).ratings", name
    )
    return found


def test_a_name_is_taken_and_keeps_the_guests_game_across_sign_out_and_in(visit: Visit) -> None:
    page = visit(language="en")
    page.get_by_role("button", name="Play Avalam against Alcove").click()
    page.wait_for_selector("[role=grid]")
    Table(page).wait_for_turn()
    Table(page).play_any_move()
    table = page.url
    page.goto(page.url.split("/table")[0])
    name = fresh("Ada")
    register(page, name)
    page.goto(table)
    page.wait_for_selector("svg.board .movable")  # still one's own game, and one's turn

    page.goto(table.split("/table")[0] + "/account")
    expect(page.get_by_role("heading", level=1)).to_have_text(name)
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    expect(page.get_by_text("Resume")).to_have_count(0)

    page.get_by_role("link", name="Sign in").click()
    page.get_by_label("Name").fill(name.upper())
    page.get_by_label("Password", exact=True).fill("not the password")
    page.keyboard.press("Enter")
    expect(page.get_by_role("alert")).to_have_text("Name or password is wrong.")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    page.wait_for_url("**/lobby")
    page.goto(table.split("/table")[0])
    expect(page.get_by_role("link", name=re.compile("Resume"))).to_have_count(1)


def test_signing_in_with_a_code_and_with_a_recovery_code(visit: Visit) -> None:
    page, phone = visit(language="en"), visit("/account", size=(390, 844), theme="dark")
    name = fresh("Dora")
    register(page, name)
    page.goto(page.url.replace("/lobby", "/account"))
    page.get_by_role("button", name="Turn on").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("img", name="QR code of the key written below")).to_be_visible()
    assert axe_findings(page) == []
    secret = dialog.locator("code").inner_text().replace(" ", "")
    now = int(time.time() // totp.STEP_SECONDS)
    dialog.get_by_label("Code", exact=True).fill(totp.code_at(secret, now - 1))
    page.keyboard.press("Enter")
    codes = dialog.get_by_role("listitem")
    expect(codes).to_have_count(10)
    code = codes.first.inner_text()
    shot(page, "recovery-codes-1280-light-en")
    dialog.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text("Signing in asks for a code. 10 recovery codes left.")).to_be_visible()

    phone.get_by_label("Nom").fill(name)
    phone.get_by_label("Mot de passe", exact=True).fill(PASSWORD)
    phone.keyboard.press("Enter")
    field = phone.get_by_label("Code", exact=True)
    expect(field).to_be_focused()
    assert axe_findings(phone) == []
    field.fill("000000")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("alert")).to_have_text(re.compile("Ce code est faux"))
    field.fill(code)
    phone.keyboard.press("Enter")
    phone.wait_for_url("**/lobby")


def test_two_meet_in_the_lobby_and_a_rated_game_changes_both_ratings_once(visit: Visit) -> None:
    one, other = visit(language="en"), visit(language="fr", size=(390, 844))
    ada, ben = fresh("Ada"), fresh("Ben")
    register(one, ada)
    register(other, ben, "fr")

    one.get_by_role("button", name="Offer a game").click()
    dialog = one.get_by_role("dialog", name="Offer a game")
    dialog.get_by_role("radio", name=re.compile("Yellow")).check()
    dialog.get_by_role("switch", name="Rated").click()
    dialog.get_by_role("button", name="Offer", exact=True).click()
    expect(one.get_by_text("Waiting for somebody")).to_be_visible()

    accept = other.get_by_role("button", name=re.compile(f"Jouer à Avalam avec {ada}"))
    expect(accept).to_be_visible()  # told live, nobody has reloaded anything
    shot(other, "lobby-390-light-fr")
    assert axe_findings(other) == []
    accept.click()
    for page in (one, other):
        page.wait_for_url("**/table/*")
        page.wait_for_selector("[role=grid]")
    for page, name in ((one, "You"), (one, ben), (other, "Vous"), (other, ada)):
        expect(page.get_by_role("region", name=name)).to_contain_text("1500?")  # a first rated game
    Table(one).wait_for_turn()
    Table(one).play_any_move()
    Table(other).wait_for_turn()
    Table(other).play_any_move()
    Table(one).wait_for_turn()
    one.get_by_role("button", name=re.compile("^Resign$")).click()
    one.get_by_role("dialog").get_by_role("button", name=re.compile("Resign")).click()
    expect(one.get_by_text(re.compile(r"Your rating: −\d+"))).to_be_visible()
    expect(other.get_by_text(re.compile(r"Votre cote\s: \+\d+"))).to_be_visible()
    deadline = time.monotonic() + 15
    while not (rating(one, ada) and rating(one, ben)):
        assert time.monotonic() < deadline, "the game was not rated"
        one.wait_for_timeout(100)
    [lost], [won] = rating(one, ada), rating(one, ben)
    assert (lost["games"], won["games"]) == (1, 1)
    assert lost["rating"] + won["rating"] == 3000  # type: ignore[operator]

    one.goto(one.url.split("/table")[0] + f"/@/{ben}")
    expect(one.get_by_role("heading", level=1)).to_contain_text(ben)
    expect(one.get_by_role("button", name=re.compile("Avalam"))).to_contain_text(str(won["rating"]))
    expect(one.get_by_text(f"Avalam against {ada}")).to_be_visible()
    shot(one, "profile-1280-light-en")
    assert axe_findings(one) == []


LOOKS = [((1280, 800), "light", "fr"), ((390, 844), "dark", "en")]


@pytest.mark.parametrize(("size", "theme", "language"), LOOKS)
def test_the_pages_of_people_fit_and_read_well(
    visit: Visit, room: Room, size: tuple[int, int], theme: str, language: str
) -> None:
    page = visit("/account", size=size, theme=theme, language=language)
    page.wait_for_selector("form")
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)
    register(page, fresh("Cleo"), language)
    for path, name in (
        ("lobby", "lobby"),
        ("account", "account"),
        ("archive", "archive"),
        ("@/alcove", "engine"),
        ("@/nobody-here", "nobody"),
    ):
        page.goto(f"{room.url}/{path}")
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        page.wait_for_load_state("networkidle")
        shot(page, f"{name}-{size[0]}-{theme}-{language}")
        assert axe_findings(page) == [], path
        assert_no_sideways_scrolling(page)
    page.goto(f"{room.url}/lobby")
    page.get_by_role("button", name="Offer a game" if language == "en" else "Proposer une partie").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert axe_findings(page) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


@pytest.mark.parametrize(
    ("language", "notice", "button"),
    [("en", "wants to play Axom", "To the lobby"), ("fr", "vous défie à Axom", "Aller au salon")],
)
def test_a_challenge_is_heard_while_reading_the_rules(visit: Visit, language: str, notice: str, button: str) -> None:
    ann, bob = visit(language="en"), visit(language=language)
    register(ann, fresh("Ann"))
    name = fresh("Bob")
    register(bob, name, language)
    bob.goto(bob.url.replace("/lobby", "/rules/avalam"))
    expect(bob.get_by_role("main")).to_be_visible()
    wish = {"game": "axom", "to": name, "clock": {"kind": "fischer", "initial_seconds": 300, "increment_seconds": 3}}
    ann.evaluate(
        "async (wish) => fetch('/api/lobby', {method: 'POST', headers: {'content-type': 'application/json'}, body: JSON.stringify(wish)})",
        wish,
    )
    said = bob.get_by_role("status").filter(has_text=notice)
    expect(said).to_be_visible()
    assert axe_findings(bob) == []
    shot(bob, f"challenge-{language}")
    said.get_by_role("button", name=button).click()
    bob.get_by_role("button", name=re.compile("^Play Axom with Ann|^Jouer à Axom avec Ann")).click()
    bob.wait_for_url("**/table/*")
    ann.wait_for_url("**/table/*")
    assert ann.url == bob.url


@pytest.mark.parametrize(("language", "size"), [("en", (1280, 800)), ("fr", (390, 844))])
def test_signing_in_with_a_passkey(visit: Visit, room: Room, language: str, size: tuple[int, int]) -> None:
    """Chromium's own device: a passkey is added, opens the account from nothing, and is removed again."""

    def said(en: str, fr: str) -> str:
        return en if language == "en" else fr

    here = f"http://localhost:{room.port}"  # browsers have passkeys for names alone
    page = visit(language=language, size=size)
    device = page.context.new_cdp_session(page)
    device.send("WebAuthn.enable")
    options = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    options |= {"isUserVerified": True, "automaticPresenceSimulation": True}
    device.send("WebAuthn.addVirtualAuthenticator", {"options": options})
    page.goto(here)
    name = fresh("Petra")
    register(page, name, language)
    page.goto(f"{here}/account")
    page.get_by_role("button", name=said("Add a passkey", "Ajouter une clé")).click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label(said("What to call it", "Son nom")).fill("Blue phone")
    dialog.get_by_label(said("Password", "Mot de passe"), exact=True).fill("a wrong guess")
    page.keyboard.press("Enter")
    expect(dialog.get_by_role("alert")).to_be_visible()
    assert axe_findings(page) == []
    dialog.get_by_label(said("Password", "Mot de passe"), exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_text("Blue phone")).to_be_visible()
    assert axe_findings(page) == []
    assert_no_sideways_scrolling(page)
    shot(page, f"passkeys-{size[0]}-{language}")

    page.get_by_role("button", name=said("Sign out", "Se déconnecter")).click()
    page.goto(f"{here}/account")
    sign_in = page.get_by_role("button", name=said("Sign in with a passkey", "Se connecter avec une clé d’accès"))
    sign_in.click()
    page.wait_for_url("**/lobby")
    expect(page.get_by_role("banner").get_by_role("link", name=name)).to_be_visible()

    page.goto(f"{here}/account")
    page.get_by_role("button", name=said("Remove Blue phone", "Retirer Blue phone")).click()
    dialog.get_by_label(said("Password", "Mot de passe"), exact=True).fill(PASSWORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=said("Remove Blue phone", "Retirer Blue phone"))).to_have_count(0)
    page.get_by_role("button", name=said("Sign out", "Se déconnecter")).click()
    page.goto(f"{here}/account")
    sign_in.click()
    alert = said("This passkey opens no account here", "Cette clé d’accès n’ouvre aucun compte ici")
    expect(page.get_by_role("alert")).to_have_text(re.compile(alert))


def test_at_a_number_the_account_page_says_why_there_are_no_passkeys(visit: Visit) -> None:
    page = visit("/account", language="en")
    expect(page.get_by_role("button", name="Create the account").or_(page.get_by_label("Name"))).to_be_visible()
    expect(page.get_by_role("button", name="Sign in with a passkey")).to_have_count(0)
    register(page, fresh("Nora"))
    page.goto(page.url.replace("/lobby", "/account"))
    expect(page.get_by_text("Passkeys need https and an address with a name")).to_be_visible()
    expect(page.get_by_role("button", name="Add a passkey")).to_have_count(0)
