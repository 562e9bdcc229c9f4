"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create all tables."""
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
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("pressed_by", sa.Text, nullable=False),
        sa.Column("approval", sa.LargeBinary, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("command", sa.LargeBinary, nullable=False),
        sa.Column("refusal", sa.LargeBinary, nullable=False),
        sa.Column("events", sa.LargeBinary, nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.Column("edition", sa.Text, nullable=False),
        sa.Column("decision_version", sa.SmallInteger, nullable=False),
        sa.Column("schema", sa.SmallInteger, nullable=False),
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
        sa.Column("position", position, primary_key=True, autoincrement=False),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("source", sa.Text, nullable=False),
        sa.Column("target", sa.Text, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Column("purpose", sa.Text, nullable=False),
        sa.Column("stake", sa.BigInteger, nullable=False),
        sa.Column("wager", sa.Text, nullable=False),
        sa.Column("source_cents", sa.BigInteger, nullable=False),
        sa.Column("target_cents", sa.BigInteger, nullable=False),
        sa.CheckConstraint("cents > 0", name="money_moves_forward"),
        sa.Index("transfers_by_source", "source", "position"),
        sa.Index("transfers_by_target", "target", "position"),
        *_keys_of_transfers(),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "totals",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("position", position, primary_key=True, autoincrement=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Index("totals_by_time", "stream", "subject", "at_ms", "position"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "quarter_totals",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("subject", sa.Text, primary_key=True),
        sa.Column("quarter", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
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
        sa.Column("second_factor", sa.Text, nullable=False),
        sa.Column("code_step", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "account_changes",
        sa.Column("number", position, primary_key=True, autoincrement=False),
        sa.Column("person", sa.Text, nullable=False),
        sa.Column("changed_by", sa.Text, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Index("account_changes_by_time", "at_ms"),
    )
    op.create_table(
        "sign_in_attempts",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("address", sa.Text, primary_key=True),
        sa.Column("failures", sa.Integer, nullable=False),
        sa.Column("pending", sa.Integer, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("locked_until_ms", sa.BigInteger, nullable=False),
        sa.Column("signed_in_ms", sa.BigInteger, nullable=False),
        sa.Index("sign_in_attempts_by_time", "at_ms"),
    )
    op.create_table(
        "sign_ins",
        sa.Column("token", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
        sa.Column("began_ms", sa.BigInteger, nullable=False),
        sa.Column("used_ms", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "secrets",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("secret", sa.Text, nullable=False),
    )
    op.create_table(
        "entry_index",
        sa.Column("position", position, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("stream", sa.Text, nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("actor", sa.Text, nullable=False),
        sa.Column("round", sa.BigInteger, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sa.Index("entry_index_by_kind", "kind", "position"),
        sa.Index("entry_index_by_round", "stream", "kind", "round"),
        sa.Index("entry_index_by_number", "stream", "kind", "number"),
        sa.Index("entry_index_by_time", "stream", "kind", "at_ms"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round_tags",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("tag", sa.Text, primary_key=True),
        sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("position", position, primary_key=True, autoincrement=False),
        sqlite_with_rowid=False,
    )
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
        sa.Column("cents", sa.BigInteger),
        sa.Column("asked_ms", sa.BigInteger, nullable=False),
        sa.Column("expires_ms", sa.BigInteger, nullable=False),
        sa.Column("standing", sa.Text, nullable=False),
        sa.Column("decider", sa.Text, nullable=False),
        sa.Column("decided_ms", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("stream", "command", name="one_request_a_command"),
        sa.Index("approvals_by_standing", "standing", "asked_ms"),
    )
    op.create_table(
        "openings",
        sa.Column("stream", sa.Text, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "changes",
        sa.Column("number", position, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("key", sa.Text, nullable=False),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )


def _keys_of_transfers() -> list[sa.ForeignKeyConstraint]:
    """Foreign keys on SQLite alone: on PostgreSQL they would triple the cost of a stake."""
    if op.get_context().dialect.name != "sqlite":
        return []
    return [
        sa.ForeignKeyConstraint(["position"], ["entries.position"]),
        sa.ForeignKeyConstraint(["source"], ["accounts.name"]),
        sa.ForeignKeyConstraint(["target"], ["accounts.name"]),
    ]


def downgrade() -> None:
    """A journal is never taken apart."""
    raise NotImplementedError("A journal keeps what it holds: restore a copy instead.")
