"""Acts in words: what a line of a script or a console's command does, in both languages."""

from collections.abc import Callable, Mapping
from typing import Any

from punto.messages import Amount, Message, term
from punto.rules.staff import Position
from punto.school.acts import commands_of
from punto.school.labels import label
from punto.table import commands as c
from punto.table.people import Actor, Staff
from punto.table.scripts.actors import usual_actor
from punto.table.scripts.stage import Stage
from punto.table.state import State

PLAIN: Mapping[type, Message] = {
    c.OpenBetting: Message.of("betting is opened"),
    c.CloseBetting: Message.of("betting is closed"),
    c.AnnounceTotals: Message.of("the totals are announced"),
    c.AnnounceOutcome: Message.of("the outcome is announced"),
    c.ReportCutCard: Message.of("the cut card is reported"),
    c.LoadShoe: Message.of("a shoe is loaded"),
    c.BurnCards: Message.of("cards are burned"),
    c.RetireShoe: Message.of("the shoe is retired"),
    c.GiveUpDevice: Message.of("the dealing device is given back"),
    c.ConfirmReport: Message.of("the report is confirmed"),
    c.DismissReport: Message.of("the report is dismissed"),
    c.LapseOption: Message.of("the option lapses for patrons who have not answered"),
    c.SetAside: Message.of("two cards are set aside"),
    c.SortCards: Message.of("all cards are sorted and counted"),
    c.ReplaceMissing: Message.of("the missing cards are replaced"),
    c.AskToDecrease: Message.of("patrons are asked to lower their stakes"),
    c.CorrectDisplay: Message.of("the display is corrected"),
    c.AllowFirstCardWithdrawal: Message.of("stakes may be taken back"),
    c.ChangeConfiguration: Message.of("the table's settings are changed"),
    c.SignOnDealer: Message.of("the dealer signs on"),
    c.SignOffDealer: Message.of("the dealer signs off"),
}
OTHER = Message.of("something else is done")


def describe_line(stage: Stage, line: str, *, names_usual: bool = False) -> Message:
    """What a line does at a table as it stands, with who does it where that is said.

    With `names_usual`, a supervisor or manager whose it is to do is named unsaid.
    """
    by, commands = commands_of(stage, line)
    said = describe_command(stage.state, commands[0])
    if by is None and names_usual:
        usual = usual_actor(stage.state, commands[0])
        is_senior = isinstance(usual, Staff) and usual.position is not Position.DEALER
        by = usual if is_senior else None
    if by is None:
        return said
    return Message.of("{what}, by {who}", what=said, who=_giver(by))


def _giver(by: Actor) -> Message:
    return term(by.position) if isinstance(by, Staff) else label(by.id)


def describe_command(state: State, command: c.Command) -> Message:
    """What a command does."""
    plain = PLAIN.get(type(command))
    if plain is not None:
        return plain
    for kind, describe in DESCRIBED.items():
        if isinstance(command, kind):
            return describe(state, command)
    return OTHER


def _staked(state: State, given: c.PlaceStake) -> Message:
    return Message.of(
        "{patron} stakes {amount} on {bet}",
        patron=label(given.patron),
        amount=Amount(given.cents),
        bet=label(given.wager),
    )


def _patron(state: State, stake: int) -> Message:
    found = state.round.stakes.get(stake) if state.round else None
    return label(found.patron if found else "")


def _bet(state: State, stake: int) -> Message:
    found = state.round.stakes.get(stake) if state.round else None
    return label(found.wager if found else "")


def _changed(state: State, given: c.ChangeStake) -> Message:
    return Message.of(
        "{patron} changes the stake on {bet} to {amount}",
        patron=_patron(state, given.stake),
        bet=_bet(state, given.stake),
        amount=Amount(given.cents),
    )


def _withdrawn(state: State, given: c.WithdrawStake) -> Message:
    return Message.of(
        "{patron} takes the stake on {bet} back",
        patron=_patron(state, given.stake),
        bet=_bet(state, given.stake),
    )


def _late(state: State, given: c.RecordLateStake) -> Message:
    return Message.of(
        "{patron} has put {amount} on {bet} too late",
        patron=label(given.patron),
        amount=Amount(given.cents),
        bet=label(given.wager),
    )


