"""The load generator in its short form: it plays, it measures, and a socket costs what it may cost."""

import pytest

from alcove.bench.load.run import run
from alcove.bench.load.server import own_server, quantile

SOCKETS = 240
MOST_KILOBYTES = 32


@pytest.mark.skipif("sys.platform != 'linux'", reason="reads /proc")
def test_a_room_under_load() -> None:
    with own_server() as server:
        found = run(server, SOCKETS, 40, 3, ["avalam", "axxa"], lambda *_: None)
    assert found.sockets == SOCKETS
    assert found.refused == {}
    assert found.moves_per_second > 0
    assert found.idle_kilobytes_per_socket is not None
    assert found.idle_kilobytes_per_socket <= MOST_KILOBYTES
    assert found.server_p50_ms is not None
    assert found.server_p99_ms is not None
    assert found.server_p50_ms <= found.server_p99_ms
    assert found.cpu_ms_per_move is not None
    assert found.cpu_ms_per_move > 0
    assert found.storm_seconds < float("inf")


def test_quantiles_are_found_between_bounds() -> None:
    infinite = float("inf")
    before = {0.001: 10.0, 0.002: 10.0, infinite: 10.0}
    after = {0.001: 10.0, 0.002: 110.0, infinite: 110.0}
    assert quantile(before, after, 0.5) == pytest.approx(0.0015)
    assert quantile(before, before, 0.5) is None
    assert quantile({}, {}, 0.5) is None
    assert quantile({}, {0.001: 0.0, infinite: 5.0}, 0.5) == 0.001
