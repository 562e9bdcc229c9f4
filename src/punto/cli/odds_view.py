"""Odds printed for people: tables that fit eighty columns; the only floats are here."""

from collections.abc import Iterable
from fractions import Fraction

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from punto.cli.output import print_table
from punto.odds.assumptions import assumptions
from punto.odds.detail import looks_at_suits
from punto.odds.peek import Peek
from punto.odds.price import Price
from punto.odds.question import Question
from punto.odds.removal import effects_by_card, effects_of_removal
from punto.odds.solve import Solution
from punto.odds.stakes import Prospect, correlation
from punto.odds.summary import cards_per_round, naturals, winners
from punto.rules.cards import RANKS, SUITS, Card
from punto.rules.outcome import Winner
from punto.rules.wagers import Wager

PEEK_CASES_SHOWN = 40


def print_odds(out: Console, question: Question) -> None:
    """Print the shoe, every wager with its lines, and the round itself."""
    title = question.game.title if question.game is not None else "Custom wagers"
    whole = question.decks is not None and question.shoe.decks == question.decks
    shoe = f"{question.decks} decks" if whole else str(question.shoe) or "an empty shoe"
    known = f", known of the next: {question.known}" if question.known else ""
    out.print(f"[bold]{title}[/], {shoe}: {question.shoe.cards} cards{known}\n")
    table = _table("wager", "pays", *("probability", "edge", "SD", "hit rate"))
    for price in question.prices.values():
        _add_price(table, price)
    print_table(out, table)
    out.print()
    _print_round(out, question)
    for sentence in assumptions(question.distribution, question.game):
        out.print(f"[dim]{sentence}[/]")
    out.print(
        f"[dim]{question.distribution.deals:,} ordered deals counted; --json has every fraction.[/]"
    )


def print_solutions(out: Console, solutions: Iterable[Solution]) -> None:
    """Print what lines must pay."""
    table = _table("wager", "line", *("edge", "must pay", "nearest", "edge then"))
    for each in solutions:
        then = "" if each.edge_at_nearest is None else _percent(each.edge_at_nearest)
        exact = f"{float(each.pays):.6f} to 1"
        line = f"{each.line}: {escape(each.wager.lines[each.line - 1].pays)}"
        table.add_row(
            escape(each.wager.title), line, _percent(each.edge), exact, each.nearest or "", then
        )
    out.print()
    print_table(out, table)


def print_stakes(out: Console, together: Prospect) -> None:
    """Print a set of stakes in one round."""
    staked, ev = float(together.staked), float(together.ev)
    out.print(
        f"\nStakes of {staked:.2f} together expect [bold]{ev:+.4f}[/] a round,"
        f" with a standard deviation of {together.standard_deviation:.4f}."
    )


def print_peek(out: Console, peek: Peek) -> None:
    """Print the value of seeing cards before staking, case by case, best first."""
    table = _table("seen", "best wager", *("probability", "expects"))
    for case in sorted(peek.cases, key=lambda case: -case.ev)[:PEEK_CASES_SHOWN]:
        best = escape(case.best.title) if case.ev > 0 else f"[dim]{escape(case.best.title)}[/]"
        expects = f"{float(case.ev):+.4%}"
        table.add_row(str(case.known), best, _percent(case.probability), expects)
    out.print()
    print_table(out, table)
    out.print(
        f"Seeing this before staking is worth [bold]{float(peek.value):+.4%}[/] a round with the"
        f" best wager, sitting out unless it favours the patron ({_percent(peek.staked)} of rounds"
        f" are staked), and {float(peek.value_always_staking):+.4%} with a stake in every round."
    )


def print_correlations(out: Console, question: Question) -> None:
    """Print the correlation of every two wagers."""
    table = _numbered("correlation", question)
    for number, one in enumerate(question.wagers, 1):
        found = (correlation(question.distribution, one, other) for other in question.wagers)
        cells = ["" if each is None else f"{each:+.2f}" for each in found]
        table.add_row(f"({number}) {escape(one.title)}", *cells)
    out.print()
    print_table(out, table)


def print_removals(out: Console, question: Question) -> None:
    """Print how removing one card changes the expectation, in 0.01 % of the stake."""
    table = _numbered("removing, ‱", question)
    effects = effects_of_removal(question.shoe, question.wagers)
    for rank in RANKS:
        found = (effects[wager.id].get(rank) for wager in question.wagers)
        cells = ["" if each is None else f"{float(each) * 10_000:+.2f}" for each in found]
        table.add_row(rank.letter, *cells)
    out.print()
    print_table(out, table)
    names = (f"({number}) {wager.title}" for number, wager in enumerate(question.wagers, 1))
    out.print(escape(", ".join(names)))
    for wager in filter(looks_at_suits, question.wagers):
        _print_removals_by_card(out, question, wager)


def _print_removals_by_card(out: Console, question: Question, wager: Wager) -> None:
    """Print the same for each card, of a wager that looks at suits."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    table.add_column("removing, ‱", no_wrap=True)
    for suit in SUITS:
        table.add_column(suit.symbol, justify="right", no_wrap=True)
    effects = effects_by_card(question.shoe, wager)
    for rank in RANKS:
        found = (effects.get(Card(rank, suit)) for suit in SUITS)
        table.add_row(
            rank.letter, *("" if e is None else f"{float(e) * 10_000:+.2f}" for e in found)
        )
    out.print(f"\n{escape(wager.title)}, by card")
    print_table(out, table)


def _add_price(table: Table, price: Price) -> None:
    colour = "green" if price.house_edge < 0 else "bold"
    figures = [
        f"[{colour}]{_percent(price.house_edge)}[/]",
        f"{price.standard_deviation:.4f}",
        _percent(price.hit_rate),
    ]
    rows = [(each.line.pays, each.probability) for each in price.lines]
    if price.push:
        rows.append(("push", price.push))
    for number, (pays, probability) in enumerate(rows):
        name, shown = (escape(price.wager.title), figures) if number == 0 else ("", [])
        table.add_row(name, pays, _percent(probability), *shown)


def _print_round(out: Console, question: Question) -> None:
    distribution = question.distribution
    won, by_natural = winners(distribution), naturals(distribution)
    shares = [f"{winner.title} {_percent(won[winner])}" for winner in Winner]
    if distribution.void:
        shares.append(f"void {_percent(Fraction(distribution.void, distribution.deals))}")
    out.print(f"Wins: {', '.join(shares)}.")
    cards = cards_per_round(distribution)
    if cards is not None:
        natural = sum(by_natural.values(), Fraction(0))
        out.print(f"A natural decides {_percent(natural)}; {float(cards):.6f} cards a round.")


def _table(*columns: str) -> Table:
    """Return a table with two text columns, then figures."""
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for number, column in enumerate(columns):
        table.add_column(column, justify="left" if number < 2 else "right", no_wrap=True)
    return table


def _numbered(heading: str, question: Question) -> Table:
    """Return a table with a numbered column for each wager."""
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 0), header_style="bold")
    table.add_column(heading, no_wrap=True)
    for number, _ in enumerate(question.wagers, 1):
        table.add_column(f"({number})", justify="right", no_wrap=True)
    return table


def _percent(value: Fraction) -> str:
    return f"{float(value):.4%}"
