"""Refusals on the network: their JSON form, HTTP status and socket close code.

Status, close code and retry advice follow from the kind of a reason, or from the reason itself
where HTTP has a more specific status.
"""

from collections import Counter
from typing import Any

from litestar import Request, Response
from litestar.exceptions import HTTPException, ValidationException
from msgspec import Struct

from punto.floor.command_rates import Buckets, Rate
from punto.floor.event_log import EventLog
from punto.journal.errors import Conflict, Corrupt, Unavailable
from punto.messages import CHINESE, Fact, Message, word_in
from punto.refusals import Kind, Reason, Refused

_log = EventLog("punto.web")

BY_KIND = {Kind.REQUEST: 400, Kind.PERSON: 403, Kind.MOMENT: 409, Kind.HOUSE: 503}
BY_REASON = {
    Reason.NOTHING_THERE: 404,
    Reason.TOO_OFTEN: 429,
    Reason.CONFLICT: 409,
    Reason.INTERNAL: 500,
    Reason.NOT_SIGNED_IN: 401,
    Reason.WRONG_PASSWORD: 401,
    Reason.SECOND_FACTOR_NEEDED: 401,
    Reason.UNKNOWN_GAME: 404,
    Reason.UNKNOWN_CLAUSE: 404,
    Reason.UNKNOWN_TABLE: 404,
    Reason.UNKNOWN_PERSON: 404,
    Reason.NAME_TAKEN: 409,
    Reason.ID_USED_BEFORE: 409,
    Reason.WITNESS_NEEDED: 409,
    Reason.APPROVAL_NEEDED: 409,
}
RETRY_AFTER_S = {Reason.UNAVAILABLE: 1, Reason.CONFLICT: 1, Reason.TOO_OFTEN: 1}
LOGGED = Rate(1_000, 5)  # lines of the log about the denials of one person, or of all strangers
DENIED_MAX = 10_000  # people whose denials are counted
MINUTE_ENDS = "RateLimit-Reset"  # header of Litestar's limits: the seconds until it counts anew
AUDITED = (Reason.NOT_AUTHORISED, Reason.NOT_YOURS, Reason.TOO_OFTEN)  # in the audit log
NOT_ALLOWED, UNREADABLE, TRY_LATER = 4403, 4400, 1013  # close codes; 1013 says: try again later

INTERNAL_ERROR = Message.of("Something went wrong here: send it again, or call for support.")
CONFLICT = Message.of("Someone else was first: look again, then try again.")
HALTED = Message.of("This table is halted until its journal has been checked: call for support.")
SENTENCES = {  # for requests that are refused before a route is reached
    400: (
        Reason.UNREADABLE_REQUEST,
        Message.of("The request cannot be read: see /schema for its form."),
    ),
    401: (Reason.NOT_SIGNED_IN, Message.of("Sign in first.")),
    403: (Reason.NOT_AUTHORISED, Message.of("This is not for you to do.")),
    404: (
        Reason.NOTHING_THERE,
        Message.of("There is nothing here: see /schema for the routes."),
    ),
    405: (Reason.NOTHING_THERE, Message.of("This method is not allowed here: see /schema.")),
    408: (Reason.UNREADABLE_REQUEST, Message.of("The request came too slowly: send it again.")),
    413: (Reason.UNREADABLE_REQUEST, Message.of("The body is too large: send less.")),
    414: (Reason.UNREADABLE_REQUEST, Message.of("The address is too long: shorten it.")),
    415: (Reason.UNREADABLE_REQUEST, Message.of("Send JSON.")),
    431: (
        Reason.UNREADABLE_REQUEST,
        Message.of("The headers are too large: send fewer, or shorter ones."),
    ),
    429: (Reason.TOO_OFTEN, Message.of("Too many requests: wait a minute, then try again.")),
    503: (Reason.UNAVAILABLE, Message.of("Too many connections: close some, or try again later.")),
}


class NotRecorded(Refused):
    """A refusal that is not in the journal: beyond the budget, refusals are only counted."""


def not_recorded(refused: Refused) -> NotRecorded:
    return NotRecorded.of(refused.reason, refused.message, refused.clause)


class RefusalView(Struct, frozen=True):
    """A refusal: its reason and kind, the sentence in both languages, and what others need."""

    reason: str
    kind: str
    sentence: str  # in English
    chinese: str  # the same
    template: str
    facts: dict[str, Fact]
    clause: str | None = None


def refusal_view(refused: Refused) -> RefusalView:
    return RefusalView(
        refused.reason.value,
        refused.reason.kind.value,
        refused.sentence,
        word_in(CHINESE, refused.message),
        refused.template,
        refused.facts,
        refused.clause,
    )


def refusal_with(status: int) -> RefusalView:
    """The refusal of a request that reaches no route."""
    return refusal_view(Refused.of(*SENTENCES[status]))


def refusal_from(view: RefusalView) -> Refused:
    """The refusal that a server sent; ValueError if its reason is unknown here."""
    return Refused.of(Reason(view.reason), Message(view.template, view.facts), view.clause)


