"""Tables of each card source, with shoes that are loaded and dealt by it."""

from msgspec.structs import replace

from punto.rules.cards import DECK
from punto.rules.game import Method, Zone
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, Configuration
from punto.table.people import Actor, Staff
from punto.table.shoes import seal
from punto.table.state import CLOSED, State
from tests.envelope import Given
from tests.table.order_oracle import contributing
from tests.table.starting_states import AUTOMATIC, READER, SHOE, TIGER, Act, after, stake

ORDER = tuple(card.code for card in DECK) * 8
BOSS = Staff("boss", Position.ASSISTANT_CASINO_MANAGER)
LOADER: dict[CardSource, Actor] = {
    CardSource.PHYSICAL: BOSS,
    CardSource.SEALED: SHOE,
    CardSource.AUTOMATIC: AUTOMATIC,
}
VALUE = "c0" * 32


def loaded(
    source: CardSource,
    method: Method = Method.B,
    *,
    burn: bool = False,
    config: Configuration = TIGER,
) -> State:
    """A table of this card source, with a shoe whose order is fixed."""
    config = replace(config, card_source=source, method=method, zone=Zone.PAIZA_CLUB, burn=burn)
    loader = LOADER[source]
    closer = AUTOMATIC if source is CardSource.AUTOMATIC else None
    sealed = "" if source is CardSource.PHYSICAL else seal(ORDER, "salt")
    contributed = contributing(VALUE, BOSS, closer) if sealed else []
    return after(
        CLOSED,
        c.OpenTable(config),
        Given(c.LoadShoe("one", commitment=sealed), loader),
        *contributed,
    )


def dealt(state: State, source: CardSource, cards: int, *, device: bool = False) -> State:
    """A round with so many cards of it drawn by the table's card source."""
    give = _given("seat1", source) if device else ()
    drawer = READER if source is CardSource.PHYSICAL else LOADER[source]
    draws = (Given(c.DrawCard(ORDER[at]), drawer) for at in range(cards))
    return after(
        state, c.OpenBetting, stake(), stake("seat2", "banker"), *give, c.CloseBetting, *draws
    )


def _given(patron: str, source: CardSource) -> tuple[Act, ...]:
    """The device given to a patron; where software deals, by a person who takes the table over."""
    give = Given(c.GiveDevice(patron), BOSS)
    if source is not CardSource.AUTOMATIC:
        return (give,)
    return (Given(c.SignOnDealer(), BOSS), give, Given(c.SignOffDealer(), BOSS))
