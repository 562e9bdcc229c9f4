"""Contributions to the order of a virtual shoe, in two phases: digests first, then the values.

The house seals its order. Each contributor then commits to a random value by its SHA-256 digest.
When the dealer closes contributions the set is final, and only then are the values revealed. So a
contributor chooses a value before anyone else's is known, even one who knows the sealed order.

A value that is never revealed would leave its owner a choice: to reveal it or not. So there is no
order without it: the shoe is retired undealt, the record names whose value was missing, and that
person contributes to none of the next shoes. What a missing value can win is another shoe that no
one has seen, once (reading shared-order). Guests, who are free, are barred by their address:
`web/guest_contributions.py`. How long a dealer waits for values before the shoe may be retired is
set by the house: `web/contribution_wait.py`.
"""

from collections.abc import Iterator
from hashlib import sha256

from punto.messages import Message
from punto.refusals import Reason, Refused
from punto.table import commands as c
from punto.table import events as e
from punto.table.card_source import source_of
from punto.table.configuration import CardSource
from punto.table.people import Actor, Machine, Origin, Patron
from punto.table.shared_order import READING
from punto.table.shoe_events import Contributor, contributor_key, patron_of_key
from punto.table.state import Shoe, State

CONTRIBUTORS_MAX = 100
WITHHELD = Message.of("You withheld a contribution: you contribute again after some more shoes.")
BARRED_SHOES = 10  # dealt in a fixed order without a contribution of someone who withheld a value


def digest_of(value: str) -> str:
    """The commitment to a contributed value.

    >>> digest_of("00" * 32)[:8]
    '60e05bd1'
    """
    return sha256(value.encode()).hexdigest()


def check_order_fixed(shoe: Shoe) -> None:
    """Refuse to go on with a shoe whose order is still open."""
    if not shoe.is_order_open:
        return
    if shoe.contributions_closed:
        message = Message.of("First every contribution to the order of this shoe must be revealed.")
    elif shoe.contributions:
        message = Message.of("First the contributions to the order of this shoe must be closed.")
    else:
        message = Message.of(
            "First a player or the dealer must contribute to the order of this shoe."
        )
    raise Refused.of(Reason.CONTRIBUTION_NEEDED, message, READING)


def contribute(state: State, command: c.Contribute, origin: Origin) -> tuple[e.Event, ...]:
    """Take the digest of a contribution, one from each person, until contributions are closed."""
    shoe = _shoe_in_question(state)
    if shoe.contributions_closed:
        raise _closed(
            Message.of("Contributions to this shoe are closed: contribute to the next one.")
        )
    kind, key = contributor_of(origin.by), key_of(origin.by)
    if any(each.contributor == key for each in shoe.contributions):
        raise _closed(Message.of("You have contributed to the order of this shoe."))
    if key in state.barred:
        raise _closed(WITHHELD)
    if len(shoe.contributions) >= CONTRIBUTORS_MAX:
        raise _closed(Message.of("This shoe has as many contributions as it takes."))
    if any(each.digest == command.digest for each in shoe.contributions):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Another contribution has this digest: use your own value."
        )
    made = e.ContributionMade(
        contributor=origin.by.id, kind=kind, digest=command.digest, clause=READING
    )
    return (made,)


def close_contributions(
    state: State, command: c.CloseContributions, origin: Origin
) -> tuple[e.Event, ...]:
    """Fix who contributes; without a contribution only where no dealer could make one."""
    shoe = _shoe_in_question(state)
    if shoe.contributions_closed:
        raise _closed(Message.of("Contributions to this shoe are closed already."))
    if not shoe.contributions and not isinstance(origin.by, Machine):
        check_order_fixed(shoe)
    return (e.ContributionsClosed(contributors=len(shoe.contributions), clause=READING),)


def reveal_contribution(
    state: State, command: c.RevealContribution, origin: Origin
) -> tuple[e.Event, ...]:
    """Take the value that a contributor committed to."""
    shoe = _shoe_in_question(state)
    if not shoe.contributions_closed:
        raise _closed(Message.of("Values are revealed once contributions are closed."))
    key = key_of(origin.by)
    made = next((each for each in shoe.contributions if each.contributor == key), None)
    if made is None:
        raise _closed(Message.of("You have not contributed to the order of this shoe."))
    if made.value:
        raise _closed(Message.of("You have revealed your contribution to this shoe."))
    if digest_of(command.value) != made.digest:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "This value does not match your digest.", clause=READING
        )
    kind = contributor_of(origin.by)
    return (
        e.ContributionRevealed(
            contributor=origin.by.id, kind=kind, value=command.value, clause=READING
        ),
    )


def missing_contributions(shoe: Shoe) -> Iterator[e.Event]:
    """Whose values are missing from a shoe, as it is retired.

    They are barred from the next shoes. Staff are so only at a table that deals itself, taken over
    or not: at other tables someone has to cut, and the record shows who did not reveal.
    """
    if not shoe.is_order_open or not shoe.contributions_closed:
        return
    missing = shoe.unrevealed
    deals_itself = source_of(shoe) is CardSource.AUTOMATIC
    barred = tuple(each for each in missing if deals_itself or patron_of_key(each))
    yield e.ContributionsMissing(
        shoe=shoe.id,
        contributors=missing,
        barred=barred,
        barred_shoes=BARRED_SHOES if barred else 0,
        clause=READING,
    )


def key_of(by: Actor) -> str:
    """A contributor's name among all kinds of contributor."""
    return contributor_key(contributor_of(by), by.id)


def contributor_of(by: Actor) -> Contributor:
    """What someone contributes as."""
    return Contributor.PATRON if isinstance(by, Patron) else Contributor.STAFF


def _shoe_in_question(state: State) -> Shoe:
    """The shoe in use, while its order is still open."""
    shoe = state.shoe
    if shoe is None:
        raise Refused(Reason.SHOE_NEEDED, "Load a shoe first.")
    if not shoe.seed:
        raise _closed(
            Message.of("The order of this shoe was not sealed: there is nothing to contribute to.")
        )
    if not shoe.is_order_open:
        raise _closed(Message.of("The order of this shoe is fixed: contribute to the next one."))
    return shoe


def _closed(message: Message) -> Refused:
    return Refused.of(Reason.CONTRIBUTIONS_CLOSED, message, READING)
