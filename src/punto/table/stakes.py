"""Betting: opening, stakes placed, raised, lowered and withdrawn, the differential, closing."""

from punto.messages import Amount, Message
from punto.money import Cents
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.settlement import check_stake, check_unit
from punto.rules.staff import Power
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import (
    EDITION_CLAUSE,
    STAKES_PER_AREA_MAX,
    Configuration,
    Funding,
    configuration_due,
    find_layout,
)
from punto.table.cut_card import cut_card_lies_next, cut_card_out
from punto.table.people import Origin, Staff
from punto.table.preconditions import no_case, open_table, round_in_play, shoe_to_play
from punto.table.state import Round, Stake, State

Events = tuple[e.Event, ...]
NO_LIMITS_CLAUSE = "reading limits-at-terminals"
ON_BEHALF = "reading on-behalf"


def open_betting(state: State, command: c.OpenBetting, origin: Origin) -> Events:
    no_case(state)
    if state.round is not None:
        raise Refused(
            Reason.ROUND_IN_PLAY,
            "The round in play must be finished first.",
            clause=cited(state, "3.1"),
        )
    shoe_to_play(state)
    return (
        *_next_edition(state, origin.at_ms),
        e.BettingOpened(round=state.rounds + 1, clause="3.1"),
    )


def _next_edition(state: State, at_ms: int) -> Events:
    """The edition that was scheduled: the first round opened from its instant on is under it."""
    due = configuration_due(open_table(state), at_ms)
    if due is None:
        return ()
    return (e.ConfigurationChanged(configuration=due, clause=EDITION_CLAUSE, why="as scheduled"),)


def check_position(state: State, config: Configuration, position: int) -> None:
    """Refuse a position that the table's layout does not have."""
    if not 1 <= position <= config.positions:
        raise Refused(
            Reason.UNKNOWN_POSITION,
            "This table has positions 1 to {positions}, not {position}.",
            clause=state.game.cite(find_layout(state.game, config.layout).clause),
            positions=config.positions,
            position=position,
        )


def place_stake(state: State, command: c.PlaceStake, origin: Origin) -> Events:
    config = open_table(state)
    play = betting_round(state, Irregularity.LATE_STAKE)
    game = state.game
    game.wager(command.wager)  # refused before an unknown position
    check_position(state, config, command.position)
    _refuse_anothers_terminal(game, play, command)
    check_amount_on(state, config, command.wager, command.cents, on_request=command.on_request)
    if game.stakes_per_area_clause:
        there = [
            stake
            for stake in play.stakes.values()
            if stake.position == command.position and stake.wager == command.wager
        ]
        if len(there) >= config.area_max:
            restricted = config.area_max < STAKES_PER_AREA_MAX
            grant = game.grant(Power.RESTRICT_STAKES_PER_AREA) if restricted else None
            raise Refused(
                Reason.AREA_FULL,
                "Position {position} already has {count} bets on {wager}.",
                clause=game.cite(grant.clause if grant else game.stakes_per_area_clause),
                position=command.position,
                count=len(there),
                wager=command.wager,
            )
    refuse_increase_on_asked_side(state, play, command.wager)
    on_behalf = command.on_request and isinstance(origin.by, Staff)
    return (
        e.StakePlaced(
            stake=state.stakes + 1,
            patron=command.patron,
            wager=command.wager,
            position=command.position,
            cents=command.cents,
            on_behalf=on_behalf,
            clause=_for_patron_clause(game) if on_behalf else game.wagers_clause,
        ),
    )


def _refuse_anothers_terminal(game: Game, play: Round, command: c.PlaceStake) -> None:
    """A terminal of an electronic table is one patron's own for the round."""
    owner = play.seats.get(command.position, command.patron)
    if game.electronic and owner != command.patron:
        raise Refused(
            Reason.TERMINAL_TAKEN,
            "Terminal {position} is {owner}'s in this round.",
            clause=game.cite(game.terminals_clause),
            position=command.position,
            owner=owner,
        )


