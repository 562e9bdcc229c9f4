"""A round printed for people: its cards, why each was drawn, and its settled stakes."""

from typing import TYPE_CHECKING

from punto.cli.output import print_table
from punto.money import print_amount
from punto.rules.cards import Card, Suit
from punto.rules.game import Game
from punto.rules.hands import Hand
from punto.rules.outcome import Pairs, Winner
from punto.rules.round import Round
from punto.rules.settlement import Result, Settlement

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

SIDE_STYLES = {
    Winner.PLAYER: "bold bright_blue",
    Winner.BANKER: "bold bright_red",
    Winner.TIE: "bold green",
}
RESULT_STYLES = {Result.WIN: "green", Result.LOSE: "red", Result.PUSH: "yellow"}
PAIRS_IN_WORDS = {
    Pairs.NONE: "",
    Pairs.PLAYER: "Player pair",
    Pairs.BANKER: "Banker pair",
    Pairs.BOTH: "both pairs",
    Pairs.TWIN: "twin pairs",
}


def print_round(out: "Console", game: Game, dealt: Round, heading: str = "") -> None:
    """Print both hands, the outcome, and why each side drew a third card or stood."""
    from rich.table import Table
    from rich.text import Text

    outcome = dealt.outcome
    headline = Text.assemble((f"{heading}  ", "bold") if heading else "", headline_of(dealt))
    if outcome.pairs is not Pairs.NONE:
        headline.append(f"  {PAIRS_IN_WORDS[outcome.pairs]}", "magenta")
    out.print(headline)
    hands = Table.grid(padding=(0, 2, 0, 0))
    for winner, hand in ((Winner.PLAYER, dealt.player), (Winner.BANKER, dealt.banker)):
        total = Text(f"{hand.total}", "bold" if outcome.winner is winner else "")
        hands.add_row(Text(f"  {winner.title}", SIDE_STYLES[winner]), faces(hand), total)
    out.print(hands)
    for card, draw in list(zip(dealt.cards, dealt.draws, strict=True))[4:]:
        out.print(Text(f"  {face(card)}: {draw.why} ({game.draw_clause(draw)})", "dim"))
    out.print(Text(f"  {dealt.end.why} ({game.draw_clause(dealt.end)})", "dim"))


def headline_of(dealt: Round) -> "Text":
    """Return the winner and totals, in the side's colour."""
    from rich.text import Text

    outcome = dealt.outcome
    totals = sorted((outcome.player_total, outcome.banker_total), reverse=True)
    if outcome.winner is Winner.TIE:
        return Text(f"Tie on {totals[0]}", SIDE_STYLES[Winner.TIE])
    words = f"{outcome.winner.title} wins {totals[0]} over {totals[1]}"
    if outcome.natural is not None:
        words += ", a natural"
    return Text(words, SIDE_STYLES[outcome.winner])


def print_settlement(out: "Console", settlement: Settlement) -> None:
    """Print each stake: result, odds, profit, amount returned, clause; then the net."""
    if not settlement.lines:
        return
    from rich.table import Table

    out.print()
    table = Table(box=None, padding=(0, 1, 0, 2), header_style="bold", show_footer=True)
    table.add_column("wager", "net")
    table.add_column("stake", justify="right")
    table.add_column("result")
    table.add_column("pays")
    table.add_column("profit", print_amount(settlement.net_cents), justify="right")
    table.add_column("returned", justify="right")
    table.add_column("clause")
    for line in settlement.lines:
        style = RESULT_STYLES.get(line.result, "")
        table.add_row(
            line.wager,
            print_amount(line.stake_cents),
            f"[{style}]{line.result}[/]" if style else line.result,
            line.odds.text if line.odds else "",
            print_amount(line.profit_cents),
            print_amount(line.returned_cents),
            line.clause,
        )
    print_table(out, table)


def face(card: Card) -> str:
    """Return a card with its suit symbol."""
    return f"{'10' if card.rank.letter == 'T' else card.rank.letter}{card.suit.symbol}"


def faces(hand: Hand) -> "Text":
    """Return a hand's cards side by side, drawn as small cards in a colour terminal."""
    from rich.text import Text

    shown = Text()
    for card in hand.cards:
        ink = "red" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else "black"
        shown.append(f" {face(card).rjust(3)} ", f"bold {ink} on white").append(" ")
    return shown
