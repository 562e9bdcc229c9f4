"""`punto table`: opens, lists, shows, configures and closes a server's tables, or commands one."""

from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from punto.cli.arguments import Game, Json
from punto.cli.decimals import with_decimals
from punto.cli.editions import game_today
from punto.cli.network import Servers, Who, signed_in
from punto.cli.output import console, print_json, print_table
from punto.cli.table_settings import NO_CHANGE, Settings, changed
from punto.money import print_amount

if TYPE_CHECKING:
    from punto.client import Client
    from punto.web.views.mine import Mine
    from punto.web.views.table import TableView

Table = Annotated[str, Parameter(help="The table's name: small letters, digits, - and _.")]
Why = Annotated[str, Parameter(help="The reason, which is recorded.")]


def open_table(
    table: Table,
    game: Game,
    /,
    *,
    settings: Settings = NO_CHANGE,
    server: Servers = (),
    who: Who = "",
    json: Json = False,
) -> None:
    """Open a table of a game with the usual settings, except those given here."""
    import msgspec

    from punto.table.configuration import usual_configuration

    usual: dict[str, Any] = msgspec.to_builtins(usual_configuration(game_today(game)))
    wanted = changed(usual, settings)
    with signed_in(server, who) as client:
        _give(client, table, {"type": "open-table", "configuration": wanted}, json=json)


def configure_table(
    table: Table,
    /,
    *,
    settings: Settings = NO_CHANGE,
    why: Why = "",
    server: Servers = (),
    who: Who = "",
    json: Json = False,
) -> None:
    """Change a table's settings; those not given stay as they are."""
    import msgspec

    with signed_in(server, who) as client:
        now: dict[str, Any] = msgspec.to_builtins(client.table(table).configuration or {})
        command = {"configuration": changed(now, settings), "why": why}
        _give(client, table, {"type": "change-configuration", **command}, json=json)


def list_table(*, server: Servers = (), who: Who = "", json: Json = False) -> None:
    """List the tables with their games."""
    import msgspec

    with signed_in(server, who) as client:
        found = client.tables()
    if json:
        print_json(msgspec.to_builtins(found))
        return
    from rich.table import Table as Grid

    grid = Grid("table", "game", "edition", "funding", "open", "yours", box=None)
    for line in found:
        open_, yours = ("yes" if each else "no" for each in (line.open, line.yours))
        grid.add_row(line.table, line.game, line.edition, line.funding, open_, yours)
    print_table(console(), grid)


def show_table(table: Table, /, *, server: Servers = (), who: Who = "", json: Json = False) -> None:
    """Show a table as you may see it, and what you may do there now."""
    import msgspec

    with signed_in(server, who) as client:
        seen, mine = client.table(table), client.mine(table)
    if json:
        both = {**msgspec.to_builtins(seen), "mine": msgspec.to_builtins(mine)}
        print_json(with_decimals(both, seen.currency.digits))
    else:
        for line in _lines(seen, mine):
            console().print(line, highlight=False, markup=False)


def close_table(
    table: Table, /, *, server: Servers = (), who: Who = "", json: Json = False
) -> None:
    """Close a table."""
    with signed_in(server, who) as client:
        _give(client, table, {"type": "close-table"}, json=json)


def give_table(
    table: Table,
    command: Annotated[str, Parameter(help="The command's name, as open-betting.")],
    *fields: Annotated[str, Parameter(help="A field as NAME=VALUE, as amount=10.00.")],
    key: Annotated[str, Parameter(help="An idempotency key: a retry under it does nothing.")] = "",
    server: Servers = (),
    who: Who = "",
    json: Json = False,
) -> None:
    """Send a table any command by its name and fields."""
    from punto.cli.table_commands import command_of

    body = command_of(command, fields)
    with signed_in(server, who) as client:
        _give(client, table, body, json=json, key=key)


def _give(
    client: "Client", table: str, command: dict[str, Any], *, json: bool, key: str = ""
) -> None:
    import msgspec

    done = client.give_plain(table, command, key)
    digits = client.table(table).currency.digits
    if json:
        print_json(with_decimals(msgspec.to_builtins(done), digits))
        return
    for event in done.events:
        said = f"  “{event.said.english}”" if event.said else ""
        fields = with_decimals(event.fields, digits)
        shown = " ".join(f"{name}={value}" for name, value in fields.items() if _short(value))
        console().print(f"{event.seq} {event.type} {shown}{said}", highlight=False, markup=False)


def _short(value: object) -> bool:
    return isinstance(value, str | int) and value != "" and not isinstance(value, bool)


def _lines(view: "TableView", mine: "Mine") -> list[str]:
    shoe, play = view.shoe, view.round
    clause = f" ({view.prompt.clause})" if view.prompt.clause else ""
    lines = [
        f"{view.table}: {view.game} {view.edition}, method {view.method}, event {view.seq}"
        if view.open
        else f"{view.table} is closed, event {view.seq}",
        f"next: {view.prompt.step}: {view.prompt.why}{clause}",
    ]
    if shoe is not None:
        lines.append(f"shoe: {shoe.id}, {shoe.cards_left} of {shoe.decks * 52} cards left")
    if play is not None:
        player, banker = " ".join(play.player) or "-", " ".join(play.banker) or "-"
        betting = "open" if play.betting_open else "closed"
        lines.append(f"round {play.number}: betting {betting}; player {player}; banker {banker}")
        digits = view.currency.digits
        staked = play.staked_cents.items()
        lines += [f"  {wager}: {print_amount(cents, digits)}" for wager, cents in staked]
    if view.case is not None:
        lines.append(f"case: {view.case.irregularity} waits for {view.case.waits}")
    lines.append(f"you may: {', '.join(mine.may) or (mine.turn or view.prompt).why}")
    return lines
