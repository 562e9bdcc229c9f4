"""Options against the table's own state machine, and against every sequence of exposed cards."""

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

from punto.odds.composition import Composition
from punto.odds.custom import parse_wagers
from punto.odds.distribution import distribution, warm
from punto.odds.knowledge import Knowledge, known_cards
from punto.odds.known import warm_known
from punto.odds.option_costs import exposed_at, moments_of, option_cost, option_costs
from punto.odds.options import (
    hands_of,
    price_option,
    procedures_with_option,
    without_suits,
)
from punto.odds.price import price
from punto.odds.sequences import decided, results
from punto.refusals import Reason, Refused
from punto.rules.card_certainty import decided_card_wagers
from punto.rules.cards import RANKS, SUITS, Card, Rank
from punto.rules.certainty import decided_wagers, outcomes_left
from punto.rules.game import Game
from punto.rules.games import GAMES, find_game
from punto.rules.holdings import facts
from punto.rules.irregularities import Irregularity, Option
from punto.rules.outcome import outcomes
from punto.rules.round import deal_round
from punto.rules.wagers import Wager, decide_wager
from punto.table import events as e
from punto.table.prompt import Step
from punto.table.scripts.play import play_script
from punto.table.scripts.stage import Stage
from punto.table.scripts.verbs import commands_for
from tests.odds.brute import depleted

warm()
warm_known()

EIGHT = Composition.of_decks(8)
TIGER = find_game("tiger")
I = Irregularity  # noqa: E741
STAKED = ("player", "banker", "tie", "tiger", "tiger-pair")
LETTERS = {rank.letter: rank for rank in RANKS}


def ranks(text: str) -> list[Rank]:
    return [LETTERS[letter] for letter in text]


def at_the_table(cards: str, *after: str) -> Stage:
    """A round with a hundred on each wager, these cards drawn and laid open, then some lines."""
    stakes = [f"stake seat1 {wager} 100" for wager in STAKED]
    drawn = [f"draw {' '.join(f'{card}S' for card in cards)}"] if cards else []
    return play_script("\n".join(["game tiger", "open", *stakes, "close", *drawn, *after]))


def play_on(stage: Stage, used: str) -> Iterator[tuple[int, dict[str, int]]]:
    """Every way the round may end: its deals, and what each stake won or lost, by the table."""
    stage.announce(Step.ANNOUNCE_TOTALS, Step.ANNOUNCE_OUTCOME)
    if stage.state.round is None:
        settled = stage.last(e.RoundSettled)
        assert isinstance(settled, e.RoundSettled)
        spare = 1
        for more in range(len(used), 6):
            spare *= 416 - more
        yield spare, {line.wager: line.profit_cents for line in settled.lines}
        return
    for letter in LETTERS:
        branch, words = copy(stage), (f"{letter}S", "by", "dealer")
        branch.events, branch.balances = list(stage.events), dict(stage.balances)
        by, commands = commands_for(branch.state, branch.config, "draw", words)
        for command in commands:
            branch.usual(command, by)
        for deals, paid in play_on(branch, used + letter):
            yield deals * (32 - used.count(letter)), paid


def means(stage: Stage, cards: str) -> dict[str, Fraction]:
    """What each stake expects, in units, by playing the round to every end."""
    total, sums = 0, dict.fromkeys(STAKED, 0)
    for deals, paid in play_on(stage, cards):
        total += deals
        for wager, cents in paid.items():
            sums[wager] += deals * cents
    return {wager: Fraction(sums[wager], 10_000 * total) for wager in STAKED}


@pytest.mark.parametrize("cards", ["2K3A", "9K8", "25KA", "222A4"])
def test_staying_expects_what_the_table_pays(cards: str) -> None:
    stage = at_the_table(cards, "report power-failure", *(["lapse"] if offered(cards) else []))
    found = price_option(
        TIGER,
        I.POWER_FAILURE,
        dict.fromkeys(STAKED, 1),
        shoe=EIGHT,
        known=known_cards(ranks(cards)),
    )
    exact = means(stage, cards)
    assert {each.wager: each.staying for each in found.stakes} == exact
    assert found.staying == sum(exact.values())
    assert found.is_offered == offered(cards)


def offered(cards: str) -> bool:
    return at_the_table(cards, "report power-failure").state.case is not None


@pytest.mark.parametrize(
    "cards", ["", "2", "9", "9K", "27", "288", "9K9", "23K", "2K3A", "8K2", "2K22A", "AK2K"]
)
def test_a_power_failure_gives_the_option_where_the_table_does(cards: str) -> None:
    case = at_the_table(cards, "report power-failure").state.case
    found = price_option(
        TIGER,
        I.POWER_FAILURE,
        dict.fromkeys(STAKED, 1),
        shoe=EIGHT,
        known=known_cards(ranks(cards)),
    )
    assert found.is_offered == (case is not None)
    assert {each.may_withdraw for each in found.stakes} == {case is not None}


