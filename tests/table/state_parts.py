"""Changed parts of a state, so that a test can state everything that holds afterwards."""

from msgspec.structs import replace

from punto.table.state import Case, Round, Shoe, State


def shoe(state: State, **changes: object) -> Shoe:
    assert state.shoe is not None
    return replace(state.shoe, **changes)


def play(state: State, **changes: object) -> Round:
    assert state.round is not None
    return replace(state.round, **changes)


def case(state: State, **changes: object) -> Case:
    assert state.case is not None
    return replace(state.case, **changes)


def in_round(state: State, **changes: object) -> State:
    return replace(state, round=play(state, **changes))
