"""The automatic dealer: takes the table's next step, and pauses while no one is seated."""

from collections.abc import Callable

from punto.floor.card_reads import burned
from punto.floor.devices import Device, Reveal, ShuffledShoe
from punto.journal.sealed_shoes import SealedShoes
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table.card_source import DEALS
from punto.table.forms import Giver
from punto.table.people import AUTOMATIC_DEALER, Machine, Role
from punto.table.prompt import Prompt, Step, next_step
from punto.table.state import Shoe, State

AUTOMATIC = Machine(AUTOMATIC_DEALER, Role.DEALER)
VIRTUAL_SHOE = Machine("virtual shoe", Role.SHOE)

Give = Callable[[c.Command, Machine], object]  # submits a command; raises if refused
See = Callable[[], State]  # reads the table's current state
Load = Callable[[int], Device]  # makes a new device with this number of decks

NO_CARD = ("", "", 0, "")
ORDERING = (Step.CONTRIBUTE, Step.CLOSE_CONTRIBUTIONS, Step.REVEAL_CONTRIBUTIONS)
# The table refused the card itself: it is read from the device again.
CARD_REFUSED = (
    Reason.UNREADABLE_CARD,
    Reason.TOO_MANY_COPIES,
    Reason.CARD_NOT_ALLOWED,
    Reason.CARD_CONTRADICTS,
)


def taken_back(prompt: Prompt) -> c.Command | None:
    """What ends the wait for a patron who has the device or a hand; None if none is waited for."""
    match prompt.step:
        case Step.DRAW if prompt.patrons:
            return c.GiveUpDevice()
        case Step.EXPOSE if prompt.patrons and prompt.side is not None:
            return c.RefuseCards(prompt.side, prompt.patrons[0])
        case _:
            return None


