"""Recorded rounds: the reason for every card as text, and each refusal's sentence."""

from dataclasses import replace
from hashlib import sha256
from random import Random

import pytest

from punto.refusals import Reason, Refused
from punto.rules.cards import DECK, parse_cards
from punto.rules.drawing import DrawRule, next_draw
from punto.rules.games import find_game
from punto.rules.hands import Hand, Side
from punto.rules.irregularities import Irregularity, Procedure, Remedy
from punto.rules.outcome import Pairs, Winner, outcome_index, outcomes, pairs_of
from punto.rules.round import deal_round, read_deal, read_hands, read_round
from punto.rules.shoe import check_copies, full_shoe

TIGER = find_game("tiger")


@pytest.mark.parametrize(
    ("player", "banker", "rule", "why"),
    [
        ((), (), DrawRule.DEAL_PLAYER, "The first card goes to Player."),
        ((1,), (), DrawRule.DEAL_BANKER, "The second card goes to Banker."),
        ((1,), (1,), DrawRule.DEAL_PLAYER, "The third card goes to Player."),
        ((1, 1), (1,), DrawRule.DEAL_BANKER, "The fourth card goes to Banker."),
        ((9, 0), (1, 1), DrawRule.NATURAL, "Player has a natural 9: no more cards."),
        ((1, 1), (8, 0), DrawRule.NATURAL, "Banker has a natural 8: no more cards."),
        (
            (9, 0),
            (8, 0),
            DrawRule.NATURAL,
            "Player has a natural 9 and Banker has a natural 8: no more cards.",
        ),
        ((5, 0), (7, 0), DrawRule.PLAYER_THIRD, "Player has 5 and draws on 0 to 5."),
        (
            (6, 0),
            (5, 0),
            DrawRule.BANKER_AFTER_STAND,
            "Player stands on 6; Banker has 5 and then draws on 0 to 5.",
        ),
        (
            (7, 0),
            (6, 0),
            DrawRule.BANKER_AFTER_STAND,
            "Player stands on 7; Banker has 6 and stands on 6 or 7.",
        ),
        ((5, 0, 1), (7, 0), DrawRule.BANKER_AFTER_DRAW, "Banker has 7 and always stands."),
        (
            (5, 0, 8),
            (2, 0),
            DrawRule.BANKER_AFTER_DRAW,
            "Banker has 2 and draws against an 8 (it draws against any card).",
        ),
        (
            (5, 0, 7),
            (6, 0),
            DrawRule.BANKER_AFTER_DRAW,
            "Banker has 6 and draws against a 7 (it draws against 6 or 7).",
        ),
        (
            (5, 0, 3),
            (5, 0),
            DrawRule.BANKER_AFTER_DRAW,
            "Banker has 5 and stands: against a 3 it does not draw (it draws against 4 to 7).",
        ),
        (
            (5, 0, 7),
            (6, 0, 1),
            DrawRule.COMPLETE,
            "Banker has its third card: the round is complete.",
        ),
        (
            (6, 0),
            (5, 0, 1),
            DrawRule.COMPLETE,
            "Banker has its third card: the round is complete.",
        ),
        (
            (6, 0),
            (5, 0, 3),  # eight, but on three cards: no natural
            DrawRule.COMPLETE,
            "Banker has its third card: the round is complete.",
        ),
    ],
)
def test_the_reason_in_words(
    player: tuple[int, ...], banker: tuple[int, ...], rule: DrawRule, why: str
) -> None:
    draw = next_draw(player, banker)
    assert (draw.rule, draw.why) == (rule, why)


@pytest.mark.parametrize(
    "against", [(0, "any card"), (1, "any card"), (3, "anything but 8"), (4, "2 to 7")]
)
def test_what_banker_draws_against_in_words(against: tuple[int, str]) -> None:
    banker, words = against
    assert next_draw((5, 0, 6), (banker, 0)).why.endswith(f"(it draws against {words}).")


def test_a_round_knows_its_steps() -> None:
    dealt = read_round(TIGER, parse_cards("KS 2D KH 3C 4S AD"))
    assert [draw.side for draw in dealt.draws] == [
        Side.PLAYER,
        Side.BANKER,
        Side.PLAYER,
        Side.BANKER,
        Side.PLAYER,
        Side.BANKER,
    ]
    assert dealt.end.rule is DrawRule.COMPLETE
    assert dealt.cards == parse_cards("KS 2D KH 3C 4S AD")
    assert (dealt.player.total, dealt.banker.total) == (4, 6)
    assert hash(dealt) == hash(read_round(TIGER, dealt.cards)), "nothing in a round can change"


