"""Second approval: voids, corrections, options and other cards over much money need two people.

The documents are silent on it, so this is the operator's own rule. A round is measured by the
limit it was played under: no one does away with it afterwards.
"""

from msgspec.structs import replace

from punto.currencies import MINOR_DIGITS_USUAL
from punto.messages import Amount, Message
from punto.refusals import Reason, Refused
from punto.rules.staff import RANKS_CLAUSE, USUAL_RANKS, Position, Ranks, reaches
from punto.table import commands as c
from punto.table import events as e
from punto.table.acting_positions import acting_of, in_position
from punto.table.card_source import READING as CARD_SOURCE
from punto.table.configuration import WHO_DECIDES, Configuration
from punto.table.evolve_round import is_as_it_lay
from punto.table.exposure import exposure_cents, settled_cents
from punto.table.people import Approval, Origin, Staff
from punto.table.state import Round, State

APPROVES = Position.GAMING_SHIFT_MANAGER  # the lowest position whose yes counts
OF_A_ROUND = (
    c.Report,
    c.ConfirmReport,
    c.Reconstruct,
    c.SetAside,
    c.ReplaceMissing,
    c.Decide,
    c.CorrectRound,
)


def check_approval(
    state: State, command: c.Command, origin: Origin, events: tuple[e.Event, ...]
) -> None:
    """Refuse a void, a correction, an option or other cards over much money, approved by no one.

    What the cards themselves make void is void at once: no one chose it.
    """
    if not isinstance(command, c.Approvable):
        return
    if origin.approval is not None:  # the approver may act in a position too
        _check_round(state, command, origin.approval)
        _check_not_appointed(state, origin, origin.approval)
        held = in_position(state, origin.approval.by, origin.at_ms)
        origin = replace(origin, approval=replace(origin.approval, by=held))
    for event in events:
        if isinstance(event, e.TableOpened | e.ConfigurationChanged):
            _check_settings(state, origin, event.configuration)
        measured = _measured(state, event)
        if measured is not None:
            config, cents, number = measured
            limit_cents = config.approval_cents
            check_second(origin, limit_cents, cents, number, config.digits, state.ranks)


def _measured(state: State, event: e.Event) -> tuple[Configuration, int, int] | None:
    """What an event is about together with earlier small changes, which come to a large one."""
    found = about(state, event)
    if found is None:
        return None
    config, cents, number = found
    return config, cents + _small_changes(state), number


def about(state: State, event: e.Event) -> tuple[Configuration, int, int] | None:
    """How the table is set for what happens, the money it is about, and its round."""
    match event:
        case e.RoundVoided() | e.RoundSettled() | e.SettlementReversed():
            # A small stake may have won much, or win much once it is corrected.
            return _played_under(state, event.round), settled_cents(event.lines), event.round
        case e.OptionOffered(withdrawable=stakes):
            # What may be withdrawn may be taken off a wager that has lost.
            play = _in_play(state)
            return _open(state), sum(play.stakes[each].cents for each in stakes), play.number
        case _ if _names_cards(state, event):
            # To say which cards they are, or in which order, is to say who wins.
            play, config = _in_play(state), _open(state)
            return config, exposure_cents(config, play.stakes.values()), play.number
        case _:
            return None


def _small_changes(state: State) -> int:
    """What changes of recent rounds were about that two people had no need to approve."""
    earlier_cents = sum(cents for _, cents in state.small_changes)
    return earlier_cents + sum(each.small_change_cents for each in state.finished)


def void_needs_second(state: State) -> bool:
    """Whether the round in play is about too much for one person to have it voided."""
    limit_cents = _open(state).approval_cents
    staked_cents = sum(stake.cents for stake in _in_play(state).stakes.values())
    return limit_cents is not None and staked_cents + _small_changes(state) >= limit_cents


def cards_need_second(state: State) -> bool:
    """Whether other cards, or another order, for the round in play need a second person."""
    if state.round is None:
        return False
    config = _open(state)
    limit_cents = config.approval_cents
    if limit_cents is None:
        return False
    exposed_cents = exposure_cents(config, state.round.stakes.values())
    return exposed_cents + _small_changes(state) >= limit_cents


def _names_cards(state: State, event: e.Event) -> bool:
    """Whether staff say with this which cards a round already dealt has, or in which order.

    Cards that are named as they lay change nothing.
    """
    match event:
        case e.CardsReconstructed(cards=cards, named=named):
            return not is_as_it_lay(_in_play(state), cards, named)
        case e.CardsSetAside(cards=cards):
            return any(cards)
        case e.MissingReplaced():
            return True
        case _:
            return False


