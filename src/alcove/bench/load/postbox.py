"""A mail server that sends nothing on: for tests, and for a room that is attacked."""

import socket
import threading


class Postbox:
    """A server that takes any mail and keeps it, until it is closed."""

    def __init__(self) -> None:
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.mails: list[str] = []
        self._arrived = threading.Condition()
        threading.Thread(target=self._listen, daemon=True).start()

    @property
    def environment(self) -> dict[str, str]:
        """What a room is told in order to send its mails here."""
        host, port = self._listener.getsockname()
        return {
            "ALCOVE_SMTP": f"smtp://{host}:{port}",
            "ALCOVE_MAIL_FROM": "room@example.org",
            "ALCOVE_URL": "https://room.example",
        }

    def _listen(self) -> None:
        while True:
            try:
                line, _ = self._listener.accept()
            except OSError:
                return
            with line, line.makefile("rwb", buffering=0) as talk:
                self._talk(talk)

    def _talk(self, talk: socket.SocketIO) -> None:
        talk.write(b"220 postbox\r\n")
        while word := talk.readline().strip().upper():
            if word == b"DATA":
                talk.write(b"354 go on\r\n")
                lines = []
                while (line := talk.readline()) != b".\r\n":
                    if not line:
                        return  # whoever wrote it has hung up
                    lines.append(line.decode())
                with self._arrived:
                    self.mails.append("".join(lines))
                    self._arrived.notify_all()
            talk.write(b"221 bye\r\n" if word == b"QUIT" else b"250 ok\r\n")
            if word == b"QUIT":
                return

    def wait(self, count: int) -> str:
        """The latest mail, once there are so many."""
        with self._arrived:
            assert self._arrived.wait_for(lambda: len(self.mails) >= count, timeout=30)
            return self.mails[count - 1]

    def close(self) -> None:
        self._listener.close()
