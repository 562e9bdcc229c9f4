"""What a person is told of an event: part of the views, one case for each kind of event."""

from collections.abc import Collection, Mapping
from typing import Any, assert_never

from msgspec import Struct

from punto.journal.codec import Recorded
from punto.journal.people import Person
from punto.table import events as e
from punto.table.announcements import announcement
from punto.table.evolve import Corrupt
from punto.web.outside import outward
from punto.web.views import (
    ANOTHER,
    AnnouncementView,
    announcement_view,
    configuration_view,
    is_staff,
)

# Told to nobody but staff and the patron.
OWN = (*e.STAKED, e.OptionAnswered)
FOR_STAFF = ("why", "note")  # free words: they may name people, or cards


class EventView(Struct, frozen=True):
    """An event as one person is told of it."""

    seq: int
    at_ms: int
    type: str
    fields: Mapping[str, Any]
    said: AnnouncementView | None = None
    by: str = ""  # told to staff


def event_view(record: Recorded, person: Person) -> EventView | None:
    """What this person is told of an event; None where it is none of theirs."""
    event = record.event
    if not isinstance(event, e.Happened):
        raise Corrupt(f"no event of a table: {type(event).__name__}")
    fields = _fields(event, person)  # type: ignore[arg-type]
    if fields is None:
        return None
    staff = is_staff(person)
    if not staff:
        fields = {key: each for key, each in fields.items() if key not in FOR_STAFF}
    return EventView(
        record.seq,
        record.at_ms,
        str(type(event).__struct_config__.tag),
        {key: each for key, each in fields.items() if key != "type"},
        announcement_view(announcement(event)),  # type: ignore[arg-type]
        record.actor if staff else "",
    )


def _fields(event: e.Event, person: Person) -> dict[str, Any] | None:
    """The fields that this person may see; a face-down card is nobody's, staff's neither."""
    staff = is_staff(person)
    if isinstance(event, OWN) and not staff and event.patron != person.id:
        return None
    shown: dict[str, Any] = outward(event)
    match event:
        case e.CardDrawn(face_up=face_up):
            shown["card"] = event.card if face_up else None
            _name(shown, "drawn_by", person)
        case e.CardsReconstructed() | e.CardsSetAside() | e.MissingReplaced():
            shown.pop("cards")  # which lie face up is in the view
        case e.CardsSorted():
            shown.pop("counts")
            shown.pop("candidates")
        case e.IrregularityReported():
            shown.pop("card")
            _name(shown, "patron", person)
        case e.StakePlaced() | e.StakeChanged() | e.StakeWithdrawn() | e.OptionAnswered():
            pass
        case e.RoundSettled() | e.RoundVoided() | e.SettlementReversed():
            _own_lines(shown, person)
        case e.OptionOffered() | e.OptionLapsed():
            if not staff:
                shown["patrons"] = [each for each in event.patrons if each == person.id]
                shown.pop("withdrawable", None)
        case e.HandPassed() | e.HandRefused() | e.CardsSqueezed():
            _name(shown, "patron", person)
        case e.DeviceGiven() | e.DeviceReturned():
            _name(shown, "patron", person)
        case e.HandlerChosen():
            _name(shown, "patron", person)
            _name(shown, "named_by", person)
        case e.TableOpened(configuration=config) | e.ConfigurationChanged(configuration=config):
            shown["configuration"] = configuration_view(config, person)
        case (
            e.TableClosed()
            | e.ShoeLoaded()
            | e.CardsBurned()
            | e.ShoeRetired()
            | e.ShoeRevealed()
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


def named_in(event: object) -> Collection[str]:
    """The patrons who are told of an event what no other patron is."""
    match event:
        case e.RoundSettled() | e.RoundVoided() | e.SettlementReversed():
            return {line.patron for line in event.lines}
        case e.OptionOffered() | e.OptionLapsed():
            return event.patrons
        case e.CardDrawn(drawn_by=patron):
            return (patron,) if patron else ()
        case e.HandlerChosen():
            return (event.patron, event.named_by)
    patron = getattr(event, "patron", "")
    return (patron,) if patron else ()


def moves_credits(event: object) -> Collection[str]:
    """The patrons whose credits may have moved by an event."""
    match event:
        case e.RoundSettled() | e.RoundVoided() | e.SettlementReversed():
            return {line.patron for line in event.lines}
        case _:
            return (event.patron,) if isinstance(event, OWN) else ()
