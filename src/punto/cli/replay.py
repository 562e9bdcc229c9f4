"""`punto replay`: one round from a journal, card by card, clause by clause."""

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from cyclopts import Parameter

from punto.cli.arguments import Json
from punto.cli.journals import Journal, opened
from punto.cli.output import console, print_json
from punto.currencies import MINOR_DIGITS_USUAL
from punto.journal.errors import Corrupt
from punto.ledger.book_reports import print_time
from punto.money import print_amount
from punto.refusals import Reason, Refused

if TYPE_CHECKING:
    from punto.journal.codec import Recorded
    from punto.journal.queries.round import PlayedRound
    from punto.table.events import Paid


def replay(
    journal: Journal,
    /,
    *,
    round: Annotated[str, Parameter(help="The round, as TABLE/NUMBER.")],  # noqa: A002
    json: Json = False,
) -> None:
    """Show one round from the journal alone: who did what, when, and by which clause."""
    from punto.journal.queries.round import find_round

    table, number = _read_round(round)
    with opened(journal) as transaction:
        try:
            found = find_round(transaction, table, number)
        except Corrupt as fault:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "The journal of {table} is damaged: {fault}.",
                table=table,
                fault=fault,
            ) from None
    if found is None:
        raise Refused(Reason.NO_ROUND, "The journal holds no round {round!r}.", round=round)
    if json:
        print_json(_document(found))
    else:
        _print(found)


def _read_round(text: str) -> tuple[str, int]:
    table, _, digits = text.rpartition("/")
    if not (table and digits.isascii() and digits.isdigit() and len(digits) < 18):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "{text!r} is not a round; write it as t1/12.", text=text[:40]
        )
    return table, int(digits)


def _document(found: "PlayedRound") -> dict[str, Any]:
    end = found.end
    return {
        "round": f"{found.table}/{found.number}",
        "game": found.configuration.game,
        "edition": found.configuration.edition,
        "events": [
            {
                "seq": record.seq,
                "at": print_time(record.at_ms),
                "actor": record.actor,
                "command": record.command,
                "event": msgspec.to_builtins(record.event),
            }
            for record in found.records
        ],
        "stakes": [_stake(line, found.configuration.digits) for line in end.lines] if end else [],
    }


def _stake(line: "Paid", digits: int) -> dict[str, Any]:
    return {
        "stake": line.stake,
        "patron": line.patron,
        "wager": line.wager,
        "staked": print_amount(line.cents, digits),
        "result": line.result.value,
        "pays": line.pays or None,
        "profit": print_amount(line.profit_cents, digits),
        "returned": print_amount(line.returned_cents, digits),
        "clause": line.clause,
    }


def _print(found: "PlayedRound") -> None:
    from rich.table import Table
    from rich.text import Text

    from punto.cli.round_view import print_round
    from punto.rules.cards import parse_cards
    from punto.rules.round import read_round
    from punto.table.configuration import law_of
    from punto.table.events import RoundSettled

    out = console()
    game, end = law_of(found.configuration), found.end
    out.print(f"[bold]{game.title}, {game.edition}: table {found.table}, round {found.number}[/]")
    happened = Table(box=None, padding=(0, 1, 0, 2), header_style="bold")
    for column in ("event", "time (UTC)", "by", "what", "clause"):
        happened.add_column(column)
    for record in found.records:
        happened.add_row(
            str(record.seq),
            print_time(record.at_ms)[11:23],
            Text(record.actor),
            Text(_words(record, found.configuration.digits)),
            record.event.clause,
        )
    out.print(happened)
    if isinstance(end, RoundSettled):
        cards = parse_cards(" ".join(end.cards))
        print_round(out, game, read_round(game, cards, found.configuration.decks))
    if end is None:
        out.print("The round is still in play.")
        return
    digits = found.configuration.digits
    for line in end.lines:
        shown = " ".join(str(value) for value in _stake(line, digits).values() if value is not None)
        out.print(Text(f"  {shown}"))


def _words(record: "Recorded", digits: int = MINOR_DIGITS_USUAL) -> str:
    """Describe an event in a few words: its name and its field values.

    >>> from punto.journal.codec import Recorded
    >>> from punto.table.events import StakePlaced
    >>> placed = StakePlaced(1, "seat1", "tie", 2, 1000, on_behalf=False)
    >>> _words(Recorded("t1", 4, 0, "seat1", 0, "c1", placed))
    'stake placed: 1 seat1 tie 2 10.00'
    """
    said = msgspec.to_builtins(record.event)
    plain = [
        print_amount(value, digits) if name.endswith("cents") else str(value)
        for name, value in said.items()
        if name not in ("type", "clause", "lines", "configuration")
        and value not in ("", None)
        and not isinstance(value, bool | dict | list | tuple)
    ]
    name = str(said["type"]).replace("-", " ")
    return f"{name}: {' '.join(plain)}" if plain else name
