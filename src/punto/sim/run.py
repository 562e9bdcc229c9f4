"""Run: a simulation's blocks dealt by threads, their tallies added up as they complete."""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from punto.refusals import Reason, Refused
from punto.sim.checkpoint import Checkpoint
from punto.sim.deal_rules import Dealing
from punto.sim.tally import Tally, block_rounds, blocks_of, tally_block
from punto.sim.workers import shared_out

ROUNDS_MAX = 10**13  # several hours on a large machine
SEED_MAX = 2**64 - 1
SAVE_SECONDS = 60

Progress = Callable[[int], None]  # called with the rounds dealt so far


@dataclass(frozen=True, slots=True)
class Request:
    """A simulation request; the same request always has the same result."""

    dealing: Dealing
    rounds: int
    seed: int

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MAX:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "Simulate from 1 to {rounds_max:,} rounds, not {rounds:,}.",
                rounds_max=ROUNDS_MAX,
                rounds=self.rounds,
            )
        check_seed(self.seed)


def check_seed(seed: int) -> int:
    """Refuse an invalid seed."""
    if not 0 <= seed <= SEED_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A seed is a whole number from 0 to {seed_max}, not {seed}.",
            seed_max=SEED_MAX,
            seed=seed,
        )
    return seed


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of a request: complete, or partial if it was interrupted."""

    request: Request
    tally: Tally
    interrupted: bool


def simulate(
    request: Request,
    *,
    threads: int | None = None,
    progress: Progress | None = None,
    start: Checkpoint | None = None,
    save: Callable[[Checkpoint], None] | None = None,
) -> Answer:
    """Deal all rounds of a request on this machine.

    The result does not depend on the number of threads: every block has its own random stream, and
    counts add up the same in any order. Ctrl-C ends it early with the blocks completed so far.
    With a checkpoint in `start` only the remaining blocks are dealt, with the same result; `save`
    is called with a checkpoint every minute and at the end.

    >>> answer = simulate(Request(Dealing(), rounds=1000, seed=1))
    >>> answer.tally.rounds, answer.interrupted
    (1000, False)
    """
    dealing, rounds, seed = request.dealing, request.rounds, request.seed
    point = Checkpoint.at_start(dealing, rounds, seed) if start is None else start
    first, beyond = point.below, frozenset(point.beyond)

    def deal(number: int) -> Tally | None:
        block = first + number
        if block in beyond:
            return None
        return tally_block(dealing, seed, block, block_rounds(rounds, block))

    interrupted, saved = False, monotonic()
    with shared_out(deal, len(blocks_of(rounds)) - first, threads) as finished:
        try:
            for number, dealt in finished:
                if dealt is not None:
                    point.add(first + number, dealt)
                if progress is not None:
                    progress(point.tally.rounds)
                if save is not None and monotonic() - saved >= SAVE_SECONDS:
                    save(point)
                    saved = monotonic()
        except KeyboardInterrupt:
            interrupted = True
    if save is not None:
        save(point)
    return Answer(request, point.tally, interrupted)
