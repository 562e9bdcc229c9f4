"""The application: assembles routes, guards, CSRF, limits and the OpenAPI document."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from secrets import token_hex

from litestar import Litestar, Router
from litestar.config.csrf import CSRFConfig
from litestar.datastructures import State
from litestar.di import Provide
from litestar.exceptions import NotFoundException
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig

from punto import __version__
from punto.journal.shared_secrets import shared_secret
from punto.web.api.accounts import account_routes
from punto.web.api.approvals import approval_routes
from punto.web.api.audit import audit_routes
from punto.web.api.banks import bank_routes
from punto.web.api.betting_sessions import betting_session_routes
from punto.web.api.card_readers import card_reader_routes
from punto.web.api.devices import device_routes
from punto.web.api.displays import display_routes
from punto.web.api.event_log import event_log_routes
from punto.web.api.games import game_routes
from punto.web.api.guidance import guidance_routes
from punto.web.api.health import health_routes
from punto.web.api.ledger import ledger_routes
from punto.web.api.lobby import lobby_routes
from punto.web.api.luck import luck_routes, prepare_reports
from punto.web.api.meters import meter_routes
from punto.web.api.odds import odds_routes, prepare_odds
from punto.web.api.own_account import own_account_routes
from punto.web.api.pace import pace_routes
from punto.web.api.pages import on_not_found, page_routes
from punto.web.api.patrons import patron_routes
from punto.web.api.payouts import payout_routes
from punto.web.api.paytables import paytable_routes
from punto.web.api.people import SIGN_INS_A_MINUTE, people_routes
from punto.web.api.pit import pit_routes
from punto.web.api.play_guides import play_guide_routes
from punto.web.api.practice_rounds import practice_round_routes
from punto.web.api.protection import protection_routes
from punto.web.api.school_class import school_class_routes
from punto.web.api.school_drills import school_drill_routes
from punto.web.api.school_papers import school_paper_routes
from punto.web.api.school_tables import school_table_routes
from punto.web.api.settings import setting_routes
from punto.web.api.tables import table_routes
from punto.web.api.virtual_shoe import virtual_shoe_routes
from punto.web.api.vouchers import voucher_routes
from punto.web.auth.csrf import Csrf
from punto.web.auth.guards import CSRF_COOKIE, AuthenticationMiddleware
from punto.web.auth.hash_queue import HashQueue
from punto.web.auth.password_checks import PasswordChecks
from punto.web.casino import Casino
from punto.web.edge.bounds import BODY_BYTES_MAX, Bounds
from punto.web.edge.compression import Compression
from punto.web.edge.request_budget import RequestBudget
from punto.web.edge.response_headers import HEADERS
from punto.web.edge.route_rates import STORE, RequestCounts
from punto.web.edge.socket_counts import SocketCounts
from punto.web.edge.stranger_gate import StrangerGate
from punto.web.edge.strict import AllowHeader, read_strictly
from punto.web.errors import HANDLERS
from punto.web.live.live_tables import LiveTables
from punto.web.live.socket import watch
from punto.web.metrics import make_registry
from punto.web.openapi.document import Document
from punto.web.work_pool import WorkPool

BACK_OFFICE = (
    account_routes,
    approval_routes,
    bank_routes,
    guidance_routes,
    ledger_routes,
    meter_routes,
    luck_routes,
    pace_routes,
    event_log_routes,
    patron_routes,
    payout_routes,
    pit_routes,
    protection_routes,
    setting_routes,
    audit_routes,
)
SCHOOL = (school_drill_routes, school_table_routes, school_paper_routes, school_class_routes)
GUESTS_AT_ONCE = 1  # sign-ups: each takes three commits
GUEST_REST = 1.0  # so that guests have half of the time at most
THREADS = 12  # for work that waits for the database; fewer than its connections
ABOUT = """Runs casino baccarat tables. Money is whole numbers of minor units, in fields that
end in `cents`. Commands carry an Idempotency-Key; every refusal is `{reason, kind, sentence,
template, facts, clause}`. Live tables are at `/api/v1/tables/{table}/live` over a WebSocket."""


def make_app(
    casino: Casino,
    *,
    origins: tuple[str, ...] = (),
    sign_ins_a_minute: int = SIGN_INS_A_MINUTE,
    sockets: SocketCounts | None = None,
    requests: RequestBudget | None = None,
    starts_odds: bool = False,
) -> Litestar:
    """Build the application for a running casino.

    `origins` are other origins whose pages may open sockets. With `starts_odds` the process that
    computes odds starts with the server, otherwise with the first request for odds.
    """

    odds = WorkPool(prepare=prepare_odds)
    reports = WorkPool(prepare=prepare_reports)

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        threads = ThreadPoolExecutor(THREADS, "requests")
        asyncio.get_running_loop().set_default_executor(threads)
        app.state.live = live = LiveTables(casino)
        hash_queue = HashQueue()
        app.state.password_checks = PasswordChecks(casino.sessions, hash_queue)
        tasks = [asyncio.create_task(live.run_checks()), asyncio.create_task(live.run_pings())]
        if starts_odds:
            odds.start()
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            live.stop()
            hash_queue.stop()
            odds.stop()
            reports.stop()

    def provide_casino() -> Casino:
        return casino

    # Shared by all nodes, so that a proxy may send a browser to any of them.
    secret = shared_secret(casino.store, "csrf", token_hex(32))
    csrf = CSRFConfig(secret=secret, cookie_name=CSRF_COOKIE, cookie_samesite="strict")
    sign_in_routes = (
        people_routes(sign_ins_a_minute),
        display_routes(sign_ins_a_minute),
        own_account_routes(sign_ins_a_minute),
    )
    rest = [*BACK_OFFICE, device_routes, card_reader_routes, virtual_shoe_routes, voucher_routes]
    api = Router(
        "/api/v1",
        route_handlers=[
            game_routes,
            paytable_routes,
            play_guide_routes,
            practice_round_routes,
            odds_routes,
            betting_session_routes,
            lobby_routes,
            table_routes,
            watch,
            *sign_in_routes,
            *rest,
            *SCHOOL,
        ],
    )
    counts = sockets or SocketCounts()
    return Litestar(
        route_handlers=[api, health_routes, page_routes()],
        dependencies={"casino": Provide(provide_casino, sync_to_thread=False)},
        before_request=read_strictly,
        exception_handlers={**HANDLERS, NotFoundException: on_not_found},
        lifespan=[lifespan],
        logging_config=None,  # the operator configures logging
        middleware=[
            Bounds(),
            Compression(),
            AllowHeader(),
            DefineMiddleware(Csrf, config=csrf),
            DefineMiddleware(AuthenticationMiddleware),
        ],
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
        stores={STORE: RequestCounts()},
        state=State(
            {
                "casino": casino,
                "origins": origins,
                "socket_counts": counts,
                "metrics": make_registry(casino, counts),
                "request_budget": requests or RequestBudget(),
                "odds": odds,
                "reports": reports,
                "guest_gate": StrangerGate(GUESTS_AT_ONCE, rest=GUEST_REST),
            }
        ),
        signature_namespace={"Casino": Casino},
    )
