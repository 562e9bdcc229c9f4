"""Odds given known cards: against enumeration of small shoes, identities and simulation."""

import random
from fractions import Fraction
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from punto.odds import compiled, known_kernel
from punto.odds.assumptions import assumptions
from punto.odds.composition import Composition
from punto.odds.distribution import Distribution, distribution
from punto.odds.knowledge import ANY_RANK, NOTHING, CardSet, Knowledge, known_cards
from punto.odds.known import _rows, _types, count_with, warm_known
from punto.odds.price import price, prices
from punto.odds.program import VOID
from punto.odds.question import ask
from punto.refusals import Reason, Refused
from punto.rules.cards import RANKS, Rank
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.rules.outcome import Winner
from punto.rules.wagers import When
from tests.odds.brute import as_array, brute_known, deal_out_known, depleted
from tests.rules.oracle import play

warm_known()

EIGHT = Composition.of_decks(8)

some_ranks = st.sets(st.integers(0, 12), min_size=1)
places = st.lists(st.one_of(st.just(set(range(13))), some_ranks), min_size=6, max_size=6)
few = st.lists(st.integers(0, 12), max_size=7).map(
    lambda ranks: tuple(ranks.count(rank) for rank in range(13))
)


def knowledge(okay: list[set[int]]) -> Knowledge:
    return Knowledge(tuple(frozenset(RANKS[rank] for rank in may) for may in okay))


def mask(known: Knowledge) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    return np.array([[rank in may for rank in RANKS] for may in known.allowed], np.int64)


@settings(max_examples=60, deadline=None)
@given(few, places)
def test_tiny_shoes_agree_with_dealing_every_order(
    counts: tuple[int, ...], okay: list[set[int]]
) -> None:
    for place in range(sum(counts), 6):
        okay[place] = set(range(13))
    found, void, orders = deal_out_known(counts, okay)
    if not orders:
        with pytest.raises(Refused):
            distribution(Composition(counts), knowledge(okay))
        return
    exact = distribution(Composition(counts), knowledge(okay))
    assert (exact.deals, exact.void) == (orders, void)
    assert (as_array(exact) == found).all()


@pytest.mark.parametrize("seed", range(16))
def test_any_shoe_agrees_with_every_deal(seed: int) -> None:
    """Single cards, narrow and wide sets, in any places; tens told apart in half of them."""
    chance = random.Random(seed)
    shoe = depleted(8, [6, 9, 20, 60, 200, 416][seed % 6], seed)
    held = [rank for rank in RANKS if shoe[rank]]
    okay = [ANY_RANK] * 6
    for place in chance.sample(range(6), 1 + seed % 6):
        size = chance.choice([2, 4, 9, 12]) if len(held) > 3 else 13
        okay[place] = frozenset({*chance.sample(RANKS, size), *chance.sample(held, 1)})
    if seed % 2:
        okay = [may | set(RANKS[9:]) for may in okay]
    known = Knowledge(tuple(okay))
    found = brute_known(shoe.counts, mask(known))
    if not found.any():
        with pytest.raises(Refused):
            distribution(shoe, known)
        return
    assert (as_array(distribution(shoe, known)) == found).all()


@pytest.mark.parametrize("entry", ["3=7", "1=6789", "5=K", "6=A2", "2=T", "4=TJ"])
def test_whole_shoes_agree_with_every_deal(entry: str) -> None:
    known = Knowledge.parse([entry])
    assert (as_array(distribution(EIGHT, known)) == brute_known(EIGHT.counts, mask(known))).all()


def test_knowing_nothing_is_the_law_itself() -> None:
    for shoe in (EIGHT, depleted(8, 5, 1), depleted(8, 3, 2), depleted(6, 40, 3)):
        everything = distribution(shoe).counted.copy()
        everything[VOID] = count_with(shoe, NOTHING)[VOID]
        assert (count_with(shoe, NOTHING) == everything).all()
        assert distribution(shoe).void == everything[VOID]


@pytest.mark.parametrize("place", range(1, 7))
def test_the_cases_of_one_card_add_up_to_the_law(place: int) -> None:
    """The law of total probability, as counts: nothing is lost and nothing counted twice."""
    for shoe in (EIGHT, depleted(8, 30, place)):
        held = [rank for rank in RANKS if shoe[rank]]
        cases = [distribution(shoe, Knowledge.parse([f"{place}={rank.letter}"])) for rank in held]
        assert (
            np.sum([case.counted for case in cases], axis=0) == distribution(shoe).counted
        ).all()


