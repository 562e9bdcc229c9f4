"""Lines of wagers that depend on the cards: the deals of each, and faults in their conditions."""

from collections.abc import Iterator

from punto.messages import Message
from punto.odds.composition import DECKS_MIN, Composition
from punto.odds.detail import detail_of
from punto.odds.knowledge import NOTHING, Knowledge
from punto.odds.refined import refine
from punto.rules.wagers import Wager, overlapping, unsatisfiable


def count_lines(
    shoe: Composition, known: Knowledge, wager: Wager
) -> tuple[tuple[int, ...], int, int, int]:
    """The deals that each line of a wager wins, its pushes, the void rounds, and all deals."""
    distribution = refine(shoe, known, detail_of(wager))
    won = [0] * len(wager.lines)
    pushed = 0
    for cell in distribution.cells:
        for place, line in enumerate(wager.lines):
            if line.when.holds(cell.outcome, cell.hands):
                won[place] += cell.deals
                break
        else:
            pushed += cell.deals * wager.pushes(cell.outcome, cell.hands)
    return tuple(won), pushed, distribution.void, distribution.deals


def card_faults(wager: Wager) -> Iterator[Message]:
    """The faults in the conditions of a wager on cards, one sentence each."""
    distribution = refine(Composition.of_decks(DECKS_MIN), NOTHING, detail_of(wager))
    conditions = [
        (Message.of("line {number} ({pays})", number=n, pays=line.pays), line.when)
        for n, line in enumerate(wager.lines, 1)
    ]
    if wager.push is not None:
        conditions.append((Message.of("the push"), wager.push))
    claims: dict[int, int] = {}
    for place, (name, when) in enumerate(conditions):
        held = [
            n for n, cell in enumerate(distribution.cells) if when.holds(cell.outcome, cell.hands)
        ]
        if not held:
            yield unsatisfiable(wager, name)
        for rival in dict.fromkeys(claims[n] for n in held if n in claims):
            yield overlapping(wager, name, conditions[rival][0])
        claims.update(dict.fromkeys(held, place))