def change_stake(state: State, command: c.ChangeStake, origin: Origin) -> Events:
    config = open_table(state)
    placed = round_in_play(state).stakes.get(command.stake)
    lowered = placed is not None and command.cents <= placed.cents
    late = Irregularity.LATE_WITHDRAWAL if lowered else Irregularity.LATE_STAKE
    play = betting_round(state, late)
    stake = find_stake(play, command.stake)
    check_amount_on(state, config, stake.wager, command.cents)
    if command.cents > stake.cents:
        refuse_increase_on_asked_side(state, play, stake.wager)
    on_behalf = isinstance(origin.by, Staff)
    return (
        e.StakeChanged(
            stake=stake.id,
            patron=stake.patron,
            wager=stake.wager,
            cents=command.cents,
            was_cents=stake.cents,
            on_behalf=on_behalf,
            clause=_for_patron_clause(state.game) if on_behalf else state.game.wagers_clause,
        ),
    )


def withdraw_stake(state: State, command: c.WithdrawStake, origin: Origin) -> Events:
    play = betting_round(state, Irregularity.LATE_WITHDRAWAL)
    stake = find_stake(play, command.stake)
    if isinstance(origin.by, Staff):
        return (withdrawn(stake, ON_BEHALF, on_behalf=True),)
    return (withdrawn(stake, state.game.wagers_clause),)


def _for_patron_clause(game: Game) -> str:
    """By what staff place or change a stake for its patron at a chip table."""
    grant = game.grant(Power.PLACE_ON_BEHALF)
    return grant.clause if grant else ON_BEHALF


def close_betting(state: State, command: c.CloseBetting, origin: Origin) -> Events:
    no_case(state)
    play = round_in_play(state)
    if not play.betting_open:
        raise Refused(
            Reason.BETTING_CLOSED, "Betting is closed already.", clause=cited(state, "3.2")
        )
    excess = differential_excess(state, play)
    if excess is not None:
        side, cents = excess
        raise Refused(
            Reason.DIFFERENTIAL_EXCEEDED,
            "{side} exceeds the table differential by {amount}: ask for decreases or remove"
            " stakes.",
            clause=cited(state, "5.18"),
            side=side,
            amount=Amount(cents, open_table(state).digits),
        )
    closed = e.BettingClosed(clause="3.2")
    if cut_card_lies_next(state) and not play.cards:
        return (closed, cut_card_out(state, play))  # it comes as the round's first card
    return (closed,)


def ask_to_decrease(state: State, command: c.AskToDecrease, origin: Origin) -> Events:
    play = betting_round(state, Irregularity.LATE_STAKE)
    side, cents = _excess(state, play, "5.18.1")
    return (e.DecreaseAsked(side=side, excess_cents=cents, clause="5.18.1"),)


def remove_stakes(state: State, command: c.RemoveStakes, origin: Origin) -> Events:
    play = betting_round(state, Irregularity.LATE_STAKE)
    excess = _excess(state, play, "5.18.3")
    if play.decrease_asked is not excess[0]:
        raise Refused(
            Reason.NO_SUCH_CASE,
            "Stakes are removed only when asking for decreases was not enough.",
            clause=cited(state, "5.18.3"),
        )
    chosen = [find_stake(play, stake) for stake in dict.fromkeys(command.stakes)]
    if not chosen:
        raise Refused(Reason.UNKNOWN_STAKE, "Say which stakes are removed.")
    for stake in chosen:
        if stake.wager != excess[0].value:
            raise Refused(
                Reason.UNKNOWN_STAKE,
                "Only stakes on {side} lower the difference, not one on {wager}.",
                clause=cited(state, "5.18.3"),
                side=excess[0],
                wager=stake.wager,
            )
    return tuple(withdrawn(stake, "5.18.3", command.why) for stake in chosen)


def _excess(state: State, play: Round, clause: str) -> tuple[Side, int]:
    """The side that exceeds the differential and by how much; refused when none does."""
    excess = differential_excess(state, play)
    if excess is None:
        known = state.game.procedure(Irregularity.DIFFERENTIAL_EXCEEDED)
        raise Refused(
            Reason.NO_SUCH_CASE,
            "The table differential is not exceeded.",
            clause=cited(state, clause) if known else None,
        )
    return excess


