"""Round scripts: cases a pit manager can read and write, played through the real table."""

from punto.table.scripts.play import Disagreement, play_all, play_script

__all__ = ["Disagreement", "play_all", "play_script"]
