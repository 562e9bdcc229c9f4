"""`python -m punto` is `punto`."""

import sys

from punto.cli import main

sys.exit(main())
