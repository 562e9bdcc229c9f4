"""Who deals: signing on and off, being signed on by dealing, and what names the dealer."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.dealers import READING, taken_over_by
from punto.table.evolve import Corrupt, evolve, evolve_all
from punto.table.people import Machine, Patron, Role, Staff
from punto.table.state import State
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    AUTOMATIC,
    DEALING,
    LOADED,
    METHOD_C,
    OPEN,
    OPEN_SEALED,
    READER,
    SETTLED,
    after,
    cited,
    draw,
    refused,
    report,
    stake,
)
from tests.table.virtual_shoes import ORDER, dealt, loaded

DANA, ROBIN = Staff("dana", Position.DEALER), Staff("robin", Position.DEALER)
SUPERVISOR = Staff("max", Position.PIT_SUPERVISOR)
OFF, ON = c.SignOffDealer(), c.SignOnDealer()
BY_ITSELF = loaded(CardSource.AUTOMATIC)
SEATED = after(LOADED, Given(ON, DANA))


def by(person: Staff, *commands: object) -> list[Given]:
    made = [each() if isinstance(each, type) else each for each in commands]
    return [Given(each, person) for each in made]


def test_a_dealer_signs_on_and_off() -> None:
    signed = decide_given(LOADED, Given(ON, DANA))
    assert signed == (e.DealerSignedOn("dana", "", clause=READING),)
    assert SEATED.dealer == "dana"
    off = decide_given(SEATED, Given(OFF, DANA))
    assert off == (e.DealerSignedOff("dana", clause=READING),)
    assert evolve_all(SEATED, off).dealer == ""
    assert after(OPEN, Given(ON, DANA), c.CloseTable).dealer == ""


def test_signing_on_twice_and_off_from_nowhere_is_refused() -> None:
    for state, given in ((SEATED, Given(ON, DANA)), (LOADED, Given(OFF, DANA))):
        found = refused(state, given)
        assert (found.reason, found.clause) == (Reason.NO_SUCH_CASE, READING)
    playing = after(SEATED, *by(DANA, c.OpenBetting))
    assert refused(playing, Given(OFF, DANA)).reason is Reason.ROUND_IN_PLAY


def test_another_dealer_relieves_and_someone_above_signs_one_off() -> None:
    relieved = decide_given(SEATED, Given(ON, ROBIN))
    assert relieved == (e.DealerSignedOn("robin", "dana", clause=READING),)
    assert refused(SEATED, Given(OFF, ROBIN)).reason is Reason.NOT_AUTHORISED
    assert decide_given(SEATED, Given(OFF, SUPERVISOR)) == (
        e.DealerSignedOff("dana", clause=READING),
    )
    assert refused(SEATED, Given(ON, Patron("seat1"))).reason is Reason.NOT_AUTHORISED


def test_who_opens_betting_unsigned_deals_the_round() -> None:
    events = decide_given(LOADED, Given(c.OpenBetting(), DANA))
    assert [type(each) for each in events] == [e.DealerSignedOn, e.BettingOpened]
    taken = decide_given(SEATED, Given(c.OpenBetting(), ROBIN))
    assert taken[0] == e.DealerSignedOn("robin", "dana", clause=READING)
    assert [type(each) for each in decide_given(SEATED, Given(c.OpenBetting(), DANA))] == [
        e.BettingOpened
    ]


def played(*givens: Given, settle: Staff = DANA) -> State:
    state = after(SEATED, *by(DANA, c.OpenBetting, stake()), *givens)
    return after(state, *by(settle, c.AnnounceTotals, c.AnnounceOutcome))


def test_a_round_is_of_the_dealer_of_its_first_card() -> None:
    cards = ("9S", "8S", "KS", "KH")
    own = played(*by(DANA, c.CloseBetting, *draw(*cards)))
    assert own.finished[-1].dealer == "dana"
    # Robin draws the first card without a word: the round is Robin's.
    took = played(*by(DANA, c.CloseBetting), *by(ROBIN, *draw(*cards)))
    assert (took.finished[-1].dealer, took.dealer) == ("robin", "robin")
    # Robin signs on after the first card: the round stays Dana's, the next one is Robin's.
    first, *rest = draw(*cards)
    relieved = played(*by(DANA, c.CloseBetting, first), *by(ROBIN, ON, *rest), settle=ROBIN)
    assert (relieved.finished[-1].dealer, relieved.dealer) == ("dana", "robin")
    following = after(relieved, *by(ROBIN, c.OpenBetting))
    assert following.round is not None
    assert following.round.dealer == "robin"


def test_cards_that_a_reader_or_a_patron_draws_are_the_dealers() -> None:
    betting = after(SEATED, *by(DANA, c.OpenBetting, c.CloseBetting))
    drawn = decide_given(betting, Given(c.DrawCard("9S"), READER))
    assert [type(each) for each in drawn] == [e.CardDrawn]
    with_device = after(METHOD_C, stake(), c.GiveDevice("seat1"), c.CloseBetting)
    assert with_device.device == "seat1"
    drawn = decide_given(with_device, Given(c.DrawCard("9S"), READER))
    assert [type(each) for each in drawn] == [e.CardDrawn]


def test_a_virtual_shoe_deals_for_the_person_at_it_and_a_table_by_itself() -> None:
    shoe = Machine("virtual shoe", Role.SHOE, pressed_by="dana")
    sealed = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment="ab" * 32), shoe))
    assert sealed.shoe is not None
    sealed = replace(sealed, shoe=replace(sealed.shoe, order_fixed=True, seed=""))
    betting = after(sealed, *by(ROBIN, c.OpenBetting, c.CloseBetting))
    signed, drawn = decide_given(betting, Given(c.DrawCard("9S"), shoe))
    assert signed == e.DealerSignedOn("dana", "robin", clause=READING)
    assert isinstance(drawn, e.CardDrawn)
    signed, _ = decide_given(BY_ITSELF, Given(c.OpenBetting(), AUTOMATIC))
    assert signed == e.DealerSignedOn("automatic dealer", "", clause=READING)


def test_a_person_takes_a_table_over_and_gives_it_back_and_both_are_on_record() -> None:
    betting = after(BY_ITSELF, Given(c.OpenBetting(), AUTOMATIC))
    taken = decide_given(betting, Given(ON, DANA))
    assert taken == (e.DealerSignedOn("dana", "automatic dealer", clause=READING),)
    mine = evolve_all(betting, taken)
    assert (taken_over_by(betting), taken_over_by(mine)) == ("", "dana")
    back = decide_given(mine, Given(OFF, DANA))
    assert back == (e.DealerSignedOff("dana", clause=READING),), "in a round too"
    given_back = evolve_all(mine, back)
    assert taken_over_by(given_back) == ""
    assert refused(given_back, Given(OFF, DANA)).reason is Reason.NO_SUCH_CASE
    drawn = after(given_back, *by_machine(c.CloseBetting(), c.DrawCard("9S")))
    assert drawn.dealer == "automatic dealer"
    assert refused(drawn, Given(OFF, SUPERVISOR)).reason is Reason.NO_SUCH_CASE
    assert taken_over_by(SEATED) == "", "no other table is taken over"
    assert taken_over_by(State()) == ""


def test_software_signs_off_a_person_who_has_gone_away_and_nobody_else() -> None:
    betting = after(BY_ITSELF, Given(c.OpenBetting(), AUTOMATIC))
    mine = after(betting, Given(ON, DANA))
    assert decide_given(mine, Given(OFF, AUTOMATIC)) == (e.DealerSignedOff("dana", clause=READING),)
    assert refused(betting, Given(OFF, AUTOMATIC)).reason is Reason.NO_SUCH_CASE
    closing = refused(mine, Given(c.CloseBetting(), AUTOMATIC))
    assert closing.reason is Reason.NOT_AUTHORISED
    assert refused(mine, Given(OFF, READER)).reason is Reason.NOT_AUTHORISED


def by_machine(*commands: c.Command, presser: str = "") -> list[Given]:
    return [Given(each, replace(AUTOMATIC, pressed_by=presser)) for each in commands]


def test_nobody_takes_a_table_over_by_dealing_alone() -> None:
    betting = after(BY_ITSELF, Given(c.OpenBetting(), AUTOMATIC))
    closed = after(betting, Given(c.CloseBetting(), AUTOMATIC))
    pressed = by_machine(c.DrawCard("9S"), presser="dana")[0]
    for state, given in (
        (BY_ITSELF, Given(c.OpenBetting(), DANA)),
        (closed, Given(c.DrawCard(), DANA)),
        (closed, pressed),
        (after(closed, Given(ON, ROBIN)), pressed),
        (after(BY_ITSELF, Given(ON, ROBIN)), Given(c.OpenBetting(), DANA)),
    ):
        refusal = refused(state, given)
        assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, READING)
        assert "take it over first" in refusal.sentence


@pytest.mark.parametrize(
    "command",
    [
        c.RetireShoe(),
        c.CloseContributions(),
        c.CloseBetting(),
        c.AskToDecrease(),
        c.GiveDevice("seat1"),
        c.GiveDevice("seat1", without_stake=True),
        c.PassCards(Side.PLAYER, "seat1"),
        c.ChooseFirstRevealed(Side.PLAYER),
        c.ExposeCards(Side.PLAYER),
        c.AnnounceTotals(),
        c.AnnounceOutcome(),
    ],
    ids=lambda command: type(command).__name__,
)
def test_nobody_does_the_dealers_work_beside_the_software(command: c.Command) -> None:
    taken = after(BY_ITSELF, Given(ON, ROBIN))
    for state, person in ((BY_ITSELF, DANA), (BY_ITSELF, SUPERVISOR_ABOVE), (taken, DANA)):
        refusal = refused(state, Given(command, person))
        if person is not DANA or not getattr(command, "without_stake", False):
            assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, READING)
            assert "take it over first" in refusal.sentence
    mine = decided(taken, Given(command, ROBIN))
    assert mine is None or mine.clause != READING


def decided(state: State, given: Given) -> Refused | None:
    try:
        decide_given(state, given)
    except Refused as refusal:
        return refusal
    return None


def test_what_the_staff_do_at_any_table_they_do_where_software_deals() -> None:
    """Anyone reports; a Pit Manager names a handler; a device comes back at a dealer's word."""
    betting = after(BY_ITSELF, Given(c.OpenBetting(), AUTOMATIC))
    assert decide_given(betting, Given(report(I.NOT_COVERED), DANA))
    drawing = dealt(loaded(CardSource.AUTOMATIC, Method.C), CardSource.AUTOMATIC, 1, device=True)
    (returned,) = decide_given(drawing, Given(c.GiveUpDevice(), DANA))
    assert returned == e.DeviceReturned("seat1", clause="3.12.8.1")


