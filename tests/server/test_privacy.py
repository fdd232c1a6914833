"""H17: what a room keeps is for the room alone, and a copy of the database opens no second factor."""

import os
import sqlite3
import stat
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from alcove.server.base import keys
from alcove.server.base.keys import Keys
from alcove.server.base.privacy import tighten
from alcove.server.base.sealing import LostKeyError, Seal, is_sealed
from alcove.server.store import schema
from alcove.server.store.backup import back_up
from alcove.server.store.database import DATABASE

from .pages import Browser, House, house
from .test_people import PASSWORD, log_in, register
from .test_recovery import code_of, enter, steady as steady, turn_on
from .test_run import ask, opened

DEPLOY = Path(__file__).resolve().parents[2] / "deploy"

posix = pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


# --- Files --------------------------------------------------------------------------------------------------------------


@posix
def test_h17_a_room_makes_and_leaves_nothing_that_others_can_read(tmp_path: Path) -> None:
    """Started with a mask that hides nothing, in a folder that an older room left open to all."""
    data = tmp_path / "room"
    with house(data) as old:
        old.browser().table("avalam")
    data.chmod(0o755)
    for path in data.iterdir():
        path.chmod(0o644)
    before = os.umask(0o000)
    try:
        process, address = opened(data)
        try:
            ask(f"{address}/api/tables", game="avalam")
            found = {path.name: mode(path) for path in data.iterdir() if path.is_file()}
        finally:
            process.terminate()
            process.communicate()
        back_up(data, tmp_path / "copy.sqlite")
    finally:
        os.umask(before)
    assert {DATABASE, f"{DATABASE}-wal", f"{DATABASE}-shm", keys.FILE, "room.lock"} <= set(found)
    assert {name: oct(each) for name, each in found.items() if each != 0o600} == {}
    assert mode(data) == 0o700
    assert mode(tmp_path / "copy.sqlite") == 0o600


@posix
def test_h17_a_new_folder_is_closed_from_the_beginning(tmp_path: Path) -> None:
    before = os.umask(0o000)
    try:
        tighten(tmp_path / "new")
    finally:
        os.umask(before)
    assert mode(tmp_path / "new") == 0o700


@posix
def test_a_folder_that_is_everybodys_stays_so(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    tighten(tmp_path)
    assert mode(tmp_path) == 0o1777


def test_h17_services_hide_what_they_write() -> None:
    units = list((DEPLOY / "systemd").glob("*.service"))
    assert len(units) == 3
    for unit in units:
        assert "\nUMask=0077\n" in unit.read_text()


# --- Secrets ------------------------------------------------------------------------------------------------------------


def everything_in(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.glob(f"{DATABASE}*"))


async def _secret(store: Any) -> str:
    async with store.engine.connect() as connection:
        return str(await connection.scalar(sa.select(schema.factors.c.secret)))


def test_h17_the_secret_of_an_app_is_not_in_the_database(
    room: House, browser: Browser, tmp_path: Path, steady: None
) -> None:
    register(browser, "Ada")
    secret, _ = turn_on(browser)
    assert is_sealed(room.call(_secret, room.app.state.house.store))
    assert secret.encode() not in everything_in(tmp_path)
    assert enter(room.browser(), code_of(secret)).status_code == 200


def test_h17_secrets_from_before_are_sealed_at_the_first_start(tmp_path: Path, steady: None) -> None:
    with house(tmp_path) as room:
        browser = room.browser()
        register(browser, "Ada")
        secret, _ = turn_on(browser)
    with closing(sqlite3.connect(tmp_path / DATABASE)) as file:  # as an older room has left it
        file.execute("UPDATE factors SET secret = ?", (secret,))
        file.commit()
    assert secret.encode() in everything_in(tmp_path)
    for _ in range(2):  # the second start finds nothing to do
        with house(tmp_path) as room:
            assert is_sealed(room.call(_secret, room.app.state.house.store))
    assert secret.encode() not in everything_in(tmp_path)
    with house(tmp_path) as room:
        assert enter(room.browser(), code_of(secret)).status_code == 200


def test_h17_without_the_key_a_recovery_code_opens_and_the_app_is_told_why_not(tmp_path: Path, steady: None) -> None:
    with house(tmp_path) as room:
        browser = room.browser()
        register(browser, "Ada")
        secret, codes = turn_on(browser)
    (tmp_path / keys.FILE).unlink()
    with house(tmp_path) as room:
        told = enter(room.browser(), code_of(secret))
        assert (told.status_code, told.json()["code"]) == (401, "wrong_code")
        assert "lost the key" in told.json()["error"]["en"]
        assert "perdu la clé" in told.json()["error"]["fr"]
        inside = room.browser()
        assert enter(inside, codes[0]).status_code == 200
        off = {"password": PASSWORD, "code": codes[1]}
        assert inside.rest.post("/api/account/factor/off", json=off).status_code == 200
        assert log_in(room.browser(), "Ada").status_code == 200


def test_a_seal_opens_with_its_key_and_for_its_owner_alone() -> None:
    seal = Seal(Keys("k" * 32).derived("second factor"))
    sealed = seal.seal("secret", "ada")
    assert seal.open(sealed, "ada") == "secret"
    assert seal.seal("secret", "ada") != sealed
    others = [(seal, sealed, "ben"), (Seal(Keys("j" * 32).derived("second factor")), sealed, "ada")]
    others += [(seal, broken, "ada") for broken in ("v1:", "v1:x", sealed[:-4] + "AAA=", "secret")]
    for other, text, owner in others:
        with pytest.raises(LostKeyError):
            other.open(text, owner)


def test_the_database_and_the_log_tell_nothing_of_the_key(tmp_path: Path) -> None:
    with house(tmp_path) as room:
        register(room.browser(), "Ada")
    assert (tmp_path / keys.FILE).read_text().strip().encode() not in everything_in(tmp_path)
