"""`punto serve`: tables on the network."""

from contextlib import closing
from ipaddress import ip_address
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE
from punto.cli.made_up_tables import house_currency, read_made_up
from punto.cli.network import USUAL_JOURNAL
from punto.cli.output import console
from punto.refusals import Reason, Refused
from punto.rules.staff import POSITIONS


def serve(
    *,
    demo: Annotated[
        bool, Parameter(help="Open a table of each game that deals itself, and let guests in.")
    ] = False,
    journal: Annotated[str, Parameter(help=f"The journal file; {USUAL_JOURNAL} if none.")] = "",
    database: Annotated[
        str,
        Parameter(help="Instead of a file: postgresql://…, which any number of servers share."),
    ] = "",
    host: Annotated[
        str, Parameter(help="The address to serve at; 0.0.0.0 is every address of this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, WHOLE, Parameter(help="The port on this machine.")] = 8000,
    house: Annotated[str, Parameter(help="The house's name, as printed on tickets.")] = "Punto",
    currency: Annotated[
        str, Parameter(help="The currency of credits and tickets; XTS for play money.")
    ] = "",
    test_table: Annotated[
        tuple[str, ...],
        Parameter(help="With --demo, a table of made-up wagers as GAME=FILE; again for each."),
    ] = (),
    sign_ins_a_minute: Annotated[
        int, WHOLE, Parameter(help="How often one address may sign in, or come as a guest.")
    ] = 60,
    sockets_a_person: Annotated[
        int, WHOLE, Parameter(help="How many live tables one person may have open at once.")
    ] = 20,
    sockets_an_address: Annotated[
        int, WHOLE, Parameter(help="How many live tables one address may have open at once.")
    ] = 512,
    requests_a_person: Annotated[
        int, WHOLE, Parameter(help="How many requests a second one person may send for long.")
    ] = 100,
    requests_an_address: Annotated[
        int,
        WHOLE,
        Parameter(help="How many requests a second guests and strangers of one address may send."),
    ] = 200,
    second_factor_from: Annotated[
        str,
        Parameter(help=f"From this position on a second factor is needed: {', '.join(POSITIONS)}."),
    ] = "",
    two_people_hours: Annotated[
        int,
        WHOLE,
        Parameter(help="How long a changed account and who changed it do not count as two people."),
    ] = 24,
    proxy: Annotated[
        tuple[str, ...],
        Parameter(help="The address of a proxy in front, whose X-Forwarded-For is trusted."),
    ] = (),
    betting_seconds: Annotated[
        int, WHOLE, Parameter(help="How long stakes are taken in a round, where the clock ends it.")
    ] = 25,
) -> None:
    """Serve tables at http://127.0.0.1:8000: pages, the API, live feeds and sign-in."""
    try:
        from punto.floor.pace import Pace, check_pace
        from punto.web.app import make_app
        from punto.web.edge.request_budget import RequestBudget
        from punto.web.edge.socket_counts import SocketCounts
        from punto.web.server import listen, opened, server_of
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Serving needs more packages: pip install 'punto[web]'."
        ) from missing
    from punto.journal.errors import Unavailable

    where = _where(journal, database)
    if not 0 < port < 65_536:
        raise Refused(Reason.UNREADABLE_REQUEST, "A port is a number from 1 to 65535.")
    _check_proxies(proxy)
    if sign_ins_a_minute < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one sign-in a minute is needed.")
    if sockets_a_person < 1 or sockets_an_address < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one socket is needed.")
    if requests_a_person < 1 or requests_an_address < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one request a second is needed.")
    if second_factor_from and second_factor_from not in POSITIONS:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "A position is one of {positions}.", positions=POSITIONS
        )
    lowest = POSITIONS.get(second_factor_from)
    if two_people_hours < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one hour is needed for two people.")
    made_up = read_made_up(test_table, demo=demo)
    counts_in = house_currency(currency, is_test_house=bool(made_up))
    out = console()
    pace = check_pace(Pace(betting_ms=betting_seconds * 1000))
    listening = listen(port, host)
    try:
        with (
            closing(listening),
            opened(where, demo=demo, pace=pace, currency=counts_in, made_up=made_up) as (
                the_house,
                passwords,
            ),
        ):
            the_house.name = house
            the_house.sessions.second_factor_from = lowest
            the_house.separation.separate_ms = two_people_hours * 3_600_000
            if passwords:
                out.print("Staff, whose passwords are shown this once:")
                for name, password in passwords.items():
                    out.print(f"  {name:<26}{password}", highlight=False, markup=False)
            if the_house.store.warning():
                out.print(f"Warning: {the_house.store.warning()}", highlight=False, markup=False)
            for each in made_up:
                line = f"Table test-{each.base}, which nobody approved: {each.title} ({each.id})."
                out.print(line, highlight=False, markup=False, soft_wrap=True)
            shown = "the database" if database else where
            out.print(f"Punto serves http://{host}:{port} from {shown}; Ctrl-C ends it.")
            counts = SocketCounts(sockets_a_person, sockets_an_address)
            app = make_app(
                the_house,
                sign_ins_a_minute=sign_ins_a_minute,
                sockets=counts,
                requests=RequestBudget(requests_a_person, requests_an_address),
                starts_odds=True,
            )
            server_of(app, proxy, 2 * sockets_an_address).run(sockets=[listening])
    except Unavailable as away:
        raise Refused(Reason.UNREADABLE_REQUEST, "{away}", away=away) from None


def _check_proxies(proxies: tuple[str, ...]) -> None:
    for each in proxies:
        try:
            ip_address(each)
        except ValueError:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "A proxy is an IP address, as 127.0.0.1, not {proxy!r}.",
                proxy=each,
            ) from None


def _where(journal: str, database: str) -> str:
    if journal and database:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name a journal or a database, not both.")
    if database and not database.startswith(("postgresql://", "postgres://")):
        raise Refused(Reason.UNREADABLE_REQUEST, "Write a database as postgresql://…")
    return database or journal or USUAL_JOURNAL
