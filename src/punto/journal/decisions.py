"""Decision versions: which version of the engine decided an entry, and so how it is proved."""

from punto.journal.streams import State
from punto.table.state import State as TableState

# Raised when any command is decided differently from a released version: see CONTRIBUTING.md.
DECISION_VERSION = 1

# The last released version: journals exist that it decided, so it never changes again.
RELEASED_VERSION = 0

# A description of each version, for people who find its number in a journal.
VERSIONS: dict[int, str] = {
    1: "the first",
}


def edition_of(before: State, after: State) -> str:
    """The edition an entry was decided under, such as `tiger@2`; empty if there is none.

    An entry that opens a table or changes its edition belongs to the new edition.
    """
    for state in (after, before):
        if isinstance(state, TableState) and state.configuration is not None:
            return state.game.ref
    return ""
