"""Metrics: what a running server exposes, and that rules and dashboard name nothing else."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import promql_parser as promql
import pytest
import yaml  # type: ignore[import-untyped]
from prometheus_client.parser import text_string_to_metric_families

from punto.client import Client
from punto.journal.notices import NoticeKind
from punto.refusals import Refused
from punto.rules.games import find_game
from punto.table import commands as c
from punto.table.configuration import usual_configuration
from punto.web.live.socket import CLOSED
from tests.web.served import PASSWORD, add_everybody, caller, come_in, served

DEPLOY = Path(__file__).parents[2] / "deploy"
DOCUMENT = DEPLOY.parent / "docs" / "operations.md"
FROM_PROMETHEUS = {"up": {"job", "instance"}}
FROM_BACKUPS = {"punto_backup_verified_timestamp_seconds": set[str]()}  # tests/cli/test_backup.py
ANYWHERE = {"job", "instance", "le"}
CALLS = {"count", "sum", "bucket"}


@pytest.fixture(scope="module")
def exposed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Client]]:
    """A server where a little of everything has happened."""
    with served(tmp_path_factory.mktemp("metrics")) as (casino, address):
        add_everybody(casino)
        with pytest.raises(Refused):
            caller(address).sign_in("pit-manager", "wrong horse battery")
        boss = come_in(address, "pit-manager")
        config = usual_configuration(find_game("tiger"), min_cents=1000, max_cents=100_000)
        boss.give("t1", c.OpenTable(config))
        with pytest.raises(Refused):
            boss.give("t1", c.OpenTable(config))
        with boss.watch("t1") as watch:
            watch.next()
        boss.give("t2", c.OpenTable(config))
        boss.give("t2", c.CloseTable())
        casino.host.measurements.failures["Unavailable"] += 0
        casino.audit_writer.flush(everything=True)
        httpx.request("SPLENDID", f"{address}/health")
        httpx.head(f"{address}/health")
        yield address, boss


def families(text: str) -> dict[str, dict[frozenset[tuple[str, str]], float]]:
    """Every sample by its name and labels."""
    found: dict[str, dict[frozenset[tuple[str, str]], float]] = {}
    for family in text_string_to_metric_families(text):
        for sample in family.samples:
            found.setdefault(sample.name, {})[frozenset(sample.labels.items())] = sample.value
    return found


def value(boss: Client, name: str, **labels: str) -> float:
    return families(boss.metrics())[name][frozenset(labels.items())]


def test_commands_commits_and_refusals_are_counted(exposed: tuple[str, Client]) -> None:
    _, boss = exposed
    assert value(boss, "punto_command_seconds_count", kind="open-table") == 3
    assert value(boss, "punto_command_seconds_bucket", kind="open-table", le="+Inf") == 3
    assert value(boss, "punto_commands_refused_total", reason="table-open") == 1
    assert value(boss, "punto_refusals_total", reason="table-open") == 1
    assert value(boss, "punto_refusals_total", reason="wrong-password") == 1
    assert value(boss, "punto_commit_commands_sum") >= 4
    assert value(boss, "punto_commit_seconds_count") >= 4
    assert value(boss, "punto_queued_commands") == 0
    assert value(boss, "punto_notices_total", kind="sign-in-failed") >= 1  # of the process


def test_the_journal_and_the_tables_are_seen(exposed: tuple[str, Client]) -> None:
    _, boss = exposed
    assert value(boss, "punto_entries_total", stream="t1") == 2
    assert 0 <= value(boss, "punto_head_age_seconds", stream="t1") < 600
    assert value(boss, "punto_tables", state="idle") == 1
    assert value(boss, "punto_tables", state="closed") == 1
    assert value(boss, "punto_table_open", stream="t2") == 0
    assert value(boss, "punto_ready") == 1
    assert value(boss, "punto_halted_tables") == 0
    assert value(boss, "punto_listening") == 1
    assert 0 < value(boss, "punto_disk_free_bytes") < value(boss, "punto_disk_size_bytes")
    assert value(boss, "punto_pool_used") <= value(boss, "punto_pool_size")


def test_requests_and_sockets_are_counted(exposed: tuple[str, Client]) -> None:
    address, boss = exposed
    labels = {"route": "/api/v1/sign-in", "method": "POST"}
    assert value(boss, "punto_request_seconds_count", status="4xx", **labels) == 1
    labels = {"method": "HEAD", "route": "/health"}
    assert value(boss, "punto_request_seconds_count", status="2xx", **labels) == 1
    assert value(boss, "punto_sockets_closed_total", why="left") == 1
    assert value(boss, "punto_sockets") == 0
    methods = {
        dict(labels)["method"] for labels in families(boss.metrics())["punto_request_seconds_count"]
    }
    assert methods <= {"GET", "HEAD", "POST", "OPTIONS", "other"}, "nobody makes up labels"
    assert httpx.get(f"{address}/metrics").status_code == 401


def selectors(expression: Any) -> Iterator[tuple[str, set[str], set[str]]]:
    """Metric and labels of every selector in a query, and the labels it is grouped by."""
    match expression:
        case promql.VectorSelector():
            yield str(expression.name), {each.name for each in expression.matchers.matchers}, set()
        case promql.MatrixSelector():
            yield from selectors(expression.vector_selector)
        case promql.AggregateExpr():
            grouped = expression.modifier.labels if expression.modifier else []
            for name, labels, _ in selectors(expression.expr):
                yield name, labels | set(grouped), set(grouped)
        case promql.Call():
            for each in expression.args:
                yield from selectors(each)
        case promql.BinaryExpr():
            yield from selectors(expression.lhs)
            yield from selectors(expression.rhs)
        case promql.ParenExpr() | promql.UnaryExpr():
            yield from selectors(expression.expr)
        case promql.NumberLiteral() | promql.StringLiteral():
            return
        case _:
            raise AssertionError(f"not read: {type(expression)}")


def rules() -> list[dict[str, Any]]:
    groups = yaml.safe_load((DEPLOY / "prometheus/alerts.yml").read_text(encoding="utf-8"))
    return [rule for group in groups["groups"] for rule in group["rules"]]


def dashboard() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DEPLOY / "grafana/punto.json").read_text("utf-8"))
    return found


def queries() -> list[str]:
    shown = [each["expr"] for panel in dashboard()["panels"] for each in panel["targets"]]
    return [*(rule["expr"] for rule in rules()), *shown]


def known(boss: Client) -> dict[str, set[str]]:
    """The labels of every metric that a server exposes."""
    found = {
        name: {label for labels in series for label, _ in labels}
        for name, series in families(boss.metrics()).items()
    }
    return found | FROM_PROMETHEUS | FROM_BACKUPS


def test_every_query_names_metrics_and_labels_that_a_server_exposes(
    exposed: tuple[str, Client],
) -> None:
    metrics = known(exposed[1])
    asked = queries()
    assert len(asked) > 30
    for query in asked:
        found = list(selectors(promql.parse(query)))
        assert found, query
        for name, labels, _ in found:
            assert name in metrics, query
            assert labels <= metrics[name] | ANYWHERE, query


def test_the_values_that_rules_ask_for_exist() -> None:
    text = " ".join(queries())
    assert set(re.findall(r'why="([\w-]+)"', text)) <= set(CLOSED.values())
    kinds = {kind for each in re.findall(r'kind=~"([^"]+)"', text) for kind in each.split("|")}
    assert kinds <= {kind.value for kind in NoticeKind}
    commands = set(re.findall(r'kind="([\w-]+)"', text))
    assert commands == {c.PlaceStake.__struct_config__.tag}


def test_rules_are_as_prometheus_loads_them() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(names) == len(set(names)) >= 12
    for rule in rules():
        assert set(rule) <= {"alert", "expr", "for", "labels", "annotations"}
        assert re.fullmatch(r"\d+[smh]", rule.get("for", "0s"))
        assert rule["labels"]["severity"] in ("page", "warn")
        labels = set(re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]))
        asked = list(selectors(promql.parse(rule["expr"])))
        grouped = {label for _, _, by in asked for label in by}
        assert labels <= (grouped or {"instance"}), rule["alert"]


def test_the_scrape_configuration_reads_the_rules_and_sends_a_key() -> None:
    text = (DEPLOY / "prometheus/prometheus.yml").read_text(encoding="utf-8")
    scrape = yaml.safe_load(text)
    assert scrape["rule_files"] == ["alerts.yml"]
    (job,) = scrape["scrape_configs"]
    assert job["job_name"] == "punto"
    assert "credentials_file" in job["authorization"]


def test_the_dashboard_is_laid_out_without_overlaps() -> None:
    panels = dashboard()["panels"]
    cells = [
        (x, y)
        for panel in panels
        for place in [panel["gridPos"]]
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells))
    assert all(x < 24 for x, _ in cells)
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_the_page_names_metrics_that_exist(exposed: tuple[str, Client]) -> None:
    named = set(re.findall(r"`(punto_\w+)`", DOCUMENT.read_text(encoding="utf-8")))
    assert len(named) >= 8
    assert named <= set(known(exposed[1]))


def test_a_password_is_never_a_label(exposed: tuple[str, Client]) -> None:
    assert PASSWORD not in exposed[1].metrics()
