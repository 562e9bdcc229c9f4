"""Landmarks of the entries there are, notices, and approvals that wait."""

import sqlalchemy as sa
from alembic import op

from punto.journal.landmarks import index_entries

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make the tables, and find the landmarks of a journal that has none yet."""
    position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    op.create_table(
        "landmarks",
        sa.Column("position", position, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
    )
    op.create_index("landmarks_by_kind", "landmarks", ["kind", "position"])
    op.create_index("landmarks_by_round", "landmarks", ["stream", "kind", "round"])
    op.create_table(
        "notices",
        sa.Column("number", position, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("said", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "approvals",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("command", sa.Text, nullable=False),
        sa.Column("asker", sa.Text, nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("asked", sa.LargeBinary, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("asked_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("decider", sa.Text, nullable=False),
        sa.Column("decided_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("stream", "command", name="one_request_a_command"),
    )
    op.create_index("approvals_by_standing", "approvals", ["standing", "asked_ms"])
    index_entries(op.get_bind())


def downgrade() -> None:
    """A journal is never taken apart."""
    raise NotImplementedError("A journal keeps what it holds: restore a copy instead.")
