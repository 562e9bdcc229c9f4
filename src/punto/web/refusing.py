"""Every no that leaves the server, in one shape: a reason, a sentence, perhaps a clause."""

from logging import getLogger
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from msgspec import Struct

from punto.journal.failures import Conflict, Unavailable
from punto.refusals import Reason, Refused
from punto.table.evolve import Corrupt

_log = getLogger("punto.web")

STATUSES = {
    Reason.NOTHING_THERE: 404,
    Reason.TOO_OFTEN: 429,
    Reason.NOT_SIGNED_IN: 401,
    Reason.WRONG_PASSWORD: 401,
    Reason.LOCKED_OUT: 403,
    Reason.UNKNOWN_GAME: 404,
    Reason.UNKNOWN_CLAUSE: 404,
    Reason.UNKNOWN_TABLE: 404,
    Reason.UNKNOWN_PERSON: 404,
    Reason.NOT_YOURS: 403,
    Reason.NOT_AUTHORISED: 403,
}
MALFORMED = ("unreadable-", "unknown-", "decks-", "impossible-")
SENTENCES = {
    400: (Reason.UNREADABLE_REQUEST, "The request cannot be read: see /schema for its form."),
    401: (Reason.NOT_SIGNED_IN, "Sign in first."),
    403: (Reason.NOT_AUTHORISED, "This is not for you to do."),
    404: (Reason.NOTHING_THERE, "There is nothing here: see /schema for what there is."),
    405: (Reason.NOTHING_THERE, "This cannot be done here so: see /schema for how."),
    413: (Reason.UNREADABLE_REQUEST, "That is too much at once: send less."),
    415: (Reason.UNREADABLE_REQUEST, "Send JSON."),
    429: (Reason.TOO_OFTEN, "Too often: wait a minute, then try again."),
}


class No(Struct, frozen=True):
    """A refusal: what kind, in words, and the clause it rests on."""

    reason: str
    sentence: str
    clause: str | None = None


def no(refused: Refused) -> No:
    return No(refused.reason.value, refused.sentence, refused.clause)


def status_of(reason: Reason) -> int:
    """The HTTP status that says most nearly the same.

    >>> status_of(Reason.NOT_YOURS), status_of(Reason.BETTING_CLOSED)
    (403, 409)
    """
    if reason in STATUSES:
        return STATUSES[reason]
    return 400 if reason.value.startswith(MALFORMED) else 409


def on_refused(request: Request[Any, Any, Any], refused: Refused) -> Response[No]:
    status = status_of(refused.reason)
    if status in (401, 403):
        _deny(request, refused)
    return Response(no(refused), status_code=status)


def _deny(request: Request[Any, Any, Any], refused: Refused) -> None:
    who = getattr(request.scope.get("user"), "id", "")
    about = f"{request.method} {request.url.path}"
    _log.warning("denied: %r for %s", about, who or "nobody")
    table = str(request.scope.get("path_params", {}).get("table", ""))
    request.app.state.house.deny(who, about, refused, table)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[No]:
    """Litestar's own no, in our shape; its headers, such as Retry-After, go along."""
    status = error.status_code if error.status_code < 500 else 400
    reason, sentence = SENTENCES.get(status, SENTENCES[400])
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        wrong = [
            f"{each.get('key', 'body')}: {each.get('message', '')}"
            for each in error.extra
            if isinstance(each, dict)
        ]
        sentence = f"The request cannot be read: {'; '.join(wrong)[:300]}."
    elif status == 403 and "CSRF" in error.detail:
        sentence = "Send the csrftoken cookie again as the x-csrftoken header."
    if status in (403, 429):
        _deny(request, Refused(reason, sentence))
    return Response(No(reason.value, sentence), status_code=status, headers=error.headers)


def on_unavailable(_: Request[Any, Any, Any], error: Exception) -> Response[No]:
    """The database is away or somebody else was first: nothing was done, asking again is safe."""
    sentence = str(error) if isinstance(error, Unavailable) else "Look again, then try again."
    status = 503 if isinstance(error, Unavailable | Corrupt) else 409
    headers = {"Retry-After": "1"}
    return Response(No(Reason.TOO_OFTEN.value, sentence), status_code=status, headers=headers)


def on_mistake(request: Request[Any, Any, Any], error: Exception) -> Response[No]:
    """One of ours: told in the log, and to the person without what is inside."""
    _log.error("a mistake at %s %r", request.method, request.url.path, exc_info=error)
    sentence = "A mistake of ours: call for support."
    return Response(No(Reason.NOTHING_THERE.value, sentence), status_code=500)


HANDLERS: dict[Any, Any] = {
    Refused: on_refused,
    HTTPException: on_http,
    Conflict: on_unavailable,
    Unavailable: on_unavailable,
    Corrupt: on_unavailable,
    Exception: on_mistake,
}