def check_second(
    origin: Origin,
    limit_cents: int | None,
    cents: int,
    number: int = 0,
    digits: int = MINOR_DIGITS_USUAL,
    ranks: Ranks = USUAL_RANKS,
) -> None:
    """Refuse a command over so much that no second person of sufficient position approved."""
    if limit_cents is None or cents < limit_cents:
        return
    needed = Message.of(
        "It is about {amount}: a second person has to approve it, a {position} or above.",
        amount=Amount(cents, digits),
        position=APPROVES,
    )
    _check_approved(origin, needed, ranks, number)


def _check_approved(
    origin: Origin, needed: Message, ranks: Ranks, number: int = 0, clause: str = WHO_DECIDES
) -> None:
    """Refuse what no second person of sufficient position has approved for this round."""
    approval = origin.approval
    if approval is None:
        raise Refused.of(Reason.APPROVAL_NEEDED, needed, clause)
    if approval.by.id == origin.by.id:
        raise Refused(
            Reason.APPROVAL_NEEDED,
            "Nobody approves what they ask for themselves: ask a second person.",
        )
    if not reaches(ranks, approval.by.position, APPROVES):
        raise Refused(
            Reason.APPROVAL_NEEDED,
            "This is for the {position} to approve, not for the {other}.",
            position=APPROVES,
            other=approval.by.position,
        )
    if approval.round != number:
        raise _other_round(approval.round, number)


def approved_through(state: State, command: c.Command, origin: Origin) -> Staff | None:
    """The approver of this command, where they approve by the position they act in."""
    approval = origin.approval if isinstance(command, c.Approvable) else None
    if approval is None or reaches(state.ranks, approval.by.position, APPROVES):
        return None
    held = in_position(state, approval.by, origin.at_ms)
    return approval.by if reaches(state.ranks, held.position, APPROVES) else None


def check_raised(
    origin: Origin,
    before: int | None,
    wanted: int | None,
    digits: int = MINOR_DIGITS_USUAL,
    ranks: Ranks = USUAL_RANKS,
) -> None:
    """Refuse that one person alone raises what two people have to approve, or does away with it."""
    if before is not None and (wanted is None or wanted > before):
        check_second(origin, 0, before, digits=digits, ranks=ranks)


def _check_settings(state: State, origin: Origin, wanted: Configuration) -> None:
    """Refuse that one person alone sets a table so, by what it is, or was until it was closed."""
    before, ranks = state.configuration or state.closed_as, state.ranks
    if before is not None:
        limit_cents = before.approval_cents
        check_raised(origin, limit_cents, wanted.approval_cents, before.digits, ranks)
    if before is not None and wanted.card_source is not before.card_source:
        needed = Message.of(
            "Two people change where the cards come from: a second person has to approve it,"
            " a {position} or above.",
            position=APPROVES,
        )
        _check_approved(origin, needed, ranks, clause=CARD_SOURCE)
    if wanted.ranks != ranks:  # some position is lower than it was
        needed = Message.of(
            "Two people change the order of positions: a second person has to approve it,"
            " a {position} or above.",
            position=APPROVES,
        )
        _check_approved(origin, needed, ranks, clause=RANKS_CLAUSE)


def _check_not_appointed(state: State, origin: Origin, approval: Approval) -> None:
    """Who acts in a position by the asker's own word is no second person."""
    acting = acting_of(state, approval.by, origin.at_ms)
    if acting is not None and acting.given_by == origin.by.id:
        raise Refused(
            Reason.APPROVAL_NEEDED,
            "The approver acts in that position by your own word: ask another person.",
        )


def _check_round(state: State, command: c.Approvable, approval: Approval) -> None:
    """What was approved for one round is done to no other, however little that one is about."""
    number = round_meant(state, command)
    if approval.round != number:
        raise _other_round(approval.round, number)


def round_meant(state: State, command: c.Command | c.Approvable) -> int:
    """The round a command is about as the table stands: the one named, in play, or the last.

    0 for a command that is about no round.
    """
    if not isinstance(command, OF_A_ROUND):
        return 0
    if isinstance(command, c.CorrectRound):
        return command.round
    if state.round is not None:
        return state.round.number
    return state.finished[-1].number if state.finished else 0


def _open(state: State) -> Configuration:
    assert state.configuration is not None, "a round is played at an open table"
    return state.configuration


def _in_play(state: State) -> Round:
    assert state.round is not None, "only a round in play is voided, or its cards named"
    return state.round


def _played_under(state: State, number: int) -> Configuration:
    """How the table is set for a round, or was when it was played."""
    for each in state.finished:
        if each.number == number:
            return each.configuration
    return _open(state)


def _other_round(approved: int, number: int) -> Refused:
    return Refused(
        Reason.APPROVAL_NEEDED,
        "Round {approved} was approved, not round {number}: ask again.",
        approved=approved,
        number=number,
    )