@settings(max_examples=25, deadline=None)
@given(places, st.integers(0, 5), some_ranks)
def test_a_set_and_the_rest_add_up(okay: list[set[int]], place: int, group: set[int]) -> None:
    shoe = depleted(8, 70, 5)
    whole = _counted(shoe, okay)
    parts = [
        _counted(shoe, [may & kept if n == place else may for n, may in enumerate(okay)])
        for kept in (group, set(range(13)) - group)
    ]
    assert (parts[0] + parts[1] == whole).all()


def test_fifth_and_sixth_card_may_be_exchanged_where_both_are_taken() -> None:
    """Cards are exchangeable: knowing a card the round never takes says nothing of its kind."""
    four = When(cards=4)
    for shoe in (EIGHT, depleted(8, 33, 4)):
        one, other = (distribution(shoe, Knowledge.parse([f"{place}=K"])) for place in (5, 6))
        assert one.count(four) == other.count(four)


def test_face_down_cards_are_every_order_of_them() -> None:
    both = distribution(EIGHT, Knowledge.parse(["1+3=7K"]))
    ordered = [
        distribution(EIGHT, Knowledge.parse(each)) for each in (["1=7", "3=K"], ["1=K", "3=7"])
    ]
    assert (both.counted == ordered[0].counted + ordered[1].counted).all()
    alike = distribution(EIGHT, Knowledge.parse(["2+4=99"]))
    assert alike.counts == distribution(EIGHT, Knowledge.parse(["2=9", "4=9"])).counts


def test_face_down_cards_of_a_tiny_shoe_agree_with_dealing_every_order() -> None:
    """The four cards of the initial deal lie face down; only which four they are is known."""
    cards = [6, 12, 1, 8, 8, 4, 9]
    counts = tuple(cards.count(rank) for rank in range(13))
    wins = dict.fromkeys(Winner, 0)
    orders = 0
    for order in permutations(cards, 6):
        if sorted(order[:4]) == [1, 6, 8, 12] and order[4] == 8:
            orders += 1
            player, banker, *_ = play(tuple(rank + 1 if rank < 9 else 0 for rank in order))
            won = (Winner.TIE, Winner.PLAYER, Winner.BANKER)[(player > banker) - (player < banker)]
            wins[won] += 1
    exact = distribution(Composition(counts), Knowledge.parse(["1+2+3+4=7K29", "5=9"]))
    assert exact.deals == orders
    assert {winner: exact.count(When(winner=winner)) for winner in Winner} == wins


def test_chance_agrees() -> None:
    """Rounds dealt from whole shoes, those counted that agree with what is known."""
    chance = np.random.default_rng(7)
    known = distribution(EIGHT, Knowledge.parse(["3=7", "1=6789"]))
    shoe = np.repeat(np.arange(13), 32)
    rounds = hits = 0
    while rounds < 40_000:
        order = chance.permutation(shoe)
        for start in range(0, 408, 6):
            six = order[start : start + 6].tolist()
            if six[2] == 6 and six[0] in (5, 6, 7, 8):
                rounds += 1
                won = play(tuple(rank + 1 if rank < 9 else 0 for rank in six))
                hits += won[1] > won[0]
    expected = float(known.probability(When(winner=Winner.BANKER)))
    deviation = (expected * (1 - expected) / rounds) ** 0.5
    assert abs(hits / rounds - expected) < 4 * deviation


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_wager_of_every_game_is_priced(game: Game) -> None:
    known = Knowledge.parse(["2=8", "4=TJQK"])
    question = ask(game, known=known)
    given_that = distribution(EIGHT, known)
    for each in question.wagers:
        found = question.price(each.id)
        assert found.ev == price(given_that, each).ev
        total = sum(line.probability for line in found.lines) + found.push + found.loss_rate
        assert total == 1


def test_a_certain_round_is_certain() -> None:
    known = known_cards([Rank.NINE, Rank.EIGHT, Rank.KING, Rank.KING])
    sure = distribution(EIGHT, known)
    assert sure.probability(When(winner=Winner.PLAYER, player_total=9, banker_total=8)) == 1
    by_id = {each.wager.id: each for each in prices(sure, find_game("tiger").wagers)}
    assert by_id["player"].ev == 1
    assert by_id["player"].variance == 0
    assert "Known of the next cards: 1=9, 2=8, 3=K, 4=K." in assumptions(sure)[0]
    assert sure == Distribution(EIGHT, sure.counted, known) != Distribution(EIGHT, sure.counted)