def _taken_late(state: State, given: c.RecordLateWithdrawal) -> Message:
    return Message.of(
        "{patron} has taken the stake on {bet} off too late",
        patron=_patron(state, given.stake),
        bet=_bet(state, given.stake),
    )


def _removed(state: State, given: c.RemoveStakes) -> Message:
    first = given.stakes[0] if given.stakes else 0
    return Message.of(
        "the stake of {patron} on {bet} is removed",
        patron=_patron(state, first),
        bet=_bet(state, first),
    )


def _reported(state: State, given: c.Report) -> Message:
    kind = term(given.irregularity)
    if given.reconstructable:
        return Message.of("reported: {irregularity}, which can be put right", irregularity=kind)
    if given.side is not None:
        return Message.of(
            "reported: {irregularity}, about {hand}", irregularity=kind, hand=given.side
        )
    return Message.of("reported: {irregularity}", irregularity=kind)


def _answered(state: State, given: c.AnswerOption) -> Message:
    if given.withdraw:
        return Message.of("{patron} takes stakes back", patron=label(given.patron))
    return Message.of("{patron} plays on", patron=label(given.patron))


def _ordered(state: State, given: c.Reconstruct) -> Message:
    return Message.of("the cards are put in order: {cards}", cards=_cards(given.cards))


def _cards(cards: tuple[str | None, ...]) -> str:
    return " ".join(each or "??" for each in cards)


def _decided(state: State, given: c.Decide) -> Message:
    if given.void:
        return Message.of("it is decided that the round is void")
    return Message.of("it is decided that the round goes on")


def _corrected(state: State, given: c.CorrectRound) -> Message:
    return Message.of(
        "round {number} is corrected to {cards}",
        number=given.round,
        cards=_cards(given.cards),
    )


def _exposed(state: State, given: c.ExposeCards) -> Message:
    return Message.of("the {hand} cards are turned up", hand=given.side)


def _passed(state: State, given: c.PassCards) -> Message:
    return Message.of(
        "the {hand} cards are passed to {patron}", hand=given.side, patron=label(given.patron)
    )


def _refused(state: State, given: c.RefuseCards) -> Message:
    return Message.of(
        "{patron} does not take the {hand} cards", hand=given.side, patron=label(given.patron)
    )


def _first(state: State, given: c.ChooseFirstRevealed) -> Message:
    return Message.of("the {hand} cards are turned up first", hand=given.side)


def _squeezed(state: State, given: c.SqueezeCards) -> Message:
    return Message.of("the {hand} cards are squeezed", hand=given.side)


def _drawn(state: State, given: c.DrawCard) -> Message:
    if not given.in_view:
        return Message.of("a card is drawn out of view of the staff")
    return Message.of("a card is drawn")


def _device(state: State, given: c.GiveDevice) -> Message:
    if given.without_stake:
        return Message.of(
            "the dealing device goes to {patron}, who has no stake", patron=label(given.patron)
        )
    return Message.of("the dealing device goes to {patron}", patron=label(given.patron))


def _method(state: State, given: c.ChooseMethod) -> Message:
    return Message.of("method {method} is chosen", method=given.method.value)


def _handler(state: State, given: c.ChooseHandler | c.AllowSqueezing) -> Message:
    return Message.of(
        "{patron} is chosen to handle the {hand} cards",
        patron=label(given.patron),
        hand=given.side,
    )


DESCRIBED: Mapping[type, Callable[[State, Any], Message]] = {
    c.DrawCard: _drawn,
    c.PlaceStake: _staked,
    c.ChangeStake: _changed,
    c.WithdrawStake: _withdrawn,
    c.RecordLateStake: _late,
    c.RecordLateWithdrawal: _taken_late,
    c.RemoveStakes: _removed,
    c.Report: _reported,
    c.AnswerOption: _answered,
    c.Reconstruct: _ordered,
    c.Decide: _decided,
    c.CorrectRound: _corrected,
    c.ExposeCards: _exposed,
    c.PassCards: _passed,
    c.RefuseCards: _refused,
    c.ChooseFirstRevealed: _first,
    c.SqueezeCards: _squeezed,
    c.GiveDevice: _device,
    c.ChooseMethod: _method,
    c.ChooseHandler: _handler,
    c.AllowSqueezing: _handler,
}
