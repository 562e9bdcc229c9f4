"""The files in deploy/: valid options, no secrets, and a real nginx that runs them."""

import json
import re
import shutil
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import fields
from pathlib import Path
from socket import create_connection
from time import monotonic, sleep
from typing import Any

import httpx
import pytest
import yaml  # type: ignore[import-untyped]
from websockets.sync.client import ClientConnection, connect

from punto.cli.serve_settings import ServeSettings
from punto.web.edge.response_headers import HEADERS
from tests.faults.servers import own_server
from tests.floor.test_backup import TOOLS
from tests.web.nodes import PATIENCE_S, nodes
from tests.web.test_serve import free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))
NODES = [unit for unit in UNITS if "backup" not in unit.name]
UNVERIFIED = ssl.create_default_context()
UNVERIFIED.check_hostname, UNVERIFIED.verify_mode = False, ssl.CERT_NONE


def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def test_the_compose_file_has_a_database_two_nodes_and_nginx_in_front() -> None:
    services = compose()["services"]
    assert set(services) == {"database", "node-1", "node-2", "nginx"}
    for name, service in services.items():
        assert service["healthcheck"]["test"], name
        assert service["restart"] == "unless-stopped"
        assert ("ports" in service) == (name == "nginx")
    for name in ("node-1", "node-2"):
        assert services[name]["depends_on"]["database"] == {"condition": "service_healthy"}
        assert services[name]["networks"] == ["inside"]
    assert compose()["networks"]["inside"]["internal"] is True
    upstream = (DEPLOY / "nginx" / "upstream.conf").read_text(encoding="utf-8")
    assert re.findall(r"server (\S+):8000", upstream) == ["node-1", "node-2"]


def test_the_proxy_that_the_nodes_believe_is_nginx() -> None:
    services = compose()["services"]
    address = services["nginx"]["networks"]["inside"]["ipv4_address"]
    for name in ("node-1", "node-2"):
        assert f"--proxy={address}" in services[name]["command"]


def test_no_secret_is_in_a_file_of_ours() -> None:
    found = compose()
    assert all(set(secret) == {"file"} for secret in found["secrets"].values())
    assert (DEPLOY / "secrets" / ".gitignore").read_text(encoding="utf-8").startswith("*\n")
    for service in found["services"].values():
        for name, value in service.get("environment", {}).items():
            assert "PASSWORD" not in name or str(value).startswith("/run/secrets/")
    for path in (DEPLOY / "compose.yaml", *UNITS):
        for user in re.findall(r"postgresql://([^/@\s]+)@", path.read_text(encoding="utf-8")):
            assert ":" not in user, path


def test_what_is_started_is_what_punto_serve_takes() -> None:
    known = {f"--{each.name.replace('_', '-')}" for each in fields(ServeSettings)}
    started = ["punto " + " ".join(compose()["services"]["node-1"]["command"])]
    started += [
        line for unit in NODES for line in unit.read_text().splitlines() if "ExecStart" in line
    ]
    assert len(started) == 3
    for line in started:
        assert "punto serve" in line
        assert set(re.findall(r"--[a-z-]+", line)) <= known


def test_compose_has_the_postgresql_that_is_tested() -> None:
    postgres = subprocess.run([TOOLS / "postgres", "--version"], capture_output=True, check=True)
    version = postgres.stdout.decode().split()[-1]
    assert compose()["services"]["database"]["image"] == f"postgres:{version}"


def test_the_image_runs_as_nobody_in_particular() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert re.search(r"^USER 10001$", text, re.MULTILINE)
    assert "HEALTHCHECK" in text
    assert text.count("FROM ") == 3


def test_the_image_builds_the_pages_and_carries_them() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    build = text.index("FROM python:3.11-slim AS build")
    assert "npm run --silent build" in text[:build], "in a stage before"
    assert text.index("COPY --from=pages", build) < text.index("pip install", build)


