"""The order of positions at a table: any that the operator sets, and nothing compares otherwise."""

import ast
from itertools import permutations, product
from pathlib import Path

import pytest
from msgspec.structs import replace

import punto.table
from punto.refusals import Reason, Refused
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import USUAL_RANKS, Position, highest, reaches
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Configuration
from punto.table.decide import decide
from punto.table.evolve import evolve_all
from punto.table.legal.answers import lowest_position, refusal
from punto.table.legal.irregularities import guides
from punto.table.legal.moves import may
from punto.table.people import Approval, Staff
from punto.table.state import CLOSED, State
from tests.envelope import Given, decide_given
from tests.table.starting_states import OPEN, TIGER, after, draw, refused, report, stake

DEALER, SUPERVISOR, PIT, SHIFT, ASSISTANT = Position
RANKINGS = [(DEALER, *above) for above in permutations((SUPERVISOR, PIT, SHIFT, ASSISTANT))]
TURNED = (DEALER, SHIFT, SUPERVISOR, ASSISTANT, PIT)  # the Pit Manager is the highest
SECOND = Approval(Staff("second", SHIFT))
NOON, EVENING = 12 * 3_600_000, 20 * 3_600_000
READING = "reading ranks-of-staff"


def opened(ranks: tuple[Position, ...], **settings: object) -> State:
    config = replace(TIGER, ranks=ranks, **settings)
    return after(CLOSED, Given(c.OpenTable(config), Staff("boss", ASSISTANT), approval=SECOND))


def staked(ranks: tuple[Position, ...], **settings: object) -> State:
    table = after(opened(ranks, **settings), Given(c.LoadShoe("one"), Staff("d", DEALER)))
    return after(
        table,
        *(
            Given(each, Staff("d", DEALER))
            for each in (c.OpenBetting(), stake(), c.CloseBetting(), *draw("9S", "8S", "KS", "KH"))
        ),
    )


def taken(state: State, given: Given) -> Reason | None:
    try:
        decide_given(state, given)
    except Refused as no:
        return no.reason
    return None


@pytest.mark.parametrize("ranks", RANKINGS)
def test_each_command_is_for_its_position_and_those_above_in_the_tables_order(
    ranks: tuple[Position, ...],
) -> None:
    """By the place in the order, however the positions are usually ranked."""
    table, dealt = opened(ranks), staked(ranks)
    fewer = replace(TIGER, ranks=ranks, stakes_per_area=2)
    lowest: list[tuple[c.Command, Position]] = [
        (c.CloseTable(), PIT),
        (c.ChangeConfiguration(fewer), PIT),
        (c.ActAs("robin", SHIFT, EVENING), SHIFT),
        (c.ActAs("robin", SUPERVISOR, EVENING), SUPERVISOR),
    ]
    for (command, needed), held in product(lowest, Position):
        enough = ranks.index(held) >= ranks.index(needed)
        told = taken(table, Given(command, Staff("staff", held), at_ms=NOON))
        assert (told is None) is enough, (command, held)
        assert lowest_position(table, command) is needed
    for held in Position:
        events = decide_given(dealt, Given(report(I.FOREIGN_CARDS), Staff("staff", held)))
        filed = isinstance(events[0], e.ReportFiled)
        assert filed is (ranks.index(held) < ranks.index(PIT))
    odd = after(dealt, report(I.NOT_COVERED))
    for held in Position:
        told = taken(odd, Given(c.Decide(False, "go on"), Staff("staff", held)))
        assert (told is None) is (ranks.index(held) >= ranks.index(SHIFT))


@pytest.mark.parametrize("ranks", RANKINGS)
def test_who_approves_and_who_acts_follows_the_order(ranks: tuple[Position, ...]) -> None:
    dealt = staked(ranks, approval_cents=1)
    top = Staff("top", ranks[-1])
    void = Given(report(I.FOREIGN_CARDS), top)
    for held in Position:
        approval = Approval(Staff("second", held), 1)
        enough = ranks.index(held) >= ranks.index(SHIFT)
        assert (taken(dealt, replace(void, approval=approval)) is None) is enough
    for own in Position:
        for lent in Position:
            lender = Staff("lender", ranks[-1])
            act = Given(c.ActAs("robin", lent, EVENING), lender, at_ms=NOON)
            acting = evolve_all(dealt, decide_given(dealt, act))
            approval = Approval(Staff("robin", own), 1)
            best = max(ranks.index(own), ranks.index(lent))
            told = taken(acting, replace(void, approval=approval, at_ms=NOON))
            assert (told is None) is (best >= ranks.index(SHIFT)), (own, lent)


@pytest.mark.parametrize("ranks", RANKINGS)
def test_who_approves_that_a_limit_is_raised_follows_the_order(ranks: tuple[Position, ...]) -> None:
    table = opened(ranks, approval_cents=1)
    eased = c.ChangeConfiguration(replace(TIGER, ranks=ranks, approval_cents=None), why="easier")
    for held in Position:
        approval = Approval(Staff("second", held))
        enough = ranks.index(held) >= ranks.index(SHIFT)
        told = taken(table, Given(eased, Staff("top", ranks[-1]), approval=approval))
        assert told is (None if enough else Reason.APPROVAL_NEEDED)


