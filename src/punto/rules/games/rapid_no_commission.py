"""Rapid No Commission Baccarat (Electronic Table Game), Version 5.

Its wagers and pay table are those of No Commission Baccarat, under the same clause numbers. Patrons
stake at terminals instead, which also make the announcements.
"""

from dataclasses import replace
from datetime import date

from punto.rules.game import Game
from punto.rules.games import no_commission
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.rules.layouts import Layout
from punto.rules.staff import Grant, Position, Power

PLAYER = no_commission.PLAYER
BANKER = no_commission.BANKER
TIE = replace(no_commission.TIE, loses_by="1.1.8")
PLAYER_PAIR = no_commission.PLAYER_PAIR
BANKER_PAIR = no_commission.BANKER_PAIR

LAYOUTS = (Layout("Player Terminal", "2.2"),)

GAME = Game(
    id="rapid-no-commission",
    title="Rapid No Commission Baccarat (Electronic Table Game)",
    edition="Version 5",
    effective=date(2017, 2, 17),
    wagers=(PLAYER, BANKER, TIE, PLAYER_PAIR, BANKER_PAIR),
    wagers_clause="3.5",
    layouts=LAYOUTS,
    drawing=no_commission.GAME.drawing,
    winner_clause="3.10",
    procedures=(
        Procedure(Irregularity.FOREIGN_CARDS, "5.1.1", Remedy.VOID),
        Procedure(Irregularity.WRONG_NUMBER_OF_CARDS, "5.2", Remedy.VOID_UNLESS_RECONSTRUCTED),
        Procedure(Irregularity.DRAWN_TOGETHER_IN_INITIAL_DEAL, "5.3", Remedy.VOID),
        Procedure(Irregularity.SHOE_ORDER_ALTERED, "5.4", Remedy.VOID_UNLESS_RECONSTRUCTED),
        Procedure(Irregularity.TOO_FEW_CARDS, "5.5", Remedy.VOID),
        # No clause of section 5 covers late stakes in this game; the close of betting does (3.2).
        Procedure(Irregularity.LATE_STAKE, "3.2", Remedy.REFUSE, authority=Position.DEALER),
        Procedure(Irregularity.LATE_WITHDRAWAL, "3.2", Remedy.REFUSE, authority=Position.DEALER),
    ),
    grants=(Grant(Power.DECIDE_IRREGULARITY, Position.PIT_MANAGER, "reading who-decides"),),
    terminals_clause="1.1.5",
)
