"""`punto settle`: stakes on the cards of a round, one round or a batch."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Batch, Decks, Json, Stakes, read_whole, split_stake
from punto.cli.batch import Request, check_keys, run_batch, take
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.cli.round_view import print_round, print_settlement
from punto.money import Cents, parse_amount
from punto.refusals import Reason, Refused
from punto.rules.cards import Card, parse_cards
from punto.rules.documents import Document, settlement_document
from punto.rules.game import Game
from punto.rules.round import read_round
from punto.rules.settlement import Stake
from punto.rules.settlement import settle as settle_stakes
from punto.rules.shoe import USUAL_DECKS


def settle(
    game: Annotated[str | None, Parameter(help="The game's id.")] = None,
    /,
    *,
    cards: Annotated[str | None, Parameter(help="The cards in the order dealt.")] = None,
    stake: Stakes = (),
    decks: Decks = USUAL_DECKS,
    unit: Annotated[str | None, Parameter(help="The table's stake unit, as 5.00.")] = None,
    batch: Batch = None,
    json: Json = False,
) -> int | None:
    """Settle stakes on the cards of a round, each line with its clause."""
    if batch is not None:
        if game is not None or cards is not None or stake:
            raise Refused(
                Reason.UNREADABLE_REQUEST,
                "With --batch each line names its game, cards and stakes.",
            )
        return run_batch(batch, answer_line)
    if game is None:
        raise Refused(Reason.UNREADABLE_REQUEST, "Name a game, or give a file with --batch.")
    chosen = game_today(game)
    if cards is None:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            'Give the cards in the order dealt, as --cards "2C 5D 3H AH KD".',
        )
    dealt = read_round(chosen, parse_cards(cards), decks)
    staked = [read_stake(chosen, each) for each in stake]
    unit_cents = None if unit is None else parse_amount(unit)
    settlement = settle_stakes(chosen, dealt.outcome, staked, unit_cents=unit_cents)
    if json:
        print_json(settlement_document(dealt, settlement))
    else:
        out = console()
        print_round(out, chosen, dealt)
        print_settlement(out, settlement)
    return None


def read_stake(game: Game, text: str) -> Stake:
    """Read WAGER=AMOUNT."""
    return _stake(game, *split_stake(text))


def answer_line(request: Request) -> Document:
    """Settle one line of a batch: {"game", "cards", "stakes": {wager: amount}}."""
    check_keys(request, {"game", "cards", "stakes", "decks"})
    game = game_today(take(request, "game", str))
    cards = _cards(request)
    decks = read_whole(take(request, "decks", str, str(USUAL_DECKS)), "decks")
    dealt = read_round(game, cards, decks)
    stakes = take(request, "stakes", dict, {})
    staked = [_stake(game, wager, take(stakes, wager, str)) for wager in stakes]
    return settlement_document(dealt, settle_stakes(game, dealt.outcome, staked))


def _cards(request: Request) -> tuple[Card, ...]:
    cards = request.get("cards")
    if isinstance(cards, list) and all(isinstance(card, str) for card in cards):
        return parse_cards(" ".join(cards))
    return parse_cards(take(request, "cards", str))


def _stake(game: Game, wager: str, amount: str) -> Stake:
    game.wager(wager)  # report an unknown wager before a bad amount
    return Stake(wager, Cents(parse_amount(amount)))
