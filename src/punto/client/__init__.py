"""A typed client: signs in, reads, sends commands, follows tables across reconnects."""

from punto.client.client import Client
from punto.client.connection import Connection
from punto.client.live import Follow, Frame, Watch

__all__ = ["Client", "Connection", "Follow", "Frame", "Watch"]
