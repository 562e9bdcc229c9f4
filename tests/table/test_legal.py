"""What may be done is what `decide` accepts, and what the prompt asks for is accepted."""

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from punto.refusals import Kind, Reason, Refused
from punto.rules.game import Method, Zone
from punto.rules.games import GAMES, find_game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity as I  # noqa: N817
from punto.rules.staff import Position
from punto.table import commands as c
from punto.table.configuration import CardSource, usual_configuration
from punto.table.evolve import evolve_all
from punto.table.forms import Giver, tag_of
from punto.table.legal.moves import Move, may, methods, moves, pressed
from punto.table.people import Actor, Machine, Patron, Role, Staff
from punto.table.prompt import Step, next_step
from punto.table.state import State, Waits
from punto.table.waits import ENDS, WAITS
from tests.envelope import Given, decide_given
from tests.sample import sample
from tests.table.any_commands import GESTURES, PATRONS, STAND_INS, VALUES
from tests.table.any_commands import gesture as any_gesture
from tests.table.any_configuration import configuration
from tests.table.authority_oracle import rightful
from tests.table.machine import Table
from tests.table.prompted_play import complete, finish, stakes
from tests.table.sequences import step
from tests.table.starting_states import DEALT, TIGER, after, opened, report
from tests.table.virtual_shoes import loaded

PEOPLE: tuple[Actor, ...] = (
    *(Staff("staff", position) for position in Position),
    *(Staff(name, Position.DEALER) for name in STAND_INS),
    *map(Patron, PATRONS),
)
MACHINES: tuple[Actor, ...] = tuple(Machine("machine", role) for role in Role)
TRIES = 30  # stakes and configurations that are tried until one is accepted


def answer(state: State, given: Given) -> Refused | None:
    try:
        decide_given(state, given)
    except Refused as refused:
        return refused
    return None


def is_taken(refused: Refused | None) -> bool:
    """Whether a command is accepted, but perhaps for a second person's yes."""
    return refused is None or refused.reason is Reason.APPROVAL_NEEDED


def fields_of(command: Any) -> tuple[str, ...]:
    return tuple(command.__struct_fields__)


def what_is_offered_is_accepted(table: Table, chance: Random, tried: Counter[str]) -> None:
    """Each open move, rightly filled in, is accepted; a closed one is refused for another kind."""
    for person in (*PEOPLE, *MACHINES):
        for move in moves(table.state, person):
            refused = answer(table.state, Given(move.command, move.by))
            assert str(refused) == str(move.refused)
            if not move.is_open:
                assert refused is not None
                assert refused.reason.kind is not Kind.REQUEST or not fields_of(move.command)
            elif not is_taken(refused):
                name = tag_of(move.command)
                tried[name] += 1
                filled = list(filled_in(table, move, person, chance))
                answers = [answer(table.state, each) for each in filled]
                if not any(map(is_taken, answers)):  # as when every seat or area is taken
                    assert isinstance(move.command, c.PlaceStake | c.ChangeStake), (person, move)
                    assert {each.reason.kind for each in answers if each} == {Kind.REQUEST}


def filled_in(table: Table, move: Move, person: Actor, chance: Random) -> Iterator[Given]:
    """The command as somebody gives it who knows the cards and the limits."""
    state, play, by = table.state, table.state.round, move.by
    made: list[Any] = []
    match move.command:
        case c.PlaceStake() as stake:
            made = list(_stakes(state, stake))
        case c.ChangeStake(stake=number):
            assert play is not None
            assert state.configuration is not None
            limits = state.configuration.limits[play.stakes[number].wager]
            made = [c.ChangeStake(number, each) for each in (limits.min_cents, limits.max_cents)]
            unit = state.configuration.unit_cents
            cents = play.stakes[number].cents
            made += [c.ChangeStake(number, each) for each in (cents - unit, cents + unit)]
        case c.RevealContribution():
            made = [c.RevealContribution(each) for each in VALUES.values()]
        case c.RevealShoe():
            made = [c.RevealShoe(name, order, "salt") for name, order in table.sealed.items()]
        case c.Reconstruct() if state.case is not None and state.case.round:
            made = [c.Reconstruct(()), c.Reconstruct(state.finished[-1].cards)]
        case c.Reconstruct():
            made = [c.Reconstruct(table.told_order())]
        case c.Decide():
            made = [c.Decide(False, "seen", table.told_order())]
        case c.SortCards():
            made = [c.SortCards(table.sorted())]
        case c.ReplaceMissing():
            made = [c.ReplaceMissing(tuple(code for side in Side for code in table.unread(side)))]
        case c.SetAside():
            made = [c.SetAside(table.next_two())]
        case c.RemoveStakes():
            assert play is not None
            made = [c.RemoveStakes((each,)) for each in play.stakes]
        case c.CorrectRound():
            physical = [each for each in state.finished if each.source is CardSource.PHYSICAL]
            made = [
                c.CorrectRound(each.number, table.some_round(chance), "seen")
                for each in physical
                for _ in range(TRIES)
            ]
        case c.OpenTable() | c.ChangeConfiguration():
            game = state.game if state.configuration else None
            kind = type(move.command)
            made = [kind(configuration(chance, game)) for _ in range(TRIES)]
        case c.LoadShoe():
            made = [GESTURES[c.LoadShoe](table, chance) for _ in range(TRIES)]
    return (Given(each, by) for each in made)


