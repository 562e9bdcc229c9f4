"""Stakes: who is subject to the limits, late stakes, and the differential."""

import pytest
from msgspec.structs import replace

from punto.refusals import Reason
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource, Funding, usual_configuration
from punto.table.decide import ORDER_OF_WORK, decide
from punto.table.people import Patron, Staff
from tests.envelope import Given, decide_given
from tests.table.starting_states import (
    ANYBODY,
    BETTING,
    DEALING,
    LOADED,
    METHOD_A,
    OLDER,
    TIGER,
    after,
    cited,
    draw,
    opened,
    refused,
    report,
    stake,
)

DEALER = Staff("dealer", Position.DEALER)
NO_STAKES = after(LOADED, c.OpenBetting)
AT_TERMINALS = after(opened(replace(TIGER, funding=Funding.CREDITS)), c.OpenBetting)
CREDITS_IN_OLDER_GAME = after(opened(replace(OLDER, funding=Funding.CREDITS)), c.OpenBetting)
ROUND_IN_OLDER_GAME = after(opened(OLDER), c.OpenBetting)
APART = replace(TIGER, differential_cents=99)
EXCEEDED = after(opened(APART), c.OpenBetting, stake(cents=20_00), stake("seat2", "banker"))
ASKED_TO_DECREASE = after(EXCEEDED, c.AskToDecrease)


def place(
    patron: str = "seat3", wager: str = "player", position: int = 3, cents: int = 10_00
) -> Given:
    return Given(c.PlaceStake(patron, wager, position, cents), DEALER)


def test_a_patron_at_a_terminal_is_held_to_the_limits() -> None:
    seat3 = Patron("seat3")
    for cents, reason in ((9_00, Reason.BELOW_MINIMUM), (10_001_00, Reason.ABOVE_MAXIMUM)):
        assert refused(AT_TERMINALS, replace(place(cents=cents), by=seat3)).reason is reason
        assert decide_given(BETTING, place(cents=cents)), "chips lie there, and are found later"
        assert decide(BETTING, c.ChangeStake(1, cents), DEALER) == (
            e.StakeChanged(1, "seat1", "player", cents, 10_00, on_behalf=True, clause="3.8"),
        )
        at_terminal = after(AT_TERMINALS, replace(place(), by=seat3))
        assert refused(at_terminal, Given(c.ChangeStake(1, cents), seat3)).reason is reason


def test_a_patron_places_changes_and_withdraws_by_the_clause_on_wagers() -> None:
    seat3 = Patron("seat3")
    own = replace(place(), by=seat3)
    placed = (e.StakePlaced(1, "seat3", "player", 3, 10_00, False, clause="3.5"),)
    assert decide_given(AT_TERMINALS, own) == placed
    assert decide_given(AT_TERMINALS, own.changed(on_request=True)) == placed
    later = after(AT_TERMINALS, own)
    assert decide(later, c.ChangeStake(1, 20_00), seat3) == (
        e.StakeChanged(1, "seat3", "player", 20_00, 10_00, clause="3.5"),
    )
    assert decide(later, c.WithdrawStake(1), seat3) == (
        e.StakeWithdrawn(1, "seat3", "player", 10_00, clause="3.5"),
    )


def test_betting_opens_by_the_clause_on_the_commencement_of_play() -> None:
    assert decide(LOADED, c.OpenBetting(), ANYBODY)[-1] == e.BettingOpened(1, clause="3.1")


CREDIT_TABLES = {
    game.id: after(
        opened(replace(usual_configuration(game), funding=Funding.CREDITS)),
        c.OpenBetting,
        replace(place(), by=Patron("seat3")),
    )
    for game in GAMES
}


@pytest.mark.parametrize("position", Position)
@pytest.mark.parametrize("game", CREDIT_TABLES)
def test_staff_never_touch_a_stake_made_with_credits(game: str, position: Position) -> None:
    """Neither placed nor changed nor taken back nor answered for, by any of them, in any game."""
    staff, seat3 = Staff("staff", position), Patron("seat3")
    table = CREDIT_TABLES[game]
    for command in (
        place(),
        place().changed(on_request=True),
        Given(c.ChangeStake(1, 20_00), staff),
        Given(c.ChangeStake(1, 10_00), staff),
        Given(c.WithdrawStake(1), staff),
        Given(c.AnswerOption("seat3", (1,)), staff),
        Given(c.AnswerOption("seat3"), staff),
    ):
        refusal = refused(table, replace(command, by=staff))
        assert refusal.reason is Reason.NOT_AUTHORISED
        assert refusal.sentence.startswith("This is for the patron to do")
    for event in decide(table, c.ChangeStake(1, 20_00), seat3):
        assert isinstance(event, e.StakeChanged)
        assert not event.on_behalf


