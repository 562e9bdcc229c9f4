"""The limit on open files: raised as far as allowed, with a reserve for the journal."""

import resource

WANTED = 65_536
RESERVE = 192  # for the journal and its log, the database connection pool, and page files


def raise_file_limit() -> int:
    """Raise the soft limit to the hard one; returns how many connections fit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = WANTED if hard == resource.RLIM_INFINITY else min(hard, WANTED)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        soft = most
    return connections_within(WANTED if soft == resource.RLIM_INFINITY else soft)


def connections_within(files: int) -> int:
    """How many connections fit into this many open files.

    >>> connections_within(1024), connections_within(100)
    (832, 50)
    """
    return max(files - RESERVE, files // 2)
