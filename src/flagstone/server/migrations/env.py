"""Alembic's environment: migrations run on the connection that `flagstone.server.database` hands over."""

from alembic import context

from flagstone.server.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
