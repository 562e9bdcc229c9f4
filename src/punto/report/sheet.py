"""Sheet: the exact values of a PAR sheet, before wording and typesetting."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from punto.odds.composition import DECKS_MAX, DECKS_MIN, Composition
from punto.odds.distribution import Distribution, distribution, warm
from punto.odds.price import Price, price
from punto.odds.question import Question, ask
from punto.odds.removal import effects_of_removal
from punto.report.fingerprints import Fingerprint, fingerprint, fingerprints
from punto.report.hazards import (
    SHOES,
    Guarded,
    Hold,
    OptionMeans,
    Payout,
    covariances,
    guard,
    holds,
    largest_payout,
    option_means,
)
from punto.report.sources import Grounds, grounds
from punto.report.trial import Progress, Trial, run_trial
from punto.rules.cards import Rank
from punto.rules.game import Game
from punto.rules.wagers import Wager

ROUNDS = 100_000_000  # a second or two of dealing on two cores
SEED = 1
DECKS = range(DECKS_MIN, DECKS_MAX + 1)


@dataclass(frozen=True)
class Sheet:
    """One game, or custom wagers, from a full shoe of a number of decks."""

    question: Question
    custom: tuple[Wager, ...]
    edges: Mapping[str, Mapping[int, Fraction]]  # house edge by wager id and number of decks
    removals: Mapping[str, Mapping[Rank, Fraction]]  # change of the expectation by wager and rank
    grounds: Grounds
    holds: Mapping[str, tuple[Hold, ...]]  # exact ranges of the house's win, by wager
    covariances: Mapping[tuple[str, str], Fraction]
    payout: Payout  # the largest of a round with one unit on every wager
    options: tuple[OptionMeans, ...]
    guarded: Guarded | None
    trial: Trial
    fingerprints: tuple[Fingerprint, ...]

    @property
    def game(self) -> Game | None:
        return self.question.game

    @property
    def decks(self) -> int:
        assert self.question.decks is not None  # a sheet is always for full decks
        return self.question.decks

    @property
    def distribution(self) -> Distribution:
        return self.question.distribution

    @property
    def prices(self) -> tuple[Price, ...]:
        return tuple(self.question.prices.values())

    @property
    def title(self) -> str:
        """The title of the game, or of the custom wagers."""
        if self.game is not None:
            return self.game.title
        return ", ".join(wager.title for wager in self.custom)

    @property
    def figures_hash(self) -> str:
        """Return one hash of all exact figures, for comparing two sheets."""
        return next(each.sha256 for each in self.fingerprints if each.key == "figures")


def build_sheet(
    game: Game | None,
    decks: int,
    custom: Sequence[Wager] = (),
    *,
    rounds: int = ROUNDS,
    seed: int = SEED,
    shoes: int = SHOES,
    progress: Progress | None = None,
) -> Sheet:
    """Work out a sheet; the same arguments give the same sheet.

    `shoes` are dealt for the section on protection, `rounds` for the simulation.
    """
    warm()  # some twenty shoes are counted, and the simulation brings the compiler anyway
    question = ask(game, decks=decks, extra=custom)
    edges = edges_by_decks(question.wagers)
    removals = effects_of_removal(question.shoe, question.wagers)
    trial = run_trial(question, rounds, seed, progress)
    between = covariances(question.distribution, question.wagers)
    options = option_means(game, question)
    exact = {
        "deals": question.distribution.deals,
        "lines": {
            each.wager.id: [*(line.probability for line in each.lines), each.push]
            for each in question.prices.values()
        },
        "edges": edges,
        "removals": removals,
        "rounds": trial.counts,
        "covariances": {f"{one} {two}": each for (one, two), each in between.items()},
        "options": {each.procedure.irregularity.value: each.means for each in options},
    }
    return Sheet(
        question,
        tuple(custom),
        edges,
        removals,
        grounds(game, custom),
        {each.wager.id: holds(each) for each in question.prices.values()},
        between,
        largest_payout(question.distribution, question.wagers),
        options,
        guard(question, shoes, seed),
        trial,
        (*fingerprints(game, custom), fingerprint("figures", "Exact figures of this sheet", exact)),
    )


def edges_by_decks(wagers: Sequence[Wager]) -> dict[str, dict[int, Fraction]]:
    """Return the house edge of each wager for each number of full decks.

    >>> from punto.rules.games import find_game
    >>> tie = find_game("tiger").wager("tie")
    >>> {decks: f"{float(edge):.4%}" for decks, edge in edges_by_decks([tie])["tie"].items()}[8]
    '14.3596%'
    """
    distributions = {decks: distribution(Composition.of_decks(decks)) for decks in DECKS}
    return {
        wager.id: {decks: price(each, wager).house_edge for decks, each in distributions.items()}
        for wager in wagers
    }
