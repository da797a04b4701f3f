"""The page's files: read once from the package, so that no request ever names a path of the disk."""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from aiohttp import web

INDEX = "index.html"

_TYPES = {
    ".html": "text/html",
    ".css": "text/css",
    ".js": "text/javascript",
    ".svg": "image/svg+xml",
}


@dataclass(frozen=True, slots=True)
class StaticFile:
    """One file of the page."""

    name: str
    body: bytes
    content_type: str
    etag: str


def load_files() -> Mapping[str, StaticFile]:
    """All files of the page by their names.

    Raises:
        FileNotFoundError: the package was installed without them.
    """
    found = {}
    for entry in files("adapters.web").joinpath("static").iterdir():
        content_type = _TYPES.get("." + entry.name.rpartition(".")[2])
        if content_type is not None:
            body = entry.read_bytes()
            etag = hashlib.sha256(body).hexdigest()[:16]
            found[entry.name] = StaticFile(entry.name, body, content_type, etag)
    if INDEX not in found:
        raise FileNotFoundError("the files of the local page are not installed")
    return found


class Pages:
    """Answers requests for the page and its files."""

    def __init__(self) -> None:
        self._files = load_files()

    async def index(self, request: web.Request) -> web.Response:
        """The page."""
        return self._respond(request, self._files[INDEX])

    async def static(self, request: web.Request) -> web.Response:
        """One of its files.

        Raises:
            HTTPNotFound: there is none of that name.
        """
        found = self._files.get(request.match_info["name"])
        if found is None:
            raise web.HTTPNotFound(text="There is no such file.\n")
        return self._respond(request, found)

    @staticmethod
    def _respond(request: web.Request, file: StaticFile) -> web.Response:
        # no-cache: asked for each time, so a new version is never mixed with modules of the old one.
        headers = {"Cache-Control": "no-cache", "ETag": f'"{file.etag}"'}
        if any(tag.value == file.etag for tag in request.if_none_match or ()):
            return web.Response(status=304, headers=headers)
        return web.Response(body=file.body, content_type=file.content_type, charset="utf-8", headers=headers)
