"""What a room tells Prometheus about itself: counts and times, never who or where.

They are served on an address of their own (`--metrics`), which is nobody's business but the operator's;
docs/operations.md says what each number is for.
"""

from prometheus_client import Counter, Gauge, Histogram, start_http_server

from alcove.core.errors import AlcoveError
from alcove.core.text import Text

COMMAND_SECONDS = Histogram(
    "alcove_command_seconds",
    "From a command's last byte in to its acknowledgement handed to the socket.",
    buckets=(
        0.0005, 0.001, 0.0015, 0.002, 0.0025, 0.003, 0.004, 0.005, 0.0075, 0.01, 0.015, 0.02, 0.025, 0.035,
        0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
    ),
)  # fmt: skip
COMMIT_SECONDS = Histogram(
    "alcove_commit_seconds",
    "One commit of the database, with everything that was waiting for it.",
    buckets=(0.0005, 0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0),
)
EVENTS = Counter("alcove_events", "Events made durable, by kind.", ["kind"])
NOT_SAVED = Counter("alcove_not_saved", "Appends that the database refused.")
REFUSALS = Counter("alcove_refusals", "Commands and messages refused on the live socket, by code.", ["code"])
SOCKETS = Gauge("alcove_sockets", "Live sockets that are open.")
CUT_OFF = Counter("alcove_sockets_cut_off", "Sockets the room closed, by closing code.", ["code"])
TABLES = Gauge("alcove_tables", "Tables in memory.")
ENGINE_SECONDS = Histogram(
    "alcove_engine_seconds",
    "From asking for a move or a hint to having it, waiting included.",
    ["what"],
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0),
)
RECKONER_SECONDS = Histogram(
    "alcove_reckoner_seconds",
    "From asking for a piece of work (a record, a tree, a board) to having it, waiting included.",
    ["what"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0),
)
BUSY = Counter("alcove_busy", "Pieces of work refused because too many were waiting.", ["what"])
FALLBACK_MOVES = Counter("alcove_fallback_moves", "Random moves played because no engine answered in time.")
PROCESSES_REPLACED = Counter(
    "alcove_processes_replaced", "Engine and reckoner processes that died or were late.", ["process", "cause"]
)


class Telling:
    """The address that serves the numbers, in a thread of its own that ends with the process."""

    def __init__(self, host: str, port: int) -> None:
        server, _ = start_http_server(port, host)
        self.url = f"http://{host}:{server.server_port}/metrics"


def tell_metrics(host: str, port: int) -> Telling:
    """Begin to serve the numbers; the error says why the address cannot be used."""
    try:
        return Telling(host, port)
    except OSError as error:
        why = error.strerror or str(error)
        raise AlcoveError(Text(f"metrics, {host}:{port}: {why}", f"mesures, {host}:{port} : {why}")) from None
