"""A card's face comes only from the table's card source.

Every actor × every source × every command with a card in it, at every step of a round where such a
command is due. `PLANTED` builds believe one actor too many, and the same search must find them.
"""

from collections.abc import Iterator
from itertools import product

import msgspec
import pytest
from msgspec.structs import replace

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import card_source
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, Configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.people import Actor, Approval, Machine, Patron, Role, Staff
from punto.table.shoes import seal
from punto.table.state import CLOSED, Finished, Shoe, State
from tests.envelope import Given, decide_given
from tests.table.order_oracle import contributing, mixed
from tests.table.starting_states import (
    AUTOMATIC,
    OLDER,
    READER,
    SHOE,
    TIGER,
    after,
    refused,
    report,
    stake,
)
from tests.table.virtual_shoes import BOSS, LOADER, ORDER, VALUE, dealt, loaded

SOURCES: dict[CardSource, tuple[Actor, ...]] = {
    CardSource.PHYSICAL: (READER, *(Staff("staff", each) for each in Position)),
    CardSource.SEALED: (SHOE,),
    CardSource.AUTOMATIC: (AUTOMATIC,),
}
PATRONS = (Patron("seat1"), Patron("seat2"), Patron("stranger"), Patron(""))
EVERYBODY: tuple[Actor, ...] = (
    READER,
    SHOE,
    AUTOMATIC,
    # A person may have any name, and stays a person.
    *(Staff(name, each) for each in Position for name in ("staff", SHOE.id, AUTOMATIC.id)),
    *PATRONS,
    *(Patron(name) for name in (READER.id, SHOE.id, AUTOMATIC.id)),
)
DEVICES = {CardSource.SEALED: SHOE, CardSource.AUTOMATIC: AUTOMATIC}
DENIED = (Reason.NOT_THE_CARD_SOURCE, Reason.NOT_AUTHORISED, Reason.NOT_YOURS)


def finished(state: State, source: CardSource) -> State:
    """A round of four cards, settled: AS 2S 3S 4S is Player 4, Banker 6, and a fifth follows."""
    drawer = READER if source is CardSource.PHYSICAL else LOADER[source]
    four = after(dealt(state, source, 4), c.AnnounceTotals)
    five = after(four, Given(c.DrawCard("KS"), drawer))
    return after(five, c.AnnounceOutcome)


def situations(source: CardSource) -> Iterator[tuple[State, Given]]:
    """States in which a command with a card in it is due, and that command."""
    by = BOSS
    by_method = {method: loaded(source, method) for method in Method}
    yield loaded(source, burn=True), Given(c.BurnCards("AS", 1), by)
    for method, cards in product(Method, (0, 1, 2, 3)):
        state = dealt(by_method[method], source, cards)
        yield state, Given(c.DrawCard(ORDER[cards]), by)
    with_device = dealt(by_method[Method.C], source, 1, device=True)
    yield with_device, Given(c.DrawCard("9H"), by)
    hidden = dealt(by_method[Method.A], source, 4)
    for side in Side:
        yield hidden, Given(c.ExposeCards(side, ("AS",)), by)
        yield hidden, Given(c.Report(I.EXPOSED_OR_NOT_PASSED, side=side, card="AS"), by)
    if source is CardSource.PHYSICAL:
        wrong = after(dealt(by_method[Method.B], source, 4), report(I.DEALT_IN_WRONG_ORDER))
        yield wrong, Given(c.Reconstruct(("2S", "AS", "3S", "4S")), by)
    referred = after(dealt(by_method[Method.B], source, 4), report(I.NOT_COVERED))
    yield referred, Given(c.Decide(False, "seen", ("2S", "AS", "3S", "4S")), by)
    yield (
        finished(by_method[Method.B], source),
        Given(c.CorrectRound(1, ("9S", "8S", "KS", "KH"), "misread"), by),
    )
    if source is CardSource.PHYSICAL:
        gone = after(
            dealt(by_method[Method.A], source, 0),
            *(c.DrawCard() for _ in range(4)),
            c.PassCards(Side.PLAYER, "seat1"),
            c.PassCards(Side.BANKER, "seat2"),
            c.ChooseFirstRevealed(Side.BANKER),
            c.ExposeCards(Side.BANKER, ("2S", "4S"), turned_by="seat2"),
            report(I.PATRON_LEFT_WITH_CARDS, patron="seat1"),
        )
        yield gone, Given(c.SetAside(("5S", None)), by)
        aside = after(gone, c.SetAside())
        counts = {
            card.code: 8 - (card.suit.value == "S" and card.code[0] in "A2345") for card in DECK
        }
        yield aside, Given(c.SortCards({**counts, "6S": 7}), by)


