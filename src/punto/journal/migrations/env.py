"""What Alembic runs: the revisions, inside the transaction that `migrate` has begun."""

from alembic import context

from punto.journal.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
