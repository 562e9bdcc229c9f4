"""Dragon Tiger No Commission Baccarat, the edition of 7 December 2023.

Sections 3, 5 and 6 follow Tiger Baccarat; the clauses whose numbers differ are listed below.
"""

from dataclasses import replace
from datetime import date

from punto.rules.drawing import DrawRule
from punto.rules.game import Game
from punto.rules.games import no_commission, tiger
from punto.rules.irregularities import Irregularity
from punto.rules.layouts import appendices
from punto.rules.outcome import Winner
from punto.rules.staff import Power
from punto.rules.wagers import Pays, Wager, When

PLAYER = replace(no_commission.PLAYER, loses_by="3.15", pushes_by="3.15.1")
BANKER = replace(no_commission.BANKER, loses_by="3.15", pushes_by="3.15.1")
TIE = replace(no_commission.TIE, loses_by="1.1.14")
DRAGON_TIGER = Wager(
    "dragon-tiger",
    "Dragon Tiger",
    tuple(
        Pays(pays, When(player_total=7, banker_total=6, cards=cards), "4.2", of)
        for pays, cards, of in (
            ("100 to 1", 6, "Player 7 over Banker 6, three cards each"),
            ("40 to 1", 5, "Player 7 over Banker 6, one hand on three cards"),
            ("30 to 1", 4, "Player 7 over Banker 6, two cards each"),
        )
    ),
    loses_by="1.1.3",
)
BIG_DRAGON = Wager(
    "big-dragon",
    "Big Dragon",
    (Pays("30 to 1", When(winner=Winner.PLAYER, player_total=7, player_cards=3), clause="4.3"),),
    loses_by="1.1.1",
)
SMALL_DRAGON = Wager(
    "small-dragon",
    "Small Dragon",
    (Pays("15 to 1", When(winner=Winner.PLAYER, player_total=7, player_cards=2), clause="4.3"),),
    loses_by="1.1.9",
)
BIG_TIGER = replace(tiger.BIG_TIGER, loses_by="1.1.2")
SMALL_TIGER = replace(tiger.SMALL_TIGER, loses_by="1.1.10")

LAYOUTS = appendices("ABCDEFGHIJK", "2.2", but={"D": (1, 9), "E": (8, 16)})

MOVED_PROCEDURES = {Irregularity.CUT_CARD_FIRST: "3.17.1"}
MOVED_GRANTS = {
    Power.ALLOW_SQUEEZING: "3.16",
    Power.ALLOW_FIRST_CARD_WITHDRAWAL: "3.17.1",
}

GAME = Game(
    id="dragon-tiger-no-commission",
    title="Dragon Tiger No Commission Baccarat",
    edition="unnumbered",
    effective=date(2023, 12, 7),
    wagers=(PLAYER, BANKER, TIE, DRAGON_TIGER, BIG_DRAGON, SMALL_DRAGON, BIG_TIGER, SMALL_TIGER),
    wagers_clause="3.5",
    layouts=LAYOUTS,
    drawing={
        DrawRule.DEAL_PLAYER: "3.13.1",
        DrawRule.DEAL_BANKER: "3.13.2",
        DrawRule.NATURAL: "3.14",
        DrawRule.PLAYER_THIRD: "3.14",
        DrawRule.BANKER_AFTER_STAND: "3.14",
        DrawRule.BANKER_AFTER_DRAW: "3.14",
        DrawRule.COMPLETE: "3.14",
    },
    winner_clause="3.15",
    procedures=tuple(
        replace(each, clause=MOVED_PROCEDURES.get(each.irregularity, each.clause))
        for each in tiger.GAME.procedures
    ),
    grants=tuple(
        replace(each, clause=MOVED_GRANTS.get(each.power, each.clause))
        for each in tiger.GAME.grants
    ),
    methods=tiger.GAME.methods,
    hlga_clause="1.1.5",
    stakes_per_area_clause="3.7",
    limits_clause="3.5.1",
    new_cards_clause="5.13",
    acting_clause="6.2",
)
