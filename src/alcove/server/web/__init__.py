"""The ways in: doors that every request passes, REST routes, the live socket, the built page."""
