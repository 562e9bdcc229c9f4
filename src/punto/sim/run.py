"""Run: the blocks of a simulation shared out to threads, and added up as they come back."""

from collections.abc import Callable
from dataclasses import dataclass

from punto.refusals import Reason, Refused
from punto.sim.dealing import Dealing
from punto.sim.tally import Tally, block_rounds, blocks_of, no_tally, tally_block
from punto.sim.workers import shared_out

ROUNDS_MAX = 10**13  # some hours on a large machine
SEED_MAX = 2**64 - 1

Progress = Callable[[int], None]  # told the rounds dealt so far


@dataclass(frozen=True, slots=True)
class Request:
    """A simulation asked for; the same request always has the same answer."""

    dealing: Dealing
    rounds: int
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MAX:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                f"Simulate from 1 to {ROUNDS_MAX:,} rounds, not {self.rounds:,}.",
            )
        check_seed(self.seed)


def check_seed(seed: int) -> int:
    """Refuse what is no seed."""
    if not 0 <= seed <= SEED_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            f"A seed is a whole number from 0 to {SEED_MAX}, not {seed}.",
        )
    return seed


@dataclass(frozen=True, slots=True)
class Answer:
    """What was dealt: everything asked for, or what was done when it was interrupted."""

    request: Request
    tally: Tally
    interrupted: bool


def simulate(
    request: Request, *, threads: int | None = None, progress: Progress | None = None
) -> Answer:
    """Deal all rounds of a request on this machine.

    The answer does not depend on the number of threads: every block has its own random stream, and
    counts add up the same in any order. Ctrl-C ends it early with the blocks completed so far.

    >>> answer = simulate(Request(Dealing(), rounds=1000, seed=1))
    >>> answer.tally.rounds, answer.interrupted
    (1000, False)
    """
    dealing, rounds, seed = request.dealing, request.rounds, request.seed

    def deal(block: int) -> Tally:
        return tally_block(dealing, seed, block, block_rounds(rounds, block))

    tally, interrupted = no_tally(dealing), False
    with shared_out(deal, len(blocks_of(rounds)), threads) as finished:
        try:
            for _, dealt in finished:
                tally += dealt
                if progress is not None:
                    progress(tally.rounds)
        except KeyboardInterrupt:
            interrupted = True
    return Answer(request, tally, interrupted)
