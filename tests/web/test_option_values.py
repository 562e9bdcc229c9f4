"""What an option is worth, against every answer and every ending played through the table."""

from collections.abc import Iterator
from copy import copy
from fractions import Fraction
from itertools import combinations

import pytest

from punto.client import Client
from punto.ledger.cage import commands as cage
from punto.odds.composition import Composition
from punto.odds.custom import parse_wager
from punto.odds.distribution import distribution
from punto.odds.knowledge import Knowledge
from punto.odds.price import price
from punto.rules.cards import RANKS, Rank, parse_cards
from punto.rules.games import find_game
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.irregularities import Option
from punto.rules.made_up_games import make_up, portable_name, write_definitions
from punto.table import commands as c
from punto.table import events as e
from punto.table.prompt import Step
from punto.table.scripts.play import play_script
from punto.table.scripts.stage import Stage
from punto.table.scripts.verbs import commands_for
from punto.web.casino import Casino
from punto.web.views import option_values
from punto.web.views.option_values import (
    Holding,
    OptionInHand,
    OptionWorth,
    option_in_hand,
    price_options,
)
from tests.web.served import credits_table, everybody, served

STAKED = {
    "tiger": {"player": 60, "banker": 100, "tie": 20, "tiger-pair": 10},
    "dragon-tiger-no-commission": {"player": 60, "banker": 100, "tie": 20, "big-dragon": 10},
}
LETTERS = [rank.letter for rank in RANKS]
COPIES, CARDS = 32, 416


def at_the_choice(game: str, cards: str, *after: str) -> Stage:
    """Two patrons with stakes, these cards open, and an irregularity that asks them."""
    stakes = [f"stake seat1 {wager} {units}" for wager, units in STAKED[game].items()]
    stakes.append("stake seat3 banker 40")
    drawn = [f"draw {' '.join(f'{card}S' for card in cards)}"] if cards else []
    return play_script("\n".join([f"game {game}", "open", *stakes, "close", *drawn, *after]))


def give(stage: Stage, command: c.Command) -> Stage:
    branch = copy(stage)
    branch.events, branch.balances = list(stage.events), dict(stage.balances)
    branch.usual(command)
    return branch


def answers(stage: Stage, patron: str) -> Iterator[tuple[int, ...]]:
    """Every answer that the table lets a patron give."""
    case, play = stage.state.case, stage.state.round
    assert case is not None
    assert play is not None
    own = [each for each in case.withdrawable if play.stakes[each].patron == patron]
    sizes = (0, len(own)) if case.option is Option.WITHDRAW_ALL else range(len(own) + 1)
    for size in sizes:
        yield from combinations(own, size)


def endings(stage: Stage, used: str) -> Iterator[tuple[int, dict[str, int]]]:
    """Every end of the round: its deals, and the net of each patron in cents, as the table pays."""
    stage.announce(Step.ANNOUNCE_TOTALS, Step.ANNOUNCE_OUTCOME)
    if stage.state.round is None:
        settled = stage.last(e.RoundSettled)
        assert isinstance(settled, e.RoundSettled)
        spare = 1
        for more in range(len(used), 6):
            spare *= CARDS - more
        net: dict[str, int] = {}
        for line in settled.lines:
            net[line.patron] = net.get(line.patron, 0) + line.profit_cents
        yield spare, net
        return
    if stage.state.round.set_aside:  # the next card was drawn already, and lies face down
        yield from endings(draw(stage), used)
        return
    for letter in LETTERS:
        for deals, net in endings(draw(stage, f"{letter}S"), used + letter):
            yield deals * (COPIES - used.count(letter)), net


def draw(stage: Stage, *card: str) -> Stage:
    branch = copy(stage)
    branch.events, branch.balances = list(stage.events), dict(stage.balances)
    by, commands = commands_for(branch.state, branch.config, "draw", (*card, "by", "dealer"))
    for command in commands:
        branch.usual(command, by)
    return branch


Weighed = tuple[int, Stage, str]  # how many cards make it so, the table, and its cards


def played_worth(stages: list[Weighed], patron: str, order: str = "") -> Fraction:
    """The best of a patron's answers less staying: each played out to every end."""
    found = {}
    for withdraw in answers(stages[0][1], patron):
        total = won = 0
        for weight, stage, used in stages:
            branch = give(stage, c.AnswerOption(patron, withdraw))
            for other in branch.state.case.asked if branch.state.case else ():
                branch = give(branch, c.AnswerOption(other, ()))
            if order:
                codes = tuple(f"{card}S" for card in order)
                branch = give(branch, c.Reconstruct(codes))
            for deals, net in endings(branch, used):
                total += weight * deals
                won += weight * deals * net.get(patron, 0)
        found[withdraw] = Fraction(won, 100 * total)
    return max(found.values()) - found[()]


def worths(stage: Stage) -> dict[str, OptionWorth]:
    asked = option_in_hand(stage.state)
    assert asked is not None
    return {each.patron: each for each in price_options(asked)}


@pytest.mark.parametrize("cards", ["9K2", "27A"])
def test_a_power_failure_is_worth_what_playing_out_gives(cards: str) -> None:
    """Three cards of Tiger; in Dragon Tiger as many decide Small Dragon or Big Dragon (5.17.2)."""
    dragon = at_the_choice("dragon-tiger-no-commission", cards, "report power-failure")
    assert option_in_hand(dragon.state) is None
    stage = at_the_choice("tiger", cards, "report power-failure")
    found = worths(stage)
    assert found
    for patron, each in found.items():
        assert Fraction(each.worth_exact) == played_worth([(1, stage, cards)], patron)


