"""A thousand random papers a game for the perfect student and one who guesses: `make school`."""

# ruff: noqa: T201  (it is there to print)

import sys
from argparse import ArgumentParser
from random import Random
from time import process_time

from punto.rules.games import GAMES, find_game
from punto.school.catalogue import full_answers
from punto.school.papers import draw_paper, grade_items, items_of, usual_plan
from tests.school.coverage import examined, gaps
from tests.school.students import guess


def main() -> int:
    """Draw and grade papers; print what each clause is examined by; 1 when anything failed."""
    parser = ArgumentParser(prog="python -m tests.school.long_run", description=main.__doc__)
    parser.add_argument("--papers", type=int, default=1000)
    parser.add_argument("--game", action="append", help="only this game; all if none is named")
    parser.add_argument("--clauses", action="store_true", help="print every clause with its kinds")
    options = parser.parse_args()
    failed = 0
    for game in [find_game(each) for each in options.game or ()] or GAMES:
        started = process_time()
        plan, marks, passed = usual_plan(game), 0, 0
        for seed in range(options.papers):
            paper = draw_paper(plan, f"long run {seed}")
            items = items_of(paper)
            graded = grade_items(plan, items, [full_answers(item) for item in items])
            marks += graded.total.of
            if graded.total.got != graded.total.of:
                failed += 1
                print(f"{game.ref} seed {seed}: {graded.total.of - graded.total.got} marks lost")
            chance = Random(seed)
            guessed = grade_items(plan, items, [guess(item, chance) for item in items])
            passed += guessed.has_passed
        failed += passed
        found = examined(game)
        failed += len(gaps(game, found))
        print(
            f"{game.ref}: {options.papers:,} papers, {marks:,} marks, all earned by the perfect"
            f" student; {passed} passed by guessing; {len(gaps(game, found))} clauses not"
            f" examined; {process_time() - started:.0f} s."
        )
        if options.clauses:
            for clause in sorted(found):
                print(f"  {clause}: {', '.join(sorted(found[clause]))}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