def test_the_software_takes_back_the_device_and_a_hand_that_a_patron_leaves() -> None:
    drawing = dealt(loaded(CardSource.AUTOMATIC, Method.C), CardSource.AUTOMATIC, 1, device=True)
    (returned,) = decide_given(drawing, Given(c.GiveUpDevice(), AUTOMATIC))
    assert returned == e.DeviceReturned("seat1", clause="reading patron-does-not-act")
    held = dealt(loaded(CardSource.AUTOMATIC, Method.A), CardSource.AUTOMATIC, 4)
    held = after(held, Given(c.PassCards(Side.PLAYER, "seat1"), AUTOMATIC))
    (back,) = decide_given(held, Given(c.RefuseCards(Side.PLAYER, "seat1"), AUTOMATIC))
    assert isinstance(back, e.HandRefused)
    for command in (c.GiveUpDevice(), c.RefuseCards(Side.PLAYER, "seat1")):
        assert refused(held, Given(command, READER)).reason is Reason.NOT_AUTHORISED


def test_the_software_waits_while_a_person_has_the_table_and_names_the_cards_they_draw() -> None:
    mine = after(BY_ITSELF, *by(DANA, ON, c.OpenBetting, stake(), c.CloseBetting))
    for command in (c.DrawCard("9S"), c.RetireShoe()):
        refusal = refused(mine, Given(command, AUTOMATIC))
        assert (refusal.reason, refusal.clause) == (Reason.NOT_AUTHORISED, READING)
        assert refusal.facts == {"dealer": "dana"}
    assert refused(mine, Given(c.DrawCard("9S"), DANA)).reason is Reason.NOT_THE_CARD_SOURCE
    cards = (c.DrawCard(each) for each in ("9S", "8S", "KS", "KH"))
    settled = after(
        mine,
        *by_machine(*cards, presser="dana"),
        *by(DANA, c.AnnounceTotals, c.AnnounceOutcome, OFF),
        Given(c.OpenBetting(), AUTOMATIC),
    )
    assert settled.finished[-1].dealer == "dana"
    assert settled.dealer == "automatic dealer"


