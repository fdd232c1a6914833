"""Who is leaving for good: what a room that was stopped meanwhile has to go on with."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table("removals", sa.Column("person", sa.String(32), primary_key=True))
