"""The database tables, defined once for SQLite and PostgreSQL."""

import sqlalchemy as sa

metadata = sa.MetaData()

# PostgreSQL allocates positions from this; on SQLite the only writer takes the next number.
positions = sa.Sequence("entry_positions", metadata=metadata)

_position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # the rowid

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
    sa.Column("position", _position, primary_key=True, autoincrement=False),  # of its entry
    sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("source", sa.Text, nullable=False),
    sa.Column("target", sa.Text, nullable=False),
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    sa.Column("wager", sa.Text, nullable=False),
    # The balances after it, so that a page of a statement needs no earlier transfer.
    sa.Column("source_cents", sa.BigInteger, nullable=False),
    sa.Column("target_cents", sa.BigInteger, nullable=False),
    sa.CheckConstraint("cents > 0", name="money_moves_forward"),
    sa.Index("transfers_by_source", "source", "position"),
    sa.Index("transfers_by_target", "target", "position"),
    sqlite_with_rowid=False,
)

# Projections, derived from the entries in the transaction that writes them, and proved by verify.
# The totals of a table's play or bank after each entry that changes them: see ledger/totals.py.
totals = sa.Table(
    "totals",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),  # whose entries are counted
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("position", _position, primary_key=True, autoincrement=False),  # of the last of them
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),
    sa.Index("totals_by_time", "stream", "subject", "at_ms", "position"),
    sqlite_with_rowid=False,
)

# The totals of a patron's play, or of what a dealer dealt, at the end of each quarter of an hour
# in which they changed.
quarter_totals = sa.Table(
    "quarter_totals",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("subject", sa.Text, primary_key=True),
    sa.Column("quarter", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("position", sa.BigInteger, nullable=False),  # of the last entry counted
    sa.Column("content", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# Foreign keys of a transfer exist only on SQLite. PostgreSQL would do three lookups a row, twice
# the cost of everything else about a stake; there verify alone checks them.
for _names, _theirs in (
    (["position"], ["entries.position"]),
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
    sa.Column("digest", sa.LargeBinary, nullable=False),  # to detect damage
)

# Secret, and separate from the journal: only the dealer's device reads it.
sealed_shoes = sa.Table(
    "sealed_shoes",
    metadata,
    sa.Column("commitment", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),  # the table it was sealed for
    sa.Column("order", sa.Text, nullable=False),
    sa.Column("salt", sa.Text, nullable=False),
)

# Accounts are not part of the journal; the log of changes covers them.
people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("rank", sa.SmallInteger, nullable=False),  # 0 for all but staff
    sa.Column("tables", sa.Text, nullable=False),
    sa.Column("secret", sa.Text, nullable=False),  # a hash, of a password or of a device's key
    sa.Column("disabled", sa.Boolean, nullable=False),
    sa.Column("second_factor", sa.Text, nullable=False),  # a TOTP secret, or empty
    sa.Column("code_step", sa.BigInteger, nullable=False),  # of the last code, each used once
)

# Who created, changed or reset which account: an index for the two-person rule, covered by the
# log of changes; the notices record the same in full.
account_changes = sa.Table(
    "account_changes",
    metadata,
    sa.Column("number", _position, primary_key=True, autoincrement=False),  # of its notice
    sa.Column("person", sa.Text, nullable=False),
    sa.Column("changed_by", sa.Text, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Index("account_changes_by_time", "at_ms"),
)

# Wrong passwords by name and address, of names without an account too. Both are keyed hashes: a
# name may be a password that was typed into the wrong field. Address "" counts all addresses.
sign_in_attempts = sa.Table(
    "sign_in_attempts",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("address", sa.Text, primary_key=True),
    sa.Column("failures", sa.Integer, nullable=False),
    sa.Column("pending", sa.Integer, nullable=False),  # counted but not yet checked
    sa.Column("at_ms", sa.BigInteger, nullable=False),  # of the last attempt
    sa.Column("locked_until_ms", sa.BigInteger, nullable=False),
    sa.Column("signed_in_ms", sa.BigInteger, nullable=False),  # of the last success, or 0
    sa.Index("sign_in_attempts_by_time", "at_ms"),
)

sessions = sa.Table(
    "sign_ins",
    metadata,
    sa.Column("token", sa.Text, primary_key=True),  # a hash of the token
    sa.Column("person", sa.Text, sa.ForeignKey("people.id"), nullable=False),
    sa.Column("began_ms", sa.BigInteger, nullable=False),
    sa.Column("used_ms", sa.BigInteger, nullable=False),
)

# Secrets that all processes share, such as the key that signs cookies.
secrets = sa.Table(
    "secrets",
    metadata,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("secret", sa.Text, nullable=False),
)

# An index derived from the entries and proved against them.
entry_index = sa.Table(
    "entry_index",
    metadata,
    sa.Column("position", _position, primary_key=True, autoincrement=False),  # of its entry
    sa.Column("kind", sa.Text, primary_key=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("number", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("round", sa.BigInteger, nullable=False),  # 0 if none
    sa.Column("cents", sa.BigInteger, nullable=False),
    sa.Index("entry_index_by_kind", "kind", "position"),
    sa.Index("entry_index_by_round", "stream", "kind", "round"),
    sa.Index("entry_index_by_number", "stream", "kind", "number"),
    sa.Index("entry_index_by_time", "stream", "kind", "at_ms"),
    sqlite_with_rowid=False,
)

# Which rounds had an outcome, a wager, a patron or a dealer: see journal/projections/tags.py.
round_tags = sa.Table(
    "round_tags",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("tag", sa.Text, primary_key=True),
    sa.Column("round", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("position", _position, primary_key=True, autoincrement=False),  # of its entry
    sqlite_with_rowid=False,
)

# Significant events that are in no entry: an append-only chain.
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

# Commands that wait for a second person; approved ones are in the journal with their approver.
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
    sa.Column("cents", sa.BigInteger),  # the amount it is about, if any
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
    sa.Column("stream", sa.Text, primary_key=True),  # empty for the balances
    sa.Column("content", sa.LargeBinary, nullable=False),
)

# Accounts and sealed shoes after each change: an append-only chain.
changes = sa.Table(
    "changes",
    metadata,
    sa.Column("number", _position, primary_key=True, autoincrement=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("key", sa.Text, nullable=False),
    sa.Column("content", sa.LargeBinary, nullable=False),  # empty if the row was deleted
    sa.Column("hash", sa.LargeBinary, nullable=False),
)
