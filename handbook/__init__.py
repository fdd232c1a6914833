"""The handbook: what is built out of docs/, the docstrings, the schemas and the rulebooks (`make docs`)."""
