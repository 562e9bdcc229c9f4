"""`punto serve`: tables on the network."""

from contextlib import closing
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE
from punto.cli.network import USUAL_JOURNAL
from punto.cli.output import console
from punto.refusals import Reason, Refused


def serve(
    *,
    demo: Annotated[
        bool, Parameter(help="Open a table of each game that deals itself, and let guests in.")
    ] = False,
    journal: Annotated[
        str, Parameter(help=f"The file where everything is kept; {USUAL_JOURNAL} if none.")
    ] = "",
    database: Annotated[
        str,
        Parameter(help="Instead of a file: postgresql://…, which any number of servers share."),
    ] = "",
    host: Annotated[
        str, Parameter(help="The address to serve at; 0.0.0.0 is every address of this machine.")
    ] = "127.0.0.1",
    port: Annotated[int, WHOLE, Parameter(help="The port on this machine.")] = 8000,
    house: Annotated[str, Parameter(help="The house's name, as printed on tickets.")] = "Punto",
    currency: Annotated[str, Parameter(help="The currency, as printed on tickets.")] = "SGD",
    sign_ins_a_minute: Annotated[
        int, WHOLE, Parameter(help="How often one address may sign in, or come as a guest.")
    ] = 60,
    proxy: Annotated[
        tuple[str, ...],
        Parameter(help="A proxy in front, by its address: whom it says it asks for is believed."),
    ] = (),
    betting_seconds: Annotated[
        int, WHOLE, Parameter(help="How long stakes are taken in a round, where the clock ends it.")
    ] = 25,
) -> None:
    """Serve tables at http://127.0.0.1:8000: pages, the API, live feeds and sign-in."""
    try:
        from punto.floor.pace import Pace, check_pace
        from punto.web.app import make_app
        from punto.web.serving import listen, opened, server_of
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Serving needs more packages: pip install 'punto[web]'."
        ) from missing
    from punto.journal.failures import Unavailable

    where = _where(journal, database)
    if not 0 < port < 65_536:
        raise Refused(Reason.UNREADABLE_REQUEST, "A port is a number from 1 to 65535.")
    if sign_ins_a_minute < 1:
        raise Refused(Reason.UNREADABLE_REQUEST, "At least one sign-in a minute is needed.")
    out = console()
    pace = check_pace(Pace(betting_ms=betting_seconds * 1000))
    listening = listen(port, host)
    try:
        with closing(listening), opened(where, demo=demo, pace=pace) as (the_house, passwords):
            the_house.name, the_house.currency = house, currency
            if passwords:
                out.print("Staff, whose passwords are shown this once:")
                for name, password in passwords.items():
                    out.print(f"  {name:<26}{password}", highlight=False, markup=False)
            shown = "the database" if database else where
            out.print(f"Punto serves http://{host}:{port} from {shown}; Ctrl-C ends it.")
            app = make_app(the_house, sign_ins_a_minute=sign_ins_a_minute)
            server_of(app, proxy).run(sockets=[listening])
    except Unavailable as away:
        raise Refused(Reason.UNREADABLE_REQUEST, str(away)) from None


def _where(journal: str, database: str) -> str:
    if journal and database:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name a journal or a database, not both.")
    if database and not database.startswith(("postgresql://", "postgres://")):
        raise Refused(Reason.UNREADABLE_REQUEST, "Write a database as postgresql://…")
    return database or journal or USUAL_JOURNAL
