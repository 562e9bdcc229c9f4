"""Text that people send: bounded, printable and normalised once, where it comes in."""

import re
import unicodedata

from punto.refusals import Reason, Refused

# No colon in either: accounts are named by parts.
PERSON_NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,39}")
TABLE_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")

LABEL_CHARACTERS_MAX = 128  # ids, codes, salts: what is compared and looked up
NOTE_CHARACTERS_MAX = 500  # reasons and remarks: what is read by people

# The house's own actors, as they are or with a dash in place of a space, and words for it: someone
# so called could be taken for the house. Guests have names of their own.
RESERVED_NAMES = frozenset(
    (
        "automatic",
        "automatic-dealer",
        "automatic.dealer",
        "betting-timer",
        "cage",
        "clock",
        "house",
        "local",
        "punto",
        "server",
        "system",
        "timer",
        "virtual-shoe",
        "virtual.shoe",
    )
)
GUEST_PREFIX = "guest-"

# Control, format, surrogate, private-use and unassigned characters, and separators of lines.
_INVISIBLE = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))


def clean_text(text: str, what: str, characters_max: int = LABEL_CHARACTERS_MAX) -> str:
    """The text in normal form C; refused where it is too long or holds what cannot be seen.

    >>> clean_text("cafe\\u0301", "why") == "caf\\u00e9"
    True
    >>> clean_text("a\\x00b", "why")
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: Write why in plain characters on one line.
    """
    if len(text) > characters_max:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Write {what} in at most {characters_max} characters.",
            what=what,
            characters_max=characters_max,
        )
    if is_plain(text):
        return text
    if any(unicodedata.category(each) in _INVISIBLE for each in text):
        raise Refused(
            Reason.UNREADABLE_REQUEST, "Write {what} in plain characters on one line.", what=what
        )
    return normalised(text)


def is_plain(text: str) -> bool:
    """Whether a text is in normal form and visible whatever it says: ASCII without controls."""
    return text.isascii() and text.isprintable()


def normalised(text: str) -> str:
    """The text in normal form C: what looks the same is the same."""
    return unicodedata.normalize("NFC", text)


def is_person_name(text: str) -> bool:
    """Whether a person or a device may be called so.

    >>> [is_person_name(each) for each in ("seat1", "x:y", "Anna", "a" * 41, "a\\n", "")]
    [True, False, False, False, False, False]
    """
    return PERSON_NAME.fullmatch(text) is not None


def is_reserved_name(text: str) -> bool:
    """Whether a name is the house's own, or a guest's.

    >>> [is_reserved_name(each) for each in ("automatic-dealer", "guest-01", "dealer", "guests")]
    [True, True, False, False]
    """
    alike = text.replace("_", "-")
    return alike in RESERVED_NAMES or alike.startswith(GUEST_PREFIX)


def check_person_name(text: str, what: str = "a name") -> str:
    """The name, where a person may be called so."""
    if not is_person_name(text):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Write {what} in up to 40 small letters, digits, dots and dashes, as seat1.",
            what=what,
        )
    return text
