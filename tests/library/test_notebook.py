"""`examples/analyst.ipynb` runs from first cell to last and writes the sheets it promises."""

from pathlib import Path

import pytest

NOTEBOOK = Path(__file__).parents[2] / "examples" / "analyst.ipynb"
SOURCE = Path(__file__).parents[2] / "src"


@pytest.mark.filterwarnings("ignore")  # of the kernel's own libraries
@pytest.mark.sweep
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import nbformat
    from nbclient import NotebookClient

    monkeypatch.setenv("PYTHONPATH", str(SOURCE))
    monkeypatch.setenv("JUPYTER_PLATFORM_DIRS", "1")
    notebook = nbformat.reads(NOTEBOOK.read_text(encoding="utf-8"), as_version=4)
    assert len(notebook.cells) == 10
    assert not any(cell.get("outputs") for cell in notebook.cells)  # committed as it is written
    ran = NotebookClient(
        notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    shown = [cell.outputs[-1] for cell in ran.cells if cell.get("outputs")]
    assert "<table>" in shown[0]["data"]["text/html"]
    assert shown[-1]["data"]["text/plain"] == "True"
    assert (tmp_path / "late-seven.pdf").read_bytes().startswith(b"%PDF")
    assert (tmp_path / "late-seven.xlsx").read_bytes().startswith(b"PK")
