"""Response examples for the OpenAPI document."""

from typing import Any, Self

from litestar.openapi.datastructures import ResponseSpec
from litestar.openapi.spec import Example


class Answers(dict[int, ResponseSpec]):
    """Responses by status, which no one changes: Litestar copies all of a route several times."""

    def __deepcopy__(self, _: object) -> Self:
        return self


def answers(container: Any, example: object) -> Answers:
    """The response type of a route, with an example."""
    shown = [Example(summary="An example", value=example)]
    spec = ResponseSpec(
        container, generate_examples=False, description="The answer.", examples=shown
    )
    return Answers({200: spec})
