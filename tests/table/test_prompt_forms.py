"""The commands that a prompt asks for: by whom each is given, and what is to be filled in."""

import pytest
from msgspec.structs import replace

from punto.rules.game import Method
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Funding, usual_configuration
from punto.table.forms import Field, Form, Giver
from punto.table.people import Patron, Staff
from punto.table.prompt import displayed_round, next_step
from punto.table.state import CLOSED, State
from tests.envelope import Given
from tests.table.order_oracle import digest
from tests.table.starting_states import (
    BETTING,
    DEALING,
    DEALT,
    LOADED,
    METHOD_A,
    METHOD_C,
    OLDER,
    OPEN,
    OPEN_SEALED,
    SEAL,
    SETTLED,
    SHOE,
    TIGER,
    after,
    draw,
    opened,
    report,
    stake,
)
from tests.table.state_parts import in_round, shoe
from tests.table.virtual_shoes import dealt, loaded

PLAYER, BANKER = Side.PLAYER, Side.BANKER
CARDS = ("2C", "2D", "3H", "AS")
DEALER = Staff("dealer", Position.DEALER)
WHY, WHY_IF_ANY = Field("why"), Field("why", required=False)
CARDS_IF_ANY = Field("cards", required=False)
YES_OR_NO = ("true", "false")
DISMISS = Form(c.DismissReport(""), (WHY,))
RETIRE = Form(c.RetireShoe())


def filed(kind: I, state: State = DEALT) -> State:
    return after(state, Given(c.Report(kind), DEALER))


TAKEN_OVER = Given(c.SignOnDealer(), DEALER)
BY_ITSELF = replace(TIGER, card_source=CardSource.AUTOMATIC)
SEALED = after(OPEN_SEALED, Given(c.LoadShoe("one", commitment=SEAL), SHOE))
COMMITTED = after(SEALED, Given(c.Contribute(digest("a" * 64)), Patron("seat1")))
BOTH = after(COMMITTED, Given(c.Contribute(digest("b" * 64)), DEALER), c.CloseContributions)
STAFF_LEFT = after(BOTH, Given(c.RevealContribution("a" * 64), Patron("seat1")))
PATRON_LEFT = after(BOTH, Given(c.RevealContribution("b" * 64), DEALER))
UNEVEN = after(opened(replace(TIGER, differential_cents=0)), c.OpenBetting, stake())
WITH_DEVICE = after(METHOD_C, stake(), c.GiveDevice("seat1"), c.CloseBetting)
NO_STAKE = after(METHOD_C, stake(), c.GiveDevice("seat1"), c.WithdrawStake(1), c.CloseBetting)
A_CLOSED = after(METHOD_A, stake(), c.CloseBetting)
STAKED = after(A_CLOSED, *draw(*CARDS))
HELD = after(STAKED, c.PassCards(PLAYER, "seat1"))
HELD_UNREAD = after(A_CLOSED, *draw(None, "2D", None, "AS"), c.PassCards(PLAYER, "seat1"))
FIRST = c.ChooseFirstRevealed(PLAYER)
UNREAD = after(METHOD_A, c.CloseBetting, *draw(None, None, None, None))
TERMINALS = after(opened(replace(TIGER, funding=Funding.CREDITS)), c.OpenBetting)
AT_TERMINAL = after(TERMINALS, Given(stake(), Patron("seat1")), c.CloseBetting)
OLDER_SETTLED = after(
    opened(OLDER), c.OpenBetting, c.CloseBetting, *draw("9S", "8S", "KS", "KH"), c.AnnounceTotals
)
OLDER_SETTLED = after(OLDER_SETTLED, c.AnnounceOutcome)
ANSWER = (Field("withdraw", required=False),)
ANSWERS = [Form(c.AnswerOption(each), ANSWER) for each in ("seat1", "seat2")]
ABSENT = Form(c.Report(I.HANDLER_ABSENT, side=PLAYER))
BACK = Form(c.RefuseCards(PLAYER, "seat1"))
REVEAL = Form(c.RevealContribution(""), (Field("value"),))
BURN = Form(c.BurnCards("", 0), (Field("first"), Field("count")))
CONFIRM = Form(c.ConfirmReport(), (WHY_IF_ANY,))
RECONSTRUCTABLE = Field("reconstructable", required=False, choices=YES_OR_NO)
DECIDE = Form(c.Decide(False, ""), (Field("void", choices=YES_OR_NO), WHY, CARDS_IF_ANY))

