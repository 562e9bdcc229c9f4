"""The parts of a line that does something: its own words, who does it, why, what was found."""

from collections.abc import Callable

from punto.refusals import Reason, Refused

Words = tuple[str, ...]


def take_apart(
    words: Words, is_person: Callable[[str], bool]
) -> tuple[Words, str | None, str, str]:
    """A line's own words, who does it (`by pit-manager`), why (`because it was asked`), and what
    surveillance found (`surveillance camera 4 shows it`, before the reason).

    A person may stand behind the reason too; `because it was laid there by mistake` names no one.

    >>> take_apart(("void", "because", "asked", "by", "dana"), lambda name: name == "dana")
    (('void',), 'dana', 'asked', '')
    """
    words, why = _behind("because", words)
    words, finding = _behind("surveillance", words)
    by: str | None = None
    if "by" in words:
        place = words.index("by")
        if len(words) == place + 1:
            raise Refused(Reason.UNREADABLE_REQUEST, "The word 'by' needs a name after it.")
        by, words = words[place + 1], words[:place] + words[place + 2 :]
    elif why[-2:-1] == ("by",) and is_person(why[-1]):
        by, why = why[-1], why[:-2]
    elif finding[-2:-1] == ("by",) and is_person(finding[-1]):
        by, finding = finding[-1], finding[:-2]
    return words, by, " ".join(why), " ".join(finding)


def _behind(word: str, words: Words) -> tuple[Words, Words]:
    """What stands before a word of a line and what behind it, which is something."""
    if word not in words:
        return words, ()
    place = words.index(word)
    if not words[place + 1 :]:
        raise Refused(
            Reason.UNREADABLE_REQUEST, "The word {word!r} needs words after it.", word=word
        )
    return words[:place], words[place + 1 :]
