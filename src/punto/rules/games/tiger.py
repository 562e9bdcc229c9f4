"""Tiger Baccarat, Version 2: the Tiger wagers with a commission of 5% on Banker."""

from dataclasses import replace
from datetime import date

from punto.rules.drawing import DrawRule
from punto.rules.game import Game, Method
from punto.rules.games import no_commission, tiger_no_commission
from punto.rules.irregularities import Irregularity, Option, Procedure, Remedy
from punto.rules.layouts import appendices
from punto.rules.outcome import Winner
from punto.rules.staff import Grant, Position, Power
from punto.rules.wagers import Pays, Wager, When

PLAYER = replace(no_commission.PLAYER, loses_by="3.16", pushes_by="3.16.1")
BANKER = Wager(
    "banker",
    "Banker",
    (Pays("0.95 to 1", When(winner=Winner.BANKER), clause="4.1"),),
    loses_by="3.16",
    push=no_commission.BANKER.push,
    pushes_by="3.16.1",
)
TIE = replace(no_commission.TIE, loses_by="1.1.12")

# The side wagers pay as in Tiger No Commission, under the same clauses 4.2 and 4.3.
TIGER = replace(tiger_no_commission.TIGER, loses_by="1.1.13")
SMALL_TIGER = replace(tiger_no_commission.SMALL_TIGER, loses_by="1.1.8")
BIG_TIGER = tiger_no_commission.BIG_TIGER  # it loses by 1.1.1 there too
TIGER_PAIR = replace(tiger_no_commission.TIGER_PAIR, loses_by="1.1.14")
TIGER_TIE = replace(tiger_no_commission.TIGER_TIE, loses_by="1.1.15")

LAYOUTS = appendices("ABCDEFG", "2.2", but={"D": (1, 9), "E": (8, 16)})

