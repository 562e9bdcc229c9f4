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

from litestar import MediaType, Request, Response, Router, get, head
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from punto.web.api.drill_worker import DRILL_PAGE, WORKER, worker_script
from punto.web.api.page_manifest import page_code, page_files
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
SHARED = {"exclude_from_csrf": True}  # a cache may give it to many: no one gets a cookie with it
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

    @get("/assets/{file_path:path}", sync_to_thread=False, include_in_schema=False, opt=SHARED)
    def show_asset(file_path: FromPath[Path]) -> Response[bytes]:
        return _file(_asset(folder, file_path), IMMUTABLE)

    @head("/assets/{file_path:path}", sync_to_thread=False, include_in_schema=False, opt=SHARED)
    def show_asset_headers(file_path: FromPath[Path]) -> Response[None]:
        file = _file(_asset(folder, file_path), IMMUTABLE)
        size = {"Content-Length": str(len(file.content))}
        return Response(None, headers={**IMMUTABLE, **size}, media_type=file.media_type)

    @get(WORKER, sync_to_thread=False, include_in_schema=False)
    def show_worker(casino: TheCasino) -> Response[bytes]:
        if casino.school is None or not (folder / "index.html").is_file():
            raise NotFoundException
        script = _file(folder / "drill-worker.js", REVALIDATE)
        page = _page(folder, casino, DRILL_PAGE).content
        script.content = worker_script(script.content, page, page_files(folder, "school"))
        return script

    return Router(
        "", route_handlers=[show_page, show_icon, show_worker, show_asset, show_asset_headers]
    )


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
    code = page_code(folder, kind)
    links = "".join(f'<link rel="modulepreload" href="/{each}" />' for each in code)
    page.content = page.content.replace(b"<html ", attributes.encode()).replace(
        b"</head>", links.encode() + b"</head>"
    )
    return page


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
