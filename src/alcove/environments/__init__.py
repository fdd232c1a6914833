"""Alcove's games in the interfaces of the field."""
