"""`punto deal`: rounds dealt from a shuffled shoe, for demonstration, training or tests."""

import random
import secrets
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated

from cyclopts import Parameter

from punto.cli import arguments
from punto.cli.arguments import WHOLE, Decks, Json, Seed, Stakes
from punto.cli.editions import game_today
from punto.cli.output import console, print_json
from punto.cli.settle import read_stake
from punto.money import Cents
from punto.refusals import Reason, Refused
from punto.rules.cards import Card
from punto.rules.documents import Document, settlement_document
from punto.rules.game import Game
from punto.rules.round import Round, deal_round
from punto.rules.settlement import Settlement, Stake, check_stakes
from punto.rules.settlement import settle as settle_stakes
from punto.rules.shoe import USUAL_DECKS, check_decks, full_shoe

CUT_CARDS_FROM_END = 14
ROUNDS_MAX = 100_000
USUAL_STAKE = Cents(100_00)


@dataclass(frozen=True, slots=True)
class Dealt:
    """One dealt round: its place in its shoe, and the settled stakes."""

    number: int
    shoe: int
    round: Round
    settlement: Settlement


def deal(
    game: arguments.Game,
    /,
    *,
    decks: Decks = USUAL_DECKS,
    seed: Seed = None,
    rounds: Annotated[int, WHOLE, Parameter(help="How many rounds to deal.")] = 1,
    stake: Stakes = (),
    json: Json = False,
) -> None:
    """Deal rounds and show cards, why each third card was drawn, payments and roads."""
    chosen = game_today(game)
    check_decks(chosen, decks)
    if not 1 <= rounds <= ROUNDS_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Deal from 1 to {rounds_max} rounds, not {rounds}.",
            rounds_max=ROUNDS_MAX,
            rounds=rounds,
        )
    staked = [read_stake(chosen, each) for each in stake]
    # Without --stake, stake on every wager to show what each would have paid.
    staked = staked or [Stake(wager.id, USUAL_STAKE) for wager in chosen.wagers]
    check_stakes(chosen, staked, None)
    seed = secrets.randbits(32) if seed is None else seed
    dealt = deal_rounds(chosen, decks, seed, rounds, staked)
    if json:
        print_json({"game": chosen.id, "decks": decks, "seed": seed, "rounds": _documents(dealt)})
    else:
        print_rounds(chosen, decks, seed, dealt)


def deal_rounds(
    game: Game, decks: int, seed: int, rounds: int, staked: list[Stake]
) -> Iterator[Dealt]:
    """Deal from shoes shuffled by a seed; the round that meets the cut card ends its shoe."""
    chance = random.Random(seed)
    shoe, left, cards = 0, 0, iter(full_shoe(0))  # no shoe yet
    for number in range(1, rounds + 1):
        if left < CUT_CARDS_FROM_END:
            shoe, left = shoe + 1, decks * 52
            cards = _shuffled(decks, chance)
        dealt = deal_round(cards)
        assert dealt is not None, "fourteen cards are more than a round needs"
        left -= len(dealt.cards)
        yield Dealt(number, shoe, dealt, settle_stakes(game, dealt.outcome, staked))


def print_rounds(game: Game, decks: int, seed: int, dealt: Iterator[Dealt]) -> None:
    """Print each round with its payments, then the roads."""
    from punto.cli.road_view import print_roads
    from punto.cli.round_view import print_round, print_settlement
    from punto.roads import Roads, mark_of

    out = console()
    out.print(f"[bold]{game.title}[/], {decks} decks, seed {seed}\n")
    roads = Roads()
    shoe = 1
    for each in dealt:
        if each.shoe != shoe:
            shoe, roads = each.shoe, Roads()
            out.print(f"[bold]The cut card has come: shoe {shoe}[/]\n")
        print_round(out, game, each.round, f"Round {each.number}")
        print_settlement(out, each.settlement)
        out.print()
        roads.add(mark_of(each.round))
    print_roads(out, roads)


def _documents(dealt: Iterator[Dealt]) -> list[Document]:
    return [
        {
            "round": each.number,
            "shoe": each.shoe,
            "why": [draw.why for draw in each.round.draws[4:]] + [each.round.end.why],
            **settlement_document(each.round, each.settlement),
        }
        for each in dealt
    ]


def _shuffled(decks: int, chance: random.Random) -> Iterator[Card]:
    cards = full_shoe(decks)
    chance.shuffle(cards)
    return iter(cards)
