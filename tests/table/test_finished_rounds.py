"""What is stored about finished rounds, and how a correction changes it."""

from msgspec.structs import replace

from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.rules.settlement import Result
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.evolve import evolve
from punto.table.state import CLOSED, Case, Finished, Shoe, State, Waits
from tests.table.starting_states import (
    DEALT,
    LOADED,
    METHOD_A,
    SETTLED,
    TIGER,
    after,
    draw,
    report,
    stake,
)
from tests.table.state_parts import in_round, play, shoe

UNREAD = after(METHOD_A, stake(), c.CloseBetting, *draw(None, "2D", None, "AS"))
NEW_METHOD = replace(TIGER, method=Method.A)


def test_a_table_that_was_never_opened_remembers_nothing() -> None:
    nothing = State(
        configuration=None,
        method=Method.B,
        shoe=None,
        retired={},
        round=None,
        case=None,
        rounds=0,
        stakes=0,
        finished=(),
        under_minimum=(),
        device="",
        device_without_stake=False,
    )
    assert nothing == CLOSED


def test_a_case_that_waits_for_a_decision_offers_nothing() -> None:
    waiting = evolve(DEALT, e.CaseOpened(I.NOT_COVERED, "decision", clause="6.1"))
    assert waiting.case == Case(
        I.NOT_COVERED, "6.1", Waits.DECISION, Option.NONE, (), (), (), round=0
    )


def test_a_settled_round_is_remembered_with_how_the_table_was_set() -> None:
    lines = SETTLED.finished[0].lines
    stakes = tuple(play(DEALT).stakes.values())
    cards = ("9S", "8S", "KS", "KH")
    finished = Finished(
        1,
        cards,
        stakes,
        lines,
        void=False,
        configuration=TIGER,
        source=CardSource.PHYSICAL,
        dealer="staff",
    )
    later = replace(DEALT, round=None, finished=(finished,))
    assert later == SETTLED


def test_a_void_round_is_remembered_with_the_cards_that_were_read() -> None:
    void = evolve(
        UNREAD, e.RoundVoided(1, (paid(1),), must_replace=True, clause="5.12.2", dealer="staff")
    )
    assert void == replace(
        UNREAD,
        round=None,
        shoe=shoe(UNREAD, must_replace="5.12.2", unturned=("2D", "AS")),
        finished=(
            Finished(
                1,
                ("2D", "AS"),
                tuple(play(UNREAD).stakes.values()),
                (paid(1),),
                void=True,
                configuration=NEW_METHOD,
                source=CardSource.PHYSICAL,
                dealer="staff",
                changed_cents=10_00,
            ),
        ),
    )
    usable = evolve(UNREAD, e.RoundVoided(1, (paid(1),), clause="5.1.1", dealer="staff"))
    assert usable.shoe == shoe(UNREAD, unturned=("2D", "AS"))


def test_a_void_round_takes_its_open_case_with_it() -> None:
    waiting = after(UNREAD, report(I.NOT_COVERED))
    assert waiting.case is not None
    assert evolve(waiting, e.RoundVoided(1, (paid(1),), dealer="staff")).case is None


def paid(number: int) -> e.Paid:
    return e.Paid(number, "seat1", "player", 10_00, Result.VOID, "", 0, 10_00, "5.1.1")


def test_rounds_after_the_cut_card_are_counted_with_the_one_in_which_it_came() -> None:
    out = after(DEALT, c.ReportCutCard, c.AnnounceTotals, c.AnnounceOutcome)
    assert out.shoe == shoe(DEALT, cut_card_out=True, rounds_after_cut=1)


def test_ten_rounds_are_remembered() -> None:
    state = LOADED
    for _ in range(12):
        state = after(state, c.OpenBetting, report(I.FOREIGN_CARDS))
    assert [each.number for each in state.finished] == list(range(3, 13))


def test_a_correction_changes_its_round_and_what_the_shoe_has_shown() -> None:
    twice = after(SETTLED, c.OpenBetting, report(I.FOREIGN_CARDS))
    cards = ("9S", "2H", "3S", "4H", "5D")
    lines = SETTLED.finished[0].lines
    settled = e.RoundSettled(
        1, cards, 2, 6, lines, under_minimum=("a",), corrects=True, dealer="staff"
    )
    first, second = twice.finished
    first = replace(first, under_minimum_before=("a",))
    later = evolve(replace(twice, under_minimum=("b",), finished=(first, second)), settled)
    assert later == replace(
        twice,
        finished=(
            replace(first, cards=cards, changed_cents=40_00),
            replace(second, under_minimum_before=("a",)),
        ),
        under_minimum=("a",),
        shoe=shoe(
            twice,
            gone=5,
            seen={"9S": 1, "8S": 0, "KS": 0, "KH": 0, "2H": 1, "3S": 1, "4H": 1, "5D": 1},
        ),
    )
    fewer = evolve(later, replace(settled, cards=("9S", "8S", "KS", "KH")))
    assert fewer.shoe is not None
    assert fewer.shoe.gone == 5, "what has left the device does not come back"
    assert fewer.finished[0].changed_cents == 2 * 40_00, "both corrections"


def test_a_finished_round_made_void_keeps_its_cards() -> None:
    lines = SETTLED.finished[0].lines
    void = evolve(SETTLED, e.RoundVoided(1, lines, corrects=True, dealer="staff"))
    about_cents = 20_00 + 20_00  # seat1 was paid twice its stake, seat2 lost 20.00
    changed = replace(SETTLED.finished[0], void=True, changed_cents=about_cents)
    assert void == replace(SETTLED, finished=(changed,))


def test_a_correction_does_not_touch_another_shoe() -> None:
    other = after(SETTLED, c.RetireShoe, c.LoadShoe("two"))
    lines = SETTLED.finished[0].lines
    settled = e.RoundSettled(
        1, ("8S", "9S", "KS", "KH"), 8, 9, lines, corrects=True, dealer="staff"
    )
    assert evolve(other, settled).shoe == Shoe("two", 8, source=CardSource.PHYSICAL)
    assert evolve(replace(other, shoe=None), settled).shoe is None


def unturned(state: State) -> tuple[str, ...]:
    assert state.shoe is not None
    return state.shoe.unturned


def test_a_void_round_leaves_what_was_never_face_up_unknown() -> None:
    face_down = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D", "3H", "AS"))
    turned = evolve(face_down, e.CardsExposed(Side.PLAYER, ("2C", "3H")))
    aside = in_round(turned, set_aside=("4H", None))
    lines = (paid(1),)
    assert unturned(evolve(aside, e.RoundVoided(1, lines, dealer="staff"))) == ("2D", "AS", "4H")
    assert (
        unturned(evolve(in_round(turned, cards=()), e.RoundVoided(1, lines, dealer="staff"))) == ()
    )


def test_what_void_rounds_left_unknown_adds_up() -> None:
    face_down = after(METHOD_A, stake(), c.CloseBetting, *draw("2C", "2D"))
    before = replace(face_down, shoe=shoe(face_down, unturned=("9S", "2C")))
    void = evolve(before, e.RoundVoided(1, (paid(1),), dealer="staff"))
    assert unturned(void) == ("9S", "2C", "2C", "2D")
