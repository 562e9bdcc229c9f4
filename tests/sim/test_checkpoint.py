"""Checkpoints: a run interrupted anywhere ends with the tally of an uninterrupted one."""

import json

import pytest

from punto.refusals import Refused
from punto.sim import run as runs
from punto.sim.checkpoint import Checkpoint, decode, encode
from punto.sim.deal_rules import Dealing
from punto.sim.run import Request, simulate
from punto.sim.tally import BLOCK_ROUNDS, block_rounds, tally_block
from tests.sim.test_run import same

REQUEST = Request(Dealing(burn=True, cut=20), 5 * BLOCK_ROUNDS + 777, seed=12)


@pytest.fixture(scope="module")
def whole() -> Checkpoint:
    saved: list[Checkpoint] = []
    simulate(REQUEST, save=saved.append)
    return saved[-1]


def at_start() -> Checkpoint:
    return Checkpoint.at_start(REQUEST.dealing, REQUEST.rounds, REQUEST.seed)


@pytest.mark.parametrize("blocks", [(), (0,), (3,), (5,), (1, 0, 4), (0, 1, 2, 3, 4, 5)])
def test_the_rest_is_dealt_and_the_sum_is_the_same(
    blocks: tuple[int, ...], whole: Checkpoint
) -> None:
    point = at_start()
    for block in blocks:
        rounds = block_rounds(REQUEST.rounds, block)
        point.add(block, tally_block(REQUEST.dealing, REQUEST.seed, block, rounds))
    again = decode(encode(point))
    assert again.has(5) == (5 in blocks)
    answer = simulate(REQUEST, start=again, threads=2)
    assert same(answer.tally, whole.tally)


def test_a_run_broken_off_again_and_again_ends_alike(
    whole: Checkpoint, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "SAVE_SECONDS", 0)
    data, runs_needed = encode(at_start()), 0
    while True:
        start = decode(data)
        before = start.tally.rounds
        saved: list[bytes] = []

        def interrupt(rounds: int, before: int = before) -> None:
            if rounds > before:
                raise KeyboardInterrupt

        last = before + BLOCK_ROUNDS > REQUEST.rounds
        answer = simulate(
            REQUEST,
            start=start,
            threads=1,
            progress=None if last else interrupt,
            save=lambda point, saved=saved: saved.append(encode(point)),  # type: ignore[misc]
        )
        data, runs_needed = saved[-1], runs_needed + 1
        if not answer.interrupted:
            break
    assert runs_needed > 3
    assert same(answer.tally, whole.tally)


def test_what_is_no_sound_checkpoint_is_refused(whole: Checkpoint) -> None:
    good = json.loads(encode(whole))
    tally = good["tally"]
    more = {**tally, "sure": [tally["sure"][0] + 1, *tally["sure"][1:]]}
    bad: object
    for bad in (
        {**good, "format": 2},
        {**good, "below": good["below"] - 1},
        {**good, "below": 99},
        {**good, "beyond": [0]},
        {**good, "decks": 3},
        {**good, "cut": good["cut"] + 50},
        {**good, "rounds": good["rounds"] + 1},
        {**good, "tally": more},
        {**good, "tally": {**tally, "sure": tally["sure"][:-1]}},
        {**good, "tally": {**tally, "late": [-1] * len(tally["late"])}},
        {**good, "tally": {name: tally[name] for name in ("sure", "late")}},
        [],
    ):
        with pytest.raises(Refused, match="damaged"):
            decode(json.dumps(bad).encode())
    for data in (b"", b"\xff\x00", encode(whole)[:-5]):
        with pytest.raises(Refused, match="damaged"):
            decode(data)
