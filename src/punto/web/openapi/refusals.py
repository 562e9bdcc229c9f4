"""The refusals in the OpenAPI document, from the reasons and the statuses that they are sent with.

A request may be refused by the edge, before a route is reached, whatever it asks for. Beyond that a
read names someone or something, and a command may be refused for any reason there is.
"""

from collections.abc import Iterable
from typing import Any

from punto.refusals import Kind, Reason
from punto.web.errors import RETRY_AFTER_S, SENTENCES, status_of

# What the edge and the house itself answer to any request, and what only a body leads to.
EDGE = frozenset((400, 408, 414, 429, 431, 503))
BODY = frozenset((413, 415))
RETRY_STATUSES = frozenset(map(status_of, RETRY_AFTER_S)) & {429, 503}
RETRY_AFTER = {
    "description": "After how many seconds to try again.",
    "schema": {"type": "integer", "minimum": 1},
}


def refusal_statuses(*, is_guarded: bool, is_post: bool, names: bool) -> list[int]:
    """The statuses that an operation may be refused with.

    >>> refusal_statuses(is_guarded=False, is_post=False, names=True)
    [400, 404, 408, 414, 429, 431, 500, 503]
    """
    reasons: set[Reason] = {Reason.UNREADABLE_REQUEST, Reason.TOO_OFTEN, Reason.HALTED}
    reasons |= {Reason.UNAVAILABLE, Reason.INTERNAL}
    if is_guarded:
        reasons |= {each for each in Reason if each.kind is Kind.PERSON}
    if names:
        reasons.add(Reason.NOTHING_THERE)
    if is_post:
        reasons = set(Reason)
    return sorted(EDGE | set(map(status_of, reasons)) | (BODY if is_post else set()))


def describe(status: int) -> str:
    """What a status means: the sentence of the edge, if it has one, and the reasons."""
    reasons = ", ".join(sorted(f"`{each}`" for each in _reasons(status)))
    said = [SENTENCES[status][1].template] if status in SENTENCES else []
    return " ".join([*said, f"Reasons: {reasons}."])


def _reasons(status: int) -> Iterable[Reason]:
    own = {each for each in Reason if status_of(each) == status}
    return own | ({SENTENCES[status][0]} if status in SENTENCES else set())


def refusal_schema() -> dict[str, Any]:
    """The schema of a refusal."""
    return {
        "title": "RefusalView",
        "description": "A refusal: its reason and kind, a sentence, and the clause it rests on.",
        "type": "object",
        "required": ["reason", "kind", "sentence", "chinese", "template", "facts"],
        "properties": {
            "reason": {"type": "string", "enum": [reason.value for reason in Reason]},
            "kind": {"type": "string", "enum": [kind.value for kind in Kind]},
            "sentence": {"type": "string", "description": "What to do, in English."},
            "chinese": {"type": "string", "description": "The same, in Chinese."},
            "template": {
                "type": "string",
                "description": "The sentence with named placeholders: the key of its translations.",
            },
            "facts": {"type": "object", "description": "The values of the placeholders."},
            "clause": {"type": ["string", "null"]},
        },
    }
