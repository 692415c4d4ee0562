"""When guests were last seen, and matches that take nobody new."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add both."""
    with op.batch_alter_table("players", schema=None) as batch_op:
        batch_op.add_column(sa.Column("seen_at", sa.BigInteger(), nullable=True))
    with op.batch_alter_table("matches", schema=None) as batch_op:
        batch_op.add_column(sa.Column("locked", sa.Boolean(), nullable=False, server_default=sa.false()))
