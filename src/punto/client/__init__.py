"""A typed client: signs in, looks, gives commands, follows tables through breaks."""

from punto.client.connection import Connection
from punto.client.house import ME, Client
from punto.client.watching import Follow, Frame, Watch

__all__ = ["ME", "Client", "Connection", "Follow", "Frame", "Watch"]
