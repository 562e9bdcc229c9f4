"""What lies on the table of a question: cards, stakes and settings, without what comes next."""

from collections.abc import Mapping

from msgspec import Struct

from punto.messages import CHINESE, word_in
from punto.rules.cards import parse_card
from punto.rules.hands import Hand, Side
from punto.school.labels import label
from punto.table.handlers import holder
from punto.table.scripts.stage import Stage
from punto.table.state import UNREAD, State
from punto.table.visibility import seen_by
from punto.web.views.table import AnnouncementView, CurrencyView, currency_view

BETTING, DEALING, BETWEEN = "betting", "dealing", "between-rounds"


class StakeLine(Struct, frozen=True):
    """A stake on the layout."""

    position: int
    patron: str
    wager: AnnouncementView
    cents: int


class LastRound(Struct, frozen=True):
    """The round before, as it stands."""

    number: int
    cards: tuple[str, ...]
    void: bool


class SceneTotals(Struct, frozen=True):
    """The totals of both hands: a question gives what it does not examine."""

    player: int
    banker: int


class SceneView(Struct, frozen=True):
    """A table at the moment of a question; `??` stands for a card that lies face down."""

    game: str
    round: int
    moment: str
    method: str
    zone: str
    player: tuple[str, ...]
    banker: tuple[str, ...]
    totals: SceneTotals | None  # where every card of both hands lies face up
    stakes: tuple[StakeLine, ...]
    holders: Mapping[str, str]
    device: str
    reported: str  # the irregularity that is being resolved
    currency: CurrencyView
    minimum_cents: int
    maximum_cents: int
    differential_cents: int
    stakes_per_area: int
    last: LastRound | None


def scene_view(stage: Stage) -> SceneView:
    """The table of a question as everyone at it sees it."""
    state = stage.state
    config, play = stage.config, state.round
    seen = seen_by(state, "")
    last = state.finished[-1] if state.finished else None
    return SceneView(
        config.game,
        play.number if play else state.rounds,
        _moment(state),
        state.method.value,
        config.zone.value,
        seen.player,
        seen.banker,
        _totals(seen.player, seen.banker),
        tuple(
            StakeLine(each.position, each.patron, _title(each.wager), each.cents)
            for each in (play.stakes.values() if play else ())
        ),
        {
            side.value: who
            for side in Side
            if play is not None and play.hand(side) and (who := holder(state, play, side))
        },
        state.device,
        state.case.irregularity.value if state.case else "",
        currency_view(config.currency),
        config.limits["player"].min_cents,
        config.limits["player"].max_cents,
        config.differential_cents or 0,
        config.area_max,
        LastRound(last.number, () if last.void else last.cards, last.void) if last else None,
    )


def _title(wager: str) -> AnnouncementView:
    title = label(wager)
    return AnnouncementView(str(title), word_in(CHINESE, title))


def _totals(player: tuple[str, ...], banker: tuple[str, ...]) -> SceneTotals | None:
    if not player or not banker or UNREAD in (*player, *banker):
        return None
    totals = (Hand(tuple(map(parse_card, cards))).total for cards in (player, banker))
    return SceneTotals(*totals)


def _moment(state: State) -> str:
    if state.round is None:
        return BETWEEN
    return BETTING if state.round.betting_open else DEALING
