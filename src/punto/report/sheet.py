"""Sheet: everything a PAR sheet says, as exact values; how it is worded and set comes later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from punto.odds.composition import DECKS_MAX, DECKS_MIN, Composition
from punto.odds.law import Law, law, warm
from punto.odds.price import Price, price
from punto.odds.question import Question, ask
from punto.odds.removal import effects_of_removal
from punto.report.fingerprints import Fingerprint, fingerprint, fingerprints
from punto.report.grounds import Grounds, grounds
from punto.report.trial import Progress, Trial, run_trial
from punto.rules.cards import Rank
from punto.rules.game import Game
from punto.rules.wagers import Wager

ROUNDS = 100_000_000  # a second or two of dealing on two cores
SEED = 1
DECKS = range(DECKS_MIN, DECKS_MAX + 1)


@dataclass(frozen=True)
class Sheet:
    """One game, or a designer's wagers, from a full shoe of so many decks."""

    question: Question
    custom: tuple[Wager, ...]
    edges: Mapping[str, Mapping[int, Fraction]]  # house edge by wager id and number of decks
    removals: Mapping[str, Mapping[Rank, Fraction]]  # change of the expectation by wager and rank
    grounds: Grounds
    trial: Trial
    fingerprints: tuple[Fingerprint, ...]

    @property
    def game(self) -> Game | None:
        return self.question.game

    @property
    def decks(self) -> int:
        assert self.question.decks is not None  # a sheet is of full decks
        return self.question.decks

    @property
    def law(self) -> Law:
        return self.question.law

    @property
    def prices(self) -> tuple[Price, ...]:
        return tuple(self.question.prices.values())

    @property
    def title(self) -> str:
        """What the sheet is of."""
        if self.game is not None:
            return self.game.title
        return ", ".join(wager.title for wager in self.custom)

    @property
    def figures_hash(self) -> str:
        """One fingerprint of every exact figure, to compare two sheets by."""
        return next(each.sha256 for each in self.fingerprints if each.key == "figures")


def build_sheet(
    game: Game | None,
    decks: int,
    custom: Sequence[Wager] = (),
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
    progress: Progress | None = None,
) -> Sheet:
    """Work out a sheet; the same arguments give the same sheet."""
    warm()  # some twenty shoes are counted, and the simulation brings the compiler anyway
    question = ask(game, decks=decks, extra=custom)
    edges = edges_by_decks(question.wagers)
    removals = effects_of_removal(question.shoe, question.wagers)
    trial = run_trial(question, rounds, seed, progress)
    exact = {
        "deals": question.law.deals,
        "lines": {
            each.wager.id: [*(line.probability for line in each.lines), each.push]
            for each in question.prices.values()
        },
        "edges": edges,
        "removals": removals,
        "rounds": trial.counts,
    }
    return Sheet(
        question,
        tuple(custom),
        edges,
        removals,
        grounds(game, custom),
        trial,
        (*fingerprints(game, custom), fingerprint("figures", "Exact figures of this sheet", exact)),
    )


def edges_by_decks(wagers: Sequence[Wager]) -> dict[str, dict[int, Fraction]]:
    """The house edge of each wager from each number of full decks.

    >>> from punto.rules.games import find_game
    >>> tie = find_game("tiger").wager("tie")
    >>> {decks: f"{float(edge):.4%}" for decks, edge in edges_by_decks([tie])["tie"].items()}[8]
    '14.3596%'
    """
    laws = {decks: law(Composition.of_decks(decks)) for decks in DECKS}
    return {
        wager.id: {decks: price(each, wager).house_edge for decks, each in laws.items()}
        for wager in wagers
    }
