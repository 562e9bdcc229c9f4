"""A wheel carries the pages: installed into an empty environment it serves the lobby."""

import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page

from tests.pages.served import ROOT, Served

UV = Path(sys.executable).with_name("uv")
BUILD = (UV, "build", "--wheel", "--no-build-isolation", "--python", sys.executable, "--out-dir")
BUILT = ("pyproject.toml", "hatch_build.py", "README.md", "LICENSE")
# The tests trust no authority on the network; a package registry has to be.
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "SSL_CERT_DIR"}


def project(folder: Path) -> Path:
    """A copy of what a wheel is built from, all but the source."""
    folder.mkdir()
    for name in BUILT:
        shutil.copy(ROOT / name, folder / name)
    return folder


def build(folder: Path) -> Path:
    """A wheel built from a copy of the project."""
    copy = project(folder / "project")
    shutil.copytree(ROOT / "src", copy / "src", ignore=shutil.ignore_patterns("__pycache__"))
    subprocess.run([*BUILD, folder / "dist", copy], check=True, capture_output=True)
    return next((folder / "dist").glob("*.whl"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("first"))


def test_two_builds_are_the_same_byte_for_byte(wheel: Path, tmp_path: Path) -> None:
    again = build(tmp_path)
    assert (
        hashlib.sha256(again.read_bytes()).digest() == hashlib.sha256(wheel.read_bytes()).digest()
    )


def test_every_page_that_is_built_is_in_the_wheel(wheel: Path) -> None:
    pages = ROOT / "src/punto/web/pages"
    built = {str(path.relative_to(ROOT / "src")) for path in pages.rglob("*") if path.is_file()}
    assert "punto/web/pages/index.html" in built
    assert built <= set(zipfile.ZipFile(wheel).namelist())


def test_a_build_without_pages_and_without_node_says_what_to_do(tmp_path: Path) -> None:
    bare = project(tmp_path / "bare")
    (bare / "src/punto").mkdir(parents=True)
    (bare / "src/punto/__init__.py").write_text('__version__ = "0"\n')
    told = subprocess.run(
        [*BUILD, tmp_path / "dist", bare],
        env={**os.environ, "PATH": str(bare)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.returncode != 0
    assert "The pages are not built. Run `make wheel`" in told.stderr


@pytest.mark.sweep
def test_installed_into_an_empty_environment_it_opens_the_lobby(
    wheel: Path, tmp_path: Path, page: Page
) -> None:
    python = tmp_path / "venv/bin/python"
    wanted = ("-c", f"{ROOT}/constraints.txt", f"punto[web] @ file://{wheel}")
    for arguments in (
        ("venv", "--quiet", "--python", sys.executable, f"{tmp_path}/venv"),
        ("pip", "install", "--quiet", "--python", str(python), *wanted),
    ):
        subprocess.run([UV, *arguments], env=ENVIRONMENT, check=True)
    served = Served(tmp_path, str(python))
    served.start()
    try:
        page.goto(served.address)
        page.wait_for_selector("[data-table]")
    finally:
        served.stop()
