"""Noise: whatever comes in, the room answers in words and goes on."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from hypothesis import HealthCheck, given, settings, strategies as st

from alcove.server.cluster.limits import NO_ALLOWANCES
from alcove.server.wire import messages

from .pages import Browser, house, nonce

PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40)
VALUES = st.recursive(
    PLAIN, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)
TYPES = st.sampled_from([struct.__struct_config__.tag for struct in get_args(messages.Incoming)]) | st.text(max_size=8)
FIELDS = (
    "table", "expected_n", "nonce", "move", "text", "seen_n", "sent", "protocol", "extra", "echo", "held_ms",
    "seat", "what", "is_draw", "line",
)  # fmt: skip
NEAR_MISSES = st.fixed_dictionaries({"type": TYPES}, optional=dict.fromkeys(FIELDS, VALUES))
FRAMES = st.one_of(
    st.binary(max_size=200),
    st.text(max_size=200),
    VALUES.map(json.dumps),
    NEAR_MISSES.map(json.dumps),
    st.sampled_from(["[" * 4000, "x" * 5000, "{" * 100, '{"type":"move"' + " " * 10_000 + "}"]),
)
AFFORDABLE = st.lists(FRAMES, max_size=12).filter(lambda frames: sum(map(len, frames)) < 16_000)
"""As much as a page may send at once: beyond that the next message is not answered but refused, whatever it is."""
NOISE = settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    folder: Path = tmp_path_factory.mktemp("fuzz")
    with house(folder, limits=NO_ALLOWANCES) as room:
        yield room.browser()


@NOISE
@given(AFFORDABLE)
def test_noise_on_the_socket_is_refused_and_the_next_message_is_answered(
    browser: Browser, frames: list[str | bytes]
) -> None:
    with browser.live() as page:
        for frame in frames:
            page.socket.send({"type": "websocket.receive", "text" if isinstance(frame, str) else "bytes": frame})
        page.send("ping", sent=7)
        answers = [page.hear("pong", "refused", "welcome", "why", "hint", "snapshot")]
        while answers[-1].get("sent") != 7:
            answers.append(page.hear("pong", "refused", "welcome", "why", "hint", "snapshot"))
    assert not [answer for answer in answers if answer.get("code") == "internal"]


@NOISE
@given(table=st.just("") | st.text(max_size=40), text=st.text(min_size=1, max_size=200))
def test_any_text_may_be_asked_about(browser: Browser, table: str, text: str) -> None:
    known = browser.table("axxa")
    with browser.live() as page:
        page.watch(known)
        page.send("why", table=known, text=text, nonce=nonce())
        assert page.hear("why", "refused").get("code") != "internal"
        assert page.move(known, text).get("code") != "internal"
        page.send("watch", table=table)
        assert page.hear("snapshot", "refused")["code"] in ("unknown_table", "malformed")


@NOISE
@given(
    path=st.sampled_from(["/api/tables", "/api/positions", "/api/records", "/api/analysis", "/api/analysis/record"]),
    body=st.binary(max_size=300)
    | VALUES.map(lambda value: json.dumps(value).encode())
    | st.fixed_dictionaries(
        {"game": st.sampled_from(["avalam", "axom", "axiom", "axxa"])},
        optional={"position": VALUES, "options": VALUES, "seats": VALUES, "record": VALUES, "terms": VALUES},
    ).map(lambda value: json.dumps(value).encode()),
)
def test_noise_over_rest_is_never_our_bug(browser: Browser, path: str, body: bytes) -> None:
    answer = browser.rest.post(path, content=body)
    assert answer.status_code in (200, 201, 400, 404, 413)
    if answer.status_code >= 400:
        assert set(answer.json()["error"]) == {"en", "fr"}


@NOISE
@given(st.text(alphabet=st.characters(codec="utf-8", exclude_characters="/?#"), min_size=1, max_size=40))
def test_any_name_of_a_table_may_be_asked_for(browser: Browser, name: str) -> None:
    from urllib.parse import quote

    for path in (f"/api/tables/{quote(name)}", f"/api/tables/{quote(name)}/record", f"/{quote(name)}"):
        assert browser.rest.get(path).status_code in (200, 307, 404, 405, 503)
