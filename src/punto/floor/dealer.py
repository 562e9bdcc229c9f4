"""The automatic dealer: does what the table says comes next, and rests when nobody is seated."""

from collections.abc import Callable

from punto.floor.devices import Device
from punto.refusals import Reason, Refused
from punto.rules.cards import parse_card
from punto.rules.hands import Side
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.people import Staff
from punto.table.prompt import Prompt, Step, next_step
from punto.table.state import Round, State

AUTOMATIC = Staff("automatic dealer", Position.DEALER)

Ask = Callable[[c.Command], object]  # gives a command to the table; raises where it is refused
See = Callable[[], State]  # the table as it stands
Load = Callable[[int], Device]  # a fresh device with so many decks


class Dealer:
    """Deals a table from devices; has no thread and no clock, so whoever has one calls `step`.

    A card that has left the device is dealt even if the table could not be told at once: it is
    kept and offered again.
    """

    def __init__(
        self,
        ask: Ask,
        see: See,
        load: Load,
        *,
        by: Staff = AUTOMATIC,
        device: Device | None = None,
    ) -> None:
        self._ask = ask
        self._see = see
        self._load = load
        self._by = by
        self._device = device  # the one in use, where a dealer takes over a shoe that has begun
        self._card = ""  # drawn, and not yet dealt

    def step(self, *, seated: bool = True, betting_over: bool = True) -> Prompt | None:
        """Do the next thing and tell what it was; nothing where it is not the dealer's to do.

        While nobody is seated no round is begun, but one that has begun is finished. Betting stays
        open until it is said to be over. Patrons' choices and irregularities are waited for.
        """
        state = self._see()
        prompt = next_step(state)
        if state.round is None and not seated:
            return None
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
                self._burn()
            case Step.OPEN_BETTING:
                self._ask(c.OpenBetting(by=self._by))
            case Step.CLOSE_BETTING:
                self._ask(c.CloseBetting(by=self._by))
            case Step.DECREASE:
                return self._ask_to_decrease(state, prompt)
            case Step.DRAW:
                return self._draw(state.round, prompt)
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
        """Take the old shoe out and open its seal, then seal a new one and load it."""
        if state.shoe is not None:
            self._ask(c.RetireShoe(by=self._by))
        self._open_seal()
        config = state.configuration
        assert config is not None, "a closed table is not prompted for a shoe"
        device = self._load(config.decks)
        name = f"shoe-{state.rounds + 1}-{device.commitment[:8] or 'unsealed'}"
        self._ask(c.LoadShoe(name, commitment=device.commitment, by=self._by))
        self._device, self._card = device, ""

    def _open_seal(self) -> None:
        """Open the seal of the last shoe, whoever retired it, where that was not done yet."""
        device = self._device
        if device is None or not device.commitment:
            return
        for shoe, sealed in self._see().retired.items():
            if sealed == device.commitment and (opened := device.reveal()):
                self._ask(c.RevealShoe(shoe, opened.order, opened.salt, by=self._by))

    def _burn(self) -> None:
        """The first card, and unseen as many as it counts."""
        first = parse_card(self._next_card())
        count = first.points or 10
        self._ask(c.BurnCards(first.code, count, by=self._by))
        self._card = ""
        self._in_use().burn(count)

    def _draw(self, play: Round | None, prompt: Prompt) -> bool:
        if prompt.patrons:
            return False  # a patron controls the device
        if play is not None and play.set_aside:
            if play.set_aside[0] is None:
                return False  # nobody has read it: staff turn it up
            self._ask(c.DrawCard(by=self._by))
            return True
        self._ask(c.DrawCard(self._next_card(), by=self._by))
        self._card = ""
        return True

    def _ask_to_decrease(self, state: State, prompt: Prompt) -> bool:
        """The dealer asks once; then patrons decrease, or a Pit Manager removes stakes."""
        if state.round is None or state.round.decrease_asked is prompt.side:
            return False
        self._ask(c.AskToDecrease(by=self._by))
        return True

    def _next_card(self) -> str:
        self._card = self._card or self._in_use().draw()
        return self._card

    def _in_use(self) -> Device:
        if self._device is None:
            raise Refused(
                Reason.SHOE_NEEDED, "The dealer has no shoe: hand over the one in use, or void."
            )
        return self._device
