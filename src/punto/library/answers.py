"""Answers of the library: exact values inside, rounded only where they are shown."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from punto.library.grid import Grid, Shown
from punto.money import print_amount
from punto.odds.assumptions import assumptions
from punto.odds.distribution import Distribution
from punto.odds.document import odds_document
from punto.odds.price import Price
from punto.odds.question import Question
from punto.rules.cards import print_cards
from punto.rules.documents import settlement_document
from punto.rules.game import Game
from punto.rules.round import Round
from punto.rules.settlement import Settlement

if TYPE_CHECKING:
    from punto.risk.session import Session
    from punto.rules.wagers import Wager
    from punto.sim.run import Answer

Document = dict[str, Any]


@dataclass(frozen=True, repr=False)
class OddsAnswer(Shown, Mapping[str, Price]):
    """The wagers of a game priced for a shoe: a mapping from wager id to its exact `Price`."""

    question: Question

    @property
    def distribution(self) -> Distribution:
        """The distribution over outcomes that everything here follows from."""
        return self.question.distribution

    def __getitem__(self, wager_id: str) -> Price:
        return self.question.prices[wager_id]

    def __iter__(self) -> Iterator[str]:
        return iter(self.question.prices)

    def __len__(self) -> int:
        return len(self.question.prices)

    def to_dict(self) -> Document:
        """As `punto odds --json` prints it."""
        return odds_document(self.question)

    def grid(self) -> Grid:
        question = self.question
        title = question.game.title if question.game is not None else "Wagers"
        rows = [
            (
                price.wager.id,
                f"{float(price.house_edge):.4%}",
                f"{price.standard_deviation:.4f}",
                f"{float(price.hit_rate):.4%}",
                f"{float(price.push):.4%}",
            )
            for price in self.values()
        ]
        return Grid(
            f"{title}: {question.shoe.cards} cards",
            ("wager", "house edge", "SD", "hit rate", "push"),
            tuple(rows),
            tuple(assumptions(self.distribution, question.game)),
        )


@dataclass(frozen=True, repr=False)
class SettleAnswer(Shown):
    """Stakes settled on the cards of a round, each line with its clause."""

    game: Game
    dealt: Round
    settlement: Settlement

    @property
    def net(self) -> str:
        """What the patron won or lost, as an amount."""
        return print_amount(self.settlement.net_cents)

    def to_dict(self) -> Document:
        """As `punto settle --json` prints it."""
        return settlement_document(self.dealt, self.settlement)

    def grid(self) -> Grid:
        rows = [
            (
                line.wager,
                print_amount(line.stake_cents),
                line.result.value,
                print_amount(line.profit_cents),
                self.game.cite(line.clause),
            )
            for line in self.settlement.lines
        ]
        player, banker = (
            print_cards(hand.cards) for hand in (self.dealt.player, self.dealt.banker)
        )
        return Grid(
            f"{self.game.title}: {player} against {banker}, {self.dealt.outcome.winner.value}",
            ("wager", "stake", "result", "profit", "clause"),
            tuple(rows),
            (f"Net {self.net}.",),
        )


@dataclass(frozen=True, repr=False)
class SimulateAnswer(Shown):
    """Rounds dealt, held against the exact odds."""

    game: Game
    answer: "Answer"
    wagers: "tuple[Wager, ...]"
    seconds: float

    def to_dict(self) -> Document:
        """As `punto simulate --json` prints it."""
        return self._document

    @cached_property
    def _document(self) -> Document:
        from punto.sim.document import simulation_document

        return simulation_document(self.game, self.answer, self.seconds, self.wagers)

    def grid(self) -> Grid:
        from punto.sim.document import CONFIDENCE_95

        rows = [
            (
                name,
                f"{each['ev']:+.6f}",
                f"± {CONFIDENCE_95 * each['stderr']:.6f}",
                f"{each['exact_ev']:+.6f}",
                f"{each['z']:+.2f}",
            )
            for name, each in self._document["wagers"].items()
        ]
        found = self._document
        return Grid(
            f"{self.game.title}: {found['rounds']:,} rounds, {found['decks']} decks,"
            f" seed {found['seed']}",
            ("wager", "mean profit", "95 %", "exact", "z"),
            tuple(rows),
        )


@dataclass(frozen=True, repr=False)
class SessionAnswer(Shown):
    """What a betting plan may come to."""

    game: Game
    session: "Session"

    def to_dict(self) -> Document:
        """As `punto session --json` prints its plan and its session."""
        from punto.risk.document import plan_document, session_document

        return {
            "plan": plan_document(self.session.plan),
            "session": session_document(self.session),
        }

    def grid(self) -> Grid:
        spread, plan = self.session.spread, self.session.plan
        low, high = spread.interval(0.95)
        rows = [
            ("expected", f"{spread.mean / 100:,.2f}"),
            ("standard deviation", f"{spread.deviation / 100:,.2f}"),
            ("ahead", f"{spread.ahead:.4%}"),
            ("behind", f"{spread.behind:.4%}"),
            ("95 % lie from", print_amount(low)),
            ("to", print_amount(high)),
            ("ended by the stop-win", f"{self.session.won_out:.4%}"),
            ("ended by the stop-loss", f"{self.session.lost_out:.4%}"),
            ("ruined", f"{self.session.ruined:.4%}"),
        ]
        return Grid(
            f"{self.game.title}: {print_amount(plan.stake(0))} a round, {plan.rounds:,} rounds",
            ("result", "amount or chance"),
            tuple(rows),
            (f"Found by {self.session.how.value}.",),
        )