def is_source(source: CardSource, actor: Actor) -> bool:
    staff = source is CardSource.PHYSICAL and isinstance(actor, Staff)
    return staff or actor in SOURCES[source]


def believed(source: CardSource) -> list[str]:
    """The actors who named a face where it is not theirs to name, and were believed or heard."""
    found = []
    for state, command in situations(source):
        for actor in EVERYBODY:
            told = answer(state, replace(command, by=actor))
            if not is_source(source, actor) and told not in DENIED:
                found.append(f"{type(command.command).__name__} by {actor}: {told}")
    return found


def answer(state: State, command: Given) -> Reason | None:
    try:
        decide_given(state, command)
    except Refused as refused:
        return refused.reason
    return None


@pytest.mark.parametrize("source", CardSource)
def test_a_face_from_anywhere_else_is_refused(source: CardSource) -> None:
    assert believed(source) == []


@pytest.mark.parametrize("source", CardSource)
def test_the_card_source_is_believed(source: CardSource) -> None:
    """Else the search above would pass on a table that refuses everything."""
    heard = {
        type(command.command)
        for state, command in situations(source)
        for actor in SOURCES[source]
        if answer(state, replace(command, by=actor)) is None
    }
    least = {c.BurnCards, c.DrawCard}
    if source is CardSource.PHYSICAL:
        least |= {c.Reconstruct, c.Decide, c.CorrectRound, c.SetAside, c.SortCards}
    assert heard == least


