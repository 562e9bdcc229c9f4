"""No Commission Baccarat, Version 6."""

from datetime import date

from punto.rules.drawing import DrawRule
from punto.rules.game import Game
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.rules.layouts import diagrams
from punto.rules.outcome import Pairs, Winner
from punto.rules.staff import Grant, Position, Power
from punto.rules.wagers import Pays, Wager, When

TIE_GAME = When(winner=Winner.TIE)

PLAYER = Wager(
    "player",
    "Player",
    (Pays("1 to 1", When(winner=Winner.PLAYER), clause="4.1"),),
    loses_by="3.10",
    push=TIE_GAME,
    pushes_by="3.10.1",
)
BANKER = Wager(
    "banker",
    "Banker",
    (
        Pays("1 to 2", When(winner=Winner.BANKER, banker_total=6), "4.1", "Banker on 6"),
        Pays(
            "1 to 1",
            When(winner=Winner.BANKER, banker_total=(1, 2, 3, 4, 5, 7, 8, 9)),
            "4.1",
            "Banker on any other total",
        ),
    ),
    loses_by="3.10",
    push=TIE_GAME,
    pushes_by="3.10.1",
)
TIE = Wager("tie", "Tie", (Pays("8 to 1", TIE_GAME, clause="4.1"),), loses_by="1.1.7")
PLAYER_PAIR = Wager(
    "player-pair",
    "Player Pair",
    (Pays("11 to 1", When(pairs=(Pairs.PLAYER, Pairs.BOTH, Pairs.TWIN)), clause="4.1"),),
    loses_by="3.8.1",
)
BANKER_PAIR = Wager(
    "banker-pair",
    "Banker Pair",
    (Pays("11 to 1", When(pairs=(Pairs.BANKER, Pairs.BOTH, Pairs.TWIN)), clause="4.1"),),
    loses_by="3.8.2",
)

LAYOUTS = diagrams("ABCDEF", "2.2")

GAME = Game(
    id="no-commission",
    title="No Commission Baccarat",
    edition="Version 6",
    effective=date(2017, 2, 17),
    wagers=(PLAYER, BANKER, TIE, PLAYER_PAIR, BANKER_PAIR),
    wagers_clause="3.5",
    layouts=LAYOUTS,
    drawing={
        DrawRule.DEAL_PLAYER: "3.7.1",
        DrawRule.DEAL_BANKER: "3.7.2",
        DrawRule.NATURAL: "3.9.1",
        DrawRule.PLAYER_THIRD: "3.9.2",
        DrawRule.BANKER_AFTER_STAND: "3.9.3",
        DrawRule.BANKER_AFTER_DRAW: "3.9.4",
        DrawRule.COMPLETE: "3.9",
    },
    winner_clause="3.10",
    procedures=(
        Procedure(Irregularity.FOREIGN_CARDS, "5.1.1", Remedy.VOID),
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
