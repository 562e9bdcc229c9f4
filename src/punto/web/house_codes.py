"""Voucher codes made by the house: no one else chooses one, and all nodes know their own.

A client asks for a code before it cashes out, so that it has the code even if the answer to the
cash-out is lost. A code that is on no voucher is worth nothing.
"""

from secrets import token_bytes, token_hex

from punto.journal.shared_secrets import shared_secret
from punto.journal.store import Store
from punto.ledger.cage.voucher_codes import CHANCE_BYTES, is_signed, sign_code


class HouseCodes:
    """Makes codes for new vouchers; all processes on one database use the same key."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = b""

    def new(self) -> str:
        """A new code, from the operating system's random source."""
        return sign_code(token_bytes(CHANCE_BYTES), self._signing_key())

    def is_ours(self, code: str) -> bool:
        """Whether the house made this code."""
        return is_signed(code, self._signing_key())

    def _signing_key(self) -> bytes:
        if not self._key:
            self._key = shared_secret(self._store, "voucher-codes", token_hex(32)).encode()
        return self._key
