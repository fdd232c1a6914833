"""The tables of the database that are about people; `migrations/versions/` makes them."""

from datetime import UTC, datetime
from typing import Any

import sqlalchemy as sa

metadata = sa.MetaData()


def _table(name: str, *columns: str, binary: str = "", whole: str = "", real: str = "", truth: str = "") -> sa.Table:
    """A table as queries need it: names and kinds. Keys and bounds are the migration's business."""
    kinds: dict[str, sa.types.TypeEngine[Any]] = {}
    for names, kind in ((binary, sa.LargeBinary()), (whole, sa.Integer()), (real, sa.Float()), (truth, sa.Boolean())):
        kinds |= dict.fromkeys(names.split(), kind)
    return sa.Table(name, metadata, *(sa.Column(column, kinds.get(column, sa.String())) for column in columns))


accounts = _table("accounts", "person", "name", "folded", "password", "is_bot", "created_at", truth="is_bot")
retired_names = _table("retired_names", "digest", "at")
sessions = _table("sessions", "digest", "person", "browser", "created_at", "seen_at")
resets = _table("resets", "digest", "person", "until")
factors = _table("factors", "person", "secret", "last_step", "confirmed_at", whole="last_step")
recovery_codes = _table("recovery_codes", "digest", "person")
tokens = _table("tokens", "digest", "id", "person", "label", "scopes", "created_at", "used_at")
ratings = _table(
    "ratings", "person", "game", "speed", "ladder", "rating", "deviation", "volatility", "games", "changed_at",
    whole="games", real="rating deviation volatility",
)  # fmt: skip
rating_changes = _table(
    "rating_changes", "table_id", "person", "game", "speed", "ladder", "before", "after", "deviation", "at",
    real="before after deviation",
)  # fmt: skip
puzzle_ratings = _table(
    "puzzle_ratings", "person", "game", "rating", "deviation", "volatility", "tried", "solved", "streak", "best",
    "changed_at", whole="tried solved streak best", real="rating deviation volatility",
)  # fmt: skip
puzzle_attempts = _table(
    "puzzle_attempts", "person", "game", "puzzle", "score", "after", "at", real="score after"
)  # fmt: skip
archive = _table(
    "archive", "table_id", "game", "speed", "rated", "result", "reason", "ply", "ended_at", whole="ply", truth="rated"
)  # fmt: skip
archive_seats = _table(
    "archive_seats", "table_id", "seat", "person", "level", "score", "ended_at", whole="seat level"
)  # fmt: skip
seeks = _table("seeks", "id", "person", "body", "to_person", "live_until", "created_at", binary="body")


def now() -> str:
    """The moment, as the database keeps it: sortable text."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")