def _stakes(state: State, stake: c.PlaceStake) -> Iterator[c.PlaceStake]:
    config = state.configuration
    assert config is not None
    for wager, limits in config.limits.items():
        for position in range(1, config.positions + 1):
            for cents in (limits.min_cents, limits.max_cents):
                yield replace(stake, wager=wager, position=position, cents=cents)


def what_is_accepted_is_offered(state: State, given: Given) -> None:
    """A command that is accepted is among those that its giver may give."""
    if is_taken(answer(state, given)):
        assert tag_of(given.command) in may(state, given.by, given.at_ms), given


def the_prompt_is_accepted(table: Table, chance: Random, asked: Counter[str]) -> None:
    """Every command that the prompt asks for, completed, from whom it is addressed to."""
    prompt = next_step(table.state)
    assert prompt.commands
    for form in prompt.commands:
        given = complete(table, form, chance)
        refused = answer(table.state, given)
        asked[f"{form.giver.value} {form.name}"] += 1
        if not is_taken(refused):
            # The cards that were counted do not come out: there are extra or missing ones (5.1).
            assert prompt.step in (Step.SORT, Step.REPLACE), (given, str(refused))
        elif form.giver is not Giver.DEVICE and not form.from_shoe:
            assert form.name in may(table.state, given.by), (given, "is asked and not offered")


@pytest.mark.parametrize(
    "game", sample(GAMES, lambda game: (len(game.methods) > 1,)), ids=lambda game: game.id
)
def test_what_may_be_done_is_what_is_accepted(game: Any) -> None:
    """Over random sequences of each game, for every person and machine."""
    tried: Counter[str] = Counter()
    asked: Counter[str] = Counter()
    for seed in range(6):
        chance = Random(f"{game.id} {seed}")
        table = Table()
        table.device_reads = chance.random() < 0.5
        the_prompt_is_accepted(table, chance, asked)
        opened = c.OpenTable(configuration(chance, game))
        table.give(Given(opened, rightful(table.state, opened).somebody()))
        for _ in range(50):
            if table.state.round is not None and not table.state.round.stakes:
                stakes(table, chance, 3)
            the_prompt_is_accepted(table, chance, asked)
            before, given_before = table.state, len(table.commands)
            for _ in range(4):
                given = any_gesture(table, chance)
                by = chance.choice((given.by, *PEOPLE, *MACHINES))
                what_is_accepted_is_offered(before, replace(given, by=by))
            if chance.random() < 0.15:
                what_is_offered_is_accepted(table, chance, tried)
            step(table, chance)
            for given in table.commands[given_before:][:1]:
                what_is_accepted_is_offered(before, given)
        finish(table, chance)
    assert len(asked) > 10
    assert tried["place-stake"]


def test_each_command_is_tried() -> None:
    """No command is missing from the candidates of the staff, whatever the table is at."""
    seen = {
        type(move.command) for person in (*PEOPLE, *MACHINES) for move in moves(State(), person)
    }
    # These are about a stake, a shoe or a person there has to be one of.
    about = {c.ChangeStake, c.WithdrawStake, c.RecordLateWithdrawal, c.RevealShoe, c.EndActing}
    about |= {c.CorrectRound, c.GiveDevice}
    assert seen | about == set(get_args(c.Command))


