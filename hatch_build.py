"""Builds the pages into every wheel and source archive: an install without them shows nothing."""

import shutil
import subprocess
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
PAGES = ROOT / "src/punto/web/pages/index.html"


class PagesHook(BuildHookInterface):  # type: ignore[type-arg]  # hatchling's own is not exported
    """Runs before hatchling gathers files; an editable install serves what `make pages` builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable" or PAGES.exists():
            return
        if shutil.which("npm") is None:
            raise SystemExit(
                "The pages are not built. Run `make wheel`, which brings Node along,"
                " or install Node 20.19 or later and try again."
            )
        for arguments in (["ci", "--silent"], ["run", "--silent", "build"]):
            subprocess.run(["npm", *arguments], cwd=ROOT / "terminals", check=True)
