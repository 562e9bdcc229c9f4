"""Betting: opening, stakes placed, raised, lowered and withdrawn, the differential, closing."""

from punto.money import Cents, print_amount
from punto.refusals import Reason, Refused
from punto.rules.game import Game
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.settlement import check_stake, check_unit
from punto.rules.staff import Power
from punto.table import commands as c
from punto.table import events as e
from punto.table.configuration import Configuration, Funding, find_layout
from punto.table.cutting import cut_card_lies_next, cut_card_out
from punto.table.people import Staff
from punto.table.requirements import no_case, open_table, round_in_play, shoe_to_play
from punto.table.state import Round, Stake, State

Events = tuple[e.Event, ...]
NO_LIMITS_CLAUSE = "reading limits-at-terminals"


def open_betting(state: State, command: c.OpenBetting) -> Events:
    no_case(state)
    if state.round is not None:
        raise Refused(Reason.ROUND_IN_PLAY, "The round in play must be finished first.")
    shoe_to_play(state)
    return (e.BettingOpened(round=state.rounds + 1, clause="3.1"),)


def place_stake(state: State, command: c.PlaceStake) -> Events:
    config = open_table(state)
    play = betting_round(state, Irregularity.LATE_STAKE)
    game = state.game
    game.wager(command.wager)  # told before a position that is unknown too
    if not 1 <= command.position <= config.positions:
        raise Refused(
            Reason.UNKNOWN_POSITION,
            f"This table has positions 1 to {config.positions}, not {command.position}.",
            clause=game.cite(find_layout(game, config.layout).clause),
        )
    _refuse_anothers_terminal(game, play, command)
    check_amount_on(state, config, command.wager, command.cents, on_request=command.on_request)
    if game.stakes_per_area_clause:
        there = [
            stake
            for stake in play.stakes.values()
            if stake.position == command.position and stake.wager == command.wager
        ]
        if len(there) >= config.stakes_per_area:
            raise Refused(
                Reason.AREA_FULL,
                f"Position {command.position} already has {len(there)} stakes on {command.wager}.",
                clause=game.cite(game.stakes_per_area_clause),
            )
    refuse_increase_on_asked_side(state, play, command.wager)
    at_terminals = config.funding is Funding.CREDITS
    on_behalf = (command.on_request or at_terminals) and isinstance(command.by, Staff)
    request = game.grant(Power.PLACE_ON_BEHALF) if on_behalf else None
    return (
        e.StakePlaced(
            stake=state.stakes + 1,
            patron=command.patron,
            wager=command.wager,
            position=command.position,
            cents=command.cents,
            on_behalf=on_behalf,
            clause=request.clause if request else game.wagers_clause,
        ),
    )


def _refuse_anothers_terminal(game: Game, play: Round, command: c.PlaceStake) -> None:
    """A terminal of an electronic table is one patron's own for the round."""
    owner = play.seats.get(command.position, command.patron)
    if game.electronic and owner != command.patron:
        raise Refused(
            Reason.TERMINAL_TAKEN,
            f"Terminal {command.position} is {owner}'s in this round.",
            clause=game.cite(game.terminals_clause),
        )


def change_stake(state: State, command: c.ChangeStake) -> Events:
    config = open_table(state)
    placed = round_in_play(state).stakes.get(command.stake)
    lowered = placed is not None and command.cents <= placed.cents
    late = Irregularity.LATE_WITHDRAWAL if lowered else Irregularity.LATE_STAKE
    play = betting_round(state, late)
    stake = find_stake(play, command.stake)
    check_amount_on(state, config, stake.wager, command.cents)
    if command.cents > stake.cents:
        refuse_increase_on_asked_side(state, play, stake.wager)
    return (
        e.StakeChanged(
            stake=stake.id,
            patron=stake.patron,
            wager=stake.wager,
            cents=command.cents,
            was_cents=stake.cents,
        ),
    )


def withdraw_stake(state: State, command: c.WithdrawStake) -> Events:
    play = betting_round(state, Irregularity.LATE_WITHDRAWAL)
    stake = find_stake(play, command.stake)
    return (withdrawn(stake, ""),)


def close_betting(state: State, command: c.CloseBetting) -> Events:
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
            f"{side.title} exceeds the table differential by {print_amount(cents)}:"
            " ask for decreases or remove stakes.",
            clause=cited(state, "5.18"),
        )
    closed = e.BettingClosed(clause="3.2")
    if cut_card_lies_next(state) and not play.cards:
        return (closed, cut_card_out(state, play))  # it comes as the round's first card
    return (closed,)


def ask_to_decrease(state: State, command: c.AskToDecrease) -> Events:
    play = betting_round(state, Irregularity.LATE_STAKE)
    excess = differential_excess(state, play)
    if excess is None:
        raise Refused(Reason.NO_SUCH_CASE, "The table differential is not exceeded.")
    side, cents = excess
    return (e.DecreaseAsked(side=side, excess_cents=cents, clause="5.18.1"),)


def remove_stakes(state: State, command: c.RemoveStakes) -> Events:
    play = betting_round(state, Irregularity.LATE_STAKE)
    excess = differential_excess(state, play)
    if excess is None:
        raise Refused(Reason.NO_SUCH_CASE, "The table differential is not exceeded.")
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
                f"Only stakes on {excess[0].title} lower the difference, not one on {stake.wager}.",
                clause=cited(state, "5.18.3"),
            )
    return tuple(withdrawn(stake, "5.18.3", command.why) for stake in chosen)


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
            f"Patrons on {excess[0].title} were asked to decrease, not to add.",
            clause=cited(state, "5.18.1"),
        )


def check_amount_on(
    state: State, config: Configuration, wager: str, cents: int, *, on_request: bool = False
) -> None:
    """Refuse an amount that cannot be paid exactly or that the limits do not allow.

    Staff who record chips record what lies there: the outcome may find it outside the limits,
    where the game has clauses for that (readings limits-at-terminals, under-minimum).
    """
    game = state.game
    check_stake(game, wager, Cents(cents), check_unit(game, Cents(config.unit_cents)))
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
            f"The minimum on {wager} is {print_amount(limits.min_cents)}.",
            clause=clause,
        )
    if cents > limits.max_cents and not (recorded and game.procedure(Irregularity.OVER_MAXIMUM)):
        raise Refused(
            Reason.ABOVE_MAXIMUM,
            f"The maximum on {wager} is {print_amount(limits.max_cents)}.",
            clause=clause,
        )


def betting_round(state: State, late: Irregularity) -> Round:
    """The round whose betting is open; what comes late is refused by the game's clause for it."""
    no_case(state)
    play = round_in_play(state)
    if not play.betting_open:
        procedure = state.game.procedure(late)
        assert procedure is not None, "every game has a clause on what comes late"
        what = "withdrawn" if late is Irregularity.LATE_WITHDRAWAL else "placed or changed"
        raise Refused(
            Reason.BETTING_CLOSED,
            f'After "No more bets" no stake is {what}.',
            clause=cited(state, procedure.clause),
        )
    return play


def find_stake(play: Round, stake: int) -> Stake:
    found = play.stakes.get(stake)
    if found is None:
        raise Refused(Reason.UNKNOWN_STAKE, f"There is no stake {stake} on the table.")
    return found


def withdrawn(stake: Stake, clause: str, why: str = "") -> e.StakeWithdrawn:
    return e.StakeWithdrawn(
        stake=stake.id,
        patron=stake.patron,
        wager=stake.wager,
        cents=stake.cents,
        clause=clause,
        why=why,
    )


def cited(state: State, clause: str) -> str:
    return state.game.cite(clause)
