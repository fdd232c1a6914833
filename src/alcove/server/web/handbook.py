"""The handbook under `/docs`: a built site (`make docs`) that a wheel carries, as it carries the page.

It keeps to the policy of the page: its scripts and styles are files of the room, nothing in it stands inline and nothing comes
from elsewhere. Every chapter is a folder with an `index.html`.
"""

import re
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from .page import ASK_AGAIN, FOR_EVER, find, nothing, send

HANDBOOK = Path(__file__).parents[1] / "handbook"
_NAMED_BY_CONTENT = re.compile(r"\.[0-9a-f]{8}\.(?:min\.)?(?:js|css)")

MISSING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Alcove</title></head>
<body>
<h1>Alcove</h1>
<p>The handbook has not been built in this room. In the folder of the project, run <code>make docs</code>, then load this page
again; its sources are in <code>docs/</code>.</p>
<p lang="fr">Le manuel n'a pas été construit dans cette salle. Dans le dossier du projet, lancez <code>make docs</code>, puis
rechargez cette page ; ses sources sont dans <code>docs/</code>.</p>
</body>
</html>
"""


class Handbook:
    """The files of the site under `folder`."""

    def __init__(self, folder: Path = HANDBOOK) -> None:
        self._folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
        if find(self._folder, "index.html") is None:
            return HTMLResponse(MISSING, 503, {"cache-control": "no-store"})
        path: str = request.path_params.get("path", "")
        is_chapter = not path or path.endswith("/")
        file = find(self._folder, f"{path}index.html" if is_chapter else path)
        if file is not None and "path" in request.path_params:
            return send(file, request.headers, FOR_EVER if _NAMED_BY_CONTENT.search(file.name) else ASK_AGAIN)
        if not is_chapter and find(self._folder, f"{path}/index.html") is None:
            return nothing()
        if is_chapter and file is None:
            return nothing()
        # Links of a chapter lead on from its folder, so its address must end like one.
        return RedirectResponse(request.url.path + "/", 307, {"cache-control": ASK_AGAIN})
