"""The pages in the browser: built files, sent as they are; every page's address gets the same one.

They are made from `terminals/` by `make pages`. Files under `assets/` carry a hash of what is in
them in their names, so a browser may keep them for good; the first page is asked for every time.
"""

from pathlib import Path

from litestar import MediaType, Response, Router, get
from litestar.datastructures import CacheControlHeader
from litestar.exceptions import NotFoundException
from litestar.response import File
from litestar.static_files import create_static_files_router

PAGES = Path(__file__).parent / "pages"
# Every address that the pages know, as `terminals/src/router.ts` has them.
NAMES = ("table", "dealer", "pit", "display", "history", "rules", "odds")
PATHS = ["/", "/pit", *(f"/{name}/{{of:str}}" for name in NAMES)]
NOT_BUILT = (
    "The pages are not built: run `make pages`. The API is at /api/v1, described at"
    " /schema/openapi.json.\n"
)
FOR_GOOD = CacheControlHeader(max_age=31_536_000, public=True, immutable=True)
ASK_AGAIN = {"Cache-Control": "no-cache"}


def page_routes(folder: Path = PAGES) -> Router:
    """The built pages of a folder, or a sentence where there are none."""
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
            headers=ASK_AGAIN,
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
        "/assets", [folder / "assets"], cache_control=FOR_GOOD, name="assets"
    )
    return Router("", route_handlers=[show_page, show_icon, assets])
