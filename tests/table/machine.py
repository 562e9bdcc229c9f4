"""A table under random test: the real engine, the physical cards, and the invariants."""

from collections import Counter
from random import Random

import msgspec

from punto.refusals import Refused
from punto.rules.cards import parse_card
from punto.rules.game import Method
from punto.rules.hands import Side
from punto.rules.round import deal_round
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import CardSource
from punto.table.evolve import evolve, evolve_all
from punto.table.prompt import next_step
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.table import invariants
from tests.table.any_commands import CODES
from tests.table.books import Books
from tests.table.order_oracle import mixed

EVENT = msgspec.json.Decoder(e.Event)
COMMAND = msgspec.json.Decoder(c.Command)
STATE = msgspec.json.Decoder(State)
encode = msgspec.json.encode


class Table:
    """The engine's state beside everything an onlooker of the real table would know."""

    def __init__(self) -> None:
        self.state: State = CLOSED
        self.shadow: State = CLOSED  # as read back from what was written
        self.events: list[e.Event] = []
        self.commands: list[Given] = []
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.reasons: Counter[str] = Counter()
        self.steps: Counter[str] = Counter()
        self.books = Books()
        self.deck: list[str] = []  # in the device, the next card last
        self.lying: list[tuple[Side, str]] = []  # this round's cards in the order dealt
        self.aside: list[str] = []
        self.prepared: tuple[str, ...] = ()  # the order of the next shoe
        self.sealed: dict[str, tuple[str, ...]] = {}
        self.contributions: tuple[str, str, dict[object, str]] = ("", "", {})  # to the shoe in use
        self.device_reads = True
        self.encoded = encode(CLOSED)

    # What an onlooker knows of the cards.

    def top(self, chance: Random) -> str:
        if self.aside:
            return self.aside[0]
        return self.deck[-1] if self.deck else chance.choice(CODES)

    def next_two(self) -> tuple[str | None, str | None]:
        first, second = ([*self.deck[::-1][:2], None, None])[:2]
        return first, second

    def turned(self, side: Side) -> tuple[str, ...]:
        """A hand's face-down cards, for one who turns them up; none where the table knows all."""
        play = self.state.round
        if play is None or not self.unread(side):
            return ()
        return tuple(
            code
            for dealt, (_, code) in zip(play.cards, self.lying, strict=True)
            if dealt.side is side and not dealt.face_up
        )

    def unread(self, side: Side) -> tuple[str, ...]:
        """A hand's cards that the table does not know."""
        play = self.state.round
        if play is None:
            return ()
        return tuple(
            code
            for dealt, (_, code) in zip(play.cards, self.lying, strict=True)
            if dealt.side is side and dealt.card is None
        )

    def told_order(self) -> tuple[str | None, ...]:
        """The cards in order as people can tell it: a card that only a device knows is unnamed."""
        play, shoe = self.state.round, self.state.shoe
        if play is None or shoe is None:
            return ()
        by_people = shoe.source is CardSource.PHYSICAL
        known = [dealt.face_up or dealt.card is None for dealt in play.cards]
        known += [self.state.method is Method.B or card is None for card in play.set_aside]
        return tuple(
            code if by_people and public else None
            for code, public in zip(self.in_order(), known, strict=True)
        )

    def in_order(self) -> tuple[str, ...]:
        return (*(code for _, code in self.lying), *self.aside)

    def sorted(self) -> dict[str, int]:
        """All cards there are but those in play and those set aside."""
        decks = self.state.shoe.decks if self.state.shoe else 0
        counts = Counter(dict.fromkeys(CODES, decks))
        counts.subtract(self.in_order())
        return {code: max(0, count) for code, count in counts.items()}

    def some_round(self, chance: Random) -> tuple[str, ...]:
        """The cards of some whole round."""
        dealt = deal_round(iter([parse_card(code) for code in chance.sample(CODES, 6)]))
        assert dealt is not None
        return tuple(card.code for card in dealt.cards)

    # What happens.

    def give(self, given: Given) -> tuple[e.Event, ...] | Refused:
        """Give a command and check everything that must hold whatever came of it."""
        command = given.command
        before = self.state
        kind = type(command).__name__
        self.commands.append(given)
        assert COMMAND.decode(encode(command)) == command
        try:
            events = decide_given(before, given)
        except Refused as refusal:
            self.refused[kind] += 1
            self.reasons[refusal.reason] += 1
            assert encode(before) == self.encoded, "a refused command changed the state"
            invariants.refusal_is_sound(before, given, refusal)
            return refusal
        assert encode(before) == self.encoded, "to decide changed the state"
        self.accepted[kind] += 1
        assert events, "what is accepted leaves a trace"
        invariants.authority_holds(before, given, events)
        after = evolve_all(before, events)
        self._read_back(events, after)
        self.books.record(events)
        self.state = after
        self.events += events
        for event in events:
            self._move_cards(command, event)
        self.books.agree_with(after)
        invariants.events_are_sound(before, events)
        invariants.state_is_sound(after)
        self.steps[next_step(after).step.value] += 1
        return events

    def replay(self) -> None:
        """All that happened, from the beginning, comes to the state there is."""
        again = CLOSED
        for event in self.events:
            again = evolve(again, event)
        assert again == self.state

    def _read_back(self, events: tuple[e.Event, ...], after: State) -> None:
        for event in events:
            read = EVENT.decode(encode(event))
            assert read == event, "what was written is read as something else"
            self.shadow = evolve(self.shadow, read)
        assert self.shadow == after, "what was written comes to another state"
        self.encoded = encode(after)
        assert STATE.decode(self.encoded) == after

    def _move_cards(self, command: c.Command, event: e.Event) -> None:
        match event:
            case e.ShoeLoaded(shoe=name, decks=decks, commitment=commitment):
                cards_in = self.prepared
                if len(cards_in) != decks * 52:
                    cards_in = CODES * decks
                self.deck = list(reversed(cards_in))
                if commitment:
                    self.sealed[name] = cards_in
                    self.contributions = (commitment, name, {})
            case e.ContributionMade(contributor=who, kind=kind):
                self.contributions[2][kind, who] = ""
            case e.ContributionRevealed(contributor=who, kind=kind, value=value):
                self.contributions[2][kind, who] = value
                self._mix()
            case e.ContributionsClosed():
                self._mix()
            case e.ShoeRetired():
                self.deck = []
            case e.CardsBurned(count=count):
                del self.deck[-1 - count :]
            case e.CardDrawn(side=side, card=card, from_set_aside=kept):
                true = self.aside.pop(0) if kept else self._leaves(card)
                self.lying.append((side, card or true))
            case e.CardsSetAside(cards=cards):
                self.aside = [self._leaves(card) for card in cards]
            case e.CardsExposed(side=exposed, cards=codes):
                shown = iter(codes)
                self.lying = [
                    (side, (next(shown) if side is exposed else None) or code)
                    for side, code in self.lying
                ]
            case e.CardsReconstructed(cards=codes):
                order = self._put_in_order(codes)
                play = self.state.round
                assert play is not None
                self.lying = [
                    (dealt.side, code) for dealt, code in zip(play.cards, order, strict=False)
                ]
                self.aside = order[4:]
            case e.MissingReplaced():
                play = self.state.round
                assert play is not None
                self.lying = [(dealt.side, dealt.card or "") for dealt in play.cards]
            case e.RoundSettled(corrects=False) | e.RoundVoided():
                if self.state.round is None:
                    self.lying, self.aside = [], []

    def _put_in_order(self, codes: tuple[str | None, ...]) -> list[str]:
        """The cards in the order told; those not named are what lay there unread, or come new."""
        lay = Counter(self.in_order())
        named = Counter(code for code in codes if code)
        for code in (named - lay).elements():
            self._leaves(code)
        unread = list((lay - named).elements())
        return [code or (unread.pop(0) if unread else self._leaves(None)) for code in codes]

    def _mix(self) -> None:
        """Once every value is known the cards lie as the contributions have it."""
        commitment, name, values = self.contributions
        if all(values.values()):
            self.deck = mixed(self.sealed[name], commitment, name, values.values())[::-1]

    def _leaves(self, said: str | None) -> str:
        """The card that leaves the device: the one on top, or the one it was said to be."""
        if said is None:
            return self.deck.pop() if self.deck else CODES[0]
        if self.deck and self.deck[-1] != said:
            if said in self.deck:
                self.deck.remove(said)
            else:
                self.deck.pop()
        elif self.deck:
            self.deck.pop()
        return said
