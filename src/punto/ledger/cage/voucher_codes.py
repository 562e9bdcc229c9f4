"""Voucher codes: readable by people and scanners, stored in the books only as a hash (the seal).

Anyone who reads a code can cash it. Commands and events are stored permanently, so neither ever
contains a code: it is hashed where it is typed or printed, and only the seal is passed on.

The house makes all codes: 88 random bits, and 40 bits that sign them with the house's key. So no
one can choose a code that is easy to guess, and who does not have the key has 128 bits to guess.
"""

import hmac
from hashlib import sha256

from punto.refusals import Reason, Refused

SECRET_BYTES = 16  # 128 bits: infeasible to guess
CHANCE_BYTES = 11  # of these are random; the rest is the signature
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: read aloud without mistakes
NO_SEAL = ""  # in place of the seal of a code that the house did not make
LETTERS = 26  # of five bits each
_PLACES = range(LETTERS - 1, -1, -1)
CHECKS = 2  # letters that detect typing errors
CHECK_PRIME = 1021  # the largest that two letters hold
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def write_code(secret: bytes) -> str:
    """Return a voucher's code from 128 random bits, in groups of four.

    >>> write_code(bytes(range(16)))
    '0004-1061-050R-3GG2-8A1C-60T3-GF5E'
    """
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a voucher needs {SECRET_BYTES} bytes of chance")
    number = int.from_bytes(secret, "big")
    return _grouped("".join(ALPHABET[number >> 5 * place & 31] for place in _PLACES))


def sign_code(chance: bytes, key: bytes) -> str:
    """Return a new code from 88 random bits, signed with the house's key.

    >>> code = sign_code(bytes(range(11)), b"key")
    >>> is_signed(code, b"key"), is_signed(code, b"other"), is_signed(write_code(bytes(16)), b"key")
    (True, False, False)
    """
    if len(chance) != CHANCE_BYTES:
        raise ValueError(f"a code needs {CHANCE_BYTES} bytes of chance")
    return write_code(chance + _signature(chance, key))


def is_signed(text: str, key: bytes) -> bool:
    """Whether a typed or scanned code was made with this key; refuse an invalid code."""
    number = 0
    for letter in _letters(text):
        number = number * 32 + ALPHABET.find(letter)
    if number >> 8 * SECRET_BYTES:
        return False  # the first letter holds more bits than a code has
    secret = number.to_bytes(SECRET_BYTES, "big")
    chance = secret[:CHANCE_BYTES]
    return hmac.compare_digest(secret[CHANCE_BYTES:], _signature(chance, key))


def _signature(chance: bytes, key: bytes) -> bytes:
    return hmac.digest(key, b"voucher:" + chance, "sha256")[: SECRET_BYTES - CHANCE_BYTES]


def read_code(text: str) -> str:
    """Return the seal of a typed or scanned code; refuse an invalid code.

    >>> read_code("oooo-0000 0000-0000-0000-0000-0000") == read_code(write_code(bytes(16)))
    True
    """
    return sha256(f"voucher:{_letters(text)}".encode()).hexdigest()


def print_code(text: str) -> str:
    """Return a typed or scanned code in its printed form; refuse an invalid code.

    >>> print_code("ooo41061o5or3gg28a1c6ot3gf5e")
    '0004-1061-050R-3GG2-8A1C-60T3-GF5E'
    """
    return _grouped(_letters(text))


def _grouped(letters: str) -> str:
    code = letters + _checks(letters)
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def _letters(text: str) -> str:
    """Return the letters of a code without its check letters."""
    code = text.strip().upper().translate(_READ_AS)
    letters = code[:LETTERS]
    known = set(code) <= set(ALPHABET)
    if not known or len(code) != LETTERS + CHECKS or code[LETTERS:] != _checks(letters):
        raise Refused(
            Reason.UNREADABLE_VOUCHER,
            "This is no voucher's code: it has {length} letters and digits. Try again.",
            length=LETTERS + CHECKS,
        )
    return letters


def _checks(letters: str) -> str:
    """Return the check letters: the code modulo a prime, which detects any one error or swap."""
    number = 0
    for letter in letters:
        number = number * 32 + ALPHABET.find(letter)
    rest = number % CHECK_PRIME
    return ALPHABET[rest >> 5] + ALPHABET[rest & 31]
