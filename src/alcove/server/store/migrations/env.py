"""Alembic's entry: run on the connection that `database` hands over, and compare with the one declaration of the tables."""

from alembic import context

from alcove.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
