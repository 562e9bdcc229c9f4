"""Dealing devices: the sources of cards, behind one small interface."""

from punto.floor.devices.device import Device, Reveal
from punto.floor.devices.recorded import RecordedShoe
from punto.floor.devices.registry import open_device
from punto.floor.devices.shuffled import ShuffledShoe
from punto.floor.devices.typed import TypedCards

__all__ = ["Device", "RecordedShoe", "Reveal", "ShuffledShoe", "TypedCards", "open_device"]
