"""People: accounts, their sessions and tokens, ratings, the archive, and open seeks."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    _people()
    _ratings()
    _archive()
    _seeks()


def _people() -> None:
    op.create_table(
        "accounts",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(20), nullable=False),
        sa.Column("folded", sa.String(80), nullable=False, unique=True),
        sa.Column("password", sa.String(200), nullable=False),
        sa.Column("is_bot", sa.Boolean, nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
    )
    op.create_table(
        "retired_names",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("digest", sa.String(32), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("accounts.person"), nullable=False),
        sa.Column("browser", sa.String(80), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("seen_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_sessions_person", "sessions", ["person"])
    op.create_table(
        "tokens",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("accounts.person"), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(80), nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("used_at", sa.String(32)),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])


def _ratings() -> None:
    op.create_table(
        "ratings",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("speed", sa.String(16), primary_key=True),
        sa.Column("ladder", sa.String(8), primary_key=True),
        sa.Column("rating", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("volatility", sa.Float, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("changed_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_ratings_ladder", "ratings", ["game", "speed", "ladder", "rating"])
    op.create_table(
        "rating_changes",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("ladder", sa.String(8), nullable=False),
        sa.Column("before", sa.Float, nullable=False),
        sa.Column("after", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("at", sa.String(32), nullable=False),
    )
    op.create_index("ix_rating_changes_person", "rating_changes", ["person", "game", "speed", "at"])


def _archive() -> None:
    op.create_table(
        "archive",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("speed", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("result", sa.String(8), nullable=False),
        sa.Column("reason", sa.String(40), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False),
        sa.Column("ended_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_archive_ended_at", "archive", ["ended_at"])
    op.create_table(
        "archive_seats",
        sa.Column("table_id", sa.String(32), sa.ForeignKey("archive.table_id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("person", sa.String(32)),
        sa.Column("level", sa.Integer),
        sa.Column("score", sa.String(4), nullable=False),
        sa.Column("ended_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_archive_seats_person", "archive_seats", ["person", "ended_at"])
    op.create_index("ix_archive_seats_level", "archive_seats", ["level", "ended_at"])


def _seeks() -> None:
    op.create_table(
        "seeks",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("to_person", sa.String(32)),
        sa.Column("live_until", sa.String(32)),
        sa.Column("created_at", sa.String(32), nullable=False),
    )
    op.create_index("ix_seeks_person", "seeks", ["person"])
    op.create_index("ix_seeks_to_person", "seeks", ["to_person"])
