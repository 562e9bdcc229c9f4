"""The law as plain JSON values: the public shapes of games, clauses and settlements."""

from collections.abc import Iterable
from typing import Any, TypedDict

from punto.money import print_amount
from punto.rules.clauses import Clause
from punto.rules.game import Game
from punto.rules.hands import Hand
from punto.rules.readings import readings
from punto.rules.round import Round
from punto.rules.settlement import Settled, Settlement

Document = dict[str, Any]


class LayoutDocument(TypedDict):
    """A layout and its positions, null if the document prints none."""

    name: str
    positions: list[int] | None


class GameDocument(TypedDict):
    """A game in one edition."""

    id: str
    title: str
    edition: str
    effective: str
    wagers: list[str]
    decks: list[int]
    layouts: list[LayoutDocument]


class ReadingDocument(TypedDict):
    """A reading: what we assumed where the document is silent."""

    id: str
    question: str
    answer: str


class ClauseDocument(TypedDict):
    """A clause in our own words."""

    clause: str
    kind: str
    summary: str
    enforced_by: list[str]
    tests: list[str]
    readings: list[ReadingDocument]


def game_document(game: Game) -> GameDocument:
    """Return a game as JSON: its wagers, decks and layouts."""
    return {
        "id": game.id,
        "title": game.title,
        "edition": game.edition,
        "effective": game.effective.isoformat(),
        "wagers": [wager.id for wager in game.wagers],
        "decks": list(game.decks),
        "layouts": [
            {"name": layout.name, "positions": layout.positions and list(layout.positions)}
            for layout in game.layouts
        ],
    }


def clause_document(clause: Clause) -> ClauseDocument:
    """Return a clause as JSON, including the readings that apply to it."""
    return {
        "clause": clause.number,
        "kind": clause.kind.value,
        "summary": clause.summary,
        "enforced_by": list(clause.enforced_by),
        "tests": list(clause.tests),
        "readings": [
            {"id": name, "question": readings()[name].question, "answer": readings()[name].answer}
            for name in clause.readings
        ],
    }


def settlement_document(dealt: Round, settlement: Settlement) -> Document:
    """Return a round and its settled stakes as JSON."""
    return {
        "player": _hand(dealt.player),
        "banker": _hand(dealt.banker),
        "outcome": dealt.outcome.winner.value,
        "stakes": stake_documents(settlement.lines),
        "net": print_amount(settlement.net_cents),
    }


def stake_documents(lines: Iterable[Settled]) -> list[Document]:
    """Return settled stakes as JSON, money as decimal strings."""
    return [
        {
            "wager": line.wager,
            "stake": print_amount(line.stake_cents),
            "result": line.result.value,
            "pays": line.odds.text if line.odds else None,
            "profit": print_amount(line.profit_cents),
            "returned": print_amount(line.returned_cents),
            "clause": line.clause,
            **({"limit_clause": line.limit_clause} if line.limit_clause else {}),
        }
        for line in lines
    ]


def _hand(hand: Hand) -> Document:
    return {"cards": [card.code for card in hand.cards], "total": hand.total}
