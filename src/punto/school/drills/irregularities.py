"""Drills on irregularities: who resolves one, what becomes of the round, who may withdraw."""

from collections.abc import Callable

from punto.messages import Message
from punto.rules.cards import print_cards
from punto.rules.game import Game, Method
from punto.rules.irregularities import Irregularity
from punto.rules.outcome import Winner
from punto.rules.staff import POSITIONS
from punto.school.chance import Chance
from punto.school.citations import bare, enclosing, enforced
from punto.school.drills.drill import (
    Drill,
    Maker,
    act_in_words,
    choice,
    chosen,
    irregularity_of,
    number_of,
    scene_of,
    text_of,
    trial,
)
from punto.school.drills.steps import given_step, giver_part, whose
from punto.school.items import Facts, Part, Solution, Topic
from punto.school.practice import Practice, patrons_of, practice, settings_of
from punto.school.reports import arises, incident, report_line, table_for
from punto.school.right_line import next_line
from punto.school.scenes import Tried, try_act
from punto.table import events as e
from punto.table.authority import decides, is_referred, resolves
from punto.table.prompt import Step, next_step
from punto.table.scripts.stage import Stage
from punto.table.state import State, Waits

POSITION_NAMES = tuple(POSITIONS)
VOID, GOES_ON, REOPENED, CANNOT = "void", "goes-on", "betting-reopens", "cannot-be-now"
STANDS = "stand"
BECOMES = (VOID, GOES_ON, REOPENED, *(each.value for each in Waits), CANNOT)


def _incident(kind: Irregularity) -> Maker:
    """An irregularity that is reported at some moment of a round."""

    def make(game: Game, chance: Chance) -> Facts:
        table = table_for(kind, game, chance)
        act = report_line(kind, table.state, chance)
        return {"scene": table.scene, "irregularity": kind.value, "act": act}

    return make


def _has_procedure(kind: Irregularity) -> Callable[[Game], bool]:
    """Whether a game has a procedure for an irregularity."""
    return lambda game: game.procedure(kind) is not None


def resolver(state: State, kind: Irregularity) -> tuple[str, str]:
    """The lowest position that resolves an irregularity, and by which clause."""
    found = decides(state, kind) if is_referred(state, kind) else resolves(state, kind)
    assert found.position is not None, "an irregularity is resolved by staff"
    return found.position.typed, found.clause


def became(tried: Tried) -> str:
    """What becomes of the round once the irregularity is taken up."""
    if not tried.is_done:
        return CANNOT
    if tried.last(e.RoundVoided) is not None:
        return VOID
    if tried.last(e.BettingReopened) is not None:
        return REOPENED
    case = tried.stage.state.case
    return case.waits.value if case else GOES_ON


def _procedure(game: Game, facts: Facts) -> Solution:
    stage, kind = scene_of(game, facts), irregularity_of(facts)
    tried = try_act(stage, game, text_of(facts, "act"))
    position, by = resolver(stage.state, kind)
    clauses = tuple(dict.fromkeys((*_around(game, tried.clauses), *bare(game, by))))
    case = tried.stage.state.case
    asked = case.asked if case else ()
    text = Message.of(
        "At this moment: {irregularity}. Who resolves it, what becomes of the round, and which"
        " patrons may take stakes back?",
        irregularity=kind,
    )
    why = tried.refused.message if tried.refused else None
    parts: tuple[Part, ...] = (
        choice("resolver", position, POSITION_NAMES, clauses, topic=Topic.AUTHORITY),
        choice("becomes", became(tried), BECOMES, clauses, why),
        chosen("asked", tuple(asked), patrons_of(stage.state), clauses),
    )
    return Solution(text, parts)