@pytest.mark.parametrize("source", CardSource)
def test_a_build_that_believes_a_dealer_or_a_patron_is_found_out(
    source: CardSource, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(card_source, "_check_actor", lambda source, by: None)
    monkeypatch.setattr(card_source, "_check_finished", lambda state, number: None)
    assert believed(source)


def test_only_the_houses_devices_seal_and_open() -> None:
    retired = after(loaded(CardSource.SEALED), c.RetireShoe)
    for actor in EVERYBODY:
        seals = actor in (SHOE, AUTOMATIC)
        load = Given(c.LoadShoe("mine", commitment=seal(ORDER, "mine")), actor)
        for source in CardSource:
            assert (answer(set_to(source), load) is None) is (actor == DEVICES.get(source)), actor
        reveal = Given(c.RevealShoe("one", ORDER, "salt"), actor)
        assert (answer(retired, reveal) is None) is seals, actor
        told = answer(retired, reveal.changed(salt="pepper"))
        assert (told is Reason.SEAL_BROKEN) is seals, "nor does trying tell anything"


def set_to(source: CardSource) -> State:
    return after(CLOSED, c.OpenTable(replace(TIGER, card_source=source)))


@pytest.mark.parametrize("wanted", CardSource)
def test_a_table_set_to_one_source_loads_no_other(wanted: CardSource) -> None:
    for source, actor in LOADER.items():
        sealed = "" if source is CardSource.PHYSICAL else seal(ORDER, "salt")
        told = answer(set_to(wanted), Given(c.LoadShoe("one", commitment=sealed), actor))
        assert (told is None) is (wanted is source)


def test_a_table_has_a_card_source_and_not_none() -> None:
    plain: dict[str, object] = msgspec.to_builtins(TIGER)
    assert plain["card_source"] == "physical"
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({**plain, "card_source": None}, Configuration)
    without = {name: each for name, each in plain.items() if name != "card_source"}
    assert msgspec.convert(without, Configuration).card_source is CardSource.PHYSICAL


@pytest.mark.parametrize("source", [CardSource.SEALED, CardSource.AUTOMATIC])
def test_nobody_types_faces_once_the_virtual_shoe_is_retired(source: CardSource) -> None:
    """A dealer may take it out of use, but puts no other cards in its place."""
    dealer = Staff("dealer", Position.DEALER)
    seated = after(loaded(source), Given(c.SignOnDealer(), dealer))
    retired = after(seated, Given(c.RetireShoe(), dealer), Given(c.SignOffDealer(), dealer))
    for actor in EVERYBODY:
        told = answer(retired, Given(c.LoadShoe("mine"), actor))
        if actor != AUTOMATIC or source is CardSource.SEALED:
            assert told in DENIED, actor


SECOND = Approval(Staff("second", Position.GAMING_SHIFT_MANAGER))


@pytest.mark.parametrize("now", CardSource)
@pytest.mark.parametrize("wanted", CardSource)
def test_the_source_is_changed_by_two_people_between_shoes(
    now: CardSource, wanted: CardSource
) -> None:
    if now is wanted:
        return
    state = set_to(now)
    other = replace(TIGER, card_source=wanted)
    # As it is set, or by closing the table and opening it otherwise.
    closed = after(state, c.CloseTable)
    changing = [(state, c.ChangeConfiguration(other)), (closed, c.OpenTable(other))]
    for position, (table, change) in product(Position, changing):
        alone = Given(change, Staff("staff", position))
        no = refused(table, alone)
        assert no.clause == card_source.READING
        if position < Position.GAMING_SHIFT_MANAGER:
            assert answer(table, replace(alone, approval=SECOND)) is Reason.NOT_AUTHORISED
            continue
        assert no.reason is Reason.APPROVAL_NEEDED
        own = Approval(Staff("staff", Position.ASSISTANT_CASINO_MANAGER))
        assert answer(table, replace(alone, approval=own)) is Reason.APPROVAL_NEEDED
        (event,) = decide_given(table, replace(alone, approval=SECOND))
        assert event.clause == card_source.READING, "by which it is found in the record"
    used = loaded(now)
    assert used.configuration is not None
    mid_shoe = c.ChangeConfiguration(replace(used.configuration, card_source=wanted))
    no = refused(used, Given(mid_shoe, BOSS, approval=SECOND))
    assert (no.reason, no.clause) == (Reason.SHOE_IN_USE, card_source.READING)


def test_a_table_opened_again_as_it_was_needs_no_one() -> None:
    for source in CardSource:
        closed = after(set_to(source), c.CloseTable)
        assert closed.configuration is None
        again = Given(c.OpenTable(replace(TIGER, card_source=source)), Staff("pit", Position(3)))
        assert answer(closed, again) is None


def test_nobody_raises_what_two_people_approve_by_opening_the_table_again() -> None:
    strict = replace(TIGER, approval_cents=100_00)
    closed = after(CLOSED, c.OpenTable(strict), c.CloseTable)
    for eased in (None, 100_01):
        again = Given(c.OpenTable(replace(strict, approval_cents=eased)), BOSS)
        assert answer(closed, again) is Reason.APPROVAL_NEEDED
        assert answer(closed, replace(again, approval=SECOND)) is None
        lower = replace(again, by=Staff("pit", Position.PIT_MANAGER))
        assert answer(closed, lower) is Reason.NOT_AUTHORISED


def test_a_virtual_shoe_gives_no_card_without_a_face() -> None:
    for source, method in product((CardSource.SEALED, CardSource.AUTOMATIC), Method):
        state = dealt(loaded(source, method), source, 1)
        assert answer(state, Given(c.DrawCard(), LOADER[source])) is Reason.CARD_UNREAD
        taken = after(state, Given(c.SignOnDealer(), BOSS))
        assert answer(taken, Given(c.DrawCard(), BOSS)) is Reason.CARD_UNREAD


def test_a_case_at_a_sealed_shoe_is_resolved_without_naming_a_card() -> None:
    for source in (CardSource.SEALED, CardSource.AUTOMATIC):
        state = after(dealt(loaded(source), source, 4), report(I.NOT_COVERED))
        put = evolve_all(state, decide(state, c.Decide(False, "seen", (None,) * 4), BOSS))
        assert put.round is not None
        assert [each.card for each in put.round.cards] == list(ORDER[:4])
        assert put.case is None


def test_machines_give_no_other_command() -> None:
    for role in Role:
        machine = Machine("m", role)
        state = loaded(CardSource.PHYSICAL)
        for command in (Given(c.CloseTable(), machine), Given(c.Report(I.FOREIGN_CARDS), machine)):
            assert answer(state, command) is Reason.NOT_AUTHORISED


def played(order: tuple[str, ...], source: CardSource = CardSource.SEALED) -> State:
    """A round of cards that the device gave, and its shoe retired; it was sealed as `ORDER`."""
    state = loaded(source)
    device = LOADER[source]
    draws = (Given(c.DrawCard(order[at]), device) for at in range(4))
    dealing = after(state, c.OpenBetting, stake(), c.CloseBetting, *draws)
    return after(dealing, report(I.NOT_COVERED), c.Decide(True, "a test"), c.RetireShoe)


@pytest.mark.parametrize("source", [CardSource.SEALED, CardSource.AUTOMATIC])
def test_when_a_seal_is_opened_the_cards_dealt_are_compared(source: CardSource) -> None:
    by = LOADER[source]
    reveal = Given(c.RevealShoe("one", ORDER, "salt"), by)
    due = mixed(ORDER, seal(ORDER, "salt"), "one", [VALUE])
    played_so = played(tuple(due), source)
    assert [type(each) for each in decide_given(played_so, reveal)] == [e.ShoeRevealed]
    other = (due[0], due[3], due[2], due[1])
    state = played(other, source)
    revealed, contradicted, held = decide_given(state, reveal)
    assert isinstance(revealed, e.ShoeRevealed)
    assert contradicted == e.SealContradicted("one", (2, 4), clause=card_source.READING)
    assert isinstance(held, e.CaseOpened)
    waiting = evolve_all(state, (revealed, contradicted, held))
    load = Given(c.LoadShoe("two", commitment=seal(ORDER, "next")), by)
    loaded_next = evolve_all(waiting, decide_given(waiting, load))
    opener = AUTOMATIC if source is CardSource.AUTOMATIC else BOSS
    assert answer(loaded_next, Given(c.OpenBetting(), opener)) is Reason.CASE_PENDING
    decided = after(loaded_next, c.Decide(False, "the device is out of use"))
    assert answer(decided, Given(c.OpenBetting(), opener)) is Reason.CONTRIBUTION_NEEDED
    closer = AUTOMATIC if source is CardSource.AUTOMATIC else None
    contributed = after(decided, *contributing(VALUE, BOSS, closer))
    assert answer(contributed, Given(c.OpenBetting(), opener)) is None


def test_a_seal_is_sixty_four_lower_case_digits() -> None:
    opened = set_to(CardSource.SEALED)
    good = seal(ORDER, "salt")
    for bad in ("<script>", good[:-1], good + "0", good.upper(), " " + good[1:], good + "\n"):
        load = Given(c.LoadShoe("one", commitment=bad), SHOE)
        assert answer(opened, load) is Reason.UNREADABLE_REQUEST


@pytest.mark.parametrize("source", [CardSource.SEALED, CardSource.AUTOMATIC])
def test_nobody_reports_a_sealed_order_to_put_it_right(source: CardSource) -> None:
    """Neither that of the round in play nor that of the last one; it stands as it was dealt."""
    dealing = dealt(loaded(source, config=OLDER), source, 4)
    wrong = report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True)
    for state in (dealing, finished(loaded(source, config=OLDER), source)):
        told = refused(state, Given(wrong, BOSS))
        assert (told.reason, told.clause) == (Reason.NO_SUCH_CASE, card_source.READING)


