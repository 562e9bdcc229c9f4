"""Events of a shoe: loaded, contributed to, burned, retired, its seal opened and compared."""

from enum import Enum

from msgspec import Struct

from punto.table.configuration import CardSource


class Happened(Struct, frozen=True, kw_only=True, gc=False):
    """What every event may carry: the clause it rests on, and the reason given."""

    clause: str = ""
    why: str = ""


class ShoeLoaded(Happened, frozen=True, tag="shoe-loaded"):
    shoe: str
    decks: int
    backs_alike: bool
    commitment: str
    source: CardSource | None = None  # None: from before sources were recorded
    takes_contributions: bool = False  # the order dealt depends on contributions, too


class Contributor(Enum):
    """Who contributes to the order of a shoe."""

    PATRON = "patron"
    STAFF = "staff"


def contributor_key(kind: Contributor, person: str) -> str:
    """One name for each contributor, whatever their kind."""
    return f"{kind.value} {person}"


def patron_of_key(key: str) -> str:
    """The patron whose contributor key this is; empty for another contributor.

    >>> patron_of_key(contributor_key(Contributor.PATRON, "ann"))
    'ann'
    """
    kind, _, person = key.partition(" ")
    return person if kind == Contributor.PATRON.value else ""


class ContributionMade(Happened, frozen=True, tag="contribution-made"):
    """A person committed to a value for the order of the shoe in use, after it was sealed."""

    contributor: str
    kind: Contributor
    digest: str


class ContributionsClosed(Happened, frozen=True, tag="contributions-closed"):
    """The contributors are final; their values may be revealed."""

    contributors: int


class ContributionRevealed(Happened, frozen=True, tag="contribution-revealed"):
    """A contributor revealed the value that matches their digest."""

    contributor: str
    kind: Contributor
    value: str


class ContributionsMissing(Happened, frozen=True, tag="contributions-missing"):
    """A shoe is retired undealt, because these contributors did not reveal their values."""

    shoe: str
    contributors: tuple[str, ...]  # kind and id of each
    barred: tuple[str, ...] = ()  # those of them who cannot contribute to some later shoes
    barred_shoes: int = 0  # to how many


class CardsBurned(Happened, frozen=True, tag="cards-burned"):
    first: str
    count: int


class ShoeRetired(Happened, frozen=True, tag="shoe-retired"):
    """The shoe is out of use; `undealt` counts what a person left of a virtual one in mid-shoe."""

    shoe: str
    undealt: int = 0


class ShoeRevealed(Happened, frozen=True, tag="shoe-revealed"):
    shoe: str
    order: tuple[str, ...]
    salt: str


class SealContradicted(Happened, frozen=True, tag="seal-contradicted"):
    """A seal was opened, and at these places of the shoe another card was dealt than was sealed."""

    shoe: str
    places: tuple[int, ...]
