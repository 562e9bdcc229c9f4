"""The register's text: a TOML file a game with each numbered clause, and one with the readings."""

import json
import tomllib
from importlib.resources import files
from typing import Any


def load_toml(name: str) -> dict[str, Any]:
    """One file of the register, entries in document order."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_bytes().decode())


def load_tests() -> dict[str, dict[str, list[str]]]:
    """Game id, clause number, tests that show it; written by `make register` from the tests."""
    found: dict[str, dict[str, list[str]]] = json.loads(
        files(__name__).joinpath("tests.json").read_bytes()
    )
    return found
