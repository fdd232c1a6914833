"""Lost passwords, and a second factor for who wants one."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "resets",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("accounts.person"), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
    )
    op.create_index("ix_resets_person", "resets", ["person"])
    op.create_table(
        "factors",
        sa.Column("person", sa.String(32), sa.ForeignKey("accounts.person"), primary_key=True),
        sa.Column("secret", sa.String(32), nullable=False),
        sa.Column("last_step", sa.Integer, nullable=False),
        sa.Column("confirmed_at", sa.String(32)),
    )
    op.create_table(
        "recovery_codes",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("accounts.person"), nullable=False),
    )
    op.create_index("ix_recovery_codes_person", "recovery_codes", ["person"])