def test_an_option_at_a_terminal_is_its_patrons_to_answer_or_lapses() -> None:
    asked = after(CREDIT_TABLES["tiger"], c.CloseBetting, report(Irregularity.POWER_FAILURE))
    assert (
        refused(asked, Given(c.AnswerOption("seat3", (1,)), ANYBODY)).reason
        is Reason.NOT_AUTHORISED
    )
    answered, back, _ = decide(asked, c.AnswerOption("seat3", (1,)), Patron("seat3"))
    assert isinstance(answered, e.OptionAnswered)
    assert isinstance(back, e.StakeWithdrawn)
    assert not answered.on_behalf
    assert not back.on_behalf
    assert decide(asked, c.LapseOption(), DEALER)


@pytest.mark.parametrize("game", [game for game in GAMES if not game.electronic])
def test_at_a_chip_table_staff_say_for_whom_they_act_and_by_what(game: Game) -> None:
    newer = game.id in ("tiger", "dragon-tiger-no-commission")
    table = after(opened(usual_configuration(game)), c.OpenBetting, place())
    requested = place().changed(on_request=True)
    if newer:
        (placed,) = decide_given(table, requested)
        assert isinstance(placed, e.StakePlaced)
        assert (placed.on_behalf, placed.patron, placed.clause) == (True, "seat3", "3.8")
    else:
        assert refused(table, requested).clause == "reading on-behalf"
    (changed,) = decide(table, c.ChangeStake(1, 20_00), DEALER)
    assert isinstance(changed, e.StakeChanged)
    clause = "3.8" if newer else "reading on-behalf"
    assert (changed.on_behalf, changed.patron, changed.clause) == (True, "seat3", clause)
    (back,) = decide(table, c.WithdrawStake(1), DEALER)
    assert back == e.StakeWithdrawn(
        1, "seat3", "player", 10_00, on_behalf=True, clause="reading on-behalf"
    )


def test_a_patron_stakes_in_person_and_staff_on_behalf() -> None:
    (own,) = decide_given(AT_TERMINALS, replace(place(), by=Patron("seat3")))
    (chips,) = decide_given(BETTING, place())
    (requested,) = decide_given(BETTING, place().changed(on_request=True))
    for event, on_behalf, clause in (
        (own, False, "3.5"),
        (chips, False, "3.5"),
        (requested, True, "3.8"),
    ):
        assert isinstance(event, e.StakePlaced)
        assert (event.on_behalf, event.clause) == (on_behalf, clause)


def test_credits_of_a_game_without_terminals_are_their_patrons_by_our_reading() -> None:
    refusal = refused(CREDITS_IN_OLDER_GAME, replace(place(), by=Patron("seat1")))
    assert (refusal.reason, refusal.clause) == (Reason.NOT_YOURS, "reading on-behalf")
    assert decide_given(CREDITS_IN_OLDER_GAME, replace(place(), by=Patron("seat3")))


@pytest.mark.parametrize("position", [0, -1, 9])
def test_there_is_no_position_beside_the_table(position: int) -> None:
    assert refused(BETTING, place(position=position)).reason is Reason.UNKNOWN_POSITION


@pytest.mark.parametrize("position", [1, 8])
def test_the_first_and_the_last_position_are_there(position: int) -> None:
    assert decide_given(NO_STAKES, place(position=position))


def test_an_unknown_wager_is_told_before_an_unknown_position() -> None:
    assert refused(BETTING, place(wager="faro", position=99)).reason is Reason.UNKNOWN_WAGER


def test_only_a_clause_limits_the_stakes_at_an_area() -> None:
    four = (place(position=1),) * 4
    older = after(ROUND_IN_OLDER_GAME, *(one for one in four))
    assert older.round is not None
    assert len(older.round.stakes) == 4
    three = after(NO_STAKES, *(one for one in four[:3]))
    assert refused(three, four[0]).clause == "tiger 3.7"
    fewer = after(opened(replace(TIGER, stakes_per_area=2)), c.OpenBetting)
    two = after(fewer, *(one for one in four[:2]))
    assert refused(two, four[0]).clause == "tiger 3.7.1", "the Pit Manager allowed fewer"


