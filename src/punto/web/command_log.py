"""Logs what staff do, with the address they do it from: the journal says when and why."""

from punto.floor.event_log import EventLog
from punto.floor.submission import Answer, Reply
from punto.journal.codec import kind_of_command
from punto.journal.people.people import Person
from punto.journal.streams import Command
from punto.web.log_lines import served

_log = EventLog("punto.commands")


def logged(reply: Reply, stream: str, person: Person, command: Command) -> Reply:
    """A reply that also logs the command of a member of staff and its answer."""
    request = served.get()  # the answer comes in another context
    facts = {**(request.facts() if request else {}), "person": person.id, "table": stream}
    facts["command"] = kind_of_command(command)

    def reply_and_log(answer: Answer) -> None:
        if isinstance(answer, Exception):
            _log.warning("command-failed", **facts, why=type(answer).__name__)
        elif answer.refused is not None:
            _log.info("command-refused", **facts, why=answer.refused.reason.value)
        else:
            seq = answer.records[-1].seq if answer.records else None
            _log.info("command-done", **facts, seq=seq)
        reply(answer)

    return reply_and_log
