"""Conditions in words: what must happen for a line to pay, from the data that decides it."""

from collections.abc import Iterable

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
    Pairs.BOTH: "pairs of two ranks, one on each hand",
    Pairs.TWIN: "pairs of one rank on both hands",
}


def describe(when: When) -> str:
    """A condition as a phrase, one part for each field that says something.

    >>> describe(When(winner=Winner.BANKER, banker_total=6, banker_cards=(2, 3)))
    'Banker wins; Banker total 6; Banker on 2 or 3 cards'
    """
    parts = [_part(name, getattr(when, name)) for name in CONDITIONS]
    phrase = "; ".join(part for part in parts if part)
    return phrase[:1].upper() + phrase[1:]


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
    """Numbers as ranges where there are any.

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
