"""`punto approvals`: the requests of a server that wait for a second person."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.network import Servers, Who, signed_in
from punto.cli.output import console, print_json

Id = Annotated[str, Parameter(help="The request's id, as punto approvals list prints it.")]


def list_approvals(*, server: Servers = (), who: Who = "", json: Json = False) -> None:
    """List the requests that wait for a second person."""
    import msgspec

    with signed_in(server, who) as client:
        found = client.approvals()
    if json:
        print_json(msgspec.to_builtins(found))
        return
    for each in found:
        at = f" at {each.table}" if each.table else ""
        line = f"{each.id}  {each.command['type']}{at}, asked by {each.asker}: {each.sentence}"
        console().print(line, highlight=False, markup=False, soft_wrap=True)


def approve_approvals(
    request: Id, /, *, server: Servers = (), who: Who = "", json: Json = False
) -> None:
    """Approve a request as the second person; it is then done."""
    import msgspec

    with signed_in(server, who) as client:
        approved = client.approve(request)
    if json:
        print_json(msgspec.to_builtins(approved))
        return
    console().print(f"{request} is approved and done.", highlight=False, markup=False)


def decline_approvals(
    request: Id, /, *, server: Servers = (), who: Who = "", json: Json = False
) -> None:
    """Decline a request; nothing is done."""
    import msgspec

    with signed_in(server, who) as client:
        declined = client.decline(request)
    if json:
        print_json(msgspec.to_builtins(declined))
        return
    console().print(f"{request} is declined.", highlight=False, markup=False)
