"""After any table events, the books balance and every stake's transfers match its settlement."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from punto.ledger import postings as posting
from punto.ledger.accounts import bank, chips, claims, held, patron
from punto.ledger.script_purses import ScriptPurses
from punto.ledger.stakes import Life, stakes_of
from punto.ledger.transfers import Purpose, Transfer, changes
from punto.rules.settlement import Result
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Funding
from punto.table.people import Actor
from punto.table.scripts import play_script
from punto.table.scripts.stage import SECOND, Stage
from tests.envelope import Given
from tests.ledger.books import Books
from tests.ledger.sequences import play

SCRIPTS = sorted((Path(__file__).parent.parent / "rounds").rglob("*.round"))


@pytest.mark.parametrize("first", range(0, 160, 20))
def test_the_books_hold_after_any_sequence(first: int) -> None:
    for seed in range(first, first + 20):
        play(seed)


def test_the_sequences_reach_every_turn_of_a_stakes_life() -> None:
    purposes: Counter[Purpose] = Counter()
    lives: Counter[Life] = Counter()
    for seed in range(60):
        moved = play(seed).moved
        purposes.update(each.purpose for each in moved)
        lives.update(stake.life for stake in stakes_of(moved).values())
    a_stakes = set(Purpose) - set(list(Purpose)[list(Purpose).index(Purpose.CLAIM) :])
    assert a_stakes <= set(purposes)
    assert set(lives) == set(Life)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_books_hold_in_every_round_script(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each script is played a second time, command by command, with books beside it."""
    commands: list[Given] = []

    give = Stage.give

    def listening(stage: Stage, command: c.Command, by: Actor) -> tuple[e.Event, ...]:
        events = give(stage, command, by)  # what is refused, by table or books, is not done
        if not stage.is_rehearsal:
            second = SECOND if isinstance(command, c.OpenTable) else None
            commands.append(Given(command, by, stage.at, second))
        return events

    monkeypatch.setattr(Stage, "give", listening)
    stage = play_script(path.read_text(encoding="utf-8"), ScriptPurses())
    patrons = {each.command.patron for each in commands if isinstance(each.command, c.PlaceStake)}
    books = Books(patrons, credits_cents=10**9)
    for command in commands:
        books.give(command)
    assert books.state == stage.state


@pytest.mark.parametrize("funding", Funding)
@pytest.mark.parametrize("first", [("9S",), ("8S",)])
def test_a_correction_and_its_correction_cancel_to_the_cent(
    funding: Funding, first: tuple[str, ...]
) -> None:
    """What was handed over in between stays owed, so the patron is worth what the round paid."""
    second = ("8S",) if first == ("9S",) else ("9S",)
    before = changes(posting.postings("t1", funding, [_settled(first, corrects=False)]))
    books = dict(before)
    for old, new in ((first, second), (second, first)):
        correction = (_reversed(old), _settled(new, corrects=True))
        for account, change in changes(posting.postings("t1", funding, correction, books)).items():
            books[account] = books.get(account, 0) + change
    for account in (held("t1"), bank("t1")):
        assert books[account] == before.get(account, 0)
    purse, owed = posting.purse_of("t1", funding, "seat1"), claims("t1", "seat1")
    assert books.get(purse, 0) + books[owed] == before.get(purse, 0)
    assert books[owed] <= 0


def _line(cards: tuple[str, ...]) -> e.Paid:
    wins = cards[0] == "9S"
    result, profit = (Result.WIN, 10_000) if wins else (Result.LOSE, -10_000)
    pays = "1 to 1" if wins else ""
    return e.Paid(1, "seat1", "player", 10_000, result, pays, profit, 10_000 + profit, "4.1")


def _settled(cards: tuple[str, ...], *, corrects: bool) -> e.RoundSettled:
    totals = (9, 8) if cards[0] == "9S" else (8, 9)
    return e.RoundSettled(1, cards, *totals, (_line(cards),), corrects=corrects)


def _reversed(cards: tuple[str, ...]) -> e.SettlementReversed:
    return e.SettlementReversed(1, (_line(cards),))


def test_what_is_owed_is_netted_before_anything_is_handed_over() -> None:
    won, lost = ("9S",), ("8S",)
    correction = (_reversed(won), _settled(lost, corrects=True))
    owed = posting.postings("t1", Funding.CREDITS, correction)
    assert changes(owed) == {
        claims("t1", "seat1"): -20_000,
        held("t1"): 0,
        bank("t1"): 20_000,
    }
    back = (_reversed(lost), _settled(won, corrects=True))
    alone = posting.postings("t1", Funding.CREDITS, back)
    assert alone[-1] == Transfer(claims("t1", "seat1"), patron("seat1"), 20_000, Purpose.CORRECTION)
    netted = posting.postings("t1", Funding.CREDITS, back, {claims("t1", "seat1"): -20_000})
    assert netted == alone[:-1]


def test_a_stake_above_the_maximum_is_posted_in_part() -> None:
    for result, pays, profit, counted in (
        (Result.LOSE, "", -500, 500),
        (Result.WIN, "0.95 to 1", 475, 500),
        (Result.VOID, "", 0, 0),
        (Result.RETURNED, "", 0, 0),
    ):
        line = e.Paid(7, "seat1", "banker", 800, result, pays, profit, 800 + profit, "4.1", "5.15")
        settled = e.RoundSettled(1, (), 0, 0, (line,))
        staked = e.StakePlaced(7, "seat1", "banker", 1, 800, False)
        moved = posting.postings("t1", Funding.CHIPS, [staked, settled])
        stake = stakes_of(moved)[7]
        assert stake.counted_cents == counted
        assert stake.voided_cents == 800 - counted
        assert stake.life is (Life.PARTLY_POSTED if counted else Life.VOIDED)
        assert changes(moved)[chips("t1")] == profit


def test_a_stake_changed_to_what_it_was_moves_nothing() -> None:
    same = e.StakeChanged(1, "seat1", "tie", 500, 500)
    assert posting.postings("t1", Funding.CREDITS, [same]) == ()


@pytest.mark.parametrize("forgotten", [Purpose.VOID, Purpose.LOSS, Purpose.WINNINGS])
def test_books_that_forget_something_are_found_out(
    forgotten: Purpose, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = posting._settled

    def careless(*settled: object) -> Iterable[Transfer]:
        return [each for each in whole(*settled) if each.purpose is not forgotten]  # type: ignore[arg-type]

    monkeypatch.setattr(posting, "_settled", careless)
    with pytest.raises(AssertionError):
        _play_all(range(40))


def _play_all(seeds: Iterable[int]) -> None:
    for seed in seeds:
        play(seed)
