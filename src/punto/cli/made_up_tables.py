"""Tables of made-up games: a wagers file on the felt of a test house."""

from punto.cli.editions import game_today
from punto.cli.odds import read_wager_file
from punto.currencies import MINOR_DIGITS, TEST_CURRENCY
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.made_up_games import make_up, write_definitions
from punto.rules.wager_language import read_definitions
from punto.table.configuration import USUAL_CURRENCY


def read_made_up(tables: tuple[str, ...], *, demo: bool) -> tuple[Game, ...]:
    """Read each GAME=FILE; only a demo has them."""
    if tables and not demo:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Made-up wagers are for a test house: add --demo to --test-table.",
        )
    games = tuple(map(_read, tables))
    if len({game.base for game in games}) < len(games):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Give one file a game with --test-table; a file may define many wagers.",
        )
    return games


def house_currency(said: str, *, is_test_house: bool) -> str:
    """What the house counts in: in a test house the currency for tests and no other."""
    usual = TEST_CURRENCY if is_test_house else USUAL_CURRENCY
    if said and said not in MINOR_DIGITS:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A currency is a code of ISO 4217, as SGD, not {code!r}.",
            code=said[:40],
        )
    if is_test_house and said not in ("", TEST_CURRENCY):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "A house with made-up wagers counts in {test}, not in {currency}: no money can be"
            " staked on a game that nobody approved.",
            test=TEST_CURRENCY,
            currency=said,
        )
    return said or usual


def _read(table: str) -> Game:
    name, equals, path = table.partition("=")
    if not equals or not name or not path:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Write a test table as GAME=FILE, as tiger=wagers.toml, not {table!r}.",
            table=table[:80],
        )
    base = game_today(name)
    return make_up(base, write_definitions(read_definitions(read_wager_file(path))))