FORMS: dict[str, tuple[State, tuple[Form, ...]]] = {
    "closed": (
        CLOSED,
        (Form(c.OpenTable(usual_configuration(GAMES[0])), (Field("configuration"),)),),
    ),
    "no card left": (replace(LOADED, shoe=shoe(LOADED, gone=416)), (RETIRE,)),
    "no shoe": (OPEN, (Form(c.LoadShoe(""), (Field("shoe"),)),)),
    "no sealed shoe": (OPEN_SEALED, (Form(c.LoadShoe(""), from_shoe=True),)),
    "no shoe of a table that deals itself": (
        after(CLOSED, c.OpenTable(BY_ITSELF)),
        (Form(c.LoadShoe(""), (Field("shoe"),), Giver.DEVICE),),
    ),
    "contribute": (SEALED, (Form(c.Contribute(""), (Field("digest"),)),)),
    "close contributions": (COMMITTED, (Form(c.CloseContributions()),)),
    "reveal both": (BOTH, (REVEAL.by("seat1"), REVEAL, RETIRE)),
    "reveal the dealer's": (STAFF_LEFT, (REVEAL, RETIRE)),
    "reveal a patron's": (PATRON_LEFT, (REVEAL.by("seat1"), RETIRE)),
    "burn": (opened(replace(TIGER, burn=True)), (BURN,)),
    "burn from a virtual shoe": (
        loaded(CardSource.SEALED, burn=True),
        (Form(c.BurnCards("", 0), from_shoe=True),),
    ),
    "burn by the automatic dealer": (
        loaded(CardSource.AUTOMATIC, burn=True),
        (replace(BURN, giver=Giver.DEVICE),),
    ),
    "ready": (LOADED, (Form(c.OpenBetting()),)),
    "betting": (BETTING, (Form(c.CloseBetting()),)),
    "too far apart": (UNEVEN, (Form(c.AskToDecrease()),)),
    "asked to decrease": (
        after(UNEVEN, stake("seat2", "banker", 5_00), c.AskToDecrease),
        (Form(c.RemoveStakes(()), (Field("stakes", choices=("1",)),)), Form(c.AskToDecrease())),
    ),
    "a card": (DEALING, (Form(c.DrawCard(), (Field("card"),)),)),
    "a card face down": (A_CLOSED, (Form(c.DrawCard(), (Field("card", required=False),)),)),
    "a card a patron draws": (
        WITH_DEVICE,
        (Form(c.DrawCard(), (Field("card"),), Giver.DEVICE, "seat1"),),
    ),
    "a card of a virtual shoe": (
        dealt(loaded(CardSource.SEALED), CardSource.SEALED, 0),
        (Form(c.DrawCard(), from_shoe=True),),
    ),
    "a card of a virtual shoe a patron draws": (
        dealt(loaded(CardSource.SEALED, Method.C), CardSource.SEALED, 0, device=True),
        (Form(c.DrawCard(), (), Giver.PATRON, "seat1", from_shoe=True),),
    ),
    "a card of the automatic dealer": (
        dealt(loaded(CardSource.AUTOMATIC), CardSource.AUTOMATIC, 0),
        (Form(c.DrawCard(), giver=Giver.DEVICE),),
    ),
    "a card of the automatic dealer a patron draws": (
        dealt(loaded(CardSource.AUTOMATIC, Method.C), CardSource.AUTOMATIC, 0, device=True),
        (Form(c.DrawCard(), (), Giver.PATRON, "seat1", from_shoe=True),),
    ),
    "no shoe of a table that was taken over": (
        after(CLOSED, c.OpenTable(BY_ITSELF), TAKEN_OVER),
        (Form(c.LoadShoe(""), from_shoe=True),),
    ),
    "burn at a table that was taken over": (
        after(loaded(CardSource.AUTOMATIC, burn=True), TAKEN_OVER),
        (Form(c.BurnCards("", 0), from_shoe=True),),
    ),
    "a card at a table that was taken over": (
        after(dealt(loaded(CardSource.AUTOMATIC), CardSource.AUTOMATIC, 0), TAKEN_OVER),
        (Form(c.DrawCard(), from_shoe=True),),
    ),
    "a card set aside that was read": (
        in_round(DEALING, set_aside=("9S", None)),
        (Form(c.DrawCard()),),
    ),
    "a card set aside that was not": (
        in_round(DEALING, set_aside=(None, "9S")),
        (Form(c.DrawCard(), (Field("card"),)),),
    ),
    "no stake": (
        NO_STAKE,
        (Form(c.GiveUpDevice()), Form(c.GiveUpDevice(), (), Giver.PATRON, "seat1")),
    ),
    "four cards": (DEALT, (Form(c.AnnounceTotals()),)),
    "natural": (after(DEALT, c.AnnounceTotals), (Form(c.AnnounceOutcome()),)),
    "due to a patron": (STAKED, (Form(c.PassCards(PLAYER, "seat1")),)),
    "held": (HELD, tuple(Form(c.ChooseFirstRevealed(side)) for side in Side)),
    "held, first": (
        after(HELD, FIRST),
        (Form(c.ExposeCards(PLAYER)).by("seat1"), BACK.by("seat1"), BACK, ABSENT),
    ),
    "held unread, first": (
        after(HELD_UNREAD, FIRST),
        (
            Form(c.ExposeCards(PLAYER, turned_by="seat1"), (Field("cards"),)),
            BACK.by("seat1"),
            BACK,
            ABSENT,
        ),
    ),
    "nobody holds": (
        after(METHOD_A, c.CloseBetting, *draw(*CARDS)),
        (Form(c.ExposeCards(PLAYER)),),
    ),
    "nobody holds one unread": (
        after(METHOD_A, c.CloseBetting, *draw(None, *CARDS[1:])),
        (Form(c.ExposeCards(PLAYER), (Field("cards"),)),),
    ),
    "nobody holds unread": (UNREAD, (Form(c.ExposeCards(PLAYER), (Field("cards"),)),)),
    "option": (
        after(DEALING, report(I.POWER_FAILURE)),
        (ANSWERS[0].by("seat1"), ANSWERS[1].by("seat2"), *ANSWERS, Form(c.LapseOption())),
    ),
    "option at a terminal": (
        after(AT_TERMINAL, report(I.POWER_FAILURE)),
        (ANSWERS[0].by("seat1"), Form(c.LapseOption())),
    ),
    "report": (filed(I.FOREIGN_CARDS), (CONFIRM, DISMISS)),
    "report of what no clause covers": (
        filed(I.POWER_FAILURE, after(opened(OLDER), c.OpenBetting)),
        (CONFIRM, DISMISS),
    ),
    "report of an altered order": (
        filed(I.SHOE_ORDER_ALTERED),
        (replace(CONFIRM, fields=(WHY_IF_ANY, RECONSTRUCTABLE)), DISMISS),
    ),
    "report of an altered order while another case waits": (
        filed(I.SHOE_ORDER_ALTERED, after(DEALING, report(I.POWER_FAILURE))),
        (
            replace(CONFIRM, fields=(WHY_IF_ANY, replace(RECONSTRUCTABLE, choices=("false",)))),
            DISMISS,
        ),
    ),
    "wrong display": (
        filed(I.WRONG_DISPLAY, SETTLED),
        (
            Form(c.CorrectDisplay(1, ""), (Field("shown", choices=("player", "banker", "tie")),)),
            DISMISS,
        ),
    ),
    "order": (
        after(DEALT, report(I.DEALT_IN_WRONG_ORDER)),
        (Form(c.Reconstruct(()), (Field("cards"), WHY_IF_ANY)),),
    ),
    "order of a finished round": (
        after(OLDER_SETTLED, report(I.WRONG_NUMBER_OF_CARDS, reconstructable=True)),
        (Form(c.Reconstruct(()), (CARDS_IF_ANY, WHY_IF_ANY)),),
    ),
    "decision": (after(DEALT, report(I.NOT_COVERED)), (DECIDE,)),
    "decision between rounds": (
        after(LOADED, report(I.NOT_COVERED)),
        (Form(c.Decide(False, ""), (WHY,)),),
    ),
    "decision on an order": (
        after(DEALT, report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL)),
        (Form(c.Decide(False, ""), (WHY, Field("cards"))),),
    ),
    "decision on an order that no clause covers": (
        after(
            opened(OLDER),
            c.OpenBetting,
            c.CloseBetting,
            *draw(*CARDS),
            report(I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL),
        ),
        (DECIDE,),
    ),
}


@pytest.mark.parametrize("when", FORMS)
def test_the_commands_asked_for_are(when: str) -> None:
    state, forms = FORMS[when]
    assert next_step(state).commands == forms


def test_a_display_shows_the_last_round_finished_or_the_first_in_play() -> None:
    assert displayed_round(OPEN) == 0
    assert displayed_round(DEALING) == 1
    assert displayed_round(SETTLED) == 1
    again = after(SETTLED, c.OpenBetting)
    assert displayed_round(again) == 1
    assert displayed_round(after(again, report(I.FOREIGN_CARDS))) == 2


def test_a_form_is_named_as_its_command_is_on_the_wire() -> None:
    assert Form(c.CloseBetting()).name == "close-betting"
