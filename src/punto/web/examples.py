"""Examples in the OpenAPI document: what a route answers, shown once."""

from typing import Any

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example


def answers(container: Any, example: object) -> dict[int, ResponseSpec]:
    """What a route answers with, and an example of it."""
    shown = [Example(summary="An example", value=example)]
    return {
        200: ResponseSpec(
            container, generate_examples=False, description="What was asked for.", examples=shown
        )
    }
