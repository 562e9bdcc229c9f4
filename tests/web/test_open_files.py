"""Neither one address nor all together can exhaust a server's open files."""

import resource
import subprocess
import sys
from collections import Counter

from punto.web.edge.connections import Connections
from punto.web.edge.open_files import connections_within

RAISED = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (256, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
from punto.web.edge.open_files import raise_file_limit
print(raise_file_limit(), resource.getrlimit(resource.RLIMIT_NOFILE)[0])
"""


def test_the_soft_limit_is_raised_as_far_as_it_may_be() -> None:
    """Shells and services start with 1,024, which one address could use up."""
    said = subprocess.run(
        [sys.executable, "-c", RAISED], capture_output=True, text=True, check=True
    ).stdout
    connections, limit = map(int, said.split())
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    assert limit > 256 or hard == 256
    assert connections == connections_within(limit)


def test_one_address_has_half_of_the_connections_at_most() -> None:
    held = Connections(1024, ("proxy",), Counter(), total=100)
    assert sum(held.add("one") for _ in range(200)) == 50
    assert held.add("other")
    assert sum(held.add("proxy") for _ in range(200)) == 49
    assert not held.add("third")
    held.remove("one")
    assert held.add("third")
    assert held.open == 100
