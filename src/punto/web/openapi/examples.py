"""Response examples for the OpenAPI document."""

from typing import Any

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example


def answers(container: Any, example: object) -> dict[int, ResponseSpec]:
    """The response type of a route, with an example."""
    shown = [Example(summary="An example", value=example)]
    return {
        200: ResponseSpec(
            container, generate_examples=False, description="The answer.", examples=shown
        )
    }
