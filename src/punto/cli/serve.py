"""`punto serve`: tables on the network."""

from contextlib import closing
from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE
from punto.cli.output import console
from punto.refusals import Reason, Refused


def serve(
    *,
    demo: Annotated[
        bool, Parameter(help="Open a table of each game that deals itself, and let guests in.")
    ] = False,
    journal: Annotated[
        str, Parameter(help="Where everything is kept: a file, or postgresql://…")
    ] = "punto.journal",
    port: Annotated[int, WHOLE, Parameter(help="The port on this machine.")] = 8000,
    proxy: Annotated[
        tuple[str, ...],
        Parameter(help="A proxy in front, by its address: whom it says it asks for is believed."),
    ] = (),
) -> None:
    """Serve tables at http://127.0.0.1:8000: the API, live feeds and sign-in."""
    try:
        from punto.web.app import make_app
        from punto.web.serving import listen, opened, server_of
    except ModuleNotFoundError as missing:
        raise Refused(
            Reason.MISSING_EXTRA, "Serving needs more packages: pip install 'punto[web]'."
        ) from missing
    if not 0 < port < 65_536:
        raise Refused(Reason.UNREADABLE_REQUEST, "A port is a number from 1 to 65535.")
    out = console()
    listening = listen(port)
    with closing(listening), opened(journal, demo=demo) as (house, passwords):
        if passwords:
            out.print("Staff, whose passwords are shown this once:")
            for name, password in passwords.items():
                out.print(f"  {name:<26}{password}", highlight=False, markup=False)
        out.print(f"Punto serves http://127.0.0.1:{port} from {journal}; Ctrl-C ends it.")
        server_of(make_app(house), proxy).run(sockets=[listening])