def differential_excess(state: State, play: Round) -> tuple[Side, int] | None:
    """The side with more money on it and by how much the differential is exceeded, if it is."""
    allowed = open_table(state).differential_cents
    if allowed is None or state.game.procedure(Irregularity.DIFFERENTIAL_EXCEEDED) is None:
        return None
    player, banker = play.staked("player"), play.staked("banker")
    excess = abs(player - banker) - allowed
    if excess <= 0:
        return None
    return (Side.PLAYER if player > banker else Side.BANKER), excess


def refuse_increase_on_asked_side(state: State, play: Round, wager: str) -> None:
    """While the differential is exceeded, the heavier hand takes nothing more (5.18.1)."""
    if play.decrease_asked is None:
        return
    excess = differential_excess(state, play)
    if excess is None or play.decrease_asked is not excess[0]:
        return
    if wager == excess[0].value:
        raise Refused(
            Reason.SIDE_ASKED_TO_DECREASE,
            "Bets on {side} are to be lowered, not raised.",
            clause=cited(state, "5.18.1"),
            side=excess[0],
        )


def check_amount_on(
    state: State, config: Configuration, wager: str, cents: int, *, on_request: bool = False
) -> None:
    """Refuse an amount that cannot be paid exactly or that the limits do not allow.

    Staff who record chips record what lies there: the outcome may find it outside the limits,
    where the game has clauses for that (readings limits-at-terminals, under-minimum).
    """
    game = state.game
    digits = config.digits
    unit_cents = check_unit(game, Cents(config.unit_cents), digits)
    check_stake(game, wager, Cents(cents), unit_cents, digits)
    limits = config.limits[wager]
    if limits.min_cents <= cents <= limits.max_cents:
        return
    recorded = config.funding is Funding.CHIPS and not on_request
    clause = game.cite(game.limits_clause) if game.limits_clause else NO_LIMITS_CLAUSE
    if cents < limits.min_cents:
        if recorded and game.procedure(Irregularity.UNDER_MINIMUM):
            return
        raise Refused(
            Reason.BELOW_MINIMUM,
            "The minimum on {wager} is {minimum}.",
            clause=clause,
            wager=wager,
            minimum=Amount(limits.min_cents, digits),
        )
    if cents > limits.max_cents and not (recorded and game.procedure(Irregularity.OVER_MAXIMUM)):
        raise Refused(
            Reason.ABOVE_MAXIMUM,
            "The maximum on {wager} is {maximum}.",
            clause=clause,
            wager=wager,
            maximum=Amount(limits.max_cents, digits),
        )


def betting_round(state: State, late: Irregularity) -> Round:
    """The round whose betting is open; what comes late is refused by the game's clause for it."""
    no_case(state)
    play = round_in_play(state)
    if not play.betting_open:
        procedure = state.game.procedure(late)
        assert procedure is not None, "every game has a clause on what comes late"
        withdraws = late is Irregularity.LATE_WITHDRAWAL
        raise Refused(
            Reason.BETTING_CLOSED,
            'After "No more bets" no bet is {what}.',
            clause=cited(state, procedure.clause),
            what=Message.of("withdrawn") if withdraws else Message.of("placed or changed"),
        )
    return play


def find_stake(play: Round, stake: int) -> Stake:
    found = play.stakes.get(stake)
    if found is None:
        raise Refused(Reason.UNKNOWN_STAKE, "There is no bet {stake} on the table.", stake=stake)
    return found


def withdrawn(
    stake: Stake, clause: str, why: str = "", *, on_behalf: bool = False
) -> e.StakeWithdrawn:
    return e.StakeWithdrawn(
        stake=stake.id,
        patron=stake.patron,
        wager=stake.wager,
        cents=stake.cents,
        on_behalf=on_behalf,
        clause=clause,
        why=why,
    )


def cited(state: State, clause: str) -> str:
    return state.game.cite(clause)
