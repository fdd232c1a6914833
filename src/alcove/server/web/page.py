"""The built page: hashed assets are cached for ever, everything else is asked for again, every address of the page by its one document.

The build stands in `static/` in the server's folder (`make web`); a wheel carries it. Files may lie beside their compressed
forms (`.br`, `.gz`), which are sent to browsers that can read them. What a game's package brings for the page comes under
`/boards/<game>/`, from the same origin and under the same policy.

Files are sent from memory: to open, read and close one in threads takes ten times as long as to send it, and whoever asks for a
thousand of them would take that time from everybody's moves. Only large ones come from the disk each time.
"""

import mimetypes
from collections import OrderedDict
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response

from alcove.core.registry import game
from alcove.games.data import board_file

STATIC = Path(__file__).parents[1] / "static"
_ENCODINGS = (("br", ".br"), ("gzip", ".gz"))
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"

LARGEST_KEPT_BYTES, MOST_KEPT_BYTES = 512 * 1024, 32 * 1024 * 1024
"""Of one file, and of all that are kept in memory."""

MISSING = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Alcove</title></head>
<body>
<h1>Alcove</h1>
<p>The server runs, but the page has not been built yet. In the folder of the project, run <code>make web</code>,
then load this page again.</p>
<p lang="fr">Le serveur tourne, mais la page n'a pas encore été construite. Dans le dossier du projet, lancez
<code>make web</code>, puis rechargez cette page.</p>
</body>
</html>
"""


class Page:
    """The files of the build under `folder`."""

    def __init__(self, folder: Path = STATIC) -> None:
        self._folder = folder.resolve()

    async def answer(self, request: Request) -> Response:
        """A file of the build; any other address without a file's ending is one of the page's own."""
        path: str = request.path_params["path"]
        file = find(self._folder, path)
        if file is not None:
            return send(file, request.headers, FOR_EVER if path.startswith("assets/") else ASK_AGAIN)
        if Path(path).suffix:
            return nothing()
        document = find(self._folder, "index.html")
        if document is None:
            return HTMLResponse(MISSING, 503, {"cache-control": "no-store"})
        return send(document, request.headers, ASK_AGAIN)


async def board(request: Request) -> Response:
    """A file of the folder in which a game's package has the module that draws it."""
    module = board_file(game(request.path_params["game"]).name)
    file = None if module is None else find(module.parent.resolve(), request.path_params["path"])
    return nothing() if file is None else send(file, request.headers, ASK_AGAIN)


def find(folder: Path, path: str) -> Path | None:
    """A file of a folder, and never one outside."""
    try:
        file = (folder / path).resolve()
        return file if file.is_relative_to(folder) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


def nothing() -> Response:
    return Response("Not found", 404, media_type="text/plain")


def send(file: Path, headers: Headers, caching: str) -> Response:
    accepted = headers.get("accept-encoding", "")
    answer_headers = {"cache-control": caching, "vary": "accept-encoding"}
    media_type = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    for encoding, suffix in _ENCODINGS:
        compressed = file.with_name(file.name + suffix)
        if encoding in accepted and compressed.is_file():
            file, answer_headers["content-encoding"] = compressed, encoding
            break
    found = _SHELF.take(file)
    if found is None:
        return FileResponse(file, headers=answer_headers, media_type=media_type)
    answer_headers["etag"] = found.tag
    if found.tag in headers.get("if-none-match", ""):
        return Response(None, 304, answer_headers)
    return Response(found.content, 200, answer_headers, media_type)


class _Kept(NamedTuple):
    """What a file held when it had this tag."""

    tag: str
    content: bytes


class _Shelf:
    """The files asked for last, as they were read; one that has changed since is read again."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Path, _Kept] = OrderedDict()
        self._bytes = 0

    def take(self, file: Path) -> _Kept | None:
        """A file; `None` if it is too large to be kept, or gone."""
        try:
            told = file.stat()
            tag = f'"{told.st_mtime_ns:x}-{told.st_size:x}"'
            found = self._kept.get(file)
            if found is None or found.tag != tag:
                if told.st_size > LARGEST_KEPT_BYTES:
                    return None
                found = _Kept(tag, file.read_bytes())
                self._put(file, found)
        except OSError:
            return None
        self._kept.move_to_end(file)
        return found

    def _put(self, file: Path, found: _Kept) -> None:
        before = self._kept.pop(file, None)
        self._bytes += len(found.content) - (0 if before is None else len(before.content))
        self._kept[file] = found
        while self._bytes > MOST_KEPT_BYTES:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= len(oldest.content)


_SHELF = _Shelf()
