"""`punto serve`: tables on the network."""

import signal
import socket
from contextlib import closing
from typing import Annotated

from cyclopts import Parameter

from punto.cli.made_up_tables import house_currency, read_made_up
from punto.cli.output import console
from punto.cli.serve_settings import ServeSettings, check_settings
from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS

USUAL_SETTINGS = ServeSettings()


def serve(settings: Annotated[ServeSettings, Parameter(name="*")] = USUAL_SETTINGS) -> None:
    """Serve tables at http://127.0.0.1:8000: pages, the API, live feeds and sign-in."""
    try:
        from punto.floor.dealing_times import DealingTimes, check_dealing_times
        from punto.floor.event_log import EventLog
        from punto.web.app import make_app
        from punto.web.edge.request_budget import RequestBudget
        from punto.web.edge.socket_counts import SocketCounts
        from punto.web.log_lines import configure_log
        from punto.web.server import listen, opened, server_of
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Serving needs more packages: pip install 'punto[web]'."
        ) from missing
    from punto.journal.errors import Unavailable

    check_settings(settings)
    made_up = read_made_up(settings.test_table, demo=settings.demo)
    counts_in = house_currency(settings.currency, is_test_house=bool(made_up))
    out = console()
    dealing_times = check_dealing_times(DealingTimes(betting_ms=settings.betting_seconds * 1000))
    node = settings.node or f"{socket.gethostname()}:{settings.port}"
    log = EventLog("punto.serve")
    configure_log(node, settings.log_format, settings.log_level)
    signal.signal(signal.SIGTERM, _stop)
    try:
        with (
            closing(listen(settings.port, settings.host)) as listening,
            opened(
                settings.where,
                demo=settings.demo,
                dealing_times=dealing_times,
                currency=counts_in,
                made_up=made_up,
                school=settings.house if settings.school else "",
            ) as (the_house, passwords),
        ):
            the_house.name = settings.house
            the_house.time_zone = settings.time_zone
            the_house.sessions.second_factor_from = POSITIONS.get(settings.second_factor_from)
            the_house.separation.separate_ms = settings.two_people_hours * 3_600_000
            if passwords:
                out.print("Staff, whose passwords are shown this once:")
                for name, password in passwords.items():
                    out.print(f"  {name:<26}{password}", highlight=False, markup=False)
            if the_house.store.warning():
                out.print(f"Warning: {the_house.store.warning()}", highlight=False, markup=False)
            for each in made_up:
                line = f"Table test-{each.base}, which nobody approved: {each.title} ({each.id})."
                out.print(line, highlight=False, markup=False, soft_wrap=True)
            shown = "the database" if settings.database else settings.where
            at = f"http://{settings.host}:{settings.port}"
            page = f"{at}/school" if settings.school else at
            out.print(f"Punto serves {page} from {shown}; Ctrl-C ends it.")
            app = make_app(
                the_house,
                sign_ins_a_minute=settings.sign_ins_a_minute,
                sockets=SocketCounts(settings.sockets_a_person, settings.sockets_an_address),
                requests=RequestBudget(settings.requests_a_person, settings.requests_an_address),
                starts_odds=True,
            )
            log.info("node-started", at=at, journal=shown)
            try:
                server = server_of(
                    app,
                    settings.proxy,
                    2 * settings.sockets_an_address,
                    metrics_key=settings.metrics_key,
                )
                server.run(sockets=[listening])
            finally:
                log.info("node-stopping")
    except _Stopped:
        log.info("node-stopped")
    except KeyboardInterrupt:
        log.info("node-stopped")
        raise
    except Unavailable as away:
        raise Refused(Reason.UNREADABLE_REQUEST, "{away}", away=away) from None


class _Stopped(BaseException):
    """SIGTERM, as systemd and containers send it: everything is closed as after Ctrl-C."""


def _stop(*_: object) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # a second one must not interrupt the closing
    raise _Stopped