@pytest.mark.parametrize("game", STAKED)
@pytest.mark.parametrize("cards", ["2K3A", "9K4A"])
def test_cards_drawn_together_are_worth_what_playing_out_gives(game: str, cards: str) -> None:
    """Any of the stakes may be withdrawn, so every subset of them is an answer (5.8.1)."""
    stage = at_the_choice(game, cards, "report drawn-together-order-known")
    for patron, each in worths(stage).items():
        assert Fraction(each.worth_exact) == played_worth([(1, stage, cards)], patron, order=cards)


@pytest.mark.parametrize("game", STAKED)
@pytest.mark.parametrize("cards", ["2K3A", "33AK"])
def test_after_the_initial_deal_it_is_worth_what_playing_out_gives(game: str, cards: str) -> None:
    """The fifth card was drawn with the sixth and lies face down: it may be any (5.8.2.2)."""
    stages = [
        (COPIES - cards.count(fifth), after_the_initial_deal(game, cards + fifth), cards + fifth)
        for fifth in LETTERS
    ]
    found = [worths(stage) for _, stage, _ in stages]
    assert all(each == found[0] for each in found)  # nobody is told the fifth card by a price
    for patron, each in found[0].items():
        assert Fraction(each.worth_exact) == played_worth(stages, patron)
        assert any(stake.may_withdraw for stake in each.stakes)


def after_the_initial_deal(game: str, cards: str) -> Stage:
    order = " ".join(f"{card}S" for card in cards)
    return at_the_choice(
        game,
        cards[:4],
        "report drawn-together-after-initial-deal",
        f"decide continue {order} because so they lay",
    )


def test_before_any_card_it_is_worth_the_house_edge() -> None:
    """A reset device, and the cut card first: nothing is exposed (5.9, 3.22.1)."""
    tiger = find_game("tiger")
    stage = at_the_choice("tiger", "", "report device-reset")
    edges = {
        wager.id: -price(distribution(Composition.of_decks(8)), wager).ev for wager in tiger.wagers
    }
    worth = sum(edges[wager] * units for wager, units in STAKED["tiger"].items())
    assert Fraction(worths(stage)["seat1"].worth_exact) == worth
    assert Fraction(worths(stage)["seat3"].worth_exact) == 40 * edges["banker"]


def test_cards_of_earlier_rounds_and_face_down_ones_are_told_apart() -> None:
    """What was dealt face up before is gone; what lies face down is as unknown as the shoe."""
    begin = ["game tiger", "open", "stake seat1 player 60", "close"]
    first = [*begin, "draw 9S 9S KS KS", "settle seat1 player push"]
    stage = play_script("\n".join([*first, *begin[1:], "draw 2S KS", "report power-failure"]))
    asked = option_in_hand(stage.state)
    assert asked is not None
    assert asked.known == ("1=2", "2=K")
    assert asked.shoe[RANKS.index(Rank.NINE)] == 30
    assert sum(asked.shoe) == 416 - 4
    assert option_in_hand(play_script("game tiger\nopen").state) is None


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Casino, str]]:
    with served(tmp_path_factory.mktemp("options"), starts_odds=True) as found:
        yield found


def test_the_pit_is_told_and_nobody_below(place: tuple[Casino, str]) -> None:
    people: dict[str, Client] = everybody(*place)
    people["pit-manager"].give("worth", c.OpenTable(credits_table()))
    dealer = people["dealer"]
    dealer.give_cage(cage.BuyCredits("patron", 20_000))
    dealer.give("worth", c.LoadShoe("one"))
    dealer.give("worth", c.OpenBetting())
    people["patron"].give("worth", c.PlaceStake("patron", "banker", 3, 10_000))
    dealer.give("worth", c.CloseBetting())
    for card in ("9C", "KD"):
        dealer.give("worth", c.DrawCard(card))
    people["pit-manager"].give("worth", c.Report(I.POWER_FAILURE))
    told = people["pit-manager"].irregularities("worth").case
    assert told is not None
    (worth,) = told.worth
    assert (worth.patron, worth.positions, worth.worth) == ("patron", (3,), "28.97")
    assert worth.withdraw == (worth.stakes[0].id,)
    assert worth.stakes[0].expects == "-28.97"
    for name in ("dealer", "pit-supervisor"):
        seen = people[name].irregularities("worth").case
        assert seen is not None
        assert seen.worth == ()


RED = parse_wager(
    'id = "red"\nname = "Red"\nlines = [{ pays = "6 to 1", when = { player_colours = "red" } }]'
)


def test_a_wager_on_suits_is_worth_what_the_cards_face_up_say() -> None:
    """At a test table: by card, with the suits that lie face up."""
    definition = {
        "id": "red",
        "name": "Red",
        "lines": [{"pays": "6 to 1", "when": {"player_colours": "red"}}],
    }
    game = make_up(find_game("tiger"), write_definitions([definition]))
    unseen = Composition.of_decks(8).without(parse_cards("7H 2S"))
    shoe = option_values._before(unseen, list(parse_cards("7H")), True)
    assert sum(shoe) == 415
    held = Holding(1, "ann", "red", 3, 1000, True)
    asked = OptionInHand(portable_name(game), Option.WITHDRAW_ANY.value, shoe, ("1=7H",), (held,))
    law = distribution(
        Composition.of_decks(8).without(parse_cards("2S")), Knowledge.parse(["1=7H"])
    )
    [worth] = price_options(asked)
    assert Fraction(worth.stakes[0].expects_exact) == 10 * price(law, RED).ev
    black = OptionInHand(asked.game, asked.option, shoe, ("1=7S",), (held,))
    assert price_options(black)[0].worth == "10.00"