def test_voids_decisions_and_corrections_name_the_dealer() -> None:
    dealt = after(SEATED, *by(DANA, c.OpenBetting, stake(), c.CloseBetting, *draw("9S", "8S")))
    *_, voided = decide_given(dealt, Given(report(I.FOREIGN_CARDS), SUPERVISOR_ABOVE))
    assert isinstance(voided, e.RoundVoided)
    assert voided.dealer == "dana"
    referred = after(dealt, report(I.NOT_COVERED))
    decided, *_ = decide_given(referred, Given(c.Decide(False, "dry"), SUPERVISOR_ABOVE))
    assert isinstance(decided, e.Decided)
    assert decided.dealer == "dana"
    settled = played(*by(DANA, c.CloseBetting, *draw("9S", "8S", "KS", "KH")))
    later = after(settled, Given(ON, ROBIN))
    correction = c.CorrectRound(1, ("8S", "9S", "KS", "KH"), "read wrongly")
    *_, again = decide_given(later, Given(correction, SUPERVISOR_ABOVE))
    assert isinstance(again, e.RoundSettled)
    assert again.dealer == "dana", "who dealt it, not who is there now"


SUPERVISOR_ABOVE = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)


@pytest.mark.parametrize(
    ("state", "event"),
    [
        (SEATED, e.DealerSignedOn("dana", "dana")),
        (SEATED, e.DealerSignedOn("robin", "")),
        (SEATED, e.DealerSignedOn("", "dana")),
        (SEATED, e.DealerSignedOff("robin")),
        (LOADED, e.DealerSignedOff("")),
        (SETTLED, e.RoundVoided(1, SETTLED.finished[0].lines, corrects=True, dealer="dana")),
    ],
)
def test_a_record_that_contradicts_itself_is_noticed(state: State, event: e.Event) -> None:
    with pytest.raises(Corrupt):
        evolve(state, event)


