"""What a script needs of the books: credits bought, cashed out, and staked no further than held."""

from collections.abc import Sequence
from typing import Protocol

from punto.table import events as e
from punto.table.state import State


class Purses(Protocol):
    """Patrons' credits; kept by the rooms above, which a table knows nothing of."""

    def buy_in(self, patron: str, cents: int) -> None:
        """Cash becomes credits."""

    def cash_out(self, patron: str, cents: int) -> None:
        """Credits become cash; refused where there are too few."""

    def credits(self, patron: str) -> int:
        """What a patron holds, in minor units."""

    def post(self, state: State, events: Sequence[e.Event]) -> None:
        """Move what the events move; refused as a whole where credits do not suffice."""