def _around(game: Game, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """Section 5 puts what is done into sub-clauses of the clause on the irregularity."""
    found = (enclosing(game, each) if each.startswith("5.") else (each,) for each in clauses)
    return tuple(dict.fromkeys(each for group in found for each in group))


def _under_way(kind: Irregularity) -> Maker:
    """An irregularity that is being resolved: some steps of its procedure are done."""

    def make(game: Game, chance: Chance) -> Facts:
        by = " by dealer" if chance.one_in(4) else ""  # who may have to call someone
        table, act = incident(kind, game, chance, by)
        table.give(act).follow(lambda state: state.case is None, chance.below(5))
        return {"scene": table.scene, "irregularity": kind.value}

    return make


def _any_under_way(game: Game, chance: Chance) -> Facts:
    """The next step of any irregularity that is being resolved, for someone to do it."""
    kind = chance.pick([each for each in WITH_STEPS if arises(each)(game)])
    table, act = incident(kind, game, chance)
    table.give(act).follow(lambda state: state.case is None, chance.below(4))
    step = next_step(table.state).step.value
    return {"scene": table.scene, "irregularity": kind.value, "step": step}


def _does_step(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    prompt = next_step(stage.state)
    given = given_step(facts, prompt)
    who, by = whose(stage, prompt.commands[0])
    clauses = tuple(dict.fromkeys((*bare(game, prompt.clause), *bare(game, by))))
    text = Message.of(
        "Reported: {irregularity}. This comes next: {step}. Who does it?",
        irregularity=irregularity_of(facts),
        step=given,
    )
    return Solution(text, (giver_part(stage, who, clauses),))


def _case_act(game: Game, chance: Chance) -> Facts:
    """What a report waits for, given by some position: the dealer has called for it."""
    known = [each.irregularity for each in game.procedures]
    kinds = [each for each in known if each is not Irregularity.TOO_FEW_CARDS]  # a long scene
    while True:
        kind = chance.pick([each for each in kinds if arises(each)(game)])
        table, act = incident(kind, game, chance, " by dealer")
        if table.give(act).state.case is not None:
            break
    line = f"{next_line(table.stage, chance)} by {chance.pick(POSITION_NAMES)}"
    return {"scene": table.scene, "irregularity": kind.value, "act": line}


def _step_of_case(game: Game, facts: Facts) -> Solution:
    stage = scene_of(game, facts)
    prompt = next_step(stage.state)
    kind = irregularity_of(facts)
    done = try_act(stage, game, next_line(stage, Chance("the right line")))
    clauses = tuple(dict.fromkeys((*bare(game, prompt.clause), *done.clauses)))
    text = Message.of("Reported: {irregularity}. What comes next?", irregularity=kind)
    steps = tuple(sorted({prompt.step.value, *USUAL_STEPS}))
    is_over = stage.state.case is None and kind not in OF_STAKES  # the round goes on as any other
    topic = Topic.DRAWING if is_over else None
    part = choice("step", prompt.step.value, steps, clauses, prompt.message, topic)
    return Solution(text, (part,))


USUAL_STEPS = tuple(
    step.value
    for step in (
        Step.OPEN_BETTING,
        Step.CLOSE_BETTING,
        Step.DRAW,
        Step.EXPOSE,
        Step.PASS,
        Step.ANNOUNCE_TOTALS,
        Step.ANNOUNCE_OUTCOME,
        Step.ANSWER_OPTION,
        Step.RECONSTRUCT,
        Step.SET_ASIDE,
        Step.SORT,
        Step.REPLACE,
        Step.DECIDE,
        Step.LOAD_SHOE,
        Step.CONFIRM_REPORT,
    )
)


def _earlier_rounds(game: Game, chance: Chance) -> Facts:
    """A round is settled, and the next one is void; one of the two is asked about."""
    table = practice(game, chance, patrons=2).finish_round()
    table.give("open", "stake seat8 player 100", "close")
    last = table.state.rounds
    return {
        "scene": table.scene,
        "act": "report foreign-cards",
        "round": chance.pick((last - 1, last)),
    }


def _stands(game: Game, facts: Facts) -> Solution:
    """The table says of each round whether it is void, once the report is taken up."""
    stage, number = scene_of(game, facts), number_of(facts, "round")
    tried = try_act(stage, game, text_of(facts, "act"))
    finished = tried.stage.state.finished
    is_void = any(each.void for each in finished if each.number == number)
    clauses = (*_around(game, tried.clauses), *_beside(game, tried.clauses))
    text = Message.of(
        "Foreign cards are found in round {now}. What becomes of round {number}?",
        now=stage.state.rounds,
        number=number,
    )
    right = VOID if is_void else STANDS
    part = choice("round", right, (STANDS, VOID), tuple(dict.fromkeys(clauses)))
    return Solution(text, (part,))


def _beside(game: Game, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The clauses on void rounds that lie beside the one by which this round is void."""
    around = {each.rpartition(".")[0] for each in clauses if each.startswith("5.")}
    voiding = enforced(game, "table.settlement.void_round")
    return tuple(each for each in voiding if each.rpartition(".")[0] in around)


def _settled_outside(game: Game, chance: Chance) -> Facts:
    table = Practice(game, chance, "limits=50..1000").give("open")
    table.give(f"stake seat1 player {chance.pick((10, 20, 1500, 2000))}")
    table.finish_round()
    dealt = chance.round() if chance.one_in(2) else None
    cards = print_cards(dealt.cards) if dealt else " ".join(table.state.finished[-1].cards)
    act = f"correct 1 {cards} because of the stake"
    return {"scene": table.scene, "act": act}


def _asked_outside(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "A stake outside the limits was settled in the last round. Is this correction taken:"
        " {act}?",
        act=act_in_words(facts, stage),
    )


def _displayed(game: Game, chance: Chance) -> Facts:
    table = practice(game, chance, patrons=2).finish_round()
    return {"scene": table.scene, "shown": chance.pick(tuple(Winner)).value}


def _display(game: Game, facts: Facts) -> Solution:
    """The table says what stands; what is shown rightly needs no correction."""
    stage, shown = scene_of(game, facts), text_of(facts, "shown")
    tried = try_act(stage, game, f"display {stage.state.rounds} {shown}")
    corrected = tried.last(e.DisplayCorrected)
    right = corrected.stands if isinstance(corrected, e.DisplayCorrected) else shown
    text = Message.of(
        "After this round a display shows {shown}. What is the outcome that stands?",
        shown=Message(shown),
    )
    outcomes = tuple(each.value for each in Winner)
    return Solution(text, (choice("stands", right, outcomes, tried.clauses),))


def _shows_outcomes(game: Game) -> bool:
    return game.procedure(Irregularity.WRONG_DISPLAY) is not None


def _settles_outside(game: Game) -> bool:
    return game.procedure(Irregularity.UNDER_MINIMUM) is not None


def _has_steps(game: Game) -> bool:
    return len(game.methods) > 1


def _miscounted(game: Game, chance: Chance) -> Facts:
    """The cards are sorted after a patron went away with two, rightly or one card short."""
    table = Practice(game, chance, *settings_of(Method.A))
    table.give("open", "stake seat2 player 200", "stake seat3 banker 100")
    table.follow_to(Step.CHOOSE_FIRST).give("first banker")
    table.follow(lambda state: False, 1)
    table.give("report patron-left-with-cards seat2", "set-aside")
    missing = " ".join(("2C", "3H", "4D", "5S", "6C")[: 3 + chance.below(3)])
    act = f"sort all-but {missing} by gaming-shift-manager"
    return {"scene": table.scene, "act": act, "missing": missing}


def _asked_count(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "Two cards are set aside, and the sorted decks lack {missing}. Does the count come out?",
        missing=text_of(facts, "missing"),
    )


def _count_clauses(game: Game, facts: Facts, tried: Tried) -> tuple[str, ...]:
    return enforced(game, "table.missing_cards.sort_cards", "table.missing_cards.replace_missing")


def _asked_case(facts: Facts, stage: Stage) -> Message:
    return Message.of(
        "Reported: {irregularity}. Is this right now: {act}?",
        irregularity=irregularity_of(facts),
        act=act_in_words(facts, stage),
    )


# Section 5 has these: they are about what may be staked, and about who handles cards.
OF_STAKES = (
    Irregularity.DIFFERENTIAL_EXCEEDED,
    Irregularity.LATE_STAKE,
    Irregularity.LATE_WITHDRAWAL,
)
OF_HANDLING = (
    Irregularity.PASSED_TO_WRONG_PATRON,
    Irregularity.EXPOSED_OR_NOT_PASSED,
    Irregularity.HANDLER_ABSENT,
)


def topic_of_kind(kind: Irregularity) -> Topic:
    """The topic of an irregularity's procedure."""
    if kind in OF_HANDLING:
        return Topic.HANDLING
    return Topic.STAKES if kind in OF_STAKES else Topic.IRREGULARITIES


# Those whose procedure has steps of its own; a void round has none.
WITH_STEPS = (
    Irregularity.WRONG_NUMBER_OF_CARDS,
    Irregularity.DRAWN_TOGETHER_ORDER_KNOWN,
    Irregularity.DRAWN_TOGETHER_AFTER_INITIAL_DEAL,
    Irregularity.DEALT_IN_WRONG_ORDER,
    Irregularity.PASSED_TO_WRONG_PATRON,
    Irregularity.EXPOSED_OR_NOT_PASSED,
    Irregularity.DEVICE_RESET,
    Irregularity.HANDLER_ABSENT,
    Irregularity.PATRON_LEFT_WITH_CARDS,
    Irregularity.CUT_CARD_FIRST,
    Irregularity.POWER_FAILURE,
    Irregularity.DIFFERENTIAL_EXCEEDED,
    Irregularity.NOT_COVERED,
    Irregularity.WRONG_DISPLAY,
)
DRILLS = (
    *(
        Drill(
            f"procedure-{kind.value}",
            topic_of_kind(kind),
            _incident(kind),
            _procedure,
            _has_procedure(kind),
        )
        for kind in Irregularity
    ),
    *(
        Drill(
            f"steps-{kind.value}",
            topic_of_kind(kind),
            _under_way(kind),
            _step_of_case,
            arises(kind),
        )
        for kind in WITH_STEPS
    ),
    trial("procedure-by", Topic.AUTHORITY, _case_act, _asked_case),
    Drill("whose-step-in-case", Topic.AUTHORITY, _any_under_way, _does_step),
    Drill("earlier-rounds", Topic.IRREGULARITIES, _earlier_rounds, _stands),
    trial(
        "settled-outside-limits",
        Topic.IRREGULARITIES,
        _settled_outside,
        _asked_outside,
        _settles_outside,
    ),
    Drill("wrong-display", Topic.IRREGULARITIES, _displayed, _display, _shows_outcomes),
    trial(
        "missing-cards",
        Topic.IRREGULARITIES,
        _miscounted,
        _asked_count,
        _has_steps,
        _count_clauses,
    ),
)
