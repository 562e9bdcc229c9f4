"""The automatic dealer: does what the table says comes next, and rests when nobody is seated."""

from collections.abc import Callable

from punto.floor.devices import Device, Reveal, ShuffledShoe
from punto.floor.reads import burned
from punto.journal.sealed import SealedShoes
from punto.refusals import Reason, Refused
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Actor, Staff
from punto.table.prompt import Prompt, Step, next_step
from punto.table.state import Shoe, State

AUTOMATIC = Staff("automatic dealer", Position.DEALER)

Ask = Callable[[c.Command], object]  # gives a command to the table; raises where it is refused
See = Callable[[], State]  # the table as it stands
Load = Callable[[int], Device]  # a fresh device with so many decks

NO_CARD = ("", 0, "")
# The table did not take the card itself: it is read again, not offered again.
CARD_REFUSED = (
    Reason.UNREADABLE_CARD,
    Reason.TOO_MANY_COPIES,
    Reason.CARD_NOT_ALLOWED,
    Reason.CARD_CONTRADICTS,
)


class Dealer:
    """Deals a table from devices; has no thread and no clock, so whoever has one calls `step`.

    Every step gives one command, on the table as it was just seen. A card that has left the device
    is dealt even if the table could not be told at once: it is kept and offered again, until the
    table's count of cards has gone past it. Sealed shoes are gone on with after a restart, from
    the order that was kept and the table's own count.
    """

    def __init__(
        self,
        ask: Ask,
        see: See,
        load: Load,
        *,
        by: Actor = AUTOMATIC,
        device: Device | None = None,
        seals: SealedShoes | None = None,
    ) -> None:
        self._ask = ask
        self._see = see
        self._load = load
        self._by = by
        self._device = device  # the one in use, where a dealer takes over a shoe that has begun
        self._seals = seals
        self._sealed: tuple[int, Device] | None = None  # decks and device, not yet loaded
        self._card = NO_CARD  # shoe, place and code of the card drawn last

    def step(self, *, seated: bool = True, betting_over: bool = True) -> Prompt | None:
        """Do the next thing and tell what it was; nothing where it is not the dealer's to do.

        While nobody is seated no round is begun, but one that has begun is finished, and the seal
        of a shoe that is over is opened. Betting stays open until it is said to be over. Patrons'
        choices and irregularities are waited for.
        """
        state = self._see()
        prompt = next_step(state)
        if state.round is None and not seated:
            return prompt if self._open_seal(state) else None
        if prompt.step is Step.CLOSE_BETTING and not betting_over:
            return None
        return prompt if self._do(state, prompt) else None

    def go_on(self, *, seated: bool = True, betting_over: bool = True, steps_max: int = 100) -> int:
        """Do as many steps as there are to do, up to the end of a round; how many they were."""
        for done in range(steps_max):
            in_play = self._see().round is not None
            if self.step(seated=seated, betting_over=betting_over) is None:
                return done
            if in_play and self._see().round is None:
                return done + 1
        return steps_max

    def _do(self, state: State, prompt: Prompt) -> bool:
        """Whether this step is the dealer's, after it was done."""
        match prompt.step:
            case Step.LOAD_SHOE:
                self._change_shoe(state)
            case Step.BURN:
                self._burn(state)
            case Step.OPEN_BETTING:
                self._ask(c.OpenBetting(by=self._by))
            case Step.CLOSE_BETTING:
                self._ask(c.CloseBetting(by=self._by))
            case Step.DECREASE:
                return self._ask_to_decrease(state, prompt)
            case Step.DRAW:
                return self._draw(state, prompt)
            case Step.PASS if prompt.side is not None:
                self._ask(c.PassCards(prompt.side, prompt.patrons[0], by=self._by))
            case Step.CHOOSE_FIRST:
                self._ask(c.ChooseFirstRevealed(Side.PLAYER, by=self._by))
            case Step.EXPOSE if prompt.side is not None and not prompt.patrons:
                self._ask(c.ExposeCards(prompt.side, by=self._by))
            case Step.ANNOUNCE_TOTALS:
                self._ask(c.AnnounceTotals(by=self._by))
            case Step.ANNOUNCE_OUTCOME:
                self._ask(c.AnnounceOutcome(by=self._by))
            case _:
                return False  # for a patron, or for staff who decide
        return True

    def _change_shoe(self, state: State) -> None:
        """Take the old shoe out, then open its seal, then seal a new one and load it."""
        if state.shoe is not None:
            self._ask(c.RetireShoe(by=self._by))
        elif not self._open_seal(state):
            self._load_shoe(state)

    def _open_seal(self, state: State) -> bool:
        """Open the seal of a shoe that is over, whoever retired it; whether there was one."""
        for shoe, sealed in state.retired.items() if state.configuration else ():
            if opened := self._opening(sealed):
                self._ask(c.RevealShoe(shoe, opened.order, opened.salt, by=self._by))
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
        if self._sealed is None or self._sealed[0] != config.decks or not self._is_kept():
            self._sealed = (config.decks, self._load(config.decks))
        self._device = self._sealed[1]
        seal = self._device.commitment
        name = f"shoe-{state.rounds + 1}-{seal[:8] or 'unsealed'}"
        self._ask(c.LoadShoe(name, commitment=seal, by=self._by))
        self._sealed = None

    def _is_kept(self) -> bool:
        """Whether the order of the shoe that waits to be loaded is still on disk."""
        if self._seals is None or self._sealed is None:
            return True
        return self._seals.find(self._sealed[1].commitment) is not None

    def _burn(self, state: State) -> None:
        self._deal(burned(self._next_card(state), self._by))

    def _draw(self, state: State, prompt: Prompt) -> bool:
        if prompt.patrons not in ((), (self._by.id,)):
            return False  # another, a patron, controls the device
        play = state.round
        if play is not None and play.set_aside:
            if play.set_aside[0] is None:
                return False  # nobody has read it: staff turn it up
            self._ask(c.DrawCard(by=self._by))
            return True
        self._deal(c.DrawCard(self._next_card(state), by=self._by))
        return True

    def _deal(self, command: c.Command) -> None:
        try:
            self._ask(command)
        except Refused as refusal:
            if refusal.reason in CARD_REFUSED:
                self._card = NO_CARD
            raise

    def _ask_to_decrease(self, state: State, prompt: Prompt) -> bool:
        """The dealer asks once; then patrons decrease, or a Pit Manager removes stakes."""
        if state.round is None or state.round.decrease_asked is prompt.side:
            return False
        self._ask(c.AskToDecrease(by=self._by))
        return True

    def _next_card(self, state: State) -> str:
        """The card at the place that the table has come to; one drawn for it before comes again."""
        shoe = state.shoe
        assert shoe is not None, "no card is due without a shoe"
        if self._card[:2] != (shoe.id, shoe.gone):
            device = self._in_use(shoe)
            if self._seals is not None and not shoe.gone:
                # No other can be loaded now: what else was sealed is of no use any more.
                self._seals.forget_all_but([shoe.commitment, *state.retired.values()])
            device.go_to(shoe.gone)
            self._card = (shoe.id, shoe.gone, device.draw())
        return self._card[2]

    def _in_use(self, shoe: Shoe) -> Device:
        """The device with this shoe in it; after a restart, made again from the order kept."""
        if self._device is None or self._device.commitment != shoe.commitment:
            sealed = self._seals.find(shoe.commitment) if self._seals is not None else None
            if sealed is None:
                raise Refused(
                    Reason.SHOE_NEEDED, "The dealer has no shoe: hand over the one in use, or void."
                )
            self._device = ShuffledShoe.again(sealed.order, sealed.salt)
        return self._device
