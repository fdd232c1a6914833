"""Where offers come from, as the room calls it: the lobby is shared out among addresses."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    with op.batch_alter_table("seeks") as seeks:
        seeks.add_column(sa.Column("origin", sa.String(32)))
        seeks.create_index("ix_seeks_origin", ["origin"])
