"""Passwords that cost nothing to check: hundreds of tests sign everybody in."""

from collections.abc import Iterator

import pytest
from argon2 import PasswordHasher

from punto.web.auth import sessions


@pytest.fixture(scope="module", autouse=True)
def cheap_passwords() -> Iterator[PasswordHasher]:
    """Argon2 with next to no work; the hasher that a house uses otherwise."""
    usual = sessions._hasher
    cheap = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sessions, "_hasher", cheap)
        patch.setattr(sessions, "_DUMMY_HASH", cheap.hash("nobody's"))
        yield usual


@pytest.fixture
def usual_passwords(cheap_passwords: PasswordHasher, monkeypatch: pytest.MonkeyPatch) -> None:
    """Passwords hashed as slowly as in a house."""
    monkeypatch.setattr(sessions, "_hasher", cheap_passwords)
