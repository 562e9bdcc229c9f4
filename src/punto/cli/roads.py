"""`punto roads`: the five roads of a sequence of results, one sequence or a batch."""

from typing import Annotated

from cyclopts import Parameter

from punto.cli.arguments import Batch, Json
from punto.cli.batch import Request, check_keys, run_batch, take
from punto.cli.output import console, print_json
from punto.refusals import Reason, Refused
from punto.roads import BadNotation, Roads, RoadsDocument, as_json, parse


def roads(
    results: Annotated[
        str | None,
        Parameter(
            help="B, P and T in order of play; a 1 after a letter marks a Player pair, 2 a Banker"
            " pair, 3 both."
        ),
    ] = None,
    /,
    *,
    batch: Batch = None,
    json: Json = False,
) -> int | None:
    """Draw the five roads of a sequence of results, and what the next result would make."""
    if batch is not None:
        if results is not None:
            raise Refused(Reason.UNREADABLE_REQUEST, "With --batch each line names its results.")
        return run_batch(batch, answer_line)
    if results is None:
        raise Refused(Reason.UNREADABLE_REQUEST, "Give the results in order, as BPPTB.")
    drawn = read_roads(results)
    if json:
        print_json(as_json(drawn))
    else:
        from punto.cli.road_view import print_roads

        print_roads(console(), drawn)
    return None


def answer_line(request: Request) -> RoadsDocument:
    """Draw one line of a batch: {"results": "BPPTB"}; a game may be given and is ignored."""
    check_keys(request, {"results", "game"})
    return as_json(read_roads(take(request, "results", str)))


def read_roads(text: str) -> Roads:
    """Read and draw a sequence, or refuse it."""
    try:
        return Roads(parse(text))
    except BadNotation as fault:
        raise Refused(Reason.UNREADABLE_REQUEST, "{fault}", fault=fault) from None
