"""`punto patrons`: accounts of patrons at a server, their passwords and credits."""

from secrets import token_urlsafe
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from punto.cli.arguments import WHOLE, Json
from punto.cli.network import Servers, Who, signed_in
from punto.cli.output import console, print_json
from punto.money import print_amount
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.client import Client

Name = Annotated[str, Parameter(help="The name they sign in with.")]


def add_patrons(name: Name, /, *, server: Servers = (), who: Who = "", json: Json = False) -> None:
    """Add a patron with a random password, which is shown once."""
    password = token_urlsafe(12)
    with signed_in(server, who) as client:
        client.add_patron(name, password)
    print_password(name, password, json=json)


def list_patrons(
    *,
    find: Annotated[str, Parameter(help="How their names begin.")] = "",
    guests: Annotated[bool, Parameter(help="List guests instead.")] = False,
    limit: Annotated[int, WHOLE, Parameter(help="How many at most.")] = 100,
    server: Servers = (),
    who: Who = "",
    json: Json = False,
) -> None:
    """List patrons by name."""
    with signed_in(server, who) as client:
        found = client.patrons(find, guests="true" if guests else None, limit=limit)
    if json:
        print_json([{"name": each.name, "disabled": each.disabled} for each in found])
        return
    for each in found:
        line = f"{each.name}{' (disabled)' * each.disabled}"
        console().print(line, highlight=False, markup=False)


def show_patrons(name: Name, /, *, server: Servers = (), who: Who = "", json: Json = False) -> None:
    """Show a patron's credits."""
    with signed_in(server, who) as client:
        credits_cents = client.credits_of(name)
    if json:
        print_json({"name": name, "credits": print_amount(credits_cents)})
        return
    console().print(f"{name} has {print_amount(credits_cents)}.", highlight=False, markup=False)


def reset_patrons(
    name: Name, /, *, server: Servers = (), who: Who = "", json: Json = False
) -> None:
    """Give a patron a new random password, which is shown once; it signs them out."""
    password = token_urlsafe(12)
    with signed_in(server, who) as client:
        waits = set_password(client, name, password)
    print_password(name, password, json=json, waits=waits)


def set_password(client: "Client", name: str, password: str) -> str:
    """Set someone's password; returns what it waits for, if a second person has to approve it."""
    try:
        client.change_password(name, password)
    except Refused as refused:
        if refused.reason is not Reason.APPROVAL_NEEDED:
            raise
        return refused.sentence
    return ""


def print_password(name: str, password: str, *, json: bool, waits: str = "") -> None:
    """Print a new password, the only time it is shown, and what has to be done before it holds."""
    if json:
        found = {"name": name, "password": password}
        print_json(found | ({"waits": waits} if waits else {}))
        return
    when = ", once that is approved" if waits else ""
    text = f"{name} may sign in with the password {password}{when}, shown this once."
    console().print(f"{waits} {text}".strip(), highlight=False, markup=False, soft_wrap=True)