@pytest.mark.parametrize("source", [CardSource.SEALED, CardSource.AUTOMATIC])
def test_a_cut_card_that_a_virtual_shoe_gave_first_may_be_reported(source: CardSource) -> None:
    table = after(loaded(source), c.OpenBetting, stake())
    assert table.shoe is not None
    assert table.configuration is not None
    left = table.configuration.cut_cards_from_end
    for gone, told in ((8 * 52 - left, None), (8 * 52 - left - 1, Reason.NO_SUCH_CASE)):
        closed = after(replace(table, shoe=replace(table.shoe, gone=gone)), c.CloseBetting)
        assert answer(closed, Given(report(I.CUT_CARD_FIRST), BOSS)) is told


@pytest.mark.parametrize(
    ("shoe", "source"),
    [
        (Shoe("one", 8), CardSource.PHYSICAL),
        (Shoe("one", 8, commitment="5ea1" * 16), CardSource.SEALED),
        (Finished(1, (), (), (), False, TIGER), CardSource.PHYSICAL),
        *((Shoe("one", 8, source=each), each) for each in CardSource),
        *((Finished(1, (), (), (), False, TIGER, source=each), each) for each in CardSource),
    ],
    ids=str,
)
def test_a_source_that_was_not_recorded_is_told_by_the_seal(
    shoe: Shoe | Finished, source: CardSource
) -> None:
    assert card_source.source_of(shoe) is source
    assert card_source.is_virtual(shoe) is (source is not CardSource.PHYSICAL)


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (c.DrawCard("2C"), True),
        (c.DrawCard(), False),
        (c.BurnCards("2C", 2), True),
        (c.Report(I.EXPOSED_OR_NOT_PASSED, card="2C"), True),
        (c.Report(I.EXPOSED_OR_NOT_PASSED, place=1), False),
        (c.Reconstruct((None, "2C")), True),
        (c.Reconstruct((None, None)), False),
        (c.SortCards({"2C": 8}), True),
        (c.SortCards({}), False),
        (c.OpenBetting(), False),
    ],
    ids=str,
)
def test_a_command_names_cards_if_it_says_a_face(command: c.Command, named: bool) -> None:
    assert card_source.names_cards(command) is named


