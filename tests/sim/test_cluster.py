"""A real cluster of worker processes gives the same answer, even when one of them is killed."""

import builtins
import os
import signal
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from punto.refusals import Reason, Refused
from punto.sim import cluster as clusters
from punto.sim.cluster import simulate_on_cluster
from punto.sim.deal_rules import Dealing
from punto.sim.run import Request, simulate
from punto.sim.tally import BLOCK_ROUNDS
from tests.sim.test_run import same

REQUEST = Request(Dealing(burn=True, cut=20), 300 * BLOCK_ROUNDS + 777, seed=12)

distributed = pytest.importorskip("distributed", reason="the cluster extra is not installed")


@pytest.fixture(scope="module")
def local_cluster() -> Iterator[Any]:
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, host="127.0.0.1"
    ) as running:
        yield running


@pytest.mark.filterwarnings("ignore")  # a worker that is killed leaves loose ends behind
def test_a_killed_worker_changes_nothing(
    local_cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "BLOCKS_PER_TASK", 8)  # more tasks than the workers can hide
    alive = [worker.pid for worker in local_cluster.workers.values()]
    killed: list[int] = []

    def kill_half_way(rounds: int) -> None:
        if rounds > REQUEST.rounds / 2 and not killed:
            killed.append(alive[0])
            os.kill(alive[0], signal.SIGKILL)

    answer = simulate_on_cluster(REQUEST, local_cluster.scheduler_address, progress=kill_half_way)
    assert killed
    assert not answer.interrupted
    assert answer.tally.rounds == REQUEST.rounds
    assert same(answer.tally, simulate(REQUEST).tally)


@pytest.mark.filterwarnings("ignore")
def test_an_interrupted_run_gives_what_was_dealt(
    local_cluster: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clusters, "BLOCKS_PER_TASK", 8)

    def interrupt(rounds: int) -> None:
        raise KeyboardInterrupt

    answer = simulate_on_cluster(REQUEST, local_cluster.scheduler_address, progress=interrupt)
    assert answer.interrupted
    assert 0 < answer.tally.rounds < REQUEST.rounds


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense://x", "no such place", ""])
def test_a_cluster_that_is_not_there(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_SECONDS_MAX", 1)
    with pytest.raises(Refused, match="No Dask scheduler answered") as refused:
        simulate_on_cluster(REQUEST, address)
    assert refused.value.reason is Reason.NO_CLUSTER


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_without_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "CONNECT_SECONDS_MAX", 1)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=None, host="127.0.0.1") as empty,
        pytest.raises(Refused, match="has no workers"),
    ):
        simulate_on_cluster(REQUEST, empty.scheduler_address)


@pytest.mark.filterwarnings("ignore")
def test_a_cluster_that_loses_its_workers_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "BLOCKS_PER_TASK", 1)
    monkeypatch.setattr(clusters, "WORKERS_ASKED_SECONDS", 2)
    with (
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            processes=True,
            dashboard_address=None,
            host="127.0.0.1",
        ) as shrinking,
        pytest.raises(Refused, match=r"lost its workers, after [1-9][\d,]* rounds"),
    ):
        simulate_on_cluster(
            REQUEST, shrinking.scheduler_address, progress=lambda _: shrinking.scale(0)
        )


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real_import = builtins.__import__

    def no_dask(name: str, *rest: Any) -> Any:
        if name == "distributed":
            raise ImportError(name)
        return real_import(name, *rest)

    monkeypatch.delitem(sys.modules, "distributed", raising=False)
    monkeypatch.setattr(builtins, "__import__", no_dask)
    with pytest.raises(Refused, match=r"pip install 'punto\[cluster\]'"):
        simulate_on_cluster(REQUEST, "tcp://127.0.0.1:8786")
