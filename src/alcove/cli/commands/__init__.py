"""The commands, one file each. A command file has `HELP`, its sentence in both languages, and `command`, a function
whose parameters typer reads. The sentences for the parameters are in `cli/words/help.py`, by name."""
