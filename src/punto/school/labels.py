"""What people read for the words of a question: choices, parts and points, in both languages."""

import re
from collections.abc import Mapping

from punto.messages import Message, term
from punto.rules.games import GAMES
from punto.rules.hands import Side
from punto.rules.irregularities import Irregularity
from punto.rules.staff import POSITIONS
from punto.table.state import Waits

SEAT = re.compile(r"seat(\d+)")
STAKE = re.compile(r"(\d+) (\S+) (\S+?)(?: (action|amount))?")
ODDS = re.compile(r"([\d.]+) to (\d+)")

WAGERS = {wager.id: wager.title for game in GAMES for wager in game.wagers}
CHOICES: Mapping[str, Message] = {
    **{side.value: term(side) for side in Side},
    **{name: term(position) for name, position in POSITIONS.items()},
    **{kind.value: term(kind) for kind in Irregularity},
    **{waits.value: term(waits) for waits in Waits},
    "tie": Message.of("Tie"),
    "yes": Message.of("Yes"),
    "no": Message.of("No"),
    "no-one": Message.of("No one"),
    "neither": Message.of("Neither"),
    "nothing": Message.of("Nothing"),
    "take": Message.of("Take"),
    "pay": Message.of("Pay"),
    "leave": Message.of("Leave"),
    "win": Message.of("Wins"),
    "lose": Message.of("Loses"),
    "push": Message.of("Pushes"),
    "returned": Message.of("It is returned"),
    "wins-or-loses": Message.of("It wins or loses"),
    "face-up": Message.of("Face up"),
    "face-down": Message.of("Face down"),
    "stand": Message.of("It stands"),
    "void": Message.of("It is void"),
    "goes-on": Message.of("The round goes on"),
    "betting-reopens": Message.of("Betting opens again"),
    "cannot-be-now": Message.of("It cannot happen now"),
    "open-betting": Message.of("Open betting"),
    "close-betting": Message.of("Close betting"),
    "draw": Message.of("Draw a card"),
    "expose": Message.of("Turn up the cards"),
    "pass": Message.of("Pass the cards"),
    "pass-device": Message.of("Pass the dealing device"),
    "choose-first": Message.of("Choose the hand that is turned up first"),
    "announce-totals": Message.of("Announce the totals"),
    "announce-outcome": Message.of("Announce the outcome"),
    "answer-option": Message.of("Ask patrons for their answer"),
    "reconstruct": Message.of("Put the cards in order"),
    "set-aside": Message.of("Set two cards aside"),
    "sort": Message.of("Sort and count the cards"),
    "replace": Message.of("Replace the missing cards"),
    "decide": Message.of("Decide the case"),
    "confirm-report": Message.of("Confirm or dismiss the report"),
    "correct-display": Message.of("Correct the display"),
    "decrease": Message.of("Lower the stakes"),
    "load-shoe": Message.of("Load a shoe"),
    "burn": Message.of("Burn cards"),
    "newcomer": Message.of("A newcomer"),
}
PARTS: Mapping[str, Message] = {
    "points": Message.of("Points"),
    "total": Message.of("Total"),
    "hand": Message.of("Hand"),
    "draws": Message.of("Who draws"),
    "step": Message.of("Next step"),
    "who": Message.of("Who does it"),
    "winner": Message.of("Winner"),
    "result": Message.of("What becomes of the stake"),
    "pays": Message.of("Odds"),
    "offered": Message.of("On offer"),
    "order": Message.of("Order of takes and payments"),
    "chips": Message.of("Chips"),
    "called": Message.of("What is called out"),
    "cards": Message.of("Cards"),
    "allowed": Message.of("Allowed"),
    "may": Message.of("Allowed"),
    "lies": Message.of("How it lies"),
    "holder": Message.of("Who has the device"),
    "patron": Message.of("Patron"),
    "amount": Message.of("Amount"),
    "position": Message.of("Position"),
    "resolver": Message.of("Who resolves it"),
    "becomes": Message.of("What becomes of it"),
    "asked": Message.of("Who may take stakes back"),
    "stands": Message.of("Outcome that stands"),
    "round": Message.of("The round"),
    "rounds": Message.of("Rounds"),
    "taken-up": Message.of("Taken up"),
    "in-time": Message.of("Before anything else was done"),
    "as-it-was": Message.of("Reported as it happened"),
    "finished": Message.of("Round finished"),
    "lawful": Message.of("Nothing had to be refused"),
    "nothing-reported": Message.of("Nothing was reported"),
    "patron-answered": Message.of("Patron answered rightly and in time"),
    "betting-reopened": Message.of("Betting opened again"),
    "cards-reconstructed": Message.of("Cards put in order"),
    "cards-set-aside": Message.of("Two cards set aside"),
    "cards-sorted": Message.of("Cards sorted and counted"),
    "decided": Message.of("Case decided"),
    "decrease-asked": Message.of("Patrons asked to lower stakes"),
    "display-corrected": Message.of("Display corrected"),
    "hand-retrieved": Message.of("Cards taken back by the dealer"),
    "missing-replaced": Message.of("Missing cards replaced"),
    "option-answered": Message.of("Answer recorded"),
    "option-offered": Message.of("Patrons asked"),
    "round-settled": Message.of("Round settled"),
    "round-voided": Message.of("Round void"),
    "settlement-reversed": Message.of("Settlement reversed"),
    "stake-withdrawn": Message.of("Stakes returned"),
    "late-stake-found": Message.of("Late stake returned"),
    "late-withdrawal-found": Message.of("Late withdrawal made good"),
    "stakes-removed": Message.of("Stakes removed"),
    "option-lapsed": Message.of("Option lapsed"),
    "report-dismissed": Message.of("Report dismissed"),
}


def label(value: str) -> Message:
    """What people read for a choice: a seat, a stake on the layout, or a word of the law."""
    known = CHOICES.get(value)
    if known is not None:
        return known
    if value in WAGERS:
        return Message.of("{bet}", bet=WAGERS[value])
    seat = SEAT.fullmatch(value)
    if seat is not None:
        return Message.of("Seat {number}", number=int(seat[1]))
    odds = ODDS.fullmatch(value)
    if odds is not None:
        return Message.of("{profit} to {stake}", profit=odds[1], stake=odds[2])
    stake = STAKE.fullmatch(value)
    if stake is not None:
        return Message.of("{patron}: {bet}", patron=label(stake[2]), bet=label(stake[3]))
    return Message(value.replace("{", "{{").replace("}", "}}"))


def part_label(name: str) -> Message:
    """What people read for the name of a part or a point."""
    known = PARTS.get(name)
    if known is not None:
        return known
    stake = STAKE.fullmatch(name)
    if stake is not None and stake[4]:
        return label(f"{stake[1]} {stake[2]} {stake[3]}")
    event, _, patron = name.partition(" ")
    if event in PARTS and patron:
        return Message.of("{point}: {patron}", point=PARTS[event], patron=label(patron))
    return Message(name.replace("{", "{{").replace("}", "}}"))
