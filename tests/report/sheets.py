"""Sheets that several tests look at, built once a process."""

from functools import cache

from punto.odds.custom import parse_wager
from punto.report.blocks import Manuscript
from punto.report.html import set_html
from punto.report.manuscript import write_manuscript
from punto.report.pdf import set_pdf
from punto.report.sheet import Sheet, build_sheet
from punto.rules.games import find_game
from punto.rules.wagers import Wager
from tests.report.page import Page

ROUNDS = 200_000

LUCKY = """
id = "lucky-nine"
name = "Lucky Nine"

[[lines]]
pays = "10 to 1"
title = "Three-card nine"
when = { winner = "player", player_total = 9, player_cards = 3 }

[[lines]]
pays = "3 to 2"
when = { pairs = ["both", "twin"], winner = "banker" }

[push]
winner = "tie"
player_total = 9
"""

# Everything that a template, a typesetter or a plot might take for an instruction.
AWKWARD = r"""
id = "awkward"
name = "$x_1$ <b>bold</b> & #panic() \\ {{ 7 * 6 }} {% raw %} a name that no column can hold"

[[lines]]
pays = "0.123457 to 999983"
title = "<script>1</script>"
clause = "house rule 17, and an unusually long one"
when = { winner = "tie" }
"""


def lucky() -> Wager:
    return parse_wager(LUCKY)


@cache
def sheet(game_id: str | None, decks: int = 8, custom: tuple[Wager, ...] = ()) -> Sheet:
    game = None if game_id is None else find_game(game_id)
    return build_sheet(game, decks, custom, rounds=ROUNDS, seed=7)


@cache
def manuscript(game_id: str | None, decks: int = 8, custom: tuple[Wager, ...] = ()) -> Manuscript:
    return write_manuscript(sheet(game_id, decks, custom))


@cache
def html(game_id: str | None, decks: int = 8, custom: tuple[Wager, ...] = ()) -> bytes:
    return set_html(manuscript(game_id, decks, custom))


@cache
def page(game_id: str | None, decks: int = 8, custom: tuple[Wager, ...] = ()) -> Page:
    return Page(html(game_id, decks, custom))


@cache
def pdf(game_id: str | None, decks: int = 8, custom: tuple[Wager, ...] = ()) -> bytes:
    return set_pdf(manuscript(game_id, decks, custom))
