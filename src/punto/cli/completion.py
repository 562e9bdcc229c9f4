"""`punto completion`: the script by which a shell completes commands and options."""

import sys
from typing import Annotated, Literal

from cyclopts import Parameter

Shell = Literal["bash", "zsh", "fish"]


def completion(shell: Annotated[Shell, Parameter(help="bash, zsh or fish.")], /) -> None:
    """Print the script that lets a shell complete punto's commands and options.

    Put it where your shell looks for completions, as docs/operations.md says.
    """
    from punto.cli import app

    sys.stdout.write(app.generate_completion(shell=shell))