@pytest.mark.parametrize("cards", ["2K3A84", "22KA65", "K2KA98", "33AK27", "2552K8"])
def test_after_the_initial_deal_the_same_stakes_may_be_withdrawn(cards: str) -> None:
    order = " ".join(f"{card}S" for card in cards)
    stage = at_the_table(
        cards[:4],
        "report drawn-together-after-initial-deal",
        f"decide continue {order} because so they lay",
    )
    case = stage.state.case
    play = stage.state.round
    assert play is not None
    free = {play.stakes[each].wager for each in case.withdrawable} if case else set()
    found = price_option(
        TIGER,
        I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL,
        dict.fromkeys(STAKED, 1),
        shoe=EIGHT,
        known=known_cards(ranks(cards)),
    )
    assert {each.wager for each in found.stakes if each.may_withdraw} == free
    together = sum(each.staying for each in found.stakes if each.may_withdraw)
    assert found.value == max(-together, 0)
    assert set(found.withdraw) == (free if together < 0 else set())


def test_any_stake_or_all_of_them() -> None:
    stakes = {"player": 100, "banker": 50, "tie": 10}
    moment = Knowledge.parse(["1=9", "2=K"])
    one = price_option(TIGER, I.DRAWN_TOGETHER_ORDER_KNOWN, stakes, shoe=EIGHT, known=moment)
    every = price_option(TIGER, I.POWER_FAILURE, stakes, shoe=EIGHT, known=moment)
    assert (one.procedure.option, every.procedure.option) == (
        Option.WITHDRAW_ANY,
        Option.WITHDRAW_ALL,
    )
    assert one.withdraw == ("banker", "tie")
    assert every.withdraw == ()  # Player's profit outweighs the others' loss
    assert one.value == -sum(each.staying for each in one.stakes if each.wager != "player")
    assert every.value == 0
    assert one.staying == every.staying
    assert one.best == one.staying + one.value


def test_face_down_cards_are_weighed_not_seen() -> None:
    hidden = Knowledge.parse(["1+2=9K"])
    found = price_option(TIGER, I.POWER_FAILURE, {"player": 1}, shoe=EIGHT, known=hidden)
    assert found.is_offered
    assert found.staying == price(distribution(EIGHT, hidden), TIGER.wager("player")).ev


def test_without_cards_an_option_is_worth_the_house_edge() -> None:
    for kind in (I.DEVICE_RESET, I.CUT_CARD_FIRST):
        for wager in TIGER.wagers:
            edge = price(distribution(EIGHT), wager).house_edge
            assert price_option(TIGER, kind, {wager.id: 7}, shoe=EIGHT).value == 7 * edge
            assert option_cost(TIGER, kind, {wager.id: 7}, EIGHT).mean == 7 * edge


@pytest.mark.parametrize(
    ("kind", "drawn"),
    [(I.POWER_FAILURE, 1), (I.POWER_FAILURE, 2), (I.DRAWN_TOGETHER_ORDER_KNOWN, 0)],
)
def test_the_mean_is_that_of_every_exposure(kind: Irregularity, drawn: int) -> None:
    """Each sequence of exposed ranks priced by itself, with the known-card law, and weighed."""
    shoe = depleted(8, 120, 2)
    stakes = {"player": 3, "tie": 1}
    exposed = exposed_at(kind, drawn)
    total = Fraction(0)
    for seen in product(RANKS, repeat=exposed):
        known = known_cards(seen)
        try:
            given = distribution(shoe, known)
        except Refused:
            continue
        found = price_option(TIGER, kind, stakes, shoe=shoe, known=known)
        total += Fraction(given.deals, distribution(shoe).deals) * found.value
    moment = option_cost(TIGER, kind, stakes, shoe).moments[drawn]
    assert moment.drawn == drawn
    assert moment.value == total
    assert moment.reached == 1


def test_rounds_pass_as_many_moments_as_they_take_cards() -> None:
    found = option_cost(TIGER, I.POWER_FAILURE, {"player": 1}, EIGHT)
    assert sum(moment.reached for moment in found.moments) == Fraction(46924771178, 9501213267)
    assert [moment.exposed for moment in found.moments] == [0, 1, 2, 3, 4, 5]
    # Four cards always decide a pair wager, so nothing is offered from then on (5.17.2).
    assert [moment.offered for moment in found.moments[4:]] == [0, 0]
    known = option_cost(TIGER, I.DRAWN_TOGETHER_ORDER_KNOWN, {"player": 1}, EIGHT)
    assert all(moment.offered == moment.reached for moment in known.moments)


def test_seeing_the_whole_round_is_worth_every_loss() -> None:
    """With all six cards exposed the patron takes back what loses and nothing else."""
    last = option_cost(TIGER, I.DRAWN_TOGETHER_ORDER_KNOWN, {"player": 1}, EIGHT).moments[5]
    six = distribution(EIGHT)
    lost = sum(
        count
        for outcome, count in zip(outcomes(), six.counts, strict=True)
        if outcome.cards == 6 and outcome.winner.value == "banker"
    )
    assert last.value == Fraction(lost, six.deals)


