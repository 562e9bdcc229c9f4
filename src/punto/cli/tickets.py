"""`punto tickets`: the open vouchers of a server, and a voucher's ticket for printing."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.cage import ask_code
from punto.cli.network import Servers, Who, signed_in
from punto.cli.output import console, print_json
from punto.cli.output_files import PRIVATE, check_target, write_whole
from punto.money import print_amount


def list_tickets(*, server: Servers = (), who: Who = "", json: Json = False) -> None:
    """List the open vouchers, without their codes."""
    with signed_in(server, who) as client:
        found = client.vouchers()
    lines = [(each.patron, print_amount(each.cents)) for each in found.vouchers]
    if json:
        shown = [{"patron": patron, "amount": amount} for patron, amount in lines]
        print_json({"count": found.count, "total": print_amount(found.cents), "vouchers": shown})
        return
    for patron, amount in lines:
        console().print(f"{patron:<41}{amount:>15}", highlight=False, markup=False)
    total = f"{found.count} open vouchers, {print_amount(found.cents)} {found.currency.code}."
    console().print(total, highlight=False, markup=False)


def print_tickets(
    *,
    out: Annotated[str, Parameter(help="The file to write, ending in .svg.")],
    server: Servers = (),
    who: Who = "",
) -> None:
    """Write a voucher's ticket; its code is asked for, or PUNTO_VOUCHER."""
    path = check_target(out, (".svg",))
    with signed_in(server, who) as client:
        ticket = client.ticket(ask_code())
    write_whole(path, ticket.encode(), PRIVATE)  # the code is worth money
    console().print(f"{out} is written.", highlight=False, markup=False)