def test_a_round_in_play_is_settled_or_void_as_that_of_who_dealt_it() -> None:
    cards = draw("9S", "8S", "KS", "KH")
    dealt = after(SEATED, *by(DANA, c.OpenBetting, c.CloseBetting, *cards, c.AnnounceTotals))
    outcome, foreign = (
        Given(c.AnnounceOutcome(), DANA),
        Given(report(I.FOREIGN_CARDS), SUPERVISOR_ABOVE),
    )
    for given in (outcome, foreign):
        *_, ended = decide_given(dealt, given)
        assert evolve(dealt, ended).round is None
        with pytest.raises(Corrupt, match="another dealt it"):
            evolve(dealt, replace(ended, dealer="robin"))


def test_a_decision_between_rounds_names_who_dealt_the_last_of_them() -> None:
    void = Given(report(I.FOREIGN_CARDS), SUPERVISOR_ABOVE)
    first = after(SEATED, *by(DANA, c.OpenBetting), void)
    second = after(first, *by(ROBIN, c.OpenBetting), void)
    for state, dealer in ((SEATED, ""), (first, "dana"), (second, "robin")):
        referred = after(state, report(I.NOT_COVERED))
        decided, *_ = decide_given(referred, Given(c.Decide(False, "dry"), SUPERVISOR_ABOVE))
        assert isinstance(decided, e.Decided)
        assert decided.dealer == dealer


def test_no_dealer_leaves_during_a_round() -> None:
    refusal = refused(after(SEATED, *by(DANA, c.OpenBetting)), Given(c.SignOffDealer(), DANA))
    assert (refusal.reason, refusal.clause) == (Reason.ROUND_IN_PLAY, READING)


def test_the_device_of_a_patron_has_cards_dealt_and_signs_no_one_on() -> None:
    """At a table that deals itself, and from a virtual shoe that people deal from."""
    for source, role in ((CardSource.AUTOMATIC, Role.DEALER), (CardSource.SEALED, Role.SHOE)):
        state = dealt(loaded(source, Method.C), source, 0, device=True)
        state = replace(state, dealer="")
        pressed = Machine("device", role, pressed_by="seat1")
        (drawn,) = decide_given(state, Given(c.DrawCard(ORDER[0]), pressed))
        assert isinstance(drawn, e.CardDrawn)
    other = Machine("device", Role.DEALER, pressed_by="seat2")
    itself = dealt(loaded(CardSource.AUTOMATIC, Method.C), CardSource.AUTOMATIC, 0, device=True)
    assert cited(itself, Given(c.DrawCard(ORDER[0]), other)) == (Reason.NOT_AUTHORISED, READING)


def test_no_dealer_leaves_a_table_that_is_closed() -> None:
    with pytest.raises(Corrupt):
        evolve(State(), e.DealerSignedOff("dana"))


def test_a_round_that_its_first_card_makes_void_is_that_of_who_drew_it() -> None:
    """The card has come out eight times before: there is one too many."""
    assert DEALING.shoe is not None
    gone = replace(DEALING.shoe, seen={"AS": 8}, gone=8)
    state = replace(DEALING, shoe=gone)
    signed, *events = decide_given(state, Given(c.DrawCard("AS"), DANA))
    assert isinstance(signed, e.DealerSignedOn)
    (voided,) = (each for each in events if isinstance(each, e.RoundVoided))
    assert voided.dealer == "dana"
