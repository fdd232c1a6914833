"""Tables that a record was opened at know how many of their events are the record's: if nobody plays on, they go one day."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("retold_n", sa.Integer))
        tables.create_index("ix_tables_retold_n", ["retold_n"])
