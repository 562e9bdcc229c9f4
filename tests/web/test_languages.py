"""A refusal and a prompt say the same facts in English and in Chinese."""

import pytest

from punto.journal.people.people import Kind, Person
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.table.prompt import next_step
from punto.table.state import State
from punto.web.errors import refusal_view
from punto.web.views.table import prompt_view
from tests.envelope import Given
from tests.table.starting_states import (
    BETTING,
    DEALING,
    DEALT,
    METHOD_A,
    after,
    draw,
    refused,
    report,
    stake,
)

DEALER = Staff("dora", Position.DEALER)
DEALER_SEES = Person("dora", Kind.STAFF, Position.DEALER)
SEAT2_SEES = Person("seat2", Kind.PATRON)
OWED = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D", "3H", "AS"))
TAKEN = after(DEALT, report(Irregularity.NOT_COVERED))

REFUSED = {
    "minimum": (
        BETTING,
        Given(c.PlaceStake("seat3", "tie", 3, 1_00, on_request=True), DEALER),
        "The minimum on tie is 10.00.",
        "和的最低投注是 10.00。",
    ),
    "seat": (
        BETTING,
        Given(c.PlaceStake("seat3", "tie", 99, 10_00, on_request=True), DEALER),
        "This table has positions 1 to 8, not 99.",
        "本桌有位置 1 至 8，没有 99。",
    ),
    "position": (
        TAKEN,
        Given(c.Decide(void=False, why="it was seen"), DEALER),
        "This is for the Gaming Shift Manager to do, not for the Dealer.",
        "此操作须由值班博彩经理进行，荷官不可。",
    ),
    "case": (
        TAKEN,
        Given(c.AnnounceOutcome(), DEALER),
        "First not covered must be resolved: it waits for decision.",
        "须先处理规则未涵盖：正在等待裁定。",
    ),
    "card": (
        DEALT,
        Given(c.DrawCard("2C"), DEALER),
        "Announce the totals before a third card is drawn.",
        "补第三张牌之前请先宣布点数。",
    ),
}
PROMPTS = {
    "draw": (
        after(DEALING, *draw("2C", "2D", "3H", "AS"), c.AnnounceTotals),
        DEALER_SEES,
        "Player has 5 and draws on 0 to 5.",
        "闲 5 点，0 至 5 点补牌。",
    ),
    "pass": (
        OWED,
        DEALER_SEES,
        "seat1 is due the Player cards.",
        "闲的牌应交给 seat1。",
    ),
    "another's turn": (OWED, SEAT2_SEES, "It is another player's turn.", "轮到另一位客人。"),
    "case": (
        TAKEN,
        DEALER_SEES,
        "On hold for not covered: decide what happens.",
        "因规则未涵盖暂停：请作出裁定。",
    ),
}


@pytest.mark.parametrize("why", REFUSED)
def test_a_refusal_has_the_same_facts_in_both_languages(why: str) -> None:
    state, given, english, chinese = REFUSED[why]
    said = refusal_view(refused(state, given))
    assert (said.sentence, said.chinese) == (english, chinese)


@pytest.mark.parametrize("when", PROMPTS)
def test_a_prompt_has_the_same_facts_in_both_languages(when: str) -> None:
    prompts: dict[str, tuple[State, Person, str, str]] = PROMPTS
    state, person, english, chinese = prompts[when]
    said = prompt_view(next_step(state), person)
    assert (said.why, said.chinese) == (english, chinese)
