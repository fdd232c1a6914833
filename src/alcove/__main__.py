"""`python -m alcove` is `alcove`."""

from alcove.cli import main

main()
