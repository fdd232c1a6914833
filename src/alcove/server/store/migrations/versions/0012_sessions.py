"""Names are taken with everything that looks like them; secrets of apps are kept under lock; passkeys."""

import sqlalchemy as sa
from alembic import op

from alcove.server.base import lookalikes

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    taken = op.create_table("taken_names", sa.Column("digest", sa.String(64), primary_key=True))
    assert taken is not None
    connection = op.get_bind()
    digests = set(connection.scalars(sa.text("SELECT digest FROM retired_names")))
    for name in connection.scalars(sa.text("SELECT name FROM accounts")):
        digests.update(lookalikes.digests(name))  # two that look alike already both stay
    if digests:
        op.bulk_insert(taken, [{"digest": digest} for digest in sorted(digests)])
    op.drop_table("retired_names")
    with op.batch_alter_table("factors") as factors:
        factors.alter_column("secret", existing_type=sa.String(32), type_=sa.String(160), existing_nullable=False)
    op.create_table(
        "passkeys",
        sa.Column("digest", sa.String(64), primary_key=True),
        sa.Column("id", sa.String(16), nullable=False, unique=True),
        sa.Column("person", sa.String(32), sa.ForeignKey("accounts.person"), nullable=False),
        sa.Column("host", sa.String(253), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("credential", sa.Text, nullable=False),
        sa.Column("public_key", sa.LargeBinary, nullable=False),
        sa.Column("sign_count", sa.BigInteger, nullable=False),
        sa.Column("created_at", sa.String(32), nullable=False),
        sa.Column("used_at", sa.String(32)),
    )
    op.create_index("ix_passkeys_person", "passkeys", ["person"])
    op.create_table(
        "challenges",
        sa.Column("holder", sa.String(64), primary_key=True),
        sa.Column("purpose", sa.String(8), primary_key=True),
        sa.Column("challenge", sa.String(64), nullable=False),
        sa.Column("until", sa.String(32), nullable=False),
    )
