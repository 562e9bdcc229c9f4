"""The vectors and drawings published in `docs/roads/`, against the engine and the oracle."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from punto.roads import Derived, Roads, as_json, grid, lines, parse

from . import oracle

DOCS = Path(__file__).parents[2] / "docs" / "roads"
VECTORS: list[dict[str, Any]] = json.loads((DOCS / "vectors.json").read_text("utf-8"))
NAMES = [vector["name"] for vector in VECTORS]
ROADS = ["leading_ties", "bead_plate", "big_road", "big_eye_boy", "small_road", "cockroach_pig"]


def published(vector: dict[str, Any]) -> dict[str, Any]:
    """What the vector says, in one piece."""
    return {**vector["roads"], "pairs": vector["pairs"], "next": vector["next"]}


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_the_engine_agrees(vector: dict[str, Any]) -> None:
    assert as_json(Roads(parse(vector["results"]))) == published(vector)


@pytest.mark.parametrize("vector", VECTORS, ids=NAMES)
def test_the_oracle_agrees(vector: dict[str, Any]) -> None:
    assert oracle.document(vector["results"]) == published(vector)


def test_every_vector_has_the_published_shape() -> None:
    for vector in VECTORS:
        assert list(vector) == ["name", "why", "results", "roads", "pairs", "next"]
        assert list(vector["roads"]) == ROADS
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*", vector["name"])
        assert vector["why"].endswith(".")


def test_names_and_shoes_are_each_used_once() -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert len({vector["results"] for vector in VECTORS}) >= len(VECTORS) - 1  # BPPPB may recur


README = (DOCS / "README.md").read_text("utf-8")
DRAWINGS = re.findall(r"```text\n([a-z ]+) of ([BPT123]+)\n(.+?)```", README, re.DOTALL)


@pytest.mark.parametrize(("road", "shoe", "drawing"), DRAWINGS)
def test_every_drawing_in_the_readme_is_true(road: str, shoe: str, drawing: str) -> None:
    roads = Roads(parse(shoe))
    match road:
        case "bead plate":
            drawn = lines(grid(roads.bead_plate))
        case "big road":
            drawn = lines(grid(roads.big_road))
        case _:
            drawn = lines(grid(roads.derived(Derived[road.upper().replace(" ", "_")])))
    assert tuple(drawing.splitlines()) == drawn


def test_the_readme_has_drawings_and_names_only_vectors_that_exist() -> None:
    assert len(DRAWINGS) >= 8
    named = re.findall(r"`([a-z]+(?:-[a-z]+)+)`", README)
    assert len(named) >= 8
    assert set(named) <= set(NAMES)
