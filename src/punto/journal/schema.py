"""The tables on disk, stated once for SQLite and PostgreSQL."""

import sqlalchemy as sa

metadata = sa.MetaData()

# PostgreSQL gives positions out of this; on SQLite the one writer takes the next after the last.
positions = sa.Sequence("entry_positions", metadata=metadata)

_position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # where it is the row's own id

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("position", _position, primary_key=True, autoincrement=False),
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

accounts = sa.Table(
    "accounts",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("house", sa.Boolean, nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.CheckConstraint("house OR cents >= 0", name="only_the_house_below_zero"),
)

transfers = sa.Table(
    "transfers",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, primary_key=True, autoincrement=False),  # of its entry
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    sa.Column("wager", sa.Text, nullable=False),
    sa.CheckConstraint("cents > 0", name="money_moves_forward"),
)

# What an entry and its accounts are to a transfer, SQLite holds for us. PostgreSQL would ask three
# times a row, at twice the cost of everything else about a stake: there verify alone proves it.
for _names, _theirs in (
    (["stream", "number"], ["entries.stream", "entries.number"]),
    (["source"], ["accounts.name"]),
    (["target"], ["accounts.name"]),
):
    transfers.append_constraint(sa.ForeignKeyConstraint(_names, _theirs).ddl_if(dialect="sqlite"))

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("digest", sa.LargeBinary, nullable=False),  # over the state, to find damage by
)

# Apart from the journal, and secret while it lasts: only the dealer's device reads it.
sealed_shoes = sa.Table(
    "sealed_shoes",
    metadata,
    sa.Column("commitment", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),  # the table it was sealed for
    sa.Column("order", sa.Text, nullable=False),
    sa.Column("salt", sa.Text, nullable=False),
)

# People are no part of the journal: a password changes, and nothing is proved by it.
people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("rank", sa.SmallInteger, nullable=False),  # 0 for all but staff
    sa.Column("tables", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),  # a hash, of a password or of a device's key
    sa.Column("disabled", sa.Boolean, nullable=False),
    sa.Column("failures", sa.Integer, nullable=False),  # sign-ins in a row with a wrong password
    sa.Column("locked_until_ms", sa.BigInteger, nullable=False),
)

sign_ins = sa.Table(
    "sign_ins",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # its hash: the token is the person's alone
    sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("began_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger, nullable=False),
)

# What every process must know and nobody else: it signs what one of them hands out.
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
)

# An index, made from the entries alone and proved against them: where to find what is looked for.
landmarks = sa.Table(
    "landmarks",
    metadata,
    sa.Column("position", _position, primary_key=True, autoincrement=False),  # of its entry
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),  # 0 where it is about none
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.Index("landmarks_by_kind", "kind", "position"),
    sa.Index("landmarks_by_round", "stream", "kind", "round"),
)

# What matters and is in no entry: a chain of its own, and rows are never changed.
notices = sa.Table(
    "notices",
    metadata,
    sa.Column("number", _position, primary_key=True, autoincrement=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("stream", sa.Text, nullable=False),  # a table, or empty
    sa.Column("said", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
)

# Commands that wait for a second person; what is approved is in the journal, by whom too.
approvals = sa.Table(
    "approvals",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("command", sa.Text, nullable=False),  # the id it was refused under
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
    sa.Index("approvals_by_standing", "standing", "asked_ms"),
)

openings = sa.Table(
    "openings",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),  # empty for the books of all
    sa.Column("content", sa.LargeBinary, nullable=False),
)
