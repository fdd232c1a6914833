"""Games between people: terms and clocks in the index, chat and its reports, addresses, and when the room was open."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    with op.batch_alter_table("tables") as tables:
        tables.add_column(sa.Column("game", sa.String(40), nullable=False, server_default=""))
        tables.add_column(sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()))
        tables.add_column(sa.Column("speed", sa.String(16), nullable=False, server_default="none"))
        tables.add_column(sa.Column("result", sa.String(8), nullable=False, server_default="*"))
        tables.add_column(sa.Column("finished_at", sa.String(32)))
        tables.add_column(sa.Column("due_at_ms", sa.BigInteger))
        tables.create_index("ix_tables_due_at_ms", ["due_at_ms"])
    op.create_table(
        "chat",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("table_id", sa.String(32), sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer),
        sa.Column("person", sa.String(32), nullable=False),
        sa.Column("text", sa.String(300), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("ix_chat_table_id", "chat", ["table_id", "id"])
    op.create_index("ix_chat_person", "chat", ["person"])
    op.create_table(
        "reports",
        sa.Column("line", sa.Integer, sa.ForeignKey("chat.id"), primary_key=True),
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "addresses",
        sa.Column("person", sa.String(32), primary_key=True),
        sa.Column("address", sa.String(254), nullable=False),
        sa.Column("token", sa.String(32), nullable=False, unique=True),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("confirmed", sa.Boolean, nullable=False),
    )
    op.create_table(
        "heartbeat",
        sa.Column("name", sa.String(16), primary_key=True),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "downtimes",
        sa.Column("since_ms", sa.BigInteger, primary_key=True),
        sa.Column("until_ms", sa.BigInteger, nullable=False),
    )
