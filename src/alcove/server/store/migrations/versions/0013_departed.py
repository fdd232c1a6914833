"""Whoever has left is remembered by a digest for a while, so that nothing that was still on its way seats them again."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "departed",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("at", sa.String(32), nullable=False),
    )