@pytest.mark.parametrize(
    ("change", "clause", "what"),
    [
        (place(), "tiger 5.4", "placed or changed"),
        (Given(c.ChangeStake(1, 20_00), DEALER), "tiger 5.4", "placed or changed"),
        (Given(c.ChangeStake(1, 10_00), DEALER), "tiger 5.5", "withdrawn"),
        (Given(c.ChangeStake(1, 9_00), DEALER), "tiger 5.5", "withdrawn"),
        (Given(c.ChangeStake(9, 9_00), DEALER), "tiger 5.4", "placed or changed"),
        (Given(c.WithdrawStake(1), DEALER), "tiger 5.5", "withdrawn"),
        (Given(c.AskToDecrease(), DEALER), "tiger 5.4", "placed or changed"),
        (Given(c.RemoveStakes((1,)), ANYBODY), "tiger 5.4", "placed or changed"),
    ],
)
def test_what_comes_late_is_refused_by_the_clause_on_it(
    change: Given, clause: str, what: str
) -> None:
    refusal = refused(DEALING, change)
    assert (refusal.reason, refusal.clause) == (Reason.BETTING_CLOSED, clause)
    assert refusal.sentence == f'After "No more bets" no bet is {what}.'


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_game_refuses_late_withdrawals_by_a_clause_of_its_own(game: str) -> None:
    table = after(opened(usual_configuration(find_game(game))), c.OpenBetting, c.CloseBetting)
    by = Patron("seat1") if find_game(game).electronic else DEALER
    cited = {"rapid-no-commission": "3.2", "tiger": "5.5", "dragon-tiger-no-commission": "5.5"}
    refusal = refused(table, Given(c.WithdrawStake(1), by))
    assert refusal.clause == f"{game} {cited.get(game, '5.7')}"


def test_a_withdrawal_while_betting_is_open_gives_no_reason() -> None:
    (event,) = decide(BETTING, c.WithdrawStake(1), DEALER)
    assert event == e.StakeWithdrawn(
        1, "seat1", "player", 10_00, on_behalf=True, clause="reading on-behalf"
    )


def test_betting_is_not_closed_while_an_option_is_open() -> None:
    asked = after(BETTING, report(Irregularity.POWER_FAILURE))
    assert refused(asked, Given(c.CloseBetting(), DEALER)).reason is Reason.CASE_PENDING


def test_the_cut_card_is_not_first_when_betting_closes_again_over_dealt_cards() -> None:
    sealed = after(
        METHOD_A,
        c.CloseBetting,
        *draw("9S", "8S"),
        report(Irregularity.DEVICE_RESET),
    )
    assert sealed.shoe is not None
    assert sealed.round is not None
    assert sealed.round.betting_open
    shoe = replace(sealed.shoe, commitment="seal", source=CardSource.SEALED, gone=8 * 52 - 14)
    lies_next = replace(sealed, shoe=shoe)
    closed = decide(lies_next, c.CloseBetting(), DEALER)
    assert [type(event) for event in closed] == [e.BettingClosed]
    first = replace(lies_next, round=replace(sealed.round, cards=()))
    assert len(decide(first, c.CloseBetting(), DEALER)) == 2


def test_a_cent_over_the_differential_is_too_much() -> None:
    by_a_cent = replace(APART, differential_cents=9_99)
    table = after(opened(by_a_cent), c.OpenBetting, stake())
    (asked,) = decide(table, c.AskToDecrease(), DEALER)
    assert asked == e.DecreaseAsked(Side.PLAYER, 1, clause="5.18.1")
    just = after(opened(replace(APART, differential_cents=10_00)), c.OpenBetting, stake())
    assert decide(just, c.CloseBetting(), DEALER)


def test_a_stake_left_as_it_is_adds_nothing_to_the_heavier_hand() -> None:
    assert decide(ASKED_TO_DECREASE, c.ChangeStake(1, 20_00), DEALER)
    raised = refused(ASKED_TO_DECREASE, Given(c.ChangeStake(1, 21_00), DEALER))
    assert (raised.reason, raised.clause) == (Reason.SIDE_ASKED_TO_DECREASE, "tiger 5.18.1")
    assert raised.sentence == "Bets on Player are to be lowered, not raised."
    assert decide(ASKED_TO_DECREASE, c.ChangeStake(2, 21_00), DEALER)


def test_only_stakes_on_the_heavier_hand_are_removed() -> None:
    refusal = refused(ASKED_TO_DECREASE, Given(c.RemoveStakes((1, 2)), ANYBODY))
    assert (refusal.reason, refusal.clause) == (Reason.UNKNOWN_STAKE, "tiger 5.18.3")
    assert refusal.sentence == "Only stakes on Player lower the difference, not one on banker."


@pytest.mark.parametrize(
    ("command", "clause"),
    [(c.AskToDecrease(), "tiger 5.18.1"), (c.RemoveStakes((1,)), "tiger 5.18.3")],
)
def test_nothing_is_decreased_or_removed_within_the_differential(
    command: c.Command, clause: str
) -> None:
    assert cited(BETTING, Given(command, ANYBODY)) == (Reason.NO_SUCH_CASE, clause)
    assert cited(ROUND_IN_OLDER_GAME, Given(command, ANYBODY)) == (
        Reason.NO_SUCH_CASE,
        ORDER_OF_WORK,
    )
