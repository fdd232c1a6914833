"""What every room of the server stands on: times, logs, figures, refusals."""