def status_of(reason: Reason) -> int:
    """The HTTP status of a reason.

    >>> status_of(Reason.NOT_YOURS), status_of(Reason.BETTING_CLOSED), status_of(Reason.HALTED)
    (403, 409, 503)
    """
    return BY_REASON.get(reason, BY_KIND[reason.kind])


def close_code(reason: Reason) -> int:
    """The close code of a socket that is refused for this reason."""
    is_later = reason.kind is Kind.HOUSE or reason is Reason.TOO_OFTEN
    return TRY_LATER if is_later else NOT_ALLOWED


def refusal_of(error: Exception) -> Refused:
    """The refusal to answer an error with; internal errors reveal no details."""
    match error:
        case Refused():
            return error
        case Unavailable():
            return Refused.of(Reason.UNAVAILABLE, error.message)
        case Conflict():
            return Refused.of(Reason.CONFLICT, CONFLICT)
        case Corrupt():
            return Refused.of(Reason.HALTED, HALTED)
        case _:
            return Refused.of(Reason.INTERNAL, INTERNAL_ERROR)


def _answer(refused: Refused) -> Response[RefusalView]:
    wait_s = RETRY_AFTER_S.get(refused.reason)
    headers = {"Retry-After": str(wait_s)} if wait_s else {}
    return Response(refusal_view(refused), status_code=status_of(refused.reason), headers=headers)


class DenialLog:
    """Writes denials into the server's log: of a flood some, with the number of the others."""

    def __init__(self, lines: Buckets | None = None) -> None:
        """`lines` are those of each person, and of all strangers together."""
        self._lines = lines or Buckets(LOGGED)
        self._left: Counter[str] = Counter()

    def write(self, who: str, **facts: str | int) -> None:
        """Log a denial of this person, or of a stranger if empty."""
        if not self._lines.take(who):
            if who in self._left or len(self._left) < DENIED_MAX:
                self._left[who] += 1
            return
        if left := self._left.pop(who, 0):
            facts["count"] = left + 1
        _log.warning("request-denied", **facts)


def on_refused(request: Request[Any, Any, Any], refused: Refused) -> Response[RefusalView]:
    request.app.state.casino.traffic.refusals[refused.reason.value] += 1
    status = status_of(refused.reason)
    if status in (401, 403, 429) or isinstance(refused, NotRecorded):
        _deny(request, refused)
    return _answer(refused)


def _deny(request: Request[Any, Any, Any], refused: Refused) -> None:
    who = getattr(request.scope.get("user"), "id", "")
    about, why = f"{request.method} {request.url.path}", refused.reason.value
    is_flood = refused.reason is Reason.TOO_OFTEN or isinstance(refused, NotRecorded)
    casino = request.app.state.casino
    if not is_flood:  # floods are only counted
        casino.denial_log.write(who, method=request.method, path=request.url.path, why=why)
    table = str(request.scope.get("path_params", {}).get("table", ""))
    casino.deny(who, about, refused, table)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[RefusalView]:
    """Answer Litestar's own errors in our form, with their headers such as Allow."""
    status = error.status_code if error.status_code < 500 else 400
    reason, message = SENTENCES.get(status, SENTENCES[400])
    if isinstance(error, ValidationException) and isinstance(error.extra, list):
        wrong = [
            f"{each.get('key', 'body')}: {each.get('message', '')}"
            for each in error.extra
            if isinstance(each, dict)
        ]
        faults = "; ".join(wrong)[:300]
        message = Message.of("The request cannot be read: {faults}.", faults=faults)
    elif status == 403 and "CSRF" in error.detail:
        message = Message.of("Send the csrftoken cookie again as the x-csrftoken header.")
    refused = Refused.of(reason, message)
    request.app.state.casino.traffic.refusals[reason.value] += 1
    if status in (403, 429):
        _deny(request, refused)
    headers = dict(error.headers or {})
    if status == 429:
        headers["Retry-After"] = headers.get(MINUTE_ENDS, str(RETRY_AFTER_S[reason]))
    return Response(refusal_view(refused), status_code=status, headers=headers)


def on_journal_error(request: Request[Any, Any, Any], error: Exception) -> Response[RefusalView]:
    """Answer a failed database, a conflict or a halted table: nothing was done."""
    refused = refusal_of(error)
    request.app.state.casino.traffic.refusals[refused.reason.value] += 1
    return _answer(refused)


def on_internal_error(request: Request[Any, Any, Any], error: Exception) -> Response[RefusalView]:
    """Log an internal error; the answer gives no details."""
    _log.error("internal-error", error, method=request.method, path=request.url.path)
    return on_journal_error(request, error)


HANDLERS: dict[Any, Any] = {
    Refused: on_refused,
    HTTPException: on_http,
    Conflict: on_journal_error,
    Unavailable: on_journal_error,
    Corrupt: on_journal_error,
    Exception: on_internal_error,
}
