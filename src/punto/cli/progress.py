"""Progress of long work, on stderr and only in a terminal."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

Update = Callable[[int], None]

COMPILING = "Loading the compiled kernels (the first time compiles them)…"


@contextmanager
def progress(what: str, total: int, unit: str) -> Iterator[Update | None]:
    """Show progress, rate and time left; yield the callback to update it, None if not shown."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console  # late: a run in a pipe never needs it
    from rich.progress import BarColumn, Progress, ProgressColumn, Task, TimeRemainingColumn
    from rich.text import Text

    class Speed(ProgressColumn):
        def render(self, task: Task) -> Text:
            speed = task.finished_speed or task.speed
            return Text("" if speed is None else f"{speed:,.0f} {unit}/s", style="cyan")

    columns = "{task.description}", BarColumn(), "{task.percentage:>3.0f}%", Speed()
    with Progress(
        *columns, TimeRemainingColumn(), console=Console(stderr=True), transient=True
    ) as bar:
        task = bar.add_task(what, total=total)
        yield lambda done: bar.update(task, completed=done)


@contextmanager
def status(what: str) -> Iterator[None]:
    """Show what is being done when its progress is unknown."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # late, as above

    with Console(stderr=True).status(what):
        yield
