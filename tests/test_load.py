"""The load generator in its short form: it plays, it measures, and a socket costs what it may cost."""

from pathlib import Path

import pytest

from alcove.bench.load.hostile import TABLES, run as attacked
from alcove.bench.load.proxy import HOST, behind_nginx, configuration, program
from alcove.bench.load.run import run
from alcove.bench.load.server import own_server, quantile
from alcove.bench.load.wire import UnreachableError

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


NGINX = Path(__file__).parent.parent / "deploy" / "nginx.conf"


def test_the_configuration_of_nginx_is_the_one_we_deploy_but_for_where_things_are() -> None:
    written = NGINX.read_text()
    here = configuration(written, "127.0.0.1:4000", "127.0.0.1:5000", "/somewhere")
    assert "server 127.0.0.1:4000 max_fails=1" in here
    assert "listen 127.0.0.1:5000;" in here
    assert "server:8000" not in here
    for kept in ("limit_conn by_address", "X-Forwarded-For $remote_addr", "keepalive_timeout 5s", "proxy_buffers"):
        assert kept in written
        assert kept in here
    with pytest.raises(UnreachableError):
        configuration("http {\n}", "127.0.0.1:4000", "127.0.0.1:5000", "/somewhere")


@pytest.mark.skipif("sys.platform != 'linux'", reason="other systems have one loopback address")
@pytest.mark.skipif(program() is None, reason="there is no nginx here")
def test_honest_pages_stay_open_behind_nginx_while_somebody_attacks() -> None:
    pages = 2 * TABLES + 20
    with own_server(limited=True, proxy=HOST) as room, behind_nginx(room, NGINX) as server:
        found = attacked(server, ["empty pings", "slow bodies"], 1.0, pages, lambda *_: None)
    for row in (found.idle, *found.rows):
        assert (row.pages, row.refused) == (pages, {}), row.attack
        assert row.moves > 0


def test_quantiles_are_found_between_bounds() -> None:
    infinite = float("inf")
    before = {0.001: 10.0, 0.002: 10.0, infinite: 10.0}
    after = {0.001: 10.0, 0.002: 110.0, infinite: 110.0}
    assert quantile(before, after, 0.5) == pytest.approx(0.0015)
    assert quantile(before, before, 0.5) is None
    assert quantile({}, {}, 0.5) is None
    assert quantile({}, {0.001: 0.0, infinite: 5.0}, 0.5) == 0.001
