"""Every table of the database, declared once. `migrations/versions/` makes them; a test proves that the two agree.

Times are sortable text (`at`, `…_at`, written by `now`) or milliseconds since 1970 (`…_ms`); a person is an id that says
nothing about them, the same for a guest and for the account they may open later.
"""

from datetime import UTC, datetime

import sqlalchemy as sa

metadata = sa.MetaData()

PERSON = sa.String(32)
TABLE = sa.String(32)
GAME = sa.String(40)
SPEED = sa.String(16)
MOMENT = sa.String(32)


def now() -> str:
    """The moment, as the database keeps it: sortable text."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


# --- Games: `events` is the truth, `tables` and `seats` are an index of it ----------------------------------------------

tables = sa.Table(
    "tables",
    metadata,
    sa.Column("id", TABLE, primary_key=True),
    sa.Column("waits_for", sa.String(8), nullable=False, index=True),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer, nullable=False),
    sa.Column("changed_at", MOMENT, nullable=False),
    sa.Column("game", GAME, nullable=False, server_default=""),
    sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
    sa.Column("speed", SPEED, nullable=False, server_default="none"),
    sa.Column("result", sa.String(8), nullable=False, server_default="*"),
    sa.Column("finished_at", MOMENT),
    sa.Column("due_at_ms", sa.BigInteger, index=True),
    sa.Column("retold_n", sa.Integer, index=True),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("table_id", TABLE, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", PERSON, nullable=False, index=True),
)
events = sa.Table(
    "events",
    metadata,
    sa.Column("table_id", TABLE, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("guest", PERSON),
    sa.Column("nonce", sa.String(64)),
    sa.Column("at", MOMENT, nullable=False),
    sa.UniqueConstraint("table_id", "guest", "nonce"),
)

# --- Chat ---------------------------------------------------------------------------------------------------------------

chat = sa.Table(
    "chat",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("table_id", TABLE, sa.ForeignKey("tables.id"), nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("person", PERSON, nullable=False, index=True),
    sa.Column("text", sa.String(300), nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("ix_chat_table_id", "table_id", "id"),
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("line", sa.Integer, sa.ForeignKey("chat.id"), primary_key=True),
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("settled_at_ms", sa.BigInteger),
)
silenced = sa.Table(
    "silenced",
    metadata,
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
removals = sa.Table("removals", metadata, sa.Column("person", PERSON, primary_key=True))
departed = sa.Table(
    "departed",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("at", sa.String(32), nullable=False),
)

# --- Servers: who answers for a table, and when nobody did ----------------------------------------------------------------

servers = sa.Table(
    "servers",
    metadata,
    sa.Column("id", sa.String(32), primary_key=True),
    sa.Column("alive_until", sa.Float, nullable=False),
    sa.Column("seen_at", sa.Float, nullable=False, server_default="0"),
)
leases = sa.Table(
    "leases",
    metadata,
    sa.Column("table_id", TABLE, primary_key=True),
    sa.Column("server", sa.String(32), nullable=False),
    sa.Column("fence", sa.Integer, nullable=False),
)
handovers = sa.Table(
    "handovers",
    metadata,
    sa.Column("table_id", TABLE, primary_key=True),
    sa.Column("since_ms", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)
heartbeat = sa.Table(
    "heartbeat",
    metadata,
    sa.Column("name", sa.String(16), primary_key=True),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
)
downtimes = sa.Table(
    "downtimes",
    metadata,
    sa.Column("since_ms", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("until_ms", sa.BigInteger, nullable=False),
)

# --- People: accounts and the ways into them ------------------------------------------------------------------------------

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("name", sa.String(20), nullable=False),
    sa.Column("folded", sa.String(80), nullable=False, unique=True),
    sa.Column("password", sa.String(200), nullable=False),
    sa.Column("is_bot", sa.Boolean, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
)
taken_names = sa.Table("taken_names", metadata, sa.Column("digest", sa.String(64), primary_key=True))
"""Of every account that is or was here, digests of what its name looks like (`base/lookalikes.py`): nobody gets its twin."""
sessions = sa.Table(
    "sessions",
    metadata,
    sa.Column("digest", sa.String(32), primary_key=True),
    sa.Column("person", PERSON, sa.ForeignKey("accounts.person"), nullable=False, index=True),
    sa.Column("browser", sa.String(80), nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("seen_at", MOMENT, nullable=False),
)
resets = sa.Table(
    "resets",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", PERSON, sa.ForeignKey("accounts.person"), nullable=False, index=True),
    sa.Column("until", MOMENT, nullable=False),
)
factors = sa.Table(
    "factors",
    metadata,
    sa.Column("person", PERSON, sa.ForeignKey("accounts.person"), primary_key=True),
    sa.Column("secret", sa.String(160), nullable=False),
    sa.Column("last_step", sa.Integer, nullable=False),
    sa.Column("confirmed_at", MOMENT),
)
recovery_codes = sa.Table(
    "recovery_codes",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("person", PERSON, sa.ForeignKey("accounts.person"), nullable=False, index=True),
)
passkeys = sa.Table(
    "passkeys",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(16), nullable=False, unique=True),
    sa.Column("person", PERSON, sa.ForeignKey("accounts.person"), nullable=False, index=True),
    sa.Column("host", sa.String(253), nullable=False),
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("credential", sa.Text, nullable=False),
    sa.Column("public_key", sa.LargeBinary, nullable=False),
    sa.Column("sign_count", sa.BigInteger, nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("used_at", MOMENT),
)
challenges = sa.Table(
    "challenges",
    metadata,
    sa.Column("holder", sa.String(64), primary_key=True),
    sa.Column("purpose", sa.String(8), primary_key=True),
    sa.Column("challenge", sa.String(64), nullable=False),
    sa.Column("until", MOMENT, nullable=False),
)
tokens = sa.Table(
    "tokens",
    metadata,
    sa.Column("digest", sa.String(64), primary_key=True),
    sa.Column("id", sa.String(16), nullable=False, unique=True),
    sa.Column("person", PERSON, sa.ForeignKey("accounts.person"), nullable=False, index=True),
    sa.Column("label", sa.String(40), nullable=False),
    sa.Column("scopes", sa.String(80), nullable=False),
    sa.Column("created_at", MOMENT, nullable=False),
    sa.Column("used_at", MOMENT),
)
addresses = sa.Table(
    "addresses",
    metadata,
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("address", sa.String(254), nullable=False),
    sa.Column("token", sa.String(32), nullable=False, unique=True),
    sa.Column("language", sa.String(2), nullable=False),
    sa.Column("confirmed", sa.Boolean, nullable=False),
)

# --- Ratings and the archive ----------------------------------------------------------------------------------------------

ratings = sa.Table(
    "ratings",
    metadata,
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("game", GAME, primary_key=True),
    sa.Column("speed", SPEED, primary_key=True),
    sa.Column("ladder", sa.String(8), primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
    sa.Column("changed_at", MOMENT, nullable=False),
    sa.Index("ix_ratings_ladder", "game", "speed", "ladder", "rating"),
)
rating_changes = sa.Table(
    "rating_changes",
    metadata,
    sa.Column("table_id", TABLE, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("game", GAME, nullable=False),
    sa.Column("speed", SPEED, nullable=False),
    sa.Column("ladder", sa.String(8), nullable=False),
    sa.Column("before", sa.Float, nullable=False),
    sa.Column("after", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("at", MOMENT, nullable=False),
    sa.Index("ix_rating_changes_person", "person", "game", "speed", "at"),
)
archive = sa.Table(
    "archive",
    metadata,
    sa.Column("table_id", TABLE, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("game", GAME, nullable=False),
    sa.Column("speed", SPEED, nullable=False),
    sa.Column("rated", sa.Boolean, nullable=False),
    sa.Column("result", sa.String(8), nullable=False),
    sa.Column("reason", sa.String(40), nullable=False),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("ended_at", MOMENT, nullable=False, index=True),
)
archive_seats = sa.Table(
    "archive_seats",
    metadata,
    sa.Column("table_id", TABLE, sa.ForeignKey("archive.table_id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("person", PERSON),
    sa.Column("level", sa.Integer),
    sa.Column("score", sa.String(4), nullable=False),
    sa.Column("ended_at", MOMENT, nullable=False),
    sa.Index("ix_archive_seats_person", "person", "ended_at"),
    sa.Index("ix_archive_seats_level", "level", "ended_at"),
)

# --- Puzzles and the lobby ------------------------------------------------------------------------------------------------

puzzle_ratings = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("game", GAME, primary_key=True),
    sa.Column("rating", sa.Float, nullable=False),
    sa.Column("deviation", sa.Float, nullable=False),
    sa.Column("volatility", sa.Float, nullable=False),
    sa.Column("tried", sa.Integer, nullable=False),
    sa.Column("solved", sa.Integer, nullable=False),
    sa.Column("streak", sa.Integer, nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("changed_at", MOMENT, nullable=False),
)
puzzle_attempts = sa.Table(
    "puzzle_attempts",
    metadata,
    sa.Column("person", PERSON, primary_key=True),
    sa.Column("game", GAME, primary_key=True),
    sa.Column("puzzle", sa.String(16), primary_key=True),
    sa.Column("score", sa.Float),
    sa.Column("after", sa.Float),
    sa.Column("at", MOMENT, nullable=False),
    sa.Index("ix_puzzle_attempts_at", "person", "game", "at"),
)
seeks = sa.Table(
    "seeks",
    metadata,
    sa.Column("id", sa.String(16), primary_key=True),
    sa.Column("person", PERSON, nullable=False, index=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("to_person", PERSON, index=True),
    sa.Column("origin", sa.String(32), index=True),
    sa.Column("live_until", MOMENT),
    sa.Column("created_at", MOMENT, nullable=False),
)
