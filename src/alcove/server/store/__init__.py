"""The disk: the schema, the event log with its index, one writer, migrations and backups."""
