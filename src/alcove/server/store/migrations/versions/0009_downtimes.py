"""A downtime's beginning is a time, never a number that PostgreSQL counts up: 0002 had left it a sequence."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    if op.get_bind().dialect.name == "postgresql":  # SQLite counts nothing up in a column of this kind
        op.alter_column("downtimes", "since_ms", existing_type=sa.BigInteger(), server_default=None)
        op.execute("DROP SEQUENCE IF EXISTS downtimes_since_ms_seq")
