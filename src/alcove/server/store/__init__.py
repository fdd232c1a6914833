"""The disk: the schema, the event log with its index, the one writer, migrations and backups."""
