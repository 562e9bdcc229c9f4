"""The same request has the same answer, however it is dealt; and it can be interrupted."""

import _thread
import signal
import threading
from dataclasses import fields

import numpy as np
import pytest

from punto.refusals import Refused
from punto.sim.deal_rules import Dealing
from punto.sim.run import Request, simulate
from punto.sim.tally import BLOCK_ROUNDS, Tally, no_tally, tally_blocks

REQUEST = Request(Dealing(cut=20, burn=True), 5 * BLOCK_ROUNDS + 12_345, seed=2**64 - 1)


def same(one: Tally, other: Tally) -> bool:
    names = [field.name for field in fields(Tally)]
    return all(np.array_equal(getattr(one, name), getattr(other, name)) for name in names)


def test_the_answer_does_not_depend_on_threads() -> None:
    answers = [simulate(REQUEST, threads=threads).tally for threads in (1, 2, 7)]
    assert answers[0].rounds == REQUEST.rounds
    assert same(answers[0], answers[1])
    assert same(answers[0], answers[2])


def test_the_answer_does_not_depend_on_how_blocks_are_shared_out() -> None:
    whole = simulate(REQUEST).tally
    blocks = [(number, BLOCK_ROUNDS) for number in range(5)] + [(5, 12_345)]
    parts = [tally_blocks(REQUEST.dealing, REQUEST.seed, [block]) for block in reversed(blocks)]
    assert same(sum(parts, no_tally(REQUEST.dealing)), whole)


def test_another_seed_has_another_answer() -> None:
    other = Request(REQUEST.dealing, REQUEST.rounds, seed=1)
    assert not same(simulate(REQUEST).tally, simulate(other).tally)


def test_progress_is_told_and_ends_at_the_rounds_asked_for() -> None:
    told: list[int] = []
    simulate(REQUEST, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == REQUEST.rounds


def test_an_interrupted_run_gives_the_blocks_completed() -> None:
    request = Request(Dealing(), 10**13, seed=1)

    def stop_soon(rounds: int) -> None:
        if rounds >= 4 * BLOCK_ROUNDS:
            _thread.interrupt_main()

    assert threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # as a program begins
    try:
        answer = simulate(request, progress=stop_soon)
    finally:
        signal.signal(signal.SIGINT, before or signal.default_int_handler)
    assert answer.interrupted
    assert answer.tally.rounds >= 4 * BLOCK_ROUNDS
    assert answer.tally.rounds % BLOCK_ROUNDS == 0


@pytest.mark.parametrize("rounds", [1, 2, 67, 68, 69, 1000])
def test_so_few_rounds_are_dealt_exactly(rounds: int) -> None:
    tally = simulate(Request(Dealing(), rounds, seed=3)).tally
    assert tally.rounds == rounds
    assert tally.sure.sum() == min(rounds, 68) if rounds < 75 else True


@pytest.mark.parametrize(
    ("dealing", "words"),
    [
        ({"decks": 3}, "4 to 10 decks"),
        ({"decks": 11}, "4 to 10 decks"),
        ({"cut": 5}, "6 to 416"),
        ({"cut": -1}, "6 to 416"),
        ({"cut": 417}, "6 to 416"),
        ({"cut": 406, "burn": True}, "6 to 405"),
        ({"cut": 14, "after_cut": 2}, "18 to 416"),
        ({"after_cut": -1}, "0 to 10 rounds"),
    ],
)
def test_an_impossible_dealing_is_refused(dealing: dict[str, int], words: str) -> None:
    with pytest.raises(Refused, match=words):
        Dealing(**dealing)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("rounds", "seed", "words"),
    [(0, 1, "from 1 to"), (10**14, 1, "from 1 to"), (5, -1, "seed"), (5, 2**64, "seed")],
)
def test_an_impossible_request_is_refused(rounds: int, seed: int, words: str) -> None:
    with pytest.raises(Refused, match=words):
        Request(Dealing(), rounds, seed)


@pytest.mark.parametrize("threads", [0, -1, 10**6])
def test_an_impossible_number_of_threads_is_refused(threads: int) -> None:
    with pytest.raises(Refused, match="threads"):
        simulate(Request(Dealing(), 5, 1), threads=threads)


@pytest.mark.parametrize("cut", [6, 416])
def test_the_deepest_and_the_shallowest_cut(cut: int) -> None:
    tally = simulate(Request(Dealing(cut=cut), 100_000, seed=1)).tally
    lengths = np.flatnonzero(tally.lengths)
    assert (lengths.tolist() == [1]) if cut == 416 else (76 <= lengths[0] <= lengths[-1] <= 95)
