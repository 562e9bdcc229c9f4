"""The second factor: time-based codes (TOTP, RFC 6238) from an authenticator app.

A secret is pending until its first code has been entered. Each code is accepted once.
"""

import hmac

from msgspec import Struct

from punto.journal.people.people import Person
from punto.rules.staff import Position

PENDING = "?"  # prefix of a secret that no code has confirmed yet
STEP_MS = 30_000
STEPS_OFF = 1  # how many steps the authenticator's clock may be off


class Enrolment(Struct, frozen=True):
    """What an authenticator needs, shown once: the secret, its URI, and the URI as a QR code."""

    secret: str
    uri: str
    qr: str


def has_second_factor(person: Person) -> bool:
    """Whether the account has a confirmed second factor."""
    return bool(person.second_factor) and not person.second_factor.startswith(PENDING)


def lacks_second_factor(person: Person, position: Position | None, lowest: Position | None) -> bool:
    """Whether a person needs a second factor for a position, held or acted in, and has none."""
    is_needed = lowest is not None and position is not None and position >= lowest
    return is_needed and not has_second_factor(person)


def new_enrolment(name: str, casino: str) -> Enrolment:
    """A new 160-bit secret for an authenticator."""
    import pyotp  # imported here because it is rarely needed
    import segno

    secret = pyotp.random_base32()
    uri = pyotp.TOTP(secret).provisioning_uri(name, issuer_name=casino)
    qr = segno.make(uri, micro=False).svg_inline(scale=4, omitsize=False)
    return Enrolment(secret, uri, qr)


def code_step(secret: str, code: str, now_ms: int) -> int:
    """The time step of a code, or 0 if it is wrong; the secret may be pending.

    >>> import pyotp
    >>> code_step("?JBSWY3DPEHPK3PXP", pyotp.TOTP("JBSWY3DPEHPK3PXP").at(90), 90_000)
    3
    >>> code_step("JBSWY3DPEHPK3PXP", "000000", 90_000)
    0
    """
    import pyotp

    totp, now = pyotp.TOTP(secret.removeprefix(PENDING)), now_ms // STEP_MS
    given = code.replace(" ", "").encode("utf-8", "surrogatepass")
    found = 0
    for step in range(max(1, now - STEPS_OFF), now + STEPS_OFF + 1):
        if hmac.compare_digest(totp.at(step * STEP_MS // 1000).encode(), given):
            found = step
    return found
