"""The application: routes, guards, CSRF, limits and the OpenAPI document, put together."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from secrets import token_hex

from litestar import Litestar, Router
from litestar.config.compression import CompressionConfig
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig

from punto import __version__
from punto.journal.shared import shared_secret
from punto.web.account_routes import account_routes
from punto.web.approval_routes import approval_routes
from punto.web.bank_routes import bank_routes
from punto.web.device_routes import device_routes
from punto.web.display_routes import display_routes
from punto.web.document import Document
from punto.web.entrance import Csrf, Entrance
from punto.web.felt_routes import felt_routes
from punto.web.guidance_routes import guidance_routes
from punto.web.health_routes import health_routes
from punto.web.house import House
from punto.web.law_routes import law
from punto.web.ledger_routes import ledger_routes
from punto.web.live import Live
from punto.web.lobby_routes import lobby_routes
from punto.web.page_routes import page_routes
from punto.web.patron_routes import patron_routes
from punto.web.people_routes import SIGN_INS_A_MINUTE, people_routes
from punto.web.pit_routes import pit_routes
from punto.web.pricing_routes import pricing_routes
from punto.web.protection_routes import protection_routes
from punto.web.read_routes import read_routes
from punto.web.refusing import HANDLERS
from punto.web.shoe_routes import shoe_routes
from punto.web.significant_routes import significant_routes
from punto.web.sockets import watch
from punto.web.strict import TellMethods, read_strictly
from punto.web.table_routes import tables
from punto.web.voucher_routes import voucher_routes

BODY_BYTES_MAX = 65_536
OFFICE = (
    account_routes,
    approval_routes,
    bank_routes,
    guidance_routes,
    ledger_routes,
    patron_routes,
    pit_routes,
    protection_routes,
    significant_routes,
)
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
}
ABOUT = """Runs casino baccarat tables. Money is decimal strings in the table's currency. Commands
carry an Idempotency-Key; every refusal is `{reason, sentence, clause}`. Live tables are at
`/api/v1/tables/{table}/live` over a WebSocket."""


def make_app(
    house: House,
    *,
    origins: tuple[str, ...] = (),
    sign_ins_a_minute: int = SIGN_INS_A_MINUTE,
) -> Litestar:
    """The application over a running house; `origins` may open sockets beside our own pages."""

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        app.state.live = live = Live(house)
        looking = asyncio.create_task(live.look())
        try:
            yield
        finally:
            looking.cancel()
            live.stop()

    def provide_house() -> House:
        return house

    # The same on every node, so that a browser may be sent to any of them.
    secret = shared_secret(house.store, "csrf", token_hex(32))
    csrf = CSRFConfig(secret=secret, cookie_samesite="strict")
    entrances = (people_routes(sign_ins_a_minute), display_routes(sign_ins_a_minute))
    rest = [*OFFICE, device_routes, read_routes, shoe_routes, voucher_routes]
    api = Router(
        "/api/v1",
        route_handlers=[
            law,
            felt_routes,
            pricing_routes,
            lobby_routes,
            tables,
            watch,
            *entrances,
            *rest,
        ],
    )
    return Litestar(
        route_handlers=[api, health_routes, page_routes()],
        # Pages and the law only: nothing secret is ever compressed beside what somebody sent.
        compression_config=CompressionConfig("gzip", exclude=["^/api/v1/(?!games/)", "^/metrics"]),
        dependencies={"house": Provide(provide_house, sync_to_thread=False)},
        before_request=read_strictly,
        exception_handlers=HANDLERS,
        lifespan=[living],
        logging_config=None,  # who runs us says what is logged, and where
        middleware=[TellMethods(), DefineMiddleware(Csrf, config=csrf), DefineMiddleware(Entrance)],
        openapi_config=OpenAPIConfig(
            title="Punto",
            version=__version__,
            description=ABOUT,
            path="/schema",
            use_handler_docstrings=True,
            render_plugins=[Document(path="/openapi.json")],
        ),
        request_max_body_size=BODY_BYTES_MAX,
        response_headers=HEADERS,
        state=State({"house": house, "origins": origins}),
        signature_namespace={"House": House},
    )
