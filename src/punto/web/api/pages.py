"""Serves the built pages; every page's address gets the same `index.html`.

They are built from `terminals/` by `make pages`. Files under `assets/` have a content hash in their
names, so browsers may cache them for ever; `index.html` is revalidated every time.
"""

from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.response import File
from litestar.static_files import create_static_files_router

PAGES = Path(__file__).parent.parent / "pages"
# Every page's address, as in `terminals/src/router.ts`.
NAMES = ("table", "dealer", "pit", "display", "history", "rules", "odds", "sessions")
PATHS = ["/", "/pit", "/account", *(f"/{name}/{{of:str}}" for name in NAMES)]
NOT_BUILT = (
    "The pages are not built: run `make pages`. The API is at /api/v1, described at"
    " /schema/openapi.json.\n"
)
IMMUTABLE = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
REVALIDATE = {"Cache-Control": "no-cache"}


def page_routes(folder: Path = PAGES) -> Router:
    """Routes for the pages built in a folder; without them, a sentence says how to build them."""
    first = folder / "index.html"

    @get(PATHS, sync_to_thread=False, include_in_schema=False)
    def show_page() -> Response[str] | File:
        if not first.is_file():
            return Response(NOT_BUILT, status_code=404, media_type=MediaType.TEXT)
        return File(
            first,
            filename=first.name,
            media_type=MediaType.HTML,
            content_disposition_type="inline",
            headers=REVALIDATE,
        )

    @get("/favicon.svg", sync_to_thread=False, include_in_schema=False)
    def show_icon() -> File:
        icon = folder / "favicon.svg"
        if not icon.is_file():
            raise NotFoundException
        return File(
            icon, filename=icon.name, media_type="image/svg+xml", content_disposition_type="inline"
        )

    assets = create_static_files_router(
        "/assets", [folder / "assets"], cache_control=IMMUTABLE, name="assets"
    )
    return Router("", route_handlers=[show_page, show_icon, assets])