@pytest.mark.parametrize("unit", NODES, ids=lambda unit: unit.name)
def test_an_enabled_node_starts_at_boot(unit: Path) -> None:
    wanted = re.search(r"^WantedBy=(.*)$", unit.read_text(encoding="utf-8"), re.MULTILINE)
    assert wanted is not None
    assert "multi-user.target" in wanted[1].split()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    for path in (DEPLOY / "systemd").iterdir():
        name = path.name.replace("@", "@8001")
        text = path.read_text(encoding="utf-8").replace("/opt/punto/bin/punto", "/bin/true")
        (tmp_path / name).write_text(text, encoding="utf-8")
    units = sorted(str(path) for path in tmp_path.iterdir())
    checked = subprocess.run(
        ["systemd-analyze", "verify", *units], capture_output=True, text=True, check=False
    )
    about_ours = [line for line in checked.stderr.splitlines() if "punto" in line]
    assert (checked.returncode, about_ours) == (0, [])


@contextmanager
def nginx(folder: Path, addresses: list[str], plain: int = 0) -> Iterator[int]:
    """The configuration as it is, but for ports, places and the nodes; the port it serves at."""
    port, plain = free_port(), plain or free_port()
    key, certificate = folder / "tls.key", folder / "tls.crt"
    make = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"]
    make += ["-addext", "subjectAltName=IP:127.0.0.1"]
    subprocess.run(
        [*make, "-keyout", key, "-out", certificate, "-days", "2"], check=True, capture_output=True
    )
    files = {path.name: path.read_text() for path in (DEPLOY / "nginx").iterdir()}
    for number, address in enumerate(addresses, 1):
        there = address.removeprefix("http://")
        files["upstream.conf"] = files["upstream.conf"].replace(f"node-{number}:8000", there)
    tls = files["tls.conf"].replace("/run/secrets/tls_certificate", str(certificate))
    files["tls.conf"] = tls.replace("/run/secrets/tls_key", str(key))
    served = files["punto.conf"].replace("/etc/nginx/punto", str(folder))
    served = served.replace("listen 80;", f"listen 127.0.0.1:{plain};")
    files["punto.conf"] = served.replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    files["nginx.conf"] = f"""
        pid {folder}/pid; error_log {folder}/error.log; daemon off; worker_processes 1;
        user root;
        events {{ worker_connections 512; }}
        http {{
            access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
            fastcgi_temp_path {folder}/f; uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s;
            include {folder}/punto.conf;
        }}"""
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    command = ["nginx", "-c", str(folder / "nginx.conf"), "-p", str(folder)]
    subprocess.run([*command, "-t"], check=True, capture_output=True)
    with subprocess.Popen(command) as process:
        try:
            yield port
        finally:
            process.terminate()


@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_nginx_in_front_of_two_nodes_one_of_which_is_killed(tmp_path: Path) -> None:
    def watch(port: int, token: str, after: int, scheme: str = "https") -> ClientConnection:
        return connect(
            f"wss://127.0.0.1:{port}/api/v1/tables/tiger/live?after={after}",
            additional_headers={
                "Authorization": f"Bearer {token}",
                "Origin": f"{scheme}://127.0.0.1:{port}",
            },
            ssl=UNVERIFIED,
            proxy=None,
        )

    with (
        own_server() as server,
        nodes(server.journal(), demo=True, proxies=("127.0.0.1",)) as serving,
        nginx(tmp_path, [node.address for node in serving]) as port,
        httpx.Client(base_url=f"https://127.0.0.1:{port}", verify=UNVERIFIED) as client,
    ):
        wait_for(client)
        forged = {"x-csrftoken": client.cookies["__Host-csrftoken"], "X-Forwarded-For": "192.0.2.1"}
        come = client.post("/api/v1/guests", json={}, headers=forged)
        assert come.status_code == 201
        assert "Secure" in come.headers["set-cookie"]
        assert "max-age" in come.headers["strict-transport-security"]
        names = [name for name, _ in come.headers.multi_items()]
        assert all(names.count(each.lower()) == 1 for each in HEADERS), "not those of nginx too"
        token = client.cookies["__Host-punto"]
        with watch(port, token, 0) as socket:
            seq = next_seq(socket)
            while (later := next_seq(socket)) <= seq:
                pass
        with watch(port, token, 0, scheme="http") as socket:  # a page that came without TLS
            assert json.loads(socket.recv(timeout=60))["refused"]["reason"] == "not-authorised"
        serving[0].kill()
        for _ in range(10):
            assert client.get("/api/v1/me").status_code == 200
        with watch(port, token, later) as socket:
            back = json.loads(socket.recv(timeout=60))["table"]
            assert back["after"] == later, "nothing was missed"
            while next_seq(socket) <= back["seq"]:
                pass
        told = [client.post("/api/v1/sign-in", json={}).status_code for _ in range(90)]
        assert 429 in told
        big = client.post("/api/v1/sign-out", content=b"x" * 70_000, headers=forged)
        assert big.status_code == 413


