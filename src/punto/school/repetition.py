"""Spaced repetition: when a kind of question comes back, by FSRS from how it was answered.

FSRS is an open algorithm with its own library (extra `school`). Its memory model is in floating
point; it decides when something is asked, and never what is right.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime

from fsrs import Card, Rating, Scheduler
from msgspec import Struct
from msgspec.structs import replace

from punto.rules.game import Game
from punto.school.examinations.state import Tally

SCHEDULER = Scheduler(enable_fuzzing=False)  # so that the same answers give the same days


class Memory(Struct, frozen=True):
    """What is known of one kind of question: its card, and how often and how fast it was right."""

    card: str  # as FSRS writes it
    asked: int = 0
    right: int = 0
    seconds: int = 0  # spent on it in all

    @property
    def due(self) -> datetime:
        """When it should be asked again."""
        return Card.from_json(self.card).due


class Progress(Struct, frozen=True):
    """One student's memory of every kind of question, by the game and the kind."""

    memories: Mapping[str, Memory] = {}


def memory_key(game: Game, kind: str) -> str:
    """What a memory is filed under: the game in its edition, and the kind of question."""
    return f"{game.ref} {kind}"


def review(
    progress: Progress, key: str, now: datetime, *, is_right: bool, seconds: int = 0
) -> Progress:
    """The progress after an answer: what was wrong comes back soon, what was right later."""
    before = progress.memories.get(key)
    card = Card.from_json(before.card) if before else Card(card_id=0, due=now)
    rating = Rating.Good if is_right else Rating.Again
    card, _ = SCHEDULER.review_card(card, rating, now)
    memory = replace(before or Memory(""), card=card.to_json())
    memory = replace(
        memory,
        asked=memory.asked + 1,
        right=memory.right + is_right,
        seconds=memory.seconds + max(0, seconds),
    )
    return Progress({**progress.memories, key: memory})


def order_by_need(progress: Progress, game: Game, kinds: Sequence[str], now: datetime) -> list[str]:
    """Kinds in the order they should be asked: those due, then new ones, then the others."""

    def need(kind: str) -> tuple[int, float]:
        memory = progress.memories.get(memory_key(game, kind))
        if memory is None:
            return 1, 0.0
        wait = (memory.due - now).total_seconds()
        return (0 if wait <= 0 else 2), wait

    return sorted(kinds, key=need)


def progress_of(tallies: Mapping[str, Tally]) -> Progress:
    """A student's progress from the answers on record, each in its order and at its time."""
    progress = Progress()
    for key, tally in tallies.items():
        for at_ms, is_right in tally.reviews:
            now = datetime.fromtimestamp(at_ms / 1000, UTC)
            progress = review(progress, key, now, is_right=is_right)
    return progress


def due_kinds(progress: Progress, game: Game, kinds: Sequence[str], now: datetime) -> list[str]:
    """Those of these kinds that were asked before and are due again."""
    found = ((kind, progress.memories.get(memory_key(game, kind))) for kind in kinds)
    return [kind for kind, memory in found if memory is not None and memory.due <= now]
