"""Drills on payment: a whole layout settled in the order the dealer takes and pays."""

from punto.ledger.payouts import Action, Payout, payouts
from punto.messages import Amount, Message
from punto.money import Cents
from punto.rules.cards import parse_cards, print_cards
from punto.rules.game import Game, Method
from punto.rules.irregularities import Irregularity
from punto.rules.round import read_round
from punto.school.chance import Chance
from punto.school.drills.drill import Drill, choice, describe_hands, scene_of, text_of
from punto.school.items import Facts, Form, Part, Solution, Topic, chips_total
from punto.school.labels import label
from punto.school.practice import AMOUNTS, practice
from punto.table.prompt import Step, next_step
from punto.table.scripts.stage import Stage
from punto.table.state import Finished

ACTIONS = tuple(each.value for each in Action)
CHIPS = ("1000", "500", "100", "50", "25", "10", "5", "1")  # values in a practice tray
CENTS = 100  # practice tables play in a currency with two decimals
IN_ORDER = Message.of(
    "All that is lost is taken first, then all that is won is paid; each by position, and there in"
    " the order of the layout."
)
LIMITS = "limits=50..1000"
OUTSIDE = (10, 20, 1500, 2000)  # below and above those limits


def _layout(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, Method.B, patrons=3 + chance.below(2))
    table.give(*_more_stakes(game, chance, table.free_seats))
    return {"scene": table.follow_to(Step.ANNOUNCE_OUTCOME).scene}


def _more_stakes(game: Game, chance: Chance, seats: tuple[str, ...]) -> tuple[str, ...]:
    """A patron with several stakes, at a seat that is free."""
    wagers = chance.some([each.id for each in game.wagers], 3)
    return tuple(f"stake {seats[0]} {wager} {chance.pick(AMOUNTS)}" for wager in wagers)


def _outside_limits(game: Game, chance: Chance) -> Facts:
    """Stakes under the minimum and over the maximum, in the first round or a later one."""
    seats = [f"seat{number}" for number in chance.some(range(1, 9), 3)]
    table = practice(game, chance, Method.B, LIMITS, patrons=0)
    for earlier in range(1 + chance.below(2)):
        if earlier:
            table.finish_round().give("open")
        for seat in seats:
            outside = chance.pick((*OUTSIDE, 100))
            table.give(f"stake {seat} {chance.pick(('player', 'banker'))} {outside}")
    return {"scene": table.follow_to(Step.ANNOUNCE_OUTCOME).scene}


def _knows_limits(game: Game) -> bool:
    return game.procedure(Irregularity.UNDER_MINIMUM) is not None


def finished_round(stage: Stage) -> Finished:
    """The round of a scene, settled."""
    stage.announce(Step.ANNOUNCE_TOTALS, Step.ANNOUNCE_OUTCOME)
    assert stage.state.round is None, f"the scene is not over: {next_step(stage.state).why}"
    return stage.state.finished[-1]


def _settled(game: Game, facts: Facts) -> Solution:
    finished = finished_round(scene_of(game, facts))
    found = payouts(finished)
    names = {each.id: f"{each.id} {each.patron} {each.wager}" for each in finished.stakes}
    parts: list[Part] = []
    for stake, name in names.items():
        moved = [each for each in found if each.stake == stake]
        parts += _about_stake(name, moved)
    order = tuple(names[each.stake] for each in found if each.action is not Action.LEAVE)
    parts.append(Part("order", Form.ORDER, order, tuple(names.values()), (), IN_ORDER))
    dealt = read_round(game, parse_cards(" ".join(finished.cards)))
    text = Message.of(
        "{hands} Settle this layout: what is done with each stake, how much is moved, in which"
        " order?",
        hands=describe_hands(dealt.player, dealt.banker),
    )
    return Solution(text, tuple(parts))


def _about_stake(name: str, moved: list[Payout]) -> list[Part]:
    """What the dealer does with a stake; what stays where it lies is not moved."""
    done = next((each for each in moved if each.action is not Action.LEAVE), None)
    left = next((each for each in moved if each.action is Action.LEAVE), None)
    action = done.action if done else Action.LEAVE
    cents = done.cents if done else 0
    cited = (each.clause for each in (done, left) if each is not None)
    clauses = tuple(dict.fromkeys(each for each in cited if each))
    return [
        choice(f"{name} action", action.value, ACTIONS, clauses),
        Part(f"{name} amount", Form.AMOUNT, (str(cents),), (), clauses),
    ]


def _winning_chips(game: Game, chance: Chance) -> Facts:
    wager = chance.pick(game.wagers)
    dealt = chance.round()
    for _ in range(60):
        if game.verdict(wager.id, dealt.outcome).line is not None:
            break
        dealt = chance.round(alike=chance.one_in(2))
    else:
        wager = game.wager(dealt.outcome.winner.value)
    chips = [f"{1 + chance.below(3)}x{value}" for value in chance.some(("1000", "100"), 2)]
    return {"wager": wager.id, "cards": print_cards(dealt.cards), "stake": " ".join(chips)}


def _paid_in_chips(game: Game, facts: Facts) -> Solution:
    dealt = read_round(game, parse_cards(text_of(facts, "cards")))
    wager, stake = game.wager(text_of(facts, "wager")), text_of(facts, "stake")
    verdict = game.verdict(wager.id, dealt.outcome)
    total = chips_total(tuple(stake.split()), CHIPS) or 0
    profit = verdict.line.odds.profit(Cents(total * CENTS)) if verdict.line else Cents(0)
    text = Message.of(
        "{hands} {stake} on {wager} won: pay it in chips.",
        hands=describe_hands(dealt.player, dealt.banker),
        stake=stake,
        wager=label(wager.id),
    )
    right = fewest_chips(profit // CENTS)
    why = Message.of("It pays {amount}.", amount=Amount(profit))
    part = Part("chips", Form.CHIPS, right, CHIPS, (verdict.clause,), why)
    return Solution(text, (part,))


def fewest_chips(units: int) -> tuple[str, ...]:
    """An amount in whole units of the currency in as few chips as possible.

    >>> fewest_chips(225)
    ('2x100', '1x25')
    """
    found: list[str] = []
    for value in map(int, CHIPS):
        count, units = divmod(units, value)
        if count:
            found.append(f"{count}x{value}")
    return tuple(found)


DRILLS = (
    Drill("settle-layout", Topic.PAYMENT, _layout, _settled),
    Drill("settle-outside-limits", Topic.PAYMENT, _outside_limits, _settled, _knows_limits),
    Drill("pay-in-chips", Topic.PAYMENT, _winning_chips, _paid_in_chips),
)
