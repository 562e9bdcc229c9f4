"""Which cases of a test `make test` runs: a sample; `make test-all` and CI run all of them."""

from collections.abc import Callable, Hashable, Iterable
from typing import Any

import pytest
from _pytest.mark import ParameterSet

Kinds = Callable[..., tuple[Hashable, ...]]


def sample(cases: Iterable[Any], kinds: Kinds = lambda *_: ("any",)) -> list[ParameterSet]:
    """All cases; those outside the sample are marked `sweep`.

    `kinds` names what a case is an example of. The sample has an example of each, in few cases:
    those that show nothing but new kinds come first. Without it the sample is the first case.

    >>> [not case.marks for case in sample([(1, "a"), (1, "b"), (2, "a"), (2, "b")], lambda *v: v)]
    [True, False, False, True]
    """
    found = [_case(each) for each in cases]
    shown = [kinds(*case.values) for case in found]
    seen: set[Hashable] = set()
    kept: set[int] = set()
    for is_worth_it in (all, any):
        for place, each in enumerate(shown):
            if place not in kept and is_worth_it(kind not in seen for kind in each):
                kept.add(place)
                seen.update(each)
    return [case if place in kept else _marked(case) for place, case in enumerate(found)]


def _case(case: Any) -> ParameterSet:
    if isinstance(case, ParameterSet):
        return case
    return pytest.param(*case) if isinstance(case, tuple) else pytest.param(case)


def _marked(case: ParameterSet) -> ParameterSet:
    return case._replace(marks=(*case.marks, pytest.mark.sweep))


def _databases(*names: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("journal", sample(names), indirect=True)


# For a test of a journal: on the first database always, on the other in a sweep.
SQLITE_FIRST = _databases("sqlite", "postgresql")
POSTGRESQL_FIRST = _databases("postgresql", "sqlite")