@pytest.mark.parametrize("source", CardSource)
def test_a_patron_who_draws_is_told_that_they_name_no_card(source: CardSource) -> None:
    drawing = dealt(loaded(source, Method.C), source, 0, device=True)
    told = refused(drawing, Given(c.DrawCard("AS"), Patron("seat1")))
    assert (told.reason, told.clause) == (Reason.NOT_THE_CARD_SOURCE, card_source.READING)
    assert told.sentence == "A patron does not say which card it is."


def test_a_finished_round_is_put_in_order_by_the_source_it_was_dealt_from() -> None:
    """Whatever lies in the shoe now; a round of a sealed order stands as it was dealt."""
    older = finished(loaded(CardSource.PHYSICAL, config=OLDER), CardSource.PHYSICAL)
    held = after(older, report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True))
    named = c.Reconstruct(("2S", "AS", "3S", "4S", "KS"))
    assert held.shoe is not None
    other_shoe = replace(held, shoe=replace(held.shoe, source=CardSource.SEALED))
    assert decide_given(other_shoe, Given(named, BOSS))
    sealed = replace(held, finished=(replace(held.finished[-1], source=CardSource.SEALED),))
    assert refused(sealed, Given(named, BOSS)).reason is Reason.NOT_THE_CARD_SOURCE
    assert decide_given(sealed, Given(c.Reconstruct(()), BOSS)), "as it was dealt, naming none"


def test_cards_of_a_sealed_shoe_are_named_by_no_one_in_whatever_case() -> None:
    """No report leads there: a record of another version might."""
    in_play = dealt(loaded(CardSource.SEALED, Method.A), CardSource.SEALED, 4)
    waits = evolve_all(in_play, (e.CaseOpened(I.PASSED_TO_WRONG_PATRON, "cards-in-order"),))
    with pytest.raises(Refused) as refusal:
        decide(waits, c.Reconstruct(ORDER[:4]), BOSS)
    assert refusal.value.reason is Reason.NOT_THE_CARD_SOURCE


@pytest.mark.parametrize(
    "command", [c.SetAside(("AS", None)), c.SortCards({"AS": 1}), c.ReplaceMissing(("AS",))]
)
def test_missing_cards_of_a_sealed_shoe_are_named_by_no_person(command: c.Command) -> None:
    in_play = dealt(loaded(CardSource.SEALED, Method.A), CardSource.SEALED, 4)
    with pytest.raises(Refused) as refusal:
        card_source.check_source(in_play, command, BOSS)
    assert refusal.value.reason is Reason.NOT_THE_CARD_SOURCE
