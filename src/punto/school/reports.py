"""Incidents: a table at which an irregularity can happen, and the line that reports it."""

from collections.abc import Callable

from punto.rules.game import Game, Method
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity, Remedy
from punto.school.chance import Chance
from punto.school.practice import Practice, at_any_moment, practice, settings_of
from punto.school.scenes import try_act
from punto.table.legal.irregularities import NEEDED, Fact
from punto.table.prompt import Step
from punto.table.state import INITIAL_CARDS, State

I = Irregularity  # noqa: E741  (short where the tables below are read as tables)

WITH_HANDLERS = (I.HANDLER_ABSENT, I.PASSED_TO_WRONG_PATRON, I.EXPOSED_OR_NOT_PASSED)
OF_MOVING = (I.EXPOSED_BY_MOVING_DEVICE, I.ALTERED_BY_MOVING_DEVICE)
AFTER_FOUR = (I.DRAWN_TOGETHER_AFTER_INITIAL_DEAL,)
OUTSIDE = {I.UNDER_MINIMUM: 20, I.OVER_MAXIMUM: 1500}  # with limits of 50 to 1000
TRIES = 300
LAST_CARDS = ("KS", "KH", "5D")  # too few for any round


def incident(kind: Irregularity, game: Game, chance: Chance, by: str = "") -> tuple[Practice, str]:
    """A table at which this happens, and the line that reports it there."""
    for _ in range(TRIES):
        table = table_for(kind, game, chance)
        line = report_line(kind, table.state, chance) + by
        if try_act(table.stage, game, line).is_done:
            return table, line
    raise AssertionError(f"{kind} does not come about at a table of {game.ref}")


def arises(kind: Irregularity) -> Callable[[Game], bool]:
    """Whether a game has a procedure for it and it can come about there.

    At terminals nothing late ever lies on the layout.
    """

    def can_arise(game: Game) -> bool:
        if game.electronic and kind in (I.LATE_STAKE, I.LATE_WITHDRAWAL):
            return False
        return game.procedure(kind) is not None

    return can_arise


def table_for(kind: Irregularity, game: Game, chance: Chance) -> Practice:
    """A table at a moment when this may happen; now and then at any other moment."""
    if chance.one_in(6):
        return at_any_moment(game, chance)
    if kind in OF_MOVING:
        return practice(game, chance, Method.C).follow(lambda state: False, 1 + chance.below(4))
    if kind in WITH_HANDLERS:
        return practice(game, chance, Method.A).follow_to(Step.CHOOSE_FIRST, Step.EXPOSE)
    if kind is I.PATRON_LEFT_WITH_CARDS:
        return _cards_in_hand(game, chance)
    if kind is I.TOO_FEW_CARDS:
        return _last_cards(game, chance)
    if kind is I.CUT_CARD_FIRST:
        return _cut_card_first(game, chance)
    if kind is I.DEVICE_RESET:
        return practice(game, chance).give("close")
    if kind is I.DIFFERENTIAL_EXCEEDED:
        table = Practice(game, chance, "differential=100").give("open")
        return table.give("stake seat1 player 900", "stake seat2 banker 50")
    if kind in AFTER_FOUR:
        return practice(game, chance).follow_to(Step.ANNOUNCE_TOTALS).give("totals")
    if kind in OUTSIDE:
        table = practice(game, chance, Method.B, "limits=50..1000")
        return table.give(f"stake {table.free_seats[0]} player {OUTSIDE[kind]}", "close")
    if kind is I.WRONG_DISPLAY:
        return practice(game, chance).finish_round()
    if kind is I.WRONG_NUMBER_OF_CARDS and chance.one_in(2):
        return practice(game, chance).finish_round()
    table = practice(game, chance).give("close")
    return table.follow(lambda state: state.round is None, 1 + chance.below(8))


def _cards_in_hand(game: Game, chance: Chance) -> Practice:
    """Method A: one patron holds cards that no one has read, and the other hand lies open."""
    table = Practice(game, chance, *settings_of(Method.A))
    table.give("open", "stake seat2 player 200", "stake seat3 banker 100")
    table.follow_to(Step.CHOOSE_FIRST).give("first banker")
    return table.follow(lambda state: False, 1)


def _last_cards(game: Game, chance: Chance) -> Practice:
    """A shoe of which too few cards are left."""
    table = Practice(game, chance, "decks=4")
    table.play_down(*LAST_CARDS)
    return table.give("open", "stake seat1 player 100", "close")


def _cut_card_first(game: Game, chance: Chance) -> Practice:
    zone = chance.pick(("main", "paiza-club", "ruby-room"))
    table = practice(game, chance, chance.pick((Method.A, Method.B)), f"zone={zone}")
    return table.give("close", "cut-card")


def may_be_put_right(kind: Irregularity, game: Game) -> bool:
    """Whether it matters if the cards can be put right."""
    procedure = game.procedure(kind)
    return procedure is not None and procedure.remedy is Remedy.VOID_UNLESS_RECONSTRUCTED


def report_line(kind: Irregularity, state: State, chance: Chance) -> str:
    """A report of this, about a hand and a patron where it says which."""
    needed = NEEDED.get(kind, ())
    words = [kind.value]
    if Fact.SIDE in needed:
        words.append(chance.pick(tuple(Side)).value)
    if Fact.PATRON in needed:
        words.append(_patron(kind, state, chance))
    if may_be_put_right(kind, state.game) and chance.one_in(2):
        words.append("reconstructable")
    if kind in (I.DRAWN_TOGETHER_ORDER_KNOWN, I.DRAWN_TOGETHER_IN_INITIAL_DEAL):
        words += _together(state)
    return " ".join(("report", *words))


def _patron(kind: Irregularity, state: State, chance: Chance) -> str:
    """Somebody who holds cards, or has a stake."""
    play = state.round
    holding = tuple(dict.fromkeys(play.handlers.values())) if play else ()
    staking = tuple(dict.fromkeys(each.patron for each in play.stakes.values())) if play else ()
    among = holding if kind is I.PATRON_LEFT_WITH_CARDS and holding else staking
    return chance.pick(among) if among else "seat1"


def _together(state: State) -> list[str]:
    """The last two cards that were drawn, where two lie there."""
    drawn = len(state.round.cards) if state.round else 0
    if not 2 <= drawn <= INITIAL_CARDS:
        return []
    return ["together", str(drawn - 1), str(drawn)]