def test_stakes_together_cost_no_more_than_apart() -> None:
    wagers = ["player", "banker"]
    apart = option_costs(TIGER, I.POWER_FAILURE, [{each: 1} for each in wagers], EIGHT)
    together = option_cost(TIGER, I.POWER_FAILURE, dict.fromkeys(wagers, 1), EIGHT)
    assert together.mean <= sum(each.mean for each in apart)
    assert together.mean > 0


@pytest.mark.parametrize("chosen", GAMES, ids=lambda game: game.id)
def test_every_option_of_every_game_can_be_priced(chosen: Game) -> None:
    for procedure in procedures_with_option(chosen):
        stake = {chosen.wagers[0].id: 1}
        found = price_option(chosen, procedure.irregularity, stake, shoe=EIGHT)
        assert found.procedure == procedure
        assert found.value == price(distribution(EIGHT), chosen.wagers[0]).house_edge or (
            procedure.irregularity is I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL
        )
        assert moments_of(procedure.irregularity)


def test_what_cannot_be_priced_is_refused() -> None:
    with pytest.raises(Refused, match="gives patrons no option") as refused:
        price_option(TIGER, I.LATE_STAKE, {}, shoe=EIGHT)
    assert refused.value.reason is Reason.NOT_COVERED
    with pytest.raises(Refused) as refused:
        option_cost(TIGER, I.POWER_FAILURE, {"player": 1}, Composition.parse("A=5"))
    assert refused.value.reason is Reason.IMPOSSIBLE_COUNT
    with pytest.raises(Refused) as refused:
        option_cost(TIGER, I.POWER_FAILURE, {"tiger-pair": 10**6}, EIGHT)
    assert refused.value.reason is Reason.AMOUNT_TOO_LARGE


OWN = parse_wagers(
    """
    [[wager]]
    id = "three-giving-eight"
    name = "3 Giving 8"
    lines = [{ pays = "200 to 1", when = { banker_first_two = 3, player_third = 8 } }]

    [[wager]]
    id = "royal"
    name = "Royal"
    lines = [{ pays = "9 to 1", when = { player_ranks = ["KQ", "KK"] } }]
    push = { banker_highest = "9", not = { player_ranks = ["KQ", "KK"] } }
    """
)
WITH_OWN = replace(TIGER, wagers=(*TIGER.wagers, *OWN))


@pytest.mark.parametrize(
    "wager", [*OWN, TIGER.wager("tie"), TIGER.wager("tiger-pair")], ids=lambda w: w.id
)
def test_sequences_end_as_rounds_dealt_card_by_card_do(wager: Wager) -> None:
    found = results(wager)
    profits = found.profits
    chance = Random(11)
    alone = replace(TIGER, wagers=(wager,))
    for n in range(600):
        ranks = [chance.randrange(13) for _ in range(6)]
        cards = [Card(RANKS[rank], SUITS[0]) for rank in ranks]
        dealt = deal_round(iter(cards))
        assert dealt is not None
        hands = facts(dealt.player.cards, dealt.banker.cards)
        verdict = decide_wager(wager, dealt.outcome, hands)
        odds = verdict.line.odds if verdict.line else None
        paid = Fraction(odds.numerator, odds.denominator) if odds else -int(not verdict.pushes)
        assert profits[tuple(ranks)] == paid * found.parts
        if not n % 12:
            exposed = 1 + n // 12 % 5
            hands_seen = hands_of(tuple(cards[:exposed]))
            certain = decided_wagers(alone, outcomes_left(*hands_seen))
            certain |= decided_card_wagers(alone, *hands_seen)
            assert decided(wager, exposed)[tuple(ranks[:exposed])] == (wager.id in certain)


def test_the_mean_of_a_wager_on_single_cards_is_that_of_every_exposure() -> None:
    shoe = depleted(8, 120, 2)
    total = Fraction(0)
    for rank in RANKS:
        known = known_cards([rank])
        share = Fraction(distribution(shoe, known).deals, distribution(shoe).deals)
        found = price_option(WITH_OWN, I.POWER_FAILURE, {"royal": 2}, shoe=shoe, known=known)
        total += share * found.value
    moment = option_cost(WITH_OWN, I.POWER_FAILURE, {"royal": 2}, shoe).moments[1]
    assert moment.value == total > 0


def test_no_mean_is_counted_of_a_wager_on_suits() -> None:
    red = parse_wagers(
        'id = "red"\nname = "Red"\nlines = [{ pays = "6 to 1", when = { player_colours = "red" } }]'
    )
    game = replace(TIGER, wagers=(*TIGER.wagers, *red))
    with pytest.raises(Refused, match="looks at suits"):
        option_cost(game, I.DEVICE_RESET, {"red": 1}, EIGHT)
    assert without_suits(game).wagers == TIGER.wagers
    assert without_suits(TIGER) is TIGER
