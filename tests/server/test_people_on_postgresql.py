"""The same room of people on PostgreSQL: every kind of query once."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from alcove.puzzles.puzzle import puzzles
from alcove.server.store.database import migrate

from ..services import Postgres
from .pages import house
from .postbox import Postbox
from .test_bots import bearer, make_bot
from .test_lobby import DAYS, offer
from .test_people import PASSWORD, log_in, play_rated, ratings, register
from .test_puzzles import solve
from .test_recovery import NEW, enter, forgotten, reset, reset_link, turn_on, with_mail


def test_people_live_in_postgresql_too(postgres: Postgres, tmp_path: Path) -> None:
    database = postgres.url()
    migrate(database)
    with house(tmp_path, database=database) as room:
        ada, ben, bot = room.browser(), room.browser(), room.browser()
        ada.table("avalam")
        register(ada, "Ada")
        register(ben, "Bén")
        assert room.browser().rest.post("/api/account", json={"name": "BÉN", "password": PASSWORD}).status_code == 409
        tables = [play_rated(ada, ben), play_rated(ben, ada)]
        assert [ratings(ada, name)[0]["games"] for name in ("Ada", "Bén")] == [2, 2]
        assert len(ada.rest.get("/api/people/Ada/history?game=avalam&speed=slow").json()["points"]) == 2
        assert ada.rest.get("/api/leaders/avalam").json()["leaders"] == []
        found = ada.rest.get("/api/archive", params={"opponent": "bén", "result": "won", "since": "2020-01-01"}).json()
        assert [line["table"] for line in found["games"]] == tables[1:]

        seek = offer(ada, clock=DAYS)
        takers = [room.browser() for _ in range(4)]
        with ThreadPoolExecutor() as pool:
            answers = list(pool.map(lambda taker: taker.rest.post(f"/api/lobby/{seek}/accept").status_code, takers))
        assert sorted(answers) == [200, 404, 404, 404]

        token = make_bot(bot, "Robo")
        assert room.browser().rest.get("/api/me", headers=bearer(token)).json()["name"] == "Robo"
        assert log_in(room.browser(), "ada").status_code == 200
        assert ada.rest.get("/api/account/export").status_code == 200
        assert ada.rest.post("/api/account/delete", json={"password": PASSWORD}).status_code == 200
        assert ben.rest.get("/api/people/Ada").status_code == 404
        assert {line["table"] for line in ben.rest.get("/api/archive").json()["games"]} == set(tables)


def test_lost_passwords_second_factors_and_puzzles_do_too(postgres: Postgres, tmp_path: Path) -> None:
    database, postbox = postgres.url(), Postbox()
    migrate(database)
    with house(tmp_path, database=database, mail=postbox.server) as room:
        ada = with_mail(room, postbox)
        first, second = puzzles("avalam")[:2]
        ada.rest.post(f"/api/puzzles/avalam/{first.id}/hint", json={"moves": []})
        assert solve(ada, first)["counted"]["standing"]["tried"] == 1
        assert solve(ada, second)["counted"]["standing"]["solved"] == 2
        assert solve(ada, second)["counted"] is None
        assert ada.rest.post("/api/puzzles/avalam/next", json={"rating": 0}).json()["id"] not in (first.id, second.id)

        _, codes = turn_on(ada)
        forgotten(room.browser(), "Ada")
        token = reset_link(postbox.wait(3))
        with ThreadPoolExecutor() as pool:
            used = list(pool.map(lambda browser: reset(browser, token).status_code, [room.browser() for _ in range(3)]))
            spent = list(
                pool.map(
                    lambda browser: enter(browser, codes[0], "Ada", NEW).status_code, [room.browser() for _ in range(3)]
                )
            )
        assert sorted(used) == [200, 404, 404]
        assert sorted(spent) == [200, 401, 401]
    postbox.close()
