"""Alembic's environment: runs the revisions in the transaction that `migrate` began."""

from alembic import context

from punto.journal.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
)
context.run_migrations()
