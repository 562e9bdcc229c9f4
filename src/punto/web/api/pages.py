"""Serves the built pages; every page's address gets the same `index.html`.

They are built from `terminals/` by `make pages`. Files under `assets/` have a content hash in their
names, so browsers may cache them for ever; `index.html` is revalidated every time. All are served
from memory, so that loading a page costs little.
"""

from functools import lru_cache
from html import escape
from mimetypes import guess_type
from pathlib import Path
from typing import Any

import msgspec
from litestar import MediaType, Request, Response, Router, get, head
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from punto.web.auth.guards import TheCasino
from punto.web.casino import Casino
from punto.web.errors import RefusalView, on_http

PAGES = Path(__file__).parent.parent / "pages"
# Every page's address, as in `terminals/src/router.ts`.
NAMES = (
    *("table", "dealer", "pit", "display", "history"),
    *("how-to-play", "rules", "clauses", "odds", "sessions", "practice", "school"),
)
PATHS = [
    "/",
    "/pit",
    "/account",
    "/how-to-play",
    "/school",
    *(f"/{name}/{{of:str}}" for name in NAMES),
]
NOT_BUILT = (
    "The pages are not built: run `make pages`. The API is at /api/v1, described at"
    " /schema/openapi.json.\n"
)
API = "/api/"
IMMUTABLE = {"Cache-Control": "max-age=31536000, public, immutable"}
REVALIDATE = {"Cache-Control": "no-cache"}
FILES_MAX = 256  # in memory; there are some forty


def page_routes(folder: Path = PAGES) -> Router:
    """Routes for the pages built in a folder; without them, a sentence says how to build them."""

    @get(PATHS, sync_to_thread=False, include_in_schema=False)
    def show_page(
        request: Request[Any, Any, Any], casino: TheCasino
    ) -> Response[bytes] | Response[str] | Redirect:
        if casino.school is not None and request.url.path == "/":
            return Redirect("/school", headers=REVALIDATE)  # a practice house has no lobby
        if not (folder / "index.html").is_file():
            return Response(NOT_BUILT, status_code=404, media_type=MediaType.TEXT)
        return _page(folder, casino, request.url.path)

    @get("/favicon.svg", sync_to_thread=False, include_in_schema=False)
    def show_icon() -> Response[bytes]:
        return _file(folder / "favicon.svg", {})

    @get("/assets/{file_path:path}", sync_to_thread=False, include_in_schema=False)
    def show_asset(file_path: FromPath[Path]) -> Response[bytes]:
        return _file(_asset(folder, file_path), IMMUTABLE)

    @head("/assets/{file_path:path}", sync_to_thread=False, include_in_schema=False)
    def show_asset_headers(file_path: FromPath[Path]) -> Response[None]:
        file = _file(_asset(folder, file_path), IMMUTABLE)
        size = {"Content-Length": str(len(file.content))}
        return Response(None, headers={**IMMUTABLE, **size}, media_type=file.media_type)

    return Router("", route_handlers=[show_page, show_icon, show_asset, show_asset_headers])


def on_not_found(
    request: Request[Any, Any, Any], error: NotFoundException
) -> Response[bytes] | Response[RefusalView]:
    """Answer a browser that asks for an unknown address with a page that says so."""
    wants_page = request.method == "GET" and "text/html" in request.headers.get("accept", "")
    if not wants_page or request.url.path.startswith(API) or not (PAGES / "index.html").is_file():
        return on_http(request, error)
    page = _page(PAGES, request.app.state.casino, request.url.path)
    page.status_code = 404
    return page


def _page(folder: Path, casino: Casino, path: str) -> Response[bytes]:
    """The page of every address, with what it would otherwise find out by requests of its own.

    That is the house's time zone, in which it shows times; the game of the table at this address;
    and which files of code this address needs beside those of every address.
    """
    page = _file(folder / "index.html", REVALIDATE)
    kind, _, of = path.strip("/").partition("/")
    config = casino.host.state(of).configuration if kind == "table" else None
    game = f"{config.game}@{config.edition}" if config else ""
    attributes = f'<html data-time-zone="{escape(casino.time_zone)}" data-game="{escape(game)}" '
    links = "".join(f'<link rel="modulepreload" href="/{each}" />' for each in _code(folder, kind))
    page.content = page.content.replace(b"<html ", attributes.encode()).replace(
        b"</head>", links.encode() + b"</head>"
    )
    return page


def _code(folder: Path, kind: str) -> tuple[str, ...]:
    """The files of code that only this kind of page needs."""
    path = folder / "manifest.json"
    return _page_code(path, path.stat().st_mtime_ns).get(kind, ()) if path.is_file() else ()


@lru_cache(maxsize=1)
def _page_code(path: Path, _: int) -> dict[str, tuple[str, ...]]:
    """The files of code of each kind of page, from the manifest that Vite writes.

    The code of `/how-to-play` is `src/pages/HowToPlay.tsx`.
    """
    manifest = msgspec.json.decode(path.read_bytes(), type=dict[str, _Built])
    entry = _with_imports(manifest, "index.html")
    found = {}
    for name in NAMES:
        module = f"src/pages/{name.title().replace('-', '')}.tsx"
        if manifest.get(module, _NOT_SPLIT).isDynamicEntry:
            keys = _with_imports(manifest, module) - entry
            found[name] = tuple(sorted(manifest[each].file for each in keys))
    return found


class _Built(msgspec.Struct, frozen=True):
    """A built file of code in the manifest."""

    file: str
    imports: tuple[str, ...] = ()
    isDynamicEntry: bool = False  # noqa: N815 - Vite's name


_NOT_SPLIT = _Built("")


def _with_imports(manifest: dict[str, _Built], key: str) -> frozenset[str]:
    """A built file and all that it imports at once."""
    found: set[str] = set()
    wanted = [key]
    while wanted:
        each = wanted.pop()
        if each not in found:
            found.add(each)
            wanted.extend(manifest[each].imports)
    return frozenset(found)


def _asset(folder: Path, wanted: Path) -> Path:
    """The path of a file, which is in no folder below."""
    if wanted.parent != Path("/") or wanted.name.startswith("."):
        raise NotFoundException
    return folder / "assets" / wanted.name


def _file(path: Path, headers: dict[str, str]) -> Response[bytes]:
    if not path.is_file():
        raise NotFoundException
    kind = guess_type(path.name)[0] or "application/octet-stream"
    return Response(_read(path, path.stat().st_mtime_ns), headers=headers, media_type=kind)


@lru_cache(maxsize=FILES_MAX)
def _read(path: Path, _: int) -> bytes:
    """The content of a file, read again if it was changed."""
    return path.read_bytes()
