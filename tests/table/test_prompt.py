"""The next step of a table, in every state, with its clause and people."""

import pytest
from msgspec.structs import replace

from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.table import commands as c
from punto.table.people import Patron
from punto.table.prompt import Step, next_step
from punto.table.state import CLOSED, State
from tests.envelope import Given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    OPEN,
    OPEN_SEALED,
    READER,
    SEAL,
    SETTLED,
    SHOE,
    TIGER,
    Act,
    after,
    draw,
    opened,
    report,
    stake,
)
from tests.table.state_parts import shoe

PLAYER, BANKER = Side.PLAYER, Side.BANKER
SEALED_FRESH = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
COMMITTED = Given(c.Contribute("ab" * 32), Patron("seat1"))
DEALERS_CUT = Given(c.Contribute("cd" * 32), ANYBODY)
NO_MORE = Given(c.CloseContributions(), ANYBODY)
CARDS = ("2C", "2D", "3H", "AS")


def passed(side: Side, patron: str) -> Act:
    return c.PassCards(side, patron)


def first(side: Side) -> Act:
    return c.ChooseFirstRevealed(side)


def expose(side: Side, patron: str = "") -> Act:
    return Given(c.ExposeCards(side), Patron(patron) if patron else ANYBODY)


def device_draws(*cards: str) -> list[Act]:
    return [Given(c.DrawCard(card), READER) for card in cards]


UNEVEN = after(opened(replace(TIGER, differential_cents=0)), c.OpenBetting, stake())
STAKED = after(METHOD_A, stake(), c.CloseBetting, *draw(*CARDS))
HELD = after(STAKED, passed(PLAYER, "seat1"))
NOBODY_STAKED = after(METHOD_A, c.CloseBetting, *draw(*CARDS))
UP = after(NOBODY_STAKED, expose(PLAYER), expose(BANKER))
THIRD = after(UP, c.AnnounceTotals, *draw("4H"))
WITH_DEVICE = after(METHOD_C, stake(), c.GiveDevice("seat1"))
IN_C = after(WITH_DEVICE, c.CloseBetting, *device_draws(*CARDS))
ROUND: tuple[Act, ...] = (
    c.OpenBetting,
    c.CloseBetting,
    *draw("9S", "8S", "KS", "KH"),
    c.AnnounceTotals,
    c.AnnounceOutcome,
)
CUT = after(LOADED, c.OpenBetting, c.ReportCutCard, *ROUND[1:])
ONE_MORE = opened(replace(TIGER, rounds_after_cut=1))
CUT_ONE_MORE = after(ONE_MORE, c.OpenBetting, c.ReportCutCard, *ROUND[1:])
LEFT = after(
    METHOD_A,
    stake(),
    c.CloseBetting,
    *draw(None, "2D", None, "AS"),
    passed(PLAYER, "seat1"),
    report(Irregularity.PATRON_LEFT_WITH_CARDS, patron="seat1"),
)
ASIDE = after(LEFT, c.SetAside(("4H", "6C")))

