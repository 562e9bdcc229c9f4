"""Verbs of a script that expect something: what was paid, offered, seen or comes next."""

from collections.abc import Callable

from punto.money import parse_amount, print_amount
from punto.refusals import Reason, Refused
from punto.rules.hands import Side
from punto.table import events as e
from punto.table.announcements import announcement
from punto.table.handlers import next_handler
from punto.table.prompt import Step, next_step
from punto.table.scripts.claims import is_shown
from punto.table.scripts.event_words import numbers_of, words_of, written
from punto.table.scripts.lines import Line
from punto.table.scripts.stage import Stage
from punto.table.visibility import seen_by

Finding = tuple[str, str] | None  # what the script says and what is so, where they differ
NO_ONE = (("no", "one"), ("nobody",))


def settle(stage: Stage, line: Line) -> Finding:
    """`settle seat1 tiger +1200`, `-100`, `push`, `void` or `returned`, each by its clause.

    `settle seat1 tiger none` when no such stake was there to be settled.
    """
    stage.lay_waiting()
    stage.announce(Step.ANNOUNCE_OUTCOME)
    patron, wager, said = line.words
    if stage.state.round is not None:
        return said, f"the round is not over: {next_step(stage.state).why}"
    done = stage.last(e.RoundSettled, e.RoundVoided)
    lines = done.lines if isinstance(done, e.RoundSettled | e.RoundVoided) else ()
    paid = [each for each in lines if (each.patron, each.wager) == (patron, wager)]
    so = [_paid(each, stage.config.digits) for each in paid] or ["none"]
    if said not in so:
        return said, " or ".join(so)
    if not paid:
        return None
    cited = {each.clause for each in paid} | {each.limit_clause for each in paid}
    if not is_shown(line, stage.game, *cited):
        return f"by {line.clauses[0]}", f"by {' and '.join(sorted(cited - {''}))}"
    return None


def _paid(line: e.Paid, digits: int) -> str:
    if line.result.value in ("push", "void", "returned"):
        return line.result.value
    return f"{'+' if line.profit_cents > 0 else '-'}{written(abs(line.profit_cents), digits)}"


def void(stage: Stage, line: Line) -> Finding:
    """The last round was void, by this clause."""
    if line.words:
        raise ValueError(line.words)
    done = stage.last(e.RoundSettled, e.RoundVoided)
    if not isinstance(done, e.RoundVoided) or stage.state.round is not None:
        return "the round is void", "it is not"
    return _by(stage, line, done.clause)


def offer(stage: Stage, line: Line) -> Finding:
    """`offer seat1 seat2`: just these patrons are asked now; `offer no one` when none is."""
    if not line.words:
        raise ValueError(line.words)
    case = stage.state.case
    asked = sorted(case.asked) if case else []
    said = [] if line.words in NO_ONE else sorted(line.words)
    if asked != said:
        return " ".join(said) or "no one", " ".join(asked) or "no one"
    return _by(stage, line, case.clause) if case and asked else None


def expect_next(stage: Stage, line: Line) -> Finding:
    """`next draw player`, `next pass banker seat3`, `next announce-totals` …"""
    prompt = next_step(stage.state)
    so = [prompt.step.value, *([prompt.side.value] if prompt.side else []), *prompt.patrons]
    if list(line.words) != so[: len(line.words)]:
        return " ".join(line.words), " ".join(so)
    return _by(stage, line, prompt.clause)


def sees(stage: Stage, line: Line) -> Finding:
    """`sees seat1 2C ?? | 3H ??`: Player's cards, a bar, Banker's; `sees everyone …` for all."""
    who, *cards = line.words
    seen = seen_by(stage.state, "" if who == "everyone" else who)
    so = [*seen.player, "|", *seen.banker]
    return None if cards == so else (" ".join(cards), " ".join(so))


def handler(stage: Stage, line: Line) -> Finding:
    """`handler player seat2`: whom a hand's cards are due to; `dealer` when no one."""
    side, said = line.words
    play = stage.state.round
    due = next_handler(stage.state, play, Side(side)) if play else ""
    return None if (due or "dealer") == said else (said, due or "dealer")


def balance(stage: Stage, line: Line) -> Finding:
    """`balance seat1 +1100`: all a patron has won or lost so far."""
    patron, said = line.words
    cents = stage.balances.get(patron, 0)
    digits = stage.config.digits
    sign = -1 if said[0] == "-" else 1
    wanted = 0 if said == "0" else parse_amount(said.lstrip("+-"), digits) * sign
    return None if cents == wanted else (said, print_amount(cents, digits))


def holds(stage: Stage, line: Line) -> Finding:
    """`credits seat1 300`: what a patron holds in credits now, stakes on the table not counted."""
    patron, said = line.words
    cents = stage.purses.credits(patron)
    digits = stage.config.digits
    wanted = 0 if said == "0" else parse_amount(said, digits)
    return None if cents == wanted else (said, print_amount(cents, digits))


def announces(stage: Stage, line: Line) -> Finding:
    """`announces "No more bets"`: the latest words called out."""
    said = " ".join(line.words)
    called = [words for event in stage.events if (words := announcement(event)) is not None]
    so = called[-1].english if called else "nothing"
    return None if so == said else (said, so)


def records(stage: Stage, line: Line) -> Finding:
    """`records hand-passed player seat2`: the last event of that kind says so, by this clause.

    The words behind the kind are all in the event; `because …` at the end is the reason it gives.
    """
    tag, *words = line.words
    found = [event for event in stage.events if event.__struct_config__.tag == tag]
    if not found:
        return tag, "nothing of the kind"
    event = found[-1]
    if "because" in words:
        place = words.index("because")
        why, words = " ".join(words[place + 1 :]), words[:place]
        reason = event.why or getattr(event, "note", "")  # a report's is its note
        if why != reason:
            return f"because {why}", f"because {reason}" if reason else "for no reason told"
    said = words_of(event, stage.config.digits)
    if not set(words) <= {*said, *numbers_of(event)}:
        return " ".join(words), " ".join(said)
    return _by(stage, line, event.clause)


def device(stage: Stage, line: Line) -> Finding:
    """`holds-device seat1`: who controls the dealing device; `dealer` when no patron does."""
    so = stage.state.device or "dealer"
    return None if line.words == (so,) else (" ".join(line.words), so)


def _by(stage: Stage, line: Line, clause: str) -> Finding:
    if not is_shown(line, stage.game, clause):
        return f"by {' or '.join(line.clauses)}", f"by {clause or 'no clause'}"
    return None


CHECKS: dict[str, Callable[[Stage, Line], Finding]] = {
    "settle": settle,
    "void": void,
    "offer": offer,
    "next": expect_next,
    "sees": sees,
    "handler": handler,
    "balance": balance,
    "credits": holds,
    "announces": announces,
    "records": records,
    "holds-device": device,
}


def check(stage: Stage, line: Line) -> Finding:
    """What a line expects against what is so."""
    try:
        return CHECKS[line.verb](stage, line)
    except (ValueError, IndexError):
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "The words after {verb!r} are not understood.",
            verb=line.verb,
        ) from None