GAME = Game(
    id="tiger",
    title="Tiger Baccarat",
    edition="Version 2",
    effective=date(2019, 10, 8),
    wagers=(PLAYER, BANKER, TIE, TIGER, SMALL_TIGER, BIG_TIGER, TIGER_PAIR, TIGER_TIE),
    wagers_clause="3.5",
    layouts=LAYOUTS,
    drawing={
        DrawRule.DEAL_PLAYER: "3.13.1",
        DrawRule.DEAL_BANKER: "3.13.2",
        DrawRule.NATURAL: "3.15",
        DrawRule.PLAYER_THIRD: "3.15",
        DrawRule.BANKER_AFTER_STAND: "3.15",
        DrawRule.BANKER_AFTER_DRAW: "3.15",
        DrawRule.COMPLETE: "3.15",
    },
    winner_clause="3.16",
    procedures=(
        Procedure(Irregularity.FOREIGN_CARDS, "5.1.1", Remedy.VOID),
        Procedure(Irregularity.EXTRA_OR_MISSING_CARDS, "5.1.1", Remedy.VOID),
        Procedure(Irregularity.UNSHUFFLED_CARDS, "5.1.1", Remedy.VOID),
        Procedure(Irregularity.SHOE_ORDER_ALTERED, "5.2", Remedy.VOID_UNLESS_RECONSTRUCTED),
        Procedure(Irregularity.TOO_FEW_CARDS, "5.3", Remedy.VOID),
        Procedure(Irregularity.LATE_STAKE, "5.4", Remedy.REFUSE, authority=Position.DEALER),
        Procedure(Irregularity.LATE_WITHDRAWAL, "5.5", Remedy.REFUSE, authority=Position.DEALER),
        Procedure(Irregularity.FACE_UP_IN_DEVICE, "5.6", Remedy.CONTINUE),
        Procedure(Irregularity.DEALT_IN_WRONG_ORDER, "5.7", Remedy.RECONSTRUCT),
        Procedure(Irregularity.PASSED_TO_WRONG_PATRON, "5.7", Remedy.RECONSTRUCT),
        Procedure(Irregularity.EXPOSED_OR_NOT_PASSED, "5.7.1", Remedy.CONTINUE),
        Procedure(
            Irregularity.DRAWN_TOGETHER_ORDER_KNOWN,
            "5.8",
            Remedy.RECONSTRUCT,
            Option.WITHDRAW_ANY,
            option_clause="5.8.1",
        ),
        Procedure(Irregularity.DRAWN_TOGETHER_IN_INITIAL_DEAL, "5.8.2.1", Remedy.VOID),
        Procedure(
            Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL,
            "5.8.2.2",
            Remedy.DECIDE,
            Option.WITHDRAW_ALL,
            authority=Position.PIT_MANAGER,
        ),
        Procedure(Irregularity.DEVICE_RESET, "5.9", Remedy.REOPEN_BETTING, Option.WITHDRAW_ANY),
        Procedure(
            Irregularity.HANDLER_ABSENT, "5.10", Remedy.DEALER_EXPOSES, authority=Position.DEALER
        ),
        Procedure(
            Irregularity.PATRON_LEFT_WITH_CARDS,
            "5.11",
            Remedy.REPLACE_MISSING,
            authority=Position.GAMING_SHIFT_MANAGER,
        ),
        Procedure(Irregularity.EXPOSED_BY_MOVING_DEVICE, "5.12.1", Remedy.CONTINUE),
        Procedure(
            Irregularity.ALTERED_BY_MOVING_DEVICE, "5.12.2", Remedy.VOID_UNLESS_RECONSTRUCTED
        ),
        Procedure(
            Irregularity.CUT_CARD_FIRST,
            "3.22.1",
            Remedy.CONTINUE,
            Option.WITHDRAW_ANY,
            authority=Position.DEALER,
        ),
        Procedure(Irregularity.UNDER_MINIMUM, "5.14", Remedy.ADJUST),
        Procedure(Irregularity.OVER_MAXIMUM, "5.15", Remedy.ADJUST),
        Procedure(
            Irregularity.POWER_FAILURE,
            "5.17",
            Remedy.CONTINUE,
            Option.WITHDRAW_ALL,
            option_clause="5.17.1",
        ),
        Procedure(Irregularity.DIFFERENTIAL_EXCEEDED, "5.18", Remedy.ADJUST),
        # Any member of staff may refer it; the Gaming Shift Manager decides.
        Procedure(Irregularity.NOT_COVERED, "6.1", Remedy.DECIDE, authority=Position.DEALER),
        Procedure(Irregularity.WRONG_DISPLAY, "6.3", Remedy.CONTINUE),
    ),
    grants=(
        Grant(Power.ANNOUNCE, Position.DEALER, "3.1"),
        Grant(Power.PLACE_ON_BEHALF, Position.DEALER, "3.8"),
        Grant(Power.RESTRICT_STAKES_PER_AREA, Position.PIT_MANAGER, "3.7.1"),
        Grant(Power.CHOOSE_METHOD_A_OR_B, Position.PIT_MANAGER, "3.9.2"),
        Grant(Power.ALLOW_METHOD_C, Position.ASSISTANT_CASINO_MANAGER, "3.9.2"),
        Grant(Power.CHOOSE_HANDLER, Position.PIT_SUPERVISOR, "3.10.4.1"),
        Grant(Power.CHOOSE_FIRST_REVEALED, Position.DEALER, "3.10.6"),
        Grant(Power.ALLOW_DRAWING_WITHOUT_STAKE, Position.ASSISTANT_CASINO_MANAGER, "3.12.2"),
        Grant(Power.ALLOW_SQUEEZING, Position.PIT_MANAGER, "3.21"),
        Grant(Power.ALLOW_FIRST_CARD_WITHDRAWAL, Position.DEALER, "3.22.1"),
        Grant(Power.DETERMINE_ORDER, Position.PIT_MANAGER, "5.8.2.2"),
        Grant(Power.OVERSEE_MISSING_CARDS, Position.GAMING_SHIFT_MANAGER, "5.11.1"),
        Grant(Power.REMOVE_STAKES, Position.PIT_MANAGER, "5.18.3"),
        Grant(Power.DECIDE_IRREGULARITY, Position.PIT_MANAGER, "reading who-decides"),
        Grant(Power.DECIDE_UNCOVERED, Position.GAMING_SHIFT_MANAGER, "6.1"),
    ),
    methods=(Method.A, Method.B, Method.C),
    hlga_clause="1.1.4",
    stakes_per_area_clause="3.7",
    limits_clause="3.5.1",
    new_cards_clause="5.13",
    acting_clause="6.2",
)
