"""When guests were last seen, and matches that take nobody new."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Add both. Not in a batch: with SQLite that could make the tables anew, and take with them what refers to them."""
    op.add_column("players", sa.Column("seen_at", sa.BigInteger(), nullable=True))
    op.add_column("matches", sa.Column("locked", sa.Boolean(), nullable=False, server_default=sa.false()))
