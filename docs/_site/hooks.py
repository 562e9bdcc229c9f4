"""What the site has beside docs/: the README, the project's own pages, and generated references."""

import re
import sys
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parents[2]
PROJECT = ("ARCHITECTURE.md", "CONTRIBUTING.md", "STYLE.md", "CHANGELOG.md")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are written elsewhere, or by a program."""
    sys.path.insert(0, str(Path(__file__).parent))
    from punto_site_reference import api_page, commands_page, library_page

    pages = {name: (ROOT / name).read_text(encoding="utf-8") for name in PROJECT}
    pages["index.md"] = (ROOT / "README.md").read_text(encoding="utf-8")
    pages["reference/commands.md"] = commands_page()
    pages["reference/api.md"] = api_page()
    pages["reference/library.md"] = library_page()
    for name, text in pages.items():
        files.append(File.generated(config, name, content=text))
    notebook = ROOT / "examples/analyst.ipynb"
    files.append(File.generated(config, "examples/analyst.ipynb", content=notebook.read_bytes()))
    return files


def on_page_markdown(markdown: str, page: Page, **_: Any) -> str:
    """Point links between the repository's folders to where the pages are on the site."""
    if page.file.src_uri == "index.md" or page.file.src_uri in PROJECT:
        return re.sub(r"\]\(docs/", "](", markdown)
    return re.sub(r"\]\(\.\./(?=[A-Z]+\.md|examples/)", "](", markdown)
