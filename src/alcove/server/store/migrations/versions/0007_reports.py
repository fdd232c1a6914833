"""Reports of chat that have been looked at, and people who may not write for a while."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    with op.batch_alter_table("reports") as reports:
        reports.add_column(sa.Column("settled_at_ms", sa.BigInteger))
    op.create_table(
        "silenced",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
