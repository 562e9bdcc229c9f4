"""What a newcomer needs of the law, worked out from it: the table of play, and example rounds."""

from collections.abc import Iterator

from punto.rules.cards import RANKS, SUITS, Card
from punto.rules.drawing import DrawRule, next_draw
from punto.rules.game import Game
from punto.rules.hands import NATURAL_FROM, Side
from punto.rules.holdings import facts
from punto.rules.round import Round, deal_round

CARDS_MAX = 6
DEALS = len(RANKS) ** CARDS_MAX
SUITED = len(SUITS) ** CARDS_MAX
STRIDE = 2_356_807  # shares no factor with either, so that a walk by it meets each of them once
TRIES_MAX = 200_000


def table_of_play() -> list[tuple[int, tuple[bool, ...]]]:
    """Return for each Banker total whether it draws: if Player stands, then by Player's third card.

    >>> [draws for total, draws in table_of_play() if total == 6]
    [(False, False, False, False, False, False, False, True, True, False, False)]
    """
    player_stands, player_draws = (0, 6), (0, 0)
    rows = []
    for total in range(NATURAL_FROM):
        banker = (0, total)
        hands = [player_stands, *((*player_draws, third) for third in range(10))]
        rows.append((total, tuple(next_draw(hand, banker).side is Side.BANKER for hand in hands)))
    return rows


def player_draws_on() -> tuple[int, ...]:
    """Return the totals on which Player draws a third card."""
    drawing = ((total, next_draw((0, total), (0, 0))) for total in range(10))
    return tuple(total for total, draw in drawing if draw.rule is DrawRule.PLAYER_THIRD)


def example_rounds(game: Game) -> dict[tuple[str, int], Round]:
    """Return a round for each pay line by its wager and place; a line no deal met is left out.

    >>> from punto.rules.games import find_game
    >>> example_rounds(find_game("no-commission"))["player-pair", 0].player.pair
    True
    """
    wanted = {(wager.id, at) for wager in game.wagers for at in range(len(wager.lines))}
    found: dict[tuple[str, int], Round] = {}
    for dealt in _rounds():
        for key in _paid(game, dealt) & wanted:
            found[key] = dealt
            wanted.discard(key)
        if not wanted:
            break
    return found


def _rounds() -> Iterator[Round]:
    for tried in range(1, TRIES_MAX):
        number, suited = tried * STRIDE % DEALS, tried * STRIDE % SUITED
        cards = []
        for _ in range(CARDS_MAX):
            number, rank = divmod(number, len(RANKS))
            suited, suit = divmod(suited, len(SUITS))
            cards.append(Card(RANKS[rank], SUITS[suit]))
        if dealt := deal_round(iter(cards)):
            yield dealt


def _paid(game: Game, dealt: Round) -> set[tuple[str, int]]:
    """Every line that this round pays."""
    hands = facts(dealt.player.cards, dealt.banker.cards) if game.card_wagers else None
    paid = set()
    for wager in game.wagers:
        line = game.verdict(wager.id, dealt.outcome, hands).line
        if line is not None:
            paid.add((wager.id, wager.lines.index(line)))
    return paid
