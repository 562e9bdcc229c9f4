"""The register's text: one TOML file per game with its clauses, and one with the readings."""

import json
import tomllib
from importlib.resources import files
from typing import Any


def load_toml(name: str) -> dict[str, Any]:
    """Load one file of the register, entries in document order."""
    return tomllib.loads(files(__name__).joinpath(f"{name}.toml").read_bytes().decode())


def load_tests() -> dict[str, dict[str, list[str]]]:
    """Load the tests that show each clause, by game id and clause; written by `make register`."""
    found: dict[str, dict[str, list[str]]] = json.loads(
        files(__name__).joinpath("tests.json").read_bytes()
    )
    return found
