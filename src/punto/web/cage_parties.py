"""Checks that the people and tables named in a command exist, and may have what they are given."""

from punto.floor.host import Host
from punto.journal.people.people import Kind, People, Person
from punto.journal.streams import CAGE, Command, is_table
from punto.ledger.accounts import Kind as AccountKind
from punto.ledger.cage import commands as c
from punto.ledger.cage.authority import check_authority
from punto.ledger.cage.state import State as CageState
from punto.refusals import Reason, Refused
from punto.rules.staff import reaches
from punto.table import commands as table
from punto.table.acting_positions import acting_of
from punto.table.authority import authority
from punto.table.people import Actor, Origin, Staff
from punto.text import is_person_name
from punto.web.auth.second_factor import has_second_factor
from punto.web.auth.sessions import Sessions


def check_parties(people: People, host: Host, command: Command, by: Actor) -> None:
    """Refuse a cage command about a patron or a table that does not exist.

    A command that the person may not give is passed on: the cage refuses it without saying who
    exists.
    """
    assert isinstance(command, c.Command), "only commands of the cage"
    try:
        check_authority(command, Origin(by))
    except Refused:
        return
    match command:
        case c.BuyCredits() | c.RedeemVoucher() | c.CashOut() | c.PayClaim(from_credits=True):
            _check_patron(people, command.patron)
            if isinstance(command, c.BuyCredits) and is_guest(people, command.patron):
                raise Refused(
                    Reason.NOT_AUTHORISED,
                    "{name} is a guest, who plays without money: sell credits to a patron.",
                    name=command.patron,
                )
        case c.Adjust(account=name):
            _check_account(people, host, name)
            _check_no_guests(people, name)
        case _:
            pass
    if isinstance(command, c.RedeemVoucher | c.PayVoucher):
        _check_play_credits(people, host, command)
    named = getattr(command, "table", None)
    if named is not None:
        _check_table(host, named)


def _check_play_credits(
    people: People, host: Host, command: c.RedeemVoucher | c.PayVoucher
) -> None:
    """Refuse a guest's voucher to all but guests, and to guests all others.

    Play credits never become money, nor does money become play credits, which no one pays out.
    """
    state = host.look(CAGE).state
    assert isinstance(state, CageState), "the state of the cage"
    voucher = state.vouchers.get(command.seal)
    if voucher is None:
        return  # the cage refuses it
    taker = command.patron if isinstance(command, c.RedeemVoucher) else ""
    if is_guest(people, voucher.patron) and not (taker and is_guest(people, taker)):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "This voucher is for a guest's play credits: only a guest may redeem it.",
        )
    if taker and is_guest(people, taker) and not is_guest(people, voucher.patron):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "This voucher is worth money, which a guest cannot be paid: redeem it at the cage, or"
            " signed in as a patron.",
        )


def is_guest(people: People, name: str) -> bool:
    found = people.find(name)
    return found is not None and found.kind is Kind.GUEST


def check_acting(
    sessions: Sessions, host: Host, name: str, command: table.ActAs, by: Actor, now_ms: int
) -> None:
    """Refuse an acting position for anyone who does not work at this table, or lacks what it needs.

    A command that the person may not give is passed on: the table refuses it without saying who
    exists.
    """
    if not isinstance(by, Staff):
        return
    state = host.look(name).state
    allowed = authority(state, command, by, now_ms).position
    if allowed is None or not reaches(state.ranks, by.position, allowed):
        return  # by their own position: an acting one is not passed on
    is_name = is_person_name(command.person)
    found = sessions.people.find(command.person) if is_name else None
    works = found is not None and found.kind is Kind.STAFF and not found.disabled
    if found is None or not works or not found.at(name):
        raise Refused(
            Reason.UNKNOWN_PERSON,
            "{name!r} does not work at this table: name one of its staff.",
            name=command.person[:40],
        )
    if sessions.lacks_second_factor(found, command.position):
        raise Refused(
            Reason.SECOND_FACTOR_NEEDED,
            "{name} has to set up a second factor first: the house requires one of a {position}.",
            name=found.id,
            position=command.position,
        )


def check_acting_factor(sessions: Sessions, host: Host, name: str, by: Person, now_ms: int) -> None:
    """Refuse those who act in a position that requires a second factor, and have none."""
    if sessions.second_factor_from is None or by.position is None or has_second_factor(by):
        return
    acting = acting_of(host.look(name).state, Staff(by.id, by.position), now_ms)
    if acting is not None and sessions.lacks_second_factor(by, acting.position):
        raise Refused(
            Reason.SECOND_FACTOR_NEEDED,
            "You act as a {position} here, for which the house requires a second factor: set one"
            " up, or have your acting ended.",
            position=acting.position,
        )


def _check_account(people: People, host: Host, name: str) -> None:
    kind, _, owner = name.partition(":")
    if not owner or kind not in {each.value for each in AccountKind}:
        return  # the cage refuses unknown account names itself
    match AccountKind(kind):
        case AccountKind.PATRON:
            _check_patron(people, owner)
        case AccountKind.CLAIMS:  # at tables with chips the patron needs no account
            _check_table(host, owner.partition(":")[0])
        case AccountKind.BANK | AccountKind.CHIPS | AccountKind.DROP | AccountKind.HELD:
            _check_table(host, owner)
        case _:
            pass


def _check_no_guests(people: People, account: str) -> None:
    """Refuse to adjust a guest's account: the other side of an adjustment is money."""
    owner = account.rpartition(":")[2]
    if is_person_name(owner) and is_guest(people, owner):
        raise Refused(
            Reason.NOT_AUTHORISED,
            "{name} is a guest, who plays without money: there is nothing to adjust.",
            name=owner,
        )


def _check_patron(people: People, name: str) -> None:
    found = people.find(name) if is_person_name(name) else None
    if found is None or found.kind not in (Kind.PATRON, Kind.GUEST):
        raise Refused(Reason.UNKNOWN_PERSON, "There is no patron {name!r}.", name=name[:40])


def _check_table(host: Host, name: str) -> None:
    if not is_table(name) or not (host.has(name) or host.look(name).head.number):
        raise Refused(Reason.UNKNOWN_TABLE, "There is no table {name!r}.", name=name[:40])