class Dealer:
    """Deals a table from devices; it has no thread or clock of its own: a worker calls `step`.

    Each step submits one command, based on the table's current state. A card that has left the
    device but could not be dealt is held and submitted again, until the table's card count has
    passed it. After a restart a sealed shoe continues from its saved order and the table's count.
    """

    def __init__(
        self,
        give: Give,
        see: See,
        load: Load,
        *,
        by: Machine = AUTOMATIC,
        device: Device | None = None,
        seals: SealedShoes | None = None,
    ) -> None:
        self._give_to_table = give
        self._see = see
        self._load = load
        self._by = by
        self._device = device  # given if this dealer takes over a shoe in use
        self._seals = seals
        self._sealed: tuple[int, Device] | None = None  # decks and device, not yet loaded
        self._card = NO_CARD  # shoe, seed, place and code of the last card drawn

    def step(
        self,
        *,
        seated: bool = True,
        betting_over: bool = True,
        contributing_over: bool = True,
        patron_over: bool = False,
    ) -> Prompt | None:
        """Take the next step and return it; None if it is not the dealer's to take.

        While no one is seated no round begins, but one in progress is finished and the seal of a
        retired shoe is opened. Betting stays open until `betting_over`, and the two phases of
        contributions to a new shoe until `contributing_over`. A patron who draws or holds cards is
        waited for until `patron_over`; then the device, or the hand, is taken back. The dealer
        waits for patrons' choices and for irregularities to be resolved.
        """
        state = self._see()
        prompt = next_step(state)
        if state.round is None and not seated:
            return prompt if self._open_seal(state) else None
        if prompt.step is Step.CLOSE_BETTING and not betting_over:
            return None
        if prompt.step in ORDERING and not contributing_over:
            return None
        if patron_over and (back := taken_back(prompt)) is not None:
            self._give(back)
            return prompt
        return prompt if self._do(state, prompt) else None

    def run(self, *, seated: bool = True, betting_over: bool = True, steps_max: int = 100) -> int:
        """Take steps until there are none left or a round ends; return how many."""
        for done in range(steps_max):
            in_play = self._see().round is not None
            if self.step(seated=seated, betting_over=betting_over) is None:
                return done
            if in_play and self._see().round is None:
                return done + 1
        return steps_max

    def _do(self, state: State, prompt: Prompt) -> bool:
        """Take this step if it is the dealer's; return whether it was."""
        match prompt.step:
            case Step.LOAD_SHOE:
                self._change_shoe(state)
            case Step.CONTRIBUTE | Step.CLOSE_CONTRIBUTIONS | Step.REVEAL_CONTRIBUTIONS:
                return self._fix_order(prompt.step)
            case Step.BURN:
                self._burn(state)
            case Step.DRAW:
                return self._draw(state, prompt)
            case _:
                asked = prompt.commands[0]
                if asked.giver is not Giver.STAFF or asked.fields or state.case is not None:
                    return False  # for a patron, or for staff who decide
                if not isinstance(asked.command, DEALS):
                    return False
                self._give(asked.command)
        return True

    def _change_shoe(self, state: State) -> None:
        """Retire the old shoe, then open its seal, then load a new sealed one: one step a call."""
        if state.shoe is not None:
            self._give(c.RetireShoe())
        elif not self._open_seal(state):
            self._load_shoe(state)

    def _open_seal(self, state: State) -> bool:
        """Open the seal of a retired shoe, if there is one; return whether there was."""
        for shoe, sealed in state.retired.items() if state.configuration else ():
            if opened := self._opening(sealed):
                self._give(c.RevealShoe(shoe, opened.order, opened.salt))
                if self._seals is not None:
                    self._seals.forget(sealed)
                return True
        return False

    def _opening(self, sealed: str) -> Reveal | None:
        if self._device is not None and self._device.commitment == sealed:
            return self._device.reveal()
        found = self._seals.find(sealed) if self._seals is not None else None
        return Reveal(found.order, found.salt) if found else None

    def _load_shoe(self, state: State) -> None:
        config = state.configuration
        assert config is not None, "a closed table is not prompted for a shoe"
        if self._sealed is None or self._sealed[0] != config.decks or not self._is_saved():
            self._sealed = (config.decks, self._load(config.decks))
        self._device = self._sealed[1]
        seal = self._device.commitment
        if seal and self._seals is not None and self._seals.is_used(seal):
            self._sealed = None
            raise Refused(Reason.SEAL_BROKEN, "This seal was used before: seal another order.")
        name = f"shoe-{state.rounds + 1}-{seal[:8] or 'unsealed'}"
        self._give(c.LoadShoe(name, commitment=seal))
        self._sealed = None

    def _is_saved(self) -> bool:
        """Whether the order of the shoe about to be loaded is still on disk."""
        if self._seals is None or self._sealed is None:
            return True
        return self._seals.find(self._sealed[1].commitment) is not None

    def _fix_order(self, step: Step) -> bool:
        """End a phase of contributions whose time is over, unless a person deals the table.

        If a contributor has not revealed a value there is no order, so the shoe is retired.
        """
        if self._by.role is not Role.DEALER or self._by.pressed_by:
            return False
        if step is Step.REVEAL_CONTRIBUTIONS:
            self._give(c.RetireShoe())
        else:
            self._give(c.CloseContributions())
        return True

    def _burn(self, state: State) -> None:
        self._deal(burned(self._next_card(state)))

    def _draw(self, state: State, prompt: Prompt) -> bool:
        if prompt.patrons not in ((), (self._by.pressed_by,)):
            return False  # a patron controls the device
        play = state.round
        card = None
        if play is None or not play.set_aside:
            card = self._next_card(state)
        elif play.set_aside[0] is None:
            card = self._card_set_aside(state, len(play.set_aside))
            if card is None:
                return False  # it has not been read: staff turn it face up
        self._deal(c.DrawCard(card))
        return True

    def _card_set_aside(self, state: State, waiting: int) -> str | None:
        """The first of the cards set aside, which left a sealed shoe last."""
        shoe = state.shoe
        assert shoe is not None, "no card is due without a shoe"
        if not shoe.commitment:
            return None
        device = self._in_use(shoe)
        device.go_to(shoe.gone - waiting)
        return device.draw()

    def _give(self, command: c.Command) -> None:
        self._give_to_table(command, self._by)

    def _deal(self, command: c.Command) -> None:
        try:
            self._give(command)
        except Refused as refusal:
            if refusal.reason in CARD_REFUSED:
                self._card = NO_CARD
            raise

    def _next_card(self, state: State) -> str:
        """The card for the table's current place; if it was drawn before, the same one again."""
        shoe = state.shoe
        assert shoe is not None, "no card is due without a shoe"
        if self._card[:3] != (shoe.id, shoe.seed, shoe.gone):
            device = self._in_use(shoe)
            if self._seals is not None and not shoe.gone:
                # No other sealed order can be used now.
                self._seals.forget_all_but([shoe.commitment, *state.retired.values()])
            device.go_to(shoe.gone)
            self._card = (shoe.id, shoe.seed, shoe.gone, device.draw())
        return self._card[3]

    def _in_use(self, shoe: Shoe) -> Device:
        """The device that holds this shoe; after a restart, restored from the saved order."""
        if self._device is None or self._device.commitment != shoe.commitment:
            sealed = self._seals.find(shoe.commitment) if self._seals is not None else None
            if sealed is None:
                raise Refused(
                    Reason.SHOE_NEEDED, "The dealer has no shoe: hand over the one in use, or void."
                )
            self._device = ShuffledShoe.restore(sealed.order, sealed.salt)
        self._device.mix(shoe.seed)
        return self._device
