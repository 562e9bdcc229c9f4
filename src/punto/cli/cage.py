"""`punto cage`: credits, vouchers and banks of a server, as a cashier handles them."""

import os
import sys
from typing import TYPE_CHECKING, Annotated, Any, get_args

from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.decimals import with_decimals
from punto.cli.network import Servers, Who, signed_in
from punto.cli.output import console, print_json
from punto.money import parse_amount, print_amount
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.client import Client

PARTIES = ("patron", "table", "account")
DIGITS = 2  # of every currency on the network
Patron = Annotated[str, Parameter(help="The patron's name.")]
Amount = Annotated[str, Parameter(help="An amount, as 100.00.")]
Key = Annotated[str, Parameter(help="An idempotency key: a retry under it does nothing.")]


def buy_cage(
    patron: Patron,
    amount: Amount,
    /,
    *,
    key: Key = "",
    server: Servers = (),
    who: Who = "",
    json: Json = False,
) -> None:
    """Sell a patron credits for cash."""
    body = {"type": "buy-credits", "patron": patron, "cents": parse_amount(amount)}
    with signed_in(server, who) as client:
        _give(client, body, key, json=json)


def out_cage(
    patron: Patron,
    amount: Amount,
    /,
    *,
    key: Key = "",
    server: Servers = (),
    who: Who = "",
    json: Json = False,
) -> None:
    """Exchange a patron's credits for a voucher; its code is money, and shown once."""
    with signed_in(server, who) as client:
        code = client.cash_out(patron, parse_amount(amount), key)
    if json:
        print_json({"patron": patron, "code": code})
        return
    text = f"The voucher's code, shown this once: {code}"
    console().print(text, highlight=False, markup=False)


def redeem_cage(
    patron: Patron, /, *, key: Key = "", server: Servers = (), who: Who = "", json: Json = False
) -> None:
    """Exchange a voucher for a patron's credits; its code is asked for, or PUNTO_VOUCHER."""
    body = {"type": "redeem-voucher", "patron": patron, "code": ask_code()}
    with signed_in(server, who) as client:
        _give(client, body, key, json=json)


def pay_cage(*, key: Key = "", server: Servers = (), who: Who = "", json: Json = False) -> None:
    """Pay a voucher in cash; its code is asked for, or PUNTO_VOUCHER."""
    with signed_in(server, who) as client:
        _give(client, {"type": "pay-voucher", "code": ask_code()}, key, json=json)


def show_cage(*, server: Servers = (), who: Who = "", json: Json = False) -> None:
    """Show the balances of the cage, the banks and the vouchers."""
    with signed_in(server, who) as client:
        report = client.balances()
    rows = [dict(row) for row in report.rows]
    if json:
        print_json(with_decimals(rows, DIGITS))
        return
    for row in with_decimals(rows, DIGITS):
        line = "  ".join(f"{name}={value}" for name, value in row.items() if value is not None)
        console().print(line, highlight=False, markup=False)


def give_cage(
    command: Annotated[str, Parameter(help="The command's name, as open-bank.")],
    *fields: Annotated[str, Parameter(help="A field as NAME=VALUE, as table=t1 amount=500.")],
    key: Key = "",
    server: Servers = (),
    who: Who = "",
    json: Json = False,
) -> None:
    """Send the cage any command by its name and fields."""
    from punto.cli.table_commands import command_of
    from punto.ledger.cage.commands import Command

    known = {str(each.__struct_config__.tag): each for each in get_args(Command)}
    has_code = "seal" in getattr(known.get(command), "__struct_fields__", ())
    body = command_of(command, (*fields, "seal=") if has_code else fields, known)
    if has_code:
        del body["seal"]
        body["code"] = ask_code()
    with signed_in(server, who) as client:
        _give(client, body, key, json=json)


def ask_code() -> str:
    """Read a voucher's code from PUNTO_VOUCHER or the terminal: it is money."""
    code = os.environ.get("PUNTO_VOUCHER", "")
    if code:
        return code
    if not sys.stdin.isatty():
        raise Refused(Reason.UNREADABLE_REQUEST, "Set PUNTO_VOUCHER: there is no terminal.")
    from getpass import getpass

    return getpass("Code of the voucher: ")


def _give(client: "Client", body: dict[str, Any], key: str, *, json: bool) -> None:
    from punto.client.connection import path_to

    events = client.post(
        path_to("cage", "commands"), body, list[dict[str, Any]], key=key or client.key()
    )
    if json:
        print_json(with_decimals(events, DIGITS))
        return
    for event in events:
        cents = event.get("cents")
        amount = f" {print_amount(cents)}" if isinstance(cents, int) else ""
        about = " ".join(
            str(event[name]) for name in ("patron", "table", "account") if event.get(name)
        )
        line = f"{event.get('type', 'done')} {about}{amount}"
        console().print(line, highlight=False, markup=False)
