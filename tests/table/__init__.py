"""The pure heart of a table: nothing here opens a file, a socket or an event loop."""
