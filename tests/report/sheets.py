"""Sheets shared by several tests, built once per process."""

from functools import cache

from punto.odds.custom import parse_wager, parse_wagers
from punto.report.blocks import Manuscript
from punto.report.html import set_html
from punto.report.manuscript import write_manuscript
from punto.report.pdf import set_pdf
from punto.report.sheet import Sheet, build_sheet
from punto.rules.games import find_game
from punto.rules.wagers import Wager
from tests.report.page import Page

ROUNDS = 200_000
SHOES = {"tiger": 64}  # for the section on protection, which takes longest

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
    return build_sheet(
        game, decks, custom, rounds=ROUNDS, seed=7, shoes=SHOES.get(game_id or "", 0)
    )


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


# Wagers on suits and on third cards.
ON_CARDS = """
[[wager]]
id = "suited"
name = "#1"
push = { player_first_two_suits = 2, banker_pair = ["mixed", "coloured"] }

[[wager.lines]]
pays = "25 to 1"
when = { player_first_two_suits = 1, any = [{ player_pair = "perfect" }, { player_ranks = "KQ" }] }

[[wager]]
id = "third"
name = "#2"
lines = [
  { pays = "200 to 1", when = { banker_first_two = 3, player_third = [8, "none"] } },
  { pays = "9 to 1", when = { margin = 9, not = { cards = 4 }, banker_first_two = [0, 1] } },
]
"""


def on_cards() -> tuple[Wager, ...]:
    return parse_wagers(ON_CARDS)
