"""What one node counts of its clients: requests, refusals and sockets; on the event loop only."""

from collections import Counter

from punto.floor.measurements import Histogram


class Traffic:
    """The counts of one node since it started."""

    def __init__(self) -> None:
        self.requests = Histogram()  # by method, route and class of status
        self.refusals: Counter[str] = Counter()  # sent to clients, by reason
        self.sockets_closed: Counter[str] = Counter()  # by why