@pytest.mark.parametrize("ranks", RANKINGS)
def test_what_may_be_done_and_who_is_named_agree_with_decide(ranks: tuple[Position, ...]) -> None:
    state = staked(ranks)
    for held in Position:
        offered = may(state, Staff("staff", held))
        for guide in guides(state):
            assert guide.position in Position
        told = taken(state, Given(c.CorrectDisplay(1, "tie"), Staff("staff", held)))
        assert ("correct-display" in offered) is (told is None)
    assert refusal(state, report(I.FOREIGN_CARDS)) is None, "tried by the highest of this table"


def test_who_sets_the_resolver_follows_the_order() -> None:
    state = opened(TURNED)
    config = state.configuration
    assert config is not None
    for resolver in Position:
        change = c.ChangeConfiguration(replace(config, resolver=resolver))
        for held in Position:
            named = resolver if TURNED.index(resolver) >= TURNED.index(PIT) else SHIFT
            needed = highest(TURNED, PIT, named)
            told = taken(state, Given(change, Staff("staff", held)))
            assert (told is None) is (TURNED.index(held) >= TURNED.index(needed))


@pytest.mark.parametrize("ranks", [each for each in RANKINGS if each != USUAL_RANKS])
def test_two_people_change_it_and_the_highest_asks(ranks: tuple[Position, ...]) -> None:
    wanted = replace(TIGER, ranks=ranks)
    back = opened(ranks)
    closed_so = after(back, Given(c.CloseTable(), Staff("top", ranks[-1])))
    as_usual = after(OPEN, c.CloseTable)
    changing = [
        (CLOSED, c.OpenTable(wanted), USUAL_RANKS),
        (as_usual, c.OpenTable(wanted), USUAL_RANKS),
        (OPEN, c.ChangeConfiguration(wanted), USUAL_RANKS),
        (back, c.ChangeConfiguration(TIGER), ranks),
        (closed_so, c.OpenTable(TIGER), ranks),
    ]
    for state, command, now in changing:
        for held in Position:
            alone = Given(command, Staff("staff", held))
            no = refused(state, alone)
            assert no.clause == READING
            is_highest = held is now[-1]
            wants = Reason.APPROVAL_NEEDED if is_highest else Reason.NOT_AUTHORISED
            assert no.reason is wants, (command, held)
            second = Approval(Staff("second", now[-1]))
            assert (taken(state, replace(alone, approval=second)) is None) is is_highest
            own = Approval(Staff("staff", now[-1]))
            assert taken(state, replace(alone, approval=own)) is wants
    assert taken(closed_so, Given(c.OpenTable(wanted), Staff("top", ranks[-1]))) is None


@pytest.mark.parametrize(
    "ranks",
    [
        (),
        (DEALER,),
        USUAL_RANKS[:-1],
        (*USUAL_RANKS, ASSISTANT),
        (DEALER, PIT, PIT, SHIFT, ASSISTANT),
        tuple(reversed(USUAL_RANKS)),
        (SUPERVISOR, DEALER, PIT, SHIFT, ASSISTANT),
    ],
)
def test_an_order_has_every_position_once_and_the_dealer_lowest(
    ranks: tuple[Position, ...],
) -> None:
    config = replace(TIGER, ranks=ranks)
    for state, command in ((CLOSED, c.OpenTable(config)), (OPEN, c.ChangeConfiguration(config))):
        no = refused(state, Given(command, Staff("boss", ASSISTANT), approval=SECOND))
        assert (no.reason, no.clause) == (Reason.INCONSISTENT_CONFIGURATION, READING)


def test_the_usual_order_is_that_of_the_documents() -> None:
    assert TIGER.ranks == USUAL_RANKS == tuple(Position)
    assert Configuration.__struct_fields__.count("ranks") == 1
    for held in Position:
        for needed in Position:
            assert reaches(USUAL_RANKS, held, needed) is (held.value >= needed.value)


def test_nothing_at_a_table_compares_positions_but_by_the_order() -> None:
    """An expression that names a position is not compared with <, <=, > or >=, max or min."""
    found = []
    for path in sorted(Path(punto.table.__file__).parent.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for node in (each for each in ast.walk(tree) if isinstance(each, ast.expr)):
            ordered = isinstance(node, ast.Compare) and any(
                isinstance(each, ast.Lt | ast.LtE | ast.Gt | ast.GtE) for each in node.ops
            )
            called = node.func if isinstance(node, ast.Call) else None
            chosen = isinstance(called, ast.Name) and called.id in ("max", "min", "sorted")
            if (ordered or chosen) and _names_a_position(node):
                found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    assert found == []


def _names_a_position(node: ast.AST) -> bool:
    """Whether it speaks of a position of staff; a place at the table is a number."""
    text = ast.unparse(node)
    if any(word in text for word in ("stake.position", "config.positions", "ranks.index")):
        return False
    names = ("position", "Position", "APPROVES", "resolver")
    return any(
        (isinstance(each, ast.Attribute) and each.attr in names)
        or (isinstance(each, ast.Name) and each.id in names)
        for each in ast.walk(node)
    )


def test_a_report_names_who_resolves_it_in_any_order() -> None:
    dealt = staked(TURNED)
    (filed,) = decide(dealt, report(I.FOREIGN_CARDS), Staff("boss", ASSISTANT))
    assert isinstance(filed, e.ReportFiled), "below the Pit Manager at this table"
    assert filed.resolver is PIT