PROMPTS: dict[str, tuple[State, Step, str, Side | None, tuple[str, ...]]] = {
    "closed": (CLOSED, Step.OPEN_TABLE, "", None, ()),
    "no shoe": (OPEN, Step.LOAD_SHOE, "", None, ()),
    "no card left": (
        replace(LOADED, shoe=shoe(LOADED, gone=8 * 52)),
        Step.LOAD_SHOE,
        "",
        None,
        (),
    ),
    "altered": (
        after(METHOD_C, report(Irregularity.ALTERED_BY_MOVING_DEVICE)),
        Step.LOAD_SHOE,
        "5.12.2",
        None,
        (),
    ),
    "cut": (CUT, Step.LOAD_SHOE, "reading cut-card", None, ()),
    "cut, and one round more": (CUT_ONE_MORE, Step.OPEN_BETTING, "3.1", None, ()),
    "cut, and that round played": (
        after(CUT_ONE_MORE, *ROUND),
        Step.LOAD_SHOE,
        "reading cut-card",
        None,
        (),
    ),
    "contribute": (SEALED_FRESH, Step.CONTRIBUTE, "reading shared-order", None, ()),
    "close contributions": (
        after(SEALED_FRESH, COMMITTED),
        Step.CLOSE_CONTRIBUTIONS,
        "reading shared-order",
        None,
        (),
    ),
    "reveal contributions": (
        after(SEALED_FRESH, COMMITTED, DEALERS_CUT, NO_MORE),
        Step.REVEAL_CONTRIBUTIONS,
        "reading shared-order",
        None,
        ("seat1",),
    ),
    "burn": (opened(replace(TIGER, burn=True)), Step.BURN, "reading burn", None, ()),
    "ready": (LOADED, Step.OPEN_BETTING, "3.1", None, ()),
    "between rounds": (SETTLED, Step.OPEN_BETTING, "3.1", None, ()),
    "betting": (BETTING, Step.CLOSE_BETTING, "3.2", None, ()),
    "too far apart": (UNEVEN, Step.DECREASE, "5.18", PLAYER, ()),
    "first card": (DEALING, Step.DRAW, "3.13.1", PLAYER, ()),
    "second card": (after(DEALING, *draw("9S")), Step.DRAW, "3.13.2", BANKER, ()),
    "four cards": (DEALT, Step.ANNOUNCE_TOTALS, "3.15", None, ()),
    "natural": (after(DEALT, c.AnnounceTotals), Step.ANNOUNCE_OUTCOME, "3.15", None, ()),
    "third card": (after(UP, c.AnnounceTotals), Step.DRAW, "3.15", PLAYER, ()),
    "third card of the older game": (
        after(opened(OLDER), c.OpenBetting, c.CloseBetting, *draw(*CARDS), c.AnnounceTotals),
        Step.DRAW,
        "3.9.2",
        PLAYER,
        (),
    ),
    "due to a patron": (STAKED, Step.PASS, "3.10.2", PLAYER, ("seat1",)),
    "held": (HELD, Step.CHOOSE_FIRST, "3.10.6", None, ()),
    "held, first": (
        after(HELD, first(PLAYER)),
        Step.EXPOSE,
        "3.10.6",
        PLAYER,
        ("seat1",),
    ),
    "held, second": (after(HELD, first(BANKER)), Step.EXPOSE, "3.10.6", BANKER, ()),
    "held, other is up": (
        after(HELD, first(BANKER), expose(BANKER)),
        Step.EXPOSE,
        "3.10.6",
        PLAYER,
        ("seat1",),
    ),
    "nobody staked": (NOBODY_STAKED, Step.EXPOSE, "3.10.6", PLAYER, ()),
    "third face down": (THIRD, Step.EXPOSE, "3.10.7", PLAYER, ()),
    "third face down of a hand passed for it": (
        after(
            THIRD,
            c.AllowSqueezing(PLAYER, "seat5"),
            passed(PLAYER, "seat5"),
        ),
        Step.EXPOSE,
        "3.10.7",
        PLAYER,
        ("seat5",),
    ),
    "third face down of a hand held": (
        after(
            HELD,
            first(PLAYER),
            expose(PLAYER, "seat1"),
            expose(BANKER),
            c.AnnounceTotals,
            *draw("4H"),
        ),
        Step.EXPOSE,
        "3.10.7",
        PLAYER,
        ("seat1",),
    ),
    "device": (after(WITH_DEVICE, c.CloseBetting), Step.DRAW, "3.13.1", PLAYER, ("seat1",)),
    "device without a stake": (
        after(WITH_DEVICE, c.WithdrawStake(1), c.CloseBetting),
        Step.PASS_DEVICE,
        "3.12.2",
        None,
        ("seat1",),
    ),
    "drawn by a patron": (IN_C, Step.EXPOSE, "3.12.5", PLAYER, ()),
    "option": (
        after(BETTING, report(Irregularity.POWER_FAILURE)),
        Step.ANSWER_OPTION,
        "5.17.1",
        None,
        ("seat1", "seat2"),
    ),
    "order": (
        after(DEALT, report(Irregularity.DEALT_IN_WRONG_ORDER)),
        Step.RECONSTRUCT,
        "5.7",
        None,
        (),
    ),
    "decision": (after(DEALT, report(Irregularity.NOT_COVERED)), Step.DECIDE, "6.1", None, ()),
    "gone": (LEFT, Step.SET_ASIDE, "5.11.1", None, ()),
    "aside": (ASIDE, Step.SORT, "5.11.2", None, ()),
}


@pytest.mark.parametrize("when", PROMPTS)
def test_the_next_step_is(when: str) -> None:
    state, step, clause, side, patrons = PROMPTS[when]
    prompt = next_step(state)
    assert (prompt.step, prompt.clause, prompt.side, prompt.patrons) == (
        step,
        clause,
        side,
        patrons,
    )
    assert prompt.why.endswith(".")


def test_why_is_told_in_words() -> None:
    assert next_step(STAKED).why == "seat1 is due the Player cards."
    assert next_step(NOBODY_STAKED).why == "The dealer exposes the Player cards."
    assert next_step(after(HELD, first(PLAYER))).why == "seat1 exposes the Player cards."
    held = "On hold for patron left with cards: set aside the cards that are left."
    assert next_step(LEFT).why == held


def test_every_step_is_written_so() -> None:
    assert [step.value for step in Step] == [
        "open-table",
        "load-shoe",
        "contribute",
        "close-contributions",
        "reveal-contributions",
        "burn",
        "open-betting",
        "close-betting",
        "decrease",
        "pass-device",
        "draw",
        "pass",
        "choose-first",
        "expose",
        "announce-totals",
        "announce-outcome",
        "confirm-report",
        "correct-display",
        "answer-option",
        "reconstruct",
        "set-aside",
        "sort",
        "replace",
        "decide",
    ]
