"""When a table was nobody's: the time between a server that died and the one that took its tables over."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    with op.batch_alter_table("servers") as servers:
        servers.add_column(sa.Column("seen_at", sa.Float, nullable=False, server_default="0"))
    op.create_table(
        "handovers",
        sa.Column("table_id", sa.String(32), primary_key=True),
        sa.Column("since_ms", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