def test_what_nginx_answers_itself_has_the_headers_of_a_node(tmp_path: Path) -> None:
    """Redirect, refusals and errors, by a node that answers and one that does not."""
    plain = free_port()
    dead = [f"http://127.0.0.1:{free_port()}" for _ in range(2)]
    with nginx(tmp_path, dead, plain) as port:
        wait_until_open(port)
        assert served_headers(raw_answer(port, "GET / HTTP/1.1", tls=True), 502)
        assert served_headers(raw_answer(port, "GET /assets/%00 HTTP/1.1", tls=True), 404)
        assert served_headers(raw_answer(port, "GET /bad-request HTTP/1.1", tls=True), 404)
        assert served_headers(raw_answer(port, "NONSENSE", tls=True), 400)
        lengths = "Content-Length: 2, 2"
        assert served_headers(raw_answer(port, "POST / HTTP/1.1", lengths, tls=True), 400)
        assert served_headers(raw_answer(port, "GET /?a=%00 HTTP/1.1", tls=True), 502)
        for _ in range(300):
            limited = raw_answer(port, "POST /api/v1/sign-in HTTP/1.1", tls=True)
            if limited.status_code == 429:
                break
        assert served_headers(limited, 429)
        moved = raw_answer(plain, "GET /play?a=1 HTTP/1.1", "Host: elsewhere.example")
        assert served_headers(moved, 308)
        assert moved.headers["location"] == "https://casino.example/play?a=1"
        assert served_headers(raw_answer(plain, "NONSENSE"), 400)


def served_headers(answer: httpx.Response, status: int) -> bool:
    """Whether an answer has this status and each of our headers once."""
    headers = answer.headers.multi_items()
    assert answer.status_code == status
    assert answer.headers["server"] == "nginx"
    for name, value in HEADERS.items():
        assert [each for key, each in headers if key == name.lower()] == [value], name
    return True


def raw_answer(port: int, line: str, header: str = "", *, tls: bool = False) -> httpx.Response:
    """What a server answers to a request that no client would send."""
    lines = [line, header or "Host: localhost", "Connection: close", "", ""]
    if header and not header.startswith("Host"):
        lines.insert(1, "Host: localhost")
    with create_connection(("127.0.0.1", port), 60) as connection:
        wrapped = UNVERIFIED.wrap_socket(connection) if tls else connection
        with wrapped:
            wrapped.sendall("\r\n".join(lines).encode())
            received = b""
            while chunk := wrapped.recv(65_536):
                received += chunk
    head, _, body = received.partition(b"\r\n\r\n")
    first, *rest = head.decode().split("\r\n")
    pairs = [(name, value) for name, _, value in (each.partition(": ") for each in rest)]
    return httpx.Response(int(first.split()[1]), headers=pairs, content=body)


def wait_until_open(port: int) -> None:
    deadline = monotonic() + PATIENCE_S
    while True:
        with suppress(OSError), create_connection(("127.0.0.1", port), 60):
            return
        assert monotonic() < deadline, "nginx did not start"
        sleep(0.1)


def next_seq(socket: ClientConnection) -> int:
    """The number of the last event in the next push that carries the table."""
    while True:
        frame = json.loads(socket.recv(timeout=60))
        if frame["type"] == "push" and frame.get("table"):
            return int(frame["table"]["seq"])


def wait_for(client: httpx.Client) -> None:
    deadline = monotonic() + PATIENCE_S
    while monotonic() < deadline:
        try:
            if client.get("/health").status_code == 200:
                return
        except httpx.TransportError:
            sleep(0.1)
    raise AssertionError("nginx did not start")
