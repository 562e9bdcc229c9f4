"""The tables on disk, stated once for SQLite and PostgreSQL."""

import sqlalchemy as sa

metadata = sa.MetaData()

_position = sa.BigInteger().with_variant(sa.Integer(), "sqlite")  # so that SQLite counts it up

records = sa.Table(
    "records",
    metadata,
    sa.Column("position", _position, primary_key=True, autoincrement=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("at_ms", sa.BigInteger, nullable=False),
    sa.Column("actor", sa.Text, nullable=False),
    sa.Column("rank", sa.SmallInteger, nullable=False),  # 0 for a patron, else the staff position
    sa.Column("command", sa.Text, nullable=False),
    sa.Column("schema", sa.SmallInteger, nullable=False),
    sa.Column("event", sa.LargeBinary, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.UniqueConstraint("stream", "seq"),
)

answers = sa.Table(
    "answers",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("command", sa.Text, primary_key=True),
    sa.Column("asked", sa.LargeBinary, nullable=False),  # the command itself
    sa.Column("first_seq", sa.BigInteger, nullable=False),
    sa.Column("last_seq", sa.BigInteger, nullable=False),
    sa.Column("refusal", sa.LargeBinary),  # what was answered where nothing happened
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
    sa.Column("id", _position, primary_key=True, autoincrement=True),
    sa.Column("stream", sa.Text, nullable=False),
    sa.Column("seq", sa.BigInteger, nullable=False),  # the last event of the command that caused it
    sa.Column("source", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
    sa.Column("target", sa.Text, sa.ForeignKey("accounts.name"), nullable=False),
    sa.Column("cents", sa.BigInteger, sa.CheckConstraint("cents > 0"), nullable=False),
    sa.Column("purpose", sa.Text, nullable=False),
    sa.Column("stake", sa.BigInteger, nullable=False),
    sa.Column("wager", sa.Text, nullable=False),
    sa.Index("transfers_by_stream", "stream", "seq"),
)

snapshots = sa.Table(
    "snapshots",
    metadata,
    sa.Column("stream", sa.Text, primary_key=True),
    sa.Column("seq", sa.BigInteger, nullable=False),
    sa.Column("hash", sa.LargeBinary, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
)
