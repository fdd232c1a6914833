"""`python -m alcove` is `alcove`."""

from alcove.cli import main

if __name__ == "__main__":  # processes that Alcove starts look at this module too, under another name
    main()
