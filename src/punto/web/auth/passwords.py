"""Which passwords are accepted: long enough, not common, and without the name in them.

A password is common if it consists of at most two common words, keyboard runs or repetitions, and
little else: attackers try such passwords first. The word list states its own source.
"""

from functools import cache
from importlib.resources import files

from punto.refusals import Reason, Refused
from punto.text import clean_text, normalised

PASSWORD_MIN, PASSWORD_MAX = 12, 200
WORDS_MAX = 2  # a password of this many common words or fewer is common
OWN_MIN = 5  # letters beside the common words that make a password uncommon
NAME_MIN = 4  # a shorter name may be part of an ordinary word
RUNS = ("abcdefghijklmnopqrstuvwxyz", "01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm")
RUN_MIN = 4
OUR_WORDS = frozenset(
    ("baccarat", "casino", "dealer", "marina", "punto", "banco", "sands", "tiger")
)
_WRITTEN_AS = str.maketrans("013457@$!", "oleastasi")


def validate_password(password: str, name: str = "") -> str:
    """Return the password in normal form; refused if too short, common, or containing the name.

    >>> validate_password("correct horse battery", "dealer")
    'correct horse battery'
    >>> validate_password("P4ssword2024!")
    Traceback (most recent call last):
    ...
    punto.refusals.Refused: This password is too common: choose another.
    """
    if not PASSWORD_MIN <= len(password) <= PASSWORD_MAX:
        raise Refused(
            Reason.UNREADABLE_REQUEST,
            "Choose a password of at least {fewest} characters.",
            fewest=PASSWORD_MIN,
        )
    if len(name) >= NAME_MIN and name.lower() in password.lower():
        raise Refused(Reason.UNREADABLE_REQUEST, "Choose a password without the name in it.")
    if is_common(password):
        raise Refused(Reason.UNREADABLE_REQUEST, "This password is too common: choose another.")
    return clean_text(password, "the password", PASSWORD_MAX)


def normalise_typed(password: str) -> str:
    """A typed password in the normal form that was hashed, since keyboards differ."""
    return normalised(password[:PASSWORD_MAX])


def is_common(password: str) -> bool:
    """Whether a password consists of common words, runs or repetitions.

    >>> [is_common(each) for each in ("qwertyuiop12", "abcabcabcabc", "k8#vPq2!xLw9")]
    [True, True, False]
    """
    plain = password.lower()
    return any(_is_simple(each) for each in (plain, plain.translate(_WRITTEN_AS)))


def _is_simple(text: str) -> bool:
    if len(set(text)) < OWN_MIN or _is_repeated(text):
        return True
    words, own, at = 0, 0, 0
    while at < len(text):
        length = _longest_known(text, at)
        if length:
            words, at = words + 1, at + length
        else:
            own, at = own + text[at].isalpha(), at + 1
    return words <= WORDS_MAX and own < OWN_MIN and words > 0


def _is_repeated(text: str) -> bool:
    """Whether a text is a shorter one repeated."""
    return text in (text + text)[1:-1]


def _longest_known(text: str, at: int) -> int:
    """The length of the longest common word or keyboard run that starts here, or 0."""
    known = _known()
    for length in range(min(len(text) - at, 16), RUN_MIN - 1, -1):
        if text[at : at + length] in known:
            return length
    return 0


@cache
def _known() -> frozenset[str]:
    lines = files("punto.web.auth").joinpath("common_passwords.txt").read_text("utf-8").splitlines()
    words = {line for line in lines if not line.startswith("#")} | OUR_WORDS
    for row in RUNS:
        for run in (row, row[::-1]):
            words |= {
                run[start:end]
                for start in range(len(run))
                for end in range(start + RUN_MIN, len(run) + 1)
            }
    return frozenset(words)
