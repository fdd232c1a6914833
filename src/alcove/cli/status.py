"""What a command says to the shell when it ends."""

DONE, STOPPED, BAD_INPUT, OUR_BUG, INTERRUPTED = 0, 1, 2, 70, 130
"""All is well; the reader of a pipe left; bad input; a bug of ours; Ctrl-C."""
