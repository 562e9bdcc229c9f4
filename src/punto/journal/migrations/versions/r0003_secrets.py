"""Secrets that all processes of a house share."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make a place for them; each is made up when it is first asked for."""
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )


def downgrade() -> None:
    """A journal is never taken apart."""
    raise NotImplementedError("A journal keeps what it holds: restore a copy instead.")
