"""Voucher codes: written for people and scanners, and known to the books only by their seal.

A code is money for whoever reads it. Commands and events are kept for good, so neither ever
carries a code: it is sealed where it is typed or printed, and the seal is all that goes on.
"""

from hashlib import sha256

from punto.refusals import Reason, Refused

SECRET_BYTES = 16  # 128 bits: nobody guesses one
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # no I, L, O, U: read aloud without mistakes
LETTERS = 26  # of five bits each
_PLACES = range(LETTERS - 1, -1, -1)
CHECKS = 2  # letters that catch a slip of the pen
CHECK_PRIME = 1021  # the largest that two letters hold
_READ_AS = str.maketrans({"O": "0", "I": "1", "L": "1", "-": "", " ": ""})


def write_code(secret: bytes) -> str:
    """A voucher's code from 128 bits of chance, in groups of four.

    >>> write_code(bytes(range(16)))
    '0004-1061-050R-3GG2-8A1C-60T3-GF5E'
    """
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a voucher needs {SECRET_BYTES} bytes of chance")
    number = int.from_bytes(secret, "big")
    return _grouped("".join(ALPHABET[number >> 5 * place & 31] for place in _PLACES))


def read_code(text: str) -> str:
    """The seal of a code as somebody typed or scanned it; one that cannot be right is refused.

    >>> read_code("oooo-0000 0000-0000-0000-0000-0000") == read_code(write_code(bytes(16)))
    True
    """
    return sha256(f"voucher:{_letters(text)}".encode()).hexdigest()


def print_code(text: str) -> str:
    """A code as it is printed, however somebody typed or scanned it; refused likewise.

    >>> print_code("ooo41061o5or3gg28a1c6ot3gf5e")
    '0004-1061-050R-3GG2-8A1C-60T3-GF5E'
    """
    return _grouped(_letters(text))


def _grouped(letters: str) -> str:
    code = letters + _checks(letters)
    return "-".join(code[place : place + 4] for place in range(0, len(code), 4))


def _letters(text: str) -> str:
    """The letters of a code without those that check it."""
    code = text.strip().upper().translate(_READ_AS)
    letters = code[:LETTERS]
    known = set(code) <= set(ALPHABET)
    if not known or len(code) != LETTERS + CHECKS or code[LETTERS:] != _checks(letters):
        raise Refused(
            Reason.UNREADABLE_VOUCHER,
            f"This is no voucher's code: it has {LETTERS + CHECKS} letters and digits. Try again.",
        )
    return letters


def _checks(letters: str) -> str:
    """The code as a number, modulo a prime: one wrong letter or two swapped never go unnoticed."""
    number = 0
    for letter in letters:
        number = number * 32 + ALPHABET.find(letter)
    rest = number % CHECK_PRIME
    return ALPHABET[rest >> 5] + ALPHABET[rest & 31]
