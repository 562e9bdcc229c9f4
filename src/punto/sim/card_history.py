"""Card history: every round of some shoes by single cards, for wagers on suits or ranks.

As `shoe_history`, but with the unseen cards by card and the cards of each round; all shoes of a
block are dealt in step.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from punto.odds.detail import detail_of
from punto.odds.knowledge import NOTHING
from punto.odds.lines import line_profits
from punto.odds.refined import draws
from punto.odds.refinement import lay_out
from punto.rules.cards import DECK
from punto.rules.wagers import Wager
from punto.sim.deal_rules import Dealing
from punto.sim.shoe_history import SHOES_PER_BLOCK

Ints = NDArray[np.int64]
POINTS: Ints = np.array([card.points for card in DECK], np.int64)
NO_CARD = -1


class CardRounds(NamedTuple):
    """Rounds one row each, all first rounds of the shoes before all second ones."""

    shoe: Ints  # which of the block's shoes
    gone: Ints  # cards that had left the shoe before the round
    due: Ints  # as in `shoe_history`: with a cut, a round is dealt if this is within it
    unseen: NDArray[np.uint8]  # cards not seen before the round, by card as in DECK
    hands: Ints  # numbers of the cards: player's two and third, banker's two and third


def remember_cards(
    dealing: Dealing, seed: int, block: int, *, burned_seen: bool = False
) -> CardRounds:
    """Deal a block of whole shoes with suits and record every round."""
    generator = np.random.default_rng(np.random.SeedSequence([seed, dealing.decks, block]))
    whole = np.repeat(np.arange(len(DECK)), dealing.decks)
    shoes = generator.permuted(np.tile(whole, (SHOES_PER_BLOCK, 1)), axis=1)
    every = np.arange(SHOES_PER_BLOCK)
    unseen = np.full((SHOES_PER_BLOCK, len(DECK)), dealing.decks, np.uint8)
    gone = np.zeros(SHOES_PER_BLOCK, np.int64)
    if dealing.burn:
        first = POINTS[shoes[:, 0]]
        gone += 1 + np.where(first == 0, 10, first)
        for place in range(int(gone.max()) if burned_seen else 1):
            lies = every[gone > place]
            unseen[lies, shoes[lies, place]] -= 1
    after = np.full(SHOES_PER_BLOCK, dealing.after_cut)
    begun: list[Ints] = []  # cards gone before each round of each shoe
    found: list[CardRounds] = []
    live = every
    while True:
        late = gone[live] > dealing.last_start
        live = live[~late | (after[live] > 0)]
        if not len(live):
            break
        after[live[gone[live] > dealing.last_start]] -= 1
        begun.append(gone.copy())
        back = len(begun) - 1 - dealing.after_cut
        due = begun[back][live] if back >= 0 else np.zeros(len(live), np.int64)
        hands, used = _deal(shoes, live, gone[live])
        found.append(CardRounds(live, gone[live], due, unseen[live], hands))
        for place in range(6):
            lies = live[used > place]
            unseen[lies, shoes[lies, gone[lies] + place]] -= 1
        gone[live] += used
    return CardRounds(*(np.concatenate(column) for column in zip(*found, strict=True)))


def _deal(shoes: Ints, live: Ints, start: Ints) -> tuple[Ints, Ints]:
    """The hands of the next round of each shoe, and how many cards it took."""
    rule, last = draws(), shoes.shape[1] - 1
    six = np.stack([shoes[live, np.minimum(start + place, last)] for place in range(6)], axis=1)
    p, b = ((POINTS[six[:, k]] + POINTS[six[:, k + 2]]) % 10 for k in (0, 1))
    fifth = POINTS[six[:, 4]]
    both, only_player = rule.both[fifth, p, b] == 1, rule.player[fifth, p, b] == 1
    only_banker = rule.banker[p, b] == 1
    third = np.where(both | only_player, six[:, 4], NO_CARD)
    other = np.where(both, six[:, 5], np.where(only_banker, six[:, 4], NO_CARD))
    used = 4 + (both | only_player).astype(np.int64) + (both | only_banker)
    return np.stack([six[:, 0], six[:, 2], third, six[:, 1], six[:, 3], other], axis=1), used


def profits_of(wager: Wager, hands: Ints) -> NDArray[np.float64]:
    """The profit of one unit on a wager in each of these rounds."""
    detail = detail_of(wager)
    plan = lay_out(detail, NOTHING.allowed)
    type_of = {card: n for n, cards in enumerate(plan.types) for card in cards}
    types = np.array([*(type_of[card] for card in DECK), NO_CARD], np.int64)  # -1 is no card
    parts, pays = line_profits(wager)
    paid = dict(zip(wager.lines, pays, strict=True))
    ends = plan.ends if detail.thirds else np.repeat(plan.ends, len(plan.types) + 1, axis=1)
    player, banker = (
        ends[plan.class_of[types[hands[:, k]], types[hands[:, k + 1]]], types[hands[:, k + 2]] + 1]
        for k in (0, 3)
    )
    size = len(plan.finals)
    cells, place = np.unique(player * size + banker, return_inverse=True)
    worth = np.zeros(len(cells))
    for n, cell in enumerate(cells.tolist()):
        seen = detail.read(plan.finals[cell // size], plan.finals[cell % size])
        line = wager.line_for(*seen)
        won = paid[line] if line is not None else 0 if wager.pushes(*seen) else -parts
        worth[n] = won / parts
    found: NDArray[np.float64] = worth[place]
    return found