def test_compiled_and_interpreted_are_one_function() -> None:
    for entries in (["1=T"], ["5=6789", "6=K"], ["2=9", "3=2", "6=A23"]):
        known = Knowledge.parse(entries)
        found = []
        for each in (known_kernel.count_known, compiled.count_known):
            deals = np.full(VOID + 1, -1, np.int64)
            each(np.array(EIGHT.counts), *_types(next(known.arrangements())), *_rows(), deals)
            found.append(deals)
        assert (found[0] == found[1]).all()


@pytest.mark.parametrize(
    ("entries", "words"),
    [
        (["nonsense"], "'nonsense' is not a card and what is known of it"),
        (["7=A"], "There is no card 7"),
        (["0=A"], "There is no card 0"),
        (["1=1"], "'1' names no ranks"),
        (["1="], "is not a card and what is known"),
        (["1=A", "1=2"], "Card 1 is named twice"),
        (["1=A", "1+2=23"], "Card 1 is named twice"),
        (["1+2=23", "2+3=45"], "Card 2 is named twice"),
        (["1+1=23"], "Card 1 is named twice"),
        (["1+2=234"], "2 places hold 2 cards, not 3"),
    ],
)
def test_what_cannot_be_read_is_refused(entries: list[str], words: str) -> None:
    with pytest.raises(Refused, match=words.replace("+", r"\+")) as refused:
        Knowledge.parse(entries)
    assert refused.value.reason is Reason.UNREADABLE_CARD


def test_what_cannot_be_is_refused() -> None:
    few_cards = Composition.parse("A=2,2=2,9=1")
    for entries in (["6=A"], ["1=9", "2=9"], ["1=K"], ["1+2=99"]):
        with pytest.raises(Refused) as refused:
            distribution(few_cards, Knowledge.parse(entries))
        assert refused.value.reason is Reason.IMPOSSIBLE_COUNT


def test_knowledge_is_printed_as_it_is_read() -> None:
    for entries in ([], ["1=A"], ["2=789", "6=TJQK"], ["1+3=7K"], ["5=T", "1+2+3+4=A239"]):
        known = Knowledge.parse(entries)
        assert str(known) == ", ".join(entries)
        assert bool(known) == bool(entries)
    assert Knowledge.parse(["4=10, j"]).allowed[3] == {Rank.TEN, Rank.JACK}
    assert Knowledge(sets=(CardSet((1, 3), (Rank.KING, Rank.ACE)),)).last_place == 3
    with pytest.raises(Refused, match="There are 6 places"):
        Knowledge((ANY_RANK,))


def test_a_probability_is_a_fraction_of_the_deals_that_agree() -> None:
    nine = distribution(EIGHT, Knowledge.parse(["1=9"]))
    assert Fraction(nine.deals, distribution(EIGHT).deals) == Fraction(1, 13)


def _counted(shoe: Composition, okay: list[set[int]]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    if not all(okay):
        return np.zeros(VOID + 1, np.int64)
    try:
        return distribution(shoe, knowledge(okay)).counted
    except Refused:
        return np.zeros(VOID + 1, np.int64)


# Wizard of Odds, Baccarat Appendix 3 (10 February 2009), eight decks: the chances that Player wins,
# that Banker wins and of a tie, once Player's two cards are seen, by their total.
AFTER_PLAYERS_CARDS = {
    0: ("0.278792", "0.654627", "0.066581"),
    1: ("0.282833", "0.647252", "0.069915"),
    2: ("0.290303", "0.634207", "0.075490"),
    3: ("0.303386", "0.615539", "0.081075"),
    4: ("0.322084", "0.579983", "0.097933"),
    5: ("0.358488", "0.537849", "0.103663"),
    6: ("0.430362", "0.427801", "0.141838"),
    7: ("0.572657", "0.285046", "0.142297"),
    8: ("0.810911", "0.094938", "0.094151"),
    9: ("0.905475", "0.000000", "0.094525"),
}


def test_after_players_two_cards() -> None:
    deals = {total: dict.fromkeys(Winner, 0) for total in AFTER_PLAYERS_CARDS}
    for first, second in product(RANKS, RANKS):
        given_both = distribution(
            EIGHT, Knowledge.parse([f"1={first.letter}", f"3={second.letter}"])
        )
        for winner in Winner:
            counted = given_both.count(When(winner=winner))
            deals[(first.points + second.points) % 10][winner] += counted
    for total, printed in AFTER_PLAYERS_CARDS.items():
        every = sum(deals[total].values())
        assert tuple(f"{deals[total][winner] / every:.6f}" for winner in Winner) == printed, total
