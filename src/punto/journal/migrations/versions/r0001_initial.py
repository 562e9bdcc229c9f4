"""The first schema: entries, accounts, transfers, snapshots, sealed shoes, people, openings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make everything there is."""
    position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
    if op.get_context().dialect.supports_sequences:
        op.execute(sa.schema.CreateSequence(sa.Sequence("entry_positions")))
    op.create_table(
        "entries",
        sa.Column("position", position, primary_key=True, autoincrement=False),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("id", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("rank", sa.SmallInteger, nullable=False),
        sa.Column("schema", sa.SmallInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("asked", sa.LargeBinary, nullable=False),
        sa.Column("refusal", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("stream", "seq", "number", name="entries_by_seq"),
        sa.UniqueConstraint("stream", "id", name="one_answer_an_id"),
        sa.UniqueConstraint("stream", "number", name="one_entry_a_number"),
    )
    op.create_table(
        "accounts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("house", sa.Boolean, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.CheckConstraint("house OR cents >= 0", name="only_the_house_below_zero"),
    )
    op.create_table(
        "transfers",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("source", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
        sa.Column("target", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("stake", sa.BigInteger, nullable=False),
        sa.Column("wager", sa.Text, nullable=False),
        sa.CheckConstraint("cents > 0", name="money_moves_forward"),
        sa.ForeignKeyConstraint(
            ["stream", "number"], ["entries.stream", "entries.number"], name="an_entry_moves_money"
        ),
    )
    op.create_table(
        "snapshots",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
        sa.Column("digest", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "sealed_shoes",
        sa.Column("commitment", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("order", sa.Text, nullable=False),
        sa.Column("salt", sa.Text, nullable=False),
    )
    op.create_table(
        "people",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("rank", sa.SmallInteger, nullable=False),
        sa.Column("tables", sa.Text, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("disabled", sa.Boolean, nullable=False),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("locked_until_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "sign_ins",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("began_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "openings",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    """A journal is never taken apart."""
    raise NotImplementedError("A journal keeps what it holds: restore a copy instead.")
