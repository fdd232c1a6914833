"""What a reader of the handbook does in the browser, done by the requests that the page sends."""

from collections.abc import Callable
from pathlib import Path

import httpx2


def bot_token(address: str, folder: Path) -> None:
    """Register an account, make it a bot's, make a token, and keep that in `token.txt`."""
    with httpx2.Client(base_url=address) as page:
        page.get("/api/me")
        made = page.post("/api/account", json={"name": "Robo", "password": "a long enough sentence for Robo"})
        assert made.status_code == 201, made.text
        assert page.post("/api/account/bot").json()["is_bot"]
        told = page.post("/api/account/tokens", json={"label": "tutorial", "scopes": ["read", "play", "chat"]})
        assert told.status_code == 201, told.text
        (folder / "token.txt").write_text(told.json()["token"])


HANDS: dict[str, Callable[[str, Path], None]] = {"bot token": bot_token}