def test_every_wait_has_its_row_and_every_command_ends_one() -> None:
    assert set(WAITS) == set(Waits)
    ending = [type(form.command) for wait in WAITS.values() for form in wait.forms]
    assert len(ending) == len(set(ending)) == len(ENDS)


def test_over_another_case_a_report_can_only_be_confirmed_as_void() -> None:
    """No round goes on while another case waits, so nobody is asked whether it could."""
    dealer, manager = Staff("dealer", Position.DEALER), Staff("manager", max(Position))
    altered = Given(c.Report(I.SHOE_ORDER_ALTERED), dealer)
    for state, choices in (
        (DEALT, ("true", "false")),
        (after(DEALT, report(I.NOT_COVERED)), ("false",)),
    ):
        filed = evolve_all(state, decide_given(state, altered))
        form = next_step(filed).commands[0]
        asked = next(each for each in form.fields if each.name == "reconstructable")
        assert asked.choices == choices
        for text in ("true", "false"):
            given = Given(c.ConfirmReport(reconstructable=text == "true"), manager)
            assert is_taken(answer(filed, given)) is (text in choices)
        assert "confirm-report" in may(filed, manager)


def test_a_stake_is_offered_while_a_terminal_is_free_or_ones_own() -> None:
    rapid = find_game("rapid-no-commission")
    config = replace(usual_configuration(rapid), positions=2)
    state = after(opened(config), c.OpenBetting)
    one, two, three = (Patron(f"seat{number}") for number in (1, 2, 3))
    for position, patron in enumerate((one, two), 1):
        assert "place-stake" in may(state, three)
        state = after(state, Given(c.PlaceStake(patron.id, "player", position, 10_00), patron))
    assert "place-stake" not in may(state, three)
    assert "place-stake" in may(state, one)


@pytest.mark.parametrize("position", Position)
def test_the_methods_offered_are_the_others_that_the_person_may_choose(position: Position) -> None:
    """A and B are the Pit Manager's to choose, C in private zones the Assistant's (3.9.2)."""
    by = Staff("staff", position)
    manages = position >= Position.PIT_MANAGER
    senior = position >= Position.ASSISTANT_CASINO_MANAGER
    private = replace(TIGER, zone=Zone.RUBY_ROOM)
    assert methods(opened(TIGER), by) == ((Method.A,) if manages else ())
    in_private = {
        Method.A: ((Method.B,), (Method.B, Method.C)),
        Method.B: ((Method.A,), (Method.A, Method.C)),
        Method.C: ((Method.A, Method.B), (Method.A, Method.B)),
    }
    for now, (others, for_senior) in in_private.items():
        table = opened(replace(private, method=now))
        assert methods(table, by) == (for_senior if senior else others if manages else ())
    assert methods(DEALT, by) == (), "during a round"
    assert methods(opened(usual_configuration(find_game("no-commission"))), by) == ()


def test_a_virtual_shoe_deals_at_the_request_of_a_person() -> None:
    dealer, seat = Staff("dealer", Position.DEALER), Patron("seat1")
    sealed, itself = loaded(CardSource.SEALED), loaded(CardSource.AUTOMATIC)
    for by in (dealer, seat):
        assert pressed(sealed, by) == Machine("-", Role.SHOE, pressed_by=by.id)
        assert pressed(loaded(CardSource.PHYSICAL), by) is None
        assert pressed(after(sealed, c.RetireShoe), by) is None, "no shoe"
    assert pressed(itself, seat) == Machine("-", Role.DEALER, pressed_by="seat1")
    assert pressed(itself, dealer) is None, "software deals there"
    taken = after(itself, Given(c.SignOnDealer(), dealer))
    assert pressed(taken, dealer) == Machine("-", Role.DEALER, pressed_by="dealer")
    assert pressed(taken, Staff("other", Position.DEALER)) is None
    assert {"open-betting", "sign-off-dealer"} <= set(may(taken, dealer))
    assert "open-betting" not in may(taken, Staff("other", Position.DEALER))
    assert "load-shoe" in may(after(taken, Given(c.RetireShoe(), dealer)), dealer)
    for role in Role:
        assert pressed(sealed, Machine("m", role)) is None
