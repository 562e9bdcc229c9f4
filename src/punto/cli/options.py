"""`punto options`: the value to patrons of a clause that lets them withdraw stakes."""

from dataclasses import replace
from fractions import Fraction
from typing import Annotated

from cyclopts import Parameter
from rich.markup import escape

from punto.cli.arguments import WHOLE, Json, Stakes, split_stake
from punto.cli.editions import game_today
from punto.cli.odds import read_wagers
from punto.cli.output import console, print_json, print_table
from punto.cli.progress import status
from punto.money import parse_amount
from punto.odds.composition import Composition, parse_counts
from punto.odds.detail import looks_at_suits
from punto.odds.document import Document, print_fraction
from punto.odds.knowledge import Knowledge
from punto.odds.option_costs import OptionCost, option_costs
from punto.odds.options import (
    OptionPrice,
    find_option,
    price_option,
    procedures_with_option,
    without_suits,
)
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_cards
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity, Option, Procedure
from punto.rules.wager_language import add_wagers


def options(
    game: Annotated[str, Parameter(help="The game's id.")],
    irregularity: Annotated[
        str | None, Parameter(help="What happened, as power-failure; all that give an option.")
    ] = None,
    /,
    *,
    decks: Annotated[
        int | None, WHOLE, Parameter(help="How many decks the shoe was filled with; 8 by default.")
    ] = None,
    shoe: Annotated[
        str | None, Parameter(help="The cards left before the round, as A=32,2=31,…,K=32.")
    ] = None,
    seen: Annotated[str | None, Parameter(help='Cards of earlier rounds, as "8H 9D".')] = None,
    known: Annotated[
        tuple[str, ...],
        Parameter(help="A card of the round that lies face up, as 1=8; again for each."),
    ] = (),
    stake: Stakes = (),
    wager: Annotated[
        tuple[str, ...],
        Parameter(help="A TOML file with wagers of your own; give it again for each."),
    ] = (),
    json: Json = False,
) -> None:
    """Show the value of withdrawing at a given moment, or the average cost of each option."""
    chosen = with_wagers(game_today(game), wager)
    cards = ask(
        chosen,
        decks=decks,
        left=None if shoe is None else parse_counts(shoe),
        seen=() if seen is None else parse_cards(seen),
    ).shoe
    procedures = (
        procedures_with_option(chosen)
        if irregularity is None
        else (find_option(chosen, read_irregularity(irregularity)),)
    )
    if stake or known:
        if irregularity is None or not stake:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "For one moment say what happened and what is staked, as"
                " punto options tiger power-failure --known 1=9 --stake banker=100.",
            )
        price = price_option(
            chosen,
            procedures[0].irregularity,
            read_stakes(stake),
            shoe=cards,
            known=Knowledge.parse(known),
        )
        _show_moment(chosen, price, cards, known, json)
        return
    with status("Counting every moment…"):
        costs = {each.irregularity: costs_by_wager(chosen, each, cards) for each in procedures}
    if json:
        print_json({kind.value: _costs_document(by) for kind, by in costs.items()})
        return
    _print_costs(chosen, procedures, costs, cards)


def read_irregularity(text: str) -> Irregularity:
    """Read an irregularity by its name."""
    try:
        return Irregularity(text)
    except ValueError:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "{text!r} is no irregularity, as power-failure is.",
            text=text[:40],
        ) from None


def read_stakes(texts: tuple[str, ...]) -> dict[str, Fraction]:
    """Read WAGER=AMOUNT for each stake."""
    found: dict[str, Fraction] = {}
    for text in texts:
        wager, amount = split_stake(text)
        found[wager] = found.get(wager, Fraction(0)) + Fraction(parse_amount(amount), 100)
    return found


def with_wagers(game: Game, paths: tuple[str, ...]) -> Game:
    """Return a game with the wagers of these files beside its own."""
    own = [each for path in paths for each in read_wagers(path)]
    return replace(game, wagers=add_wagers(game.wagers, own)) if own else game


def costs_by_wager(game: Game, procedure: Procedure, shoe: Composition) -> dict[str, OptionCost]:
    """Return the mean cost of an option for one unit on each wager that does not look at suits."""
    counted = without_suits(game)
    stakes = [{wager.id: 1} for wager in counted.wagers]
    found = option_costs(counted, procedure.irregularity, stakes, shoe)
    return dict(zip((wager.id for wager in counted.wagers), found, strict=True))


