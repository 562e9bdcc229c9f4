"""Times of a script's day, as hours and minutes."""

MINUTE_MS = 60_000


def read_time(text: str) -> int:
    """A time of the script's day in milliseconds; 26:00 is two in the next morning.

    >>> read_time("00:30")
    1800000
    """
    hours, minutes = (int(part) for part in text.split(":"))
    if not (0 <= hours < 100 and 0 <= minutes < 60):
        raise ValueError(text)
    return (hours * 60 + minutes) * MINUTE_MS


def print_time(ms: int) -> str:
    """A time of the script's day as scripts write it.

    >>> print_time(read_time("26:05"))
    '26:05'
    """
    hours, minutes = divmod(ms // MINUTE_MS, 60)
    return f"{hours:02}:{minutes:02}"