@pytest.mark.parametrize(
    ("cards", "reason", "sentence"),
    [
        ("", Reason.CARD_MISSING, "The first card is missing: The first card goes to Player."),
        ("AS", Reason.CARD_MISSING, "The second card is missing: The second card goes to Banker."),
        ("AS 2S", Reason.CARD_MISSING, "The third card is missing: The third card goes to Player."),
        (
            "AS 2S 3S",
            Reason.CARD_MISSING,
            "The fourth card is missing: The fourth card goes to Banker.",
        ),
        (
            "2C 5D 3H AH",
            Reason.CARD_MISSING,
            "The fifth card is missing: Player has 5 and draws on 0 to 5.",
        ),
        (
            "KS 2D KH 3C 4S",
            Reason.CARD_MISSING,
            "The sixth card is missing: Banker has 5 and draws against a 4"
            " (it draws against 4 to 7).",
        ),
        (
            "KS 6D KH KC 7S",
            Reason.CARD_MISSING,
            "The sixth card is missing: Banker has 6 and draws against a 7"
            " (it draws against 6 or 7).",
        ),
        (
            "9S 8S KS KH 2C",
            Reason.CARD_NOT_ALLOWED,
            "2C is a card too many:"
            " Player has a natural 9 and Banker has a natural 8: no more cards.",
        ),
        (
            "KS 2D KH 3C 4S AD 2C",
            Reason.CARD_NOT_ALLOWED,
            "2C is a card too many: Banker has its third card: the round is complete.",
        ),
    ],
)
def test_refusals_in_words(cards: str, reason: Reason, sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        read_round(TIGER, parse_cards(cards))
    assert (refusal.value.reason, refusal.value.sentence) == (reason, sentence)


def test_decks_are_told_before_cards() -> None:
    with pytest.raises(Refused) as refusal:
        read_round(TIGER, (), decks=3)
    assert str(refusal.value) == "Tiger Baccarat is played with 4 to 10 decks, not 3. (tiger 2.1)"


def test_copies_are_counted_against_the_decks() -> None:
    kings = parse_cards("KH KH KH KH KH")
    check_copies(TIGER, kings, 5)
    with pytest.raises(Refused) as refusal:
        check_copies(TIGER, kings, 4)
    assert str(refusal.value) == "5 copies of KH cannot come from 4 decks. (tiger 5.1.1)"
    check_copies(TIGER, parse_cards("KH KD KH KD KH KD KH KD"), 4)
    check_copies(TIGER, (), 4)


def test_where_no_number_of_decks_is_told_there_are_eight() -> None:
    king = parse_cards("KH")
    for copies, reason in ((8, Reason.CARD_NOT_ALLOWED), (9, Reason.TOO_MANY_COPIES)):
        with pytest.raises(Refused) as refusal:
            read_round(TIGER, king * copies)
        assert refusal.value.reason is reason


def test_a_copy_too_many_is_an_extra_card_or_else_a_foreign_one() -> None:
    extra = Procedure(Irregularity.EXTRA_OR_MISSING_CARDS, "5.8", Remedy.VOID)
    foreign = Procedure(Irregularity.FOREIGN_CARDS, "5.9", Remedy.VOID)
    other = Procedure(Irregularity.UNSHUFFLED_CARDS, "5.7", Remedy.VOID)
    for procedures, clause in (
        ((other, foreign, extra), "5.8"),
        ((other, foreign), "5.9"),
        ((other,), "2.1"),
    ):
        with pytest.raises(Refused) as refusal:
            check_copies(replace(TIGER, procedures=procedures), parse_cards("KH KH KH KH KH"), 4)
        assert refusal.value.clause == f"tiger {clause}"


def test_a_shoe_holds_each_card_once_a_deck() -> None:
    shoe = full_shoe(6)
    assert shoe[:104] == [*DECK, *DECK]
    assert len(shoe) == 312
    check_copies(TIGER, shoe, 6)
    with pytest.raises(Refused):
        check_copies(TIGER, shoe, 5)


def test_cards_that_run_out_complete_nothing() -> None:
    assert deal_round(iter(())) is None
    assert deal_round(iter(parse_cards("2C 5D 3H AH"))) is None


def test_a_hand_grows_by_a_card() -> None:
    hand = Hand().plus(parse_cards("9S")[0]).plus(parse_cards("9H")[0])
    assert (hand.total, hand.pair, hand.natural) == (8, True, True)
    assert not Hand(parse_cards("9S")).pair
    assert not Hand(parse_cards("9S 8S 9H")).pair
    assert Hand(parse_cards("9S 9H 8S")).pair


def test_pairs_are_of_the_first_two_cards() -> None:
    twins = read_round(TIGER, parse_cards("2S 2H 2C 2D KS"))
    assert twins.outcome.pairs is Pairs.TWIN
    third_makes_no_pair = read_round(TIGER, parse_cards("2S 3H KC KD KS 2D"))
    assert third_makes_no_pair.outcome.pairs is Pairs.NONE


def test_winners_are_named() -> None:
    assert [winner.title for winner in Winner] == ["Player", "Banker", "Tie"]


def test_pairs_by_rank() -> None:
    assert pairs_of(None, None) is Pairs.NONE
    assert pairs_of("9", None) is Pairs.PLAYER
    assert pairs_of(None, "9") is Pairs.BANKER
    assert pairs_of("9", "8") is Pairs.BOTH
    assert pairs_of("9", "9") is Pairs.TWIN


def test_the_index_of_outcomes_never_changes() -> None:
    """Journals, arrays and compiled tables rest on this order: a new digest is a new law."""
    lines = "\n".join(
        f"{each.player_total}{each.banker_total}{each.player_cards}{each.banker_cards}{each.pairs:d}"
        for each in outcomes()
    )
    assert lines.startswith("00330\n00331\n")
    assert outcomes() == tuple(sorted(outcomes()))
    assert outcome_index() == {outcome: outcome.index for outcome in outcomes()}
    assert sha256(lines.encode()).hexdigest() == DIGEST


DIGEST = "80a0cea4462c0f9a148e471003a421f1feb2a2ee78e2f5ce61a27387009cdbcd"


def test_hands_are_read_back_in_the_order_dealt_at_every_length() -> None:
    """Whatever a shoe deals, two hands of it are put in order, and one card more is refused."""
    chance = Random(11)
    for _ in range(300):
        shoe = chance.sample(full_shoe(1), 7)
        complete = deal_round(iter(shoe))
        assert complete is not None
        for count in range(len(complete.cards) + 1):
            so_far = read_deal(TIGER, shoe[:count])
            assert so_far.cards == tuple(shoe[:count])
            assert so_far.round == (complete if count == len(complete.cards) else None)
            assert read_hands(TIGER, so_far.player.cards, so_far.banker.cards) == so_far
        surplus = (*complete.cards, shoe[len(complete.cards)])
        with pytest.raises(Refused, match="a card too many") as refusal:
            read_deal(TIGER, surplus)
        assert refusal.value.reason is Reason.CARD_NOT_ALLOWED
        for more in (
            ((*complete.player.cards, surplus[-1]), complete.banker.cards),
            (complete.player.cards, (*complete.banker.cards, surplus[-1])),
        ):
            with pytest.raises(Refused, match="a card too many"):
                read_hands(TIGER, *more)


def test_hands_with_a_card_before_its_turn_are_refused() -> None:
    """Banker cannot hold a second card before Player does, nor anything before Player."""
    for player, banker in (("", "5D"), ("2C", "5D AH"), ("2C 3H", "5D AH KD")):
        with pytest.raises(Refused, match="a card too many"):
            read_hands(TIGER, parse_cards(player), parse_cards(banker))


def test_of_cards_too_many_the_first_is_named_and_the_clause_that_ends_the_round() -> None:
    with pytest.raises(Refused) as refusal:
        read_hands(TIGER, parse_cards("KC 9H 2D 3D"), parse_cards("5D AH"))
    assert refusal.value.sentence.startswith("2D is a card too many")
    assert refusal.value.clause == "tiger 3.15"


def test_a_card_that_is_missing_is_due_by_its_clause() -> None:
    with pytest.raises(Refused) as refusal:
        read_round(TIGER, parse_cards("2C 5D 3H AH"))
    assert refusal.value.clause == "tiger 3.15"


def test_a_pair_is_of_the_hand_that_has_it() -> None:
    for cards, pairs in (("9C 8H 9D KS", Pairs.PLAYER), ("9C 4H KD 4S", Pairs.BANKER)):
        assert read_round(TIGER, parse_cards(cards)).outcome.pairs is pairs