def _show_moment(
    game: Game, price: OptionPrice, shoe: Composition, known: tuple[str, ...], json: bool
) -> None:
    procedure = price.procedure
    if json:
        print_json(_price_document(price))
        return
    from rich.table import Table

    out = console()
    clause = game.cite(procedure.option_clause or procedure.clause)
    out.print(f"[bold]{game.title}[/], {procedure.irregularity} ({clause}), {_shoe(shoe)}")
    out.print(f"Face up or known: {', '.join(known) or 'nothing'}.")
    if not price.is_offered:
        out.print("A wager is decided, so the round goes on and there is no option.")
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for name in ("stake", "amount", "expects if left", "best"):
        table.add_column(name, justify="left" if name in ("stake", "best") else "right")
    for each in price.stakes:
        answer = "withdraw" if each.wager in price.withdraw else "leave"
        best = answer if each.may_withdraw else "decided: it stays"
        table.add_row(each.wager, f"{float(each.stake):.2f}", f"{float(each.staying):+.4f}", best)
    print_table(out, table)
    how = "all or none" if procedure.option is Option.WITHDRAW_ALL else "any of them"
    out.print(f"Withdrawing {how}: the option is worth [bold]{float(price.value):.4f}[/].")


def _print_costs(
    game: Game,
    procedures: tuple[Procedure, ...],
    costs: dict[Irregularity, dict[str, OptionCost]],
    shoe: Composition,
) -> None:
    from rich.table import Table

    out = console()
    if not procedures:
        out.print(f"{game.title} gives patrons no option to withdraw.")
        return
    out.print(
        f"[bold]{game.title}[/], {_shoe(shoe)}: what an option costs the house, of the stake\n"
    )
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("wager")
    for each in procedures:
        table.add_column(game.cite(each.option_clause or each.clause), justify="right")
    on_suits = [wager for wager in game.wagers if looks_at_suits(wager)]
    for wager in game.wagers:
        if wager in on_suits:
            table.add_row(escape(wager.title), *("" for _ in procedures))
            continue
        shown = (f"{float(costs[each.irregularity][wager.id].mean):.4%}" for each in procedures)
        table.add_row(escape(wager.title), *shown)
    print_table(out, table)
    for each in procedures:
        out.print(f"[dim]{game.cite(each.option_clause or each.clause)}: {each.irregularity}[/]")
    out.print(
        "[dim]The irregularity happens at a random moment of a round; a perfect patron answers.[/]"
    )
    if on_suits:
        names = escape(", ".join(wager.title for wager in on_suits))
        out.print(
            f"[dim]The mean is counted by rank, so {names} can be priced at one moment only, with"
            " --known and --stake.[/]"
        )


def _shoe(shoe: Composition) -> str:
    whole = f"{shoe.decks} decks" if shoe.decks else str(shoe)
    return f"{whole}: {shoe.cards} cards"


def _price_document(price: OptionPrice) -> Document:
    return {
        "irregularity": price.procedure.irregularity.value,
        "clause": price.procedure.option_clause or price.procedure.clause,
        "option": price.procedure.option.value,
        "offered": price.is_offered,
        "stakes": [
            {
                "wager": each.wager,
                "stake": print_fraction(each.stake),
                "staying": print_fraction(each.staying),
                "may_withdraw": each.may_withdraw,
            }
            for each in price.stakes
        ],
        "withdraw": list(price.withdraw),
        "staying": print_fraction(price.staying),
        "best": print_fraction(price.best),
        "value": print_fraction(price.value),
    }


def _costs_document(costs: dict[str, OptionCost]) -> Document:
    return {
        wager: {
            "clause": cost.procedure.option_clause or cost.procedure.clause,
            "mean": print_fraction(cost.mean),
            "moments": [
                {
                    "drawn": moment.drawn,
                    "exposed": moment.exposed,
                    "reached": print_fraction(moment.reached),
                    "offered": print_fraction(moment.offered),
                    "value": print_fraction(moment.value),
                }
                for moment in cost.moments
            ],
        }
        for wager, cost in costs.items()
    }
