"""Events as each person may see them: one case for each kind of event."""

from collections.abc import Collection, Iterable
from typing import Any, assert_never

import msgspec
from msgspec.structs import replace

from punto.journal.codec import Recorded
from punto.journal.errors import Corrupt
from punto.journal.people.people import Person
from punto.table import events as e
from punto.table.announcements import announcement
from punto.table.shoe_events import Contributor, patron_of_key
from punto.web.views.table import (
    ANOTHER,
    PUBLIC,
    EventView,
    announcement_view,
    configuration_view,
    is_staff,
)

# Shown only to staff and to the patron concerned.
OWN = (*e.STAKED, e.OptionAnswered, e.LateStakeFound, e.LateWithdrawalFound)
OF_STAFF = (e.ActingStarted, e.ActingEnded, e.ActedAs, e.DealerSignedOn, e.DealerSignedOff)
# Free text, which may name people or cards; and who dealt.
FOR_STAFF = ("why", "note", "surveillance", "dealer")
_HIDDEN = frozenset(("type", *FOR_STAFF))


def event_view(record: Recorded, person: Person) -> EventView | None:
    """An event as this person may see it; None if they may not."""
    event = record.event
    if not isinstance(event, e.Happened):
        raise Corrupt(f"no event of a table: {type(event).__name__}")
    fields = _fields(event, person)  # type: ignore[arg-type]
    if fields is None:
        return None
    staff = is_staff(person)
    hidden = ("type",) if staff else _HIDDEN
    return EventView(
        record.seq,
        record.at_ms,
        str(type(event).__struct_config__.tag),
        {key: each for key, each in fields.items() if key not in hidden},
        announcement_view(announcement(event)),  # type: ignore[arg-type]
        record.actor if staff else "",
    )


def _fields(event: e.Event, person: Person) -> dict[str, Any] | None:
    """The fields that this person may see; no one, not even staff, sees a face-down card."""
    staff = is_staff(person)
    if isinstance(event, OWN) and not staff and event.patron != person.id:
        return None
    shown: dict[str, Any] = msgspec.to_builtins(event)
    match event:  # what there is most of comes first
        case e.StakePlaced() | e.StakeChanged() | e.StakeWithdrawn() | e.OptionAnswered():
            pass
        case e.CardDrawn(face_up=face_up):
            shown["card"] = event.card if face_up else None
            _name(shown, "drawn_by", person)
        case e.CardsReconstructed() | e.CardsSetAside() | e.MissingReplaced():
            shown.pop("cards")  # those face up are in the table's view
        case e.CardsSorted():
            shown.pop("counts")
            shown.pop("candidates")
        case e.ReportFiled():
            shown.pop("card")
            _name(shown, "patron", person)
            if not staff:
                shown.pop("filed_by")
        case e.ActingStarted() | e.ActingEnded() | e.ActedAs():
            if not staff:
                return None  # acting positions are shown to staff only
        case e.DealerSignedOn() | e.DealerSignedOff():
            if not staff:
                return None  # so is who deals
        case e.IrregularityReported():
            shown.pop("card")
            _name(shown, "patron", person)
        case e.LateStakeFound() | e.LateWithdrawalFound():
            pass
        case e.RoundSettled() | e.RoundVoided() | e.SettlementReversed():
            _own_lines(shown, person)
        case e.OptionOffered() | e.OptionLapsed():
            if not staff:
                shown["patrons"] = [each for each in event.patrons if each == person.id]
                shown.pop("withdrawable", None)
        case e.ContributionMade() | e.ContributionRevealed():
            _name(shown, "contributor", person)
        case e.ContributionsMissing():
            if not staff:
                for names in ("contributors", "barred"):
                    keys = getattr(event, names)
                    shown[names] = [key for key in keys if patron_of_key(key) == person.id]
        case e.HandPassed() | e.HandRefused() | e.CardsSqueezed():
            _name(shown, "patron", person)
        case e.DeviceGiven() | e.DeviceReturned():
            _name(shown, "patron", person)
        case e.HandlerChosen():
            _name(shown, "patron", person)
            _name(shown, "named_by", person)
        case e.TableOpened(configuration=config) | e.ConfigurationChanged(configuration=config):
            shown["configuration"] = msgspec.to_builtins(configuration_view(config, person))
        case (
            e.TableClosed()
            | e.ShoeLoaded()
            | e.ContributionsClosed()
            | e.CardsBurned()
            | e.ShoeRetired()
            | e.ShoeRevealed()
            | e.SealContradicted()
            | e.BettingOpened()
            | e.DecreaseAsked()
            | e.BettingClosed()
            | e.BettingReopened()
            | e.CutCardAppeared()
            | e.HandRetrieved()
            | e.FirstRevealedChosen()
            | e.CardsExposed()
            | e.TotalsAnnounced()
            | e.DisplayCorrected()
            | e.MethodChosen()
            | e.ReportConfirmed()
            | e.ReportDismissed()
            | e.CaseOpened()
            | e.CaseClosed()
            | e.Decided()
        ):
            pass
        case _:
            assert_never(event)
    return shown


def _name(shown: dict[str, Any], field: str, person: Person) -> None:
    if shown.get(field) and not is_staff(person) and shown[field] != person.id:
        shown[field] = ANOTHER


def _own_lines(shown: dict[str, Any], person: Person) -> None:
    if is_staff(person):
        return
    shown["lines"] = [line for line in shown["lines"] if line["patron"] == person.id]
    shown.pop("under_minimum", None)


def is_public(event: object) -> bool:
    """Whether everyone may see this event."""
    return not isinstance(event, (*OWN, *OF_STAFF))


def events_for(records: Iterable[Recorded], person: Person) -> tuple[EventView, ...]:
    """The events for a table's document: as staff see them, or as everyone else does."""
    reader = person if is_staff(person) else PUBLIC
    seen = (event_view(_without_lines(record, reader), reader) for record in records)
    return tuple(view for view in seen if view is not None)


def _without_lines(record: Recorded, person: Person) -> Recorded:
    """Remove settlement lines from public events: `mine` has them, and they can be many."""
    event = record.event
    if is_staff(person) or not isinstance(
        event, e.RoundSettled | e.RoundVoided | e.SettlementReversed
    ):
        return record
    return replace(record, event=replace(event, lines=()))


def named_in(event: object) -> Collection[str]:
    """The patrons who see more of an event than other patrons do."""
    match event:
        case e.RoundSettled() | e.RoundVoided() | e.SettlementReversed():
            return {line.patron for line in event.lines}
        case e.OptionOffered() | e.OptionLapsed():
            return event.patrons
        case (
            e.ContributionMade(contributor=patron, kind=Contributor.PATRON)
            | e.ContributionRevealed(contributor=patron, kind=Contributor.PATRON)
        ):
            return (patron,)
        case e.ContributionsMissing():
            return set(filter(None, map(patron_of_key, event.contributors)))
        case e.CardDrawn(drawn_by=patron):
            return (patron,) if patron else ()
        case e.HandlerChosen():
            return (event.patron, event.named_by)
    patron = getattr(event, "patron", "")
    return (patron,) if patron else ()


def moves_credits(event: object) -> Collection[str]:
    """The patrons whose credits an event may have moved."""
    match event:
        case e.RoundSettled() | e.RoundVoided() | e.SettlementReversed():
            return {line.patron for line in event.lines}
        case _:
            return (event.patron,) if isinstance(event, OWN) else ()
