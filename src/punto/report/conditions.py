"""Conditions as text: what must happen for a line to pay, generated from its data."""

from collections.abc import Iterable

from punto.rules.holdings import HandIs
from punto.rules.outcome import Pairs, Winner
from punto.rules.wagers import CONDITIONS, When

NATURALS = {
    Winner.PLAYER: "Player wins on a natural",
    Winner.BANKER: "Banker wins on a natural",
    Winner.TIE: "naturals tie",
}
WINNERS = {
    Winner.PLAYER: "Player wins",
    Winner.BANKER: "Banker wins",
    Winner.TIE: "the hands tie",
}
PAIRS = {
    Pairs.NONE: "no pair",
    Pairs.PLAYER: "a pair on Player only",
    Pairs.BANKER: "a pair on Banker only",
    Pairs.BOTH: "pairs of different ranks on both hands",
    Pairs.TWIN: "pairs of one rank on both hands",
}

FACTS = {
    "first_two": "first two cards total",
    "third": "third card",
    "pair": "pair",
    "ranks": "first two ranks",
    "all_ranks": "ranks",
    "kinds": "number of different ranks",
    "highest": "highest card",
    "first_two_suits": "number of suits in the first two cards",
    "suits": "number of suits",
    "colours": "colours",
}


def describe(when: When) -> str:
    """Describe a condition as a phrase, one part for each field that is set.

    >>> describe(When(winner=Winner.BANKER, banker_total=6, banker_cards=(2, 3)))
    'Banker wins; Banker total 6; Banker on 2 or 3 cards'
    """
    phrase = _phrase(when)
    return phrase[:1].upper() + phrase[1:]


def _phrase(when: When) -> str:
    parts = [_part(name, getattr(when, name)) for name in CONDITIONS]
    parts += [_hand(asked) for asked in when.hands or ()]
    if when.any_of:
        parts.append(_or(_inside(part) for part in when.any_of))
    parts += [_inside(part) for part in when.all_of or ()]
    parts += [f"not {_inside(part)}" for part in when.none_of or ()]
    return "; ".join(part for part in parts if part)


def _inside(when: When) -> str:
    """Describe a nested condition, in brackets if it has several parts.

    >>> _inside(When(winner=Winner.TIE, cards=4))
    '(the hands tie; 4 cards in all)'
    """
    phrase = _phrase(when)
    return f"({phrase})" if "; " in phrase else phrase


def _hand(asked: HandIs) -> str:
    """Describe a condition on the cards of a hand.

    >>> from punto.rules.hands import Side
    >>> _hand(HandIs(Side.PLAYER, "third", ("8", "9")))
    "Player's third card 8 or 9"
    """
    return f"{asked.side.title}'s {FACTS[asked.field]} {_or(map(str, asked.values))}"


def _part(name: str, wanted: object) -> str:
    if wanted is None:
        return ""
    values = wanted if isinstance(wanted, tuple) else (wanted,)
    match name:
        case "winner":
            return _or(WINNERS[value] for value in values)
        case "natural":
            return _or(NATURALS[value] for value in values)
        case "pairs":
            return _or(PAIRS[value] for value in values)
        case "player_total" | "banker_total":
            return f"{_side(name)} total {_numbers(values)}"
        case "player_cards" | "banker_cards":
            return f"{_side(name)} on {_numbers(values)} cards"
        case "cards":
            return f"{_numbers(values)} cards in all"
        case "margin":
            return f"margin of {_numbers(values)}"
    raise ValueError(f"No words for the condition {name!r}.")


def _side(name: str) -> str:
    return name.partition("_")[0].capitalize()


def _numbers(values: tuple[int, ...]) -> str:
    """Write numbers, with consecutive ones as ranges.

    >>> _numbers((1, 2, 3, 4, 5, 7, 8, 9)), _numbers((2, 3))
    ('1–5 or 7–9', '2 or 3')
    """
    runs: list[list[int]] = []
    for value in sorted(set(values)):
        if runs and value == runs[-1][-1] + 1:
            runs[-1].append(value)
        else:
            runs.append([value])
    spread = (run if len(run) < 3 else [f"{run[0]}–{run[-1]}"] for run in runs)
    return _or(str(each) for run in spread for each in run)


def _or(texts: Iterable[str]) -> str:
    listed = list(texts)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} or {listed[-1]}"
