"""Tiger No Commission Baccarat, Version 3."""

from dataclasses import replace
from datetime import date

from punto.rules.drawing import DrawRule
from punto.rules.game import Game
from punto.rules.games import no_commission
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.rules.layouts import appendices
from punto.rules.outcome import Pairs, Winner
from punto.rules.staff import Grant, Position, Power
from punto.rules.wagers import Pays, Wager, When

SIX_ON_TWO = When(winner=Winner.BANKER, banker_total=6, banker_cards=2)
SIX_ON_THREE = When(winner=Winner.BANKER, banker_total=6, banker_cards=3)

PLAYER = no_commission.PLAYER
BANKER = no_commission.BANKER
TIE = replace(no_commission.TIE, loses_by="1.1.8")
TIGER = Wager(
    "tiger",
    "Tiger",
    (
        Pays("12 to 1", SIX_ON_TWO, "4.3", "Banker wins on 6 with two cards"),
        Pays("20 to 1", SIX_ON_THREE, "4.3", "Banker wins on 6 with three cards"),
    ),
    loses_by="1.1.9",
)
SMALL_TIGER = Wager(
    "small-tiger", "Small Tiger", (Pays("22 to 1", SIX_ON_TWO, clause="4.3"),), loses_by="1.1.7"
)
BIG_TIGER = Wager(
    "big-tiger", "Big Tiger", (Pays("50 to 1", SIX_ON_THREE, clause="4.3"),), loses_by="1.1.1"
)
TIGER_PAIR = Wager(
    "tiger-pair",
    "Tiger Pair",
    (
        # Exactly one of the lines pays (reading one-pair-line).
        Pays("4 to 1", When(pairs=(Pairs.PLAYER, Pairs.BANKER)), "4.2", "Single Tiger Pair"),
        Pays("20 to 1", When(pairs=Pairs.BOTH), "4.2", "Double Tiger Pair"),
        Pays("100 to 1", When(pairs=Pairs.TWIN), "4.2", "Twin Tiger Pair"),
    ),
    loses_by="1.1.10",
)
TIGER_TIE = Wager(
    "tiger-tie",
    "Tiger Tie",
    (Pays("35 to 1", When(winner=Winner.TIE, player_total=6), clause="4.3"),),
    loses_by="1.1.11",
)

LAYOUTS = appendices("ABCDE", "2.2", but={"D": (5, 9), "E": (8, 16)})

GAME = Game(
    id="tiger-no-commission",
    title="Tiger No Commission Baccarat",
    edition="Version 3",
    effective=date(2018, 10, 6),
    wagers=(PLAYER, BANKER, TIE, TIGER, SMALL_TIGER, BIG_TIGER, TIGER_PAIR, TIGER_TIE),
    wagers_clause="3.5",
    layouts=LAYOUTS,
    drawing={
        DrawRule.DEAL_PLAYER: "3.7.1",
        DrawRule.DEAL_BANKER: "3.7.2",
        DrawRule.NATURAL: "3.9",
        DrawRule.PLAYER_THIRD: "3.9",
        DrawRule.BANKER_AFTER_STAND: "3.9",
        DrawRule.BANKER_AFTER_DRAW: "3.9",
        DrawRule.COMPLETE: "3.9",
    },
    winner_clause="3.10",
    procedures=(
        Procedure(Irregularity.FOREIGN_CARDS, "5.1.1", Remedy.VOID),
        Procedure(Irregularity.EXTRA_OR_MISSING_CARDS, "5.1.1", Remedy.VOID),
        Procedure(Irregularity.WRONG_NUMBER_OF_CARDS, "5.2", Remedy.VOID_UNLESS_RECONSTRUCTED),
        Procedure(Irregularity.DRAWN_TOGETHER_IN_INITIAL_DEAL, "5.3", Remedy.VOID),
        Procedure(Irregularity.SHOE_ORDER_ALTERED, "5.4", Remedy.VOID_UNLESS_RECONSTRUCTED),
        Procedure(Irregularity.TOO_FEW_CARDS, "5.5", Remedy.VOID),
        Procedure(Irregularity.LATE_STAKE, "5.6", Remedy.REFUSE, authority=Position.DEALER),
        Procedure(Irregularity.LATE_WITHDRAWAL, "5.7", Remedy.REFUSE, authority=Position.DEALER),
    ),
    grants=(
        Grant(Power.ANNOUNCE, Position.DEALER, "3.1"),
        Grant(Power.DECIDE_IRREGULARITY, Position.PIT_MANAGER, "reading who-decides"),
    ),
)
