"""A mail server for tests, which keeps what it is given."""

from alcove.bench.load import postbox
from alcove.server.people.mail import Server


class Postbox(postbox.Postbox):
    """A postbox as the settings of a room have it."""

    @property
    def server(self) -> Server:
        server = Server.of(self.environment)
        assert server is not None
        return server
