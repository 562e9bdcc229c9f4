from punto.library.handle import GameHandle as GameHandle
from punto.library.handle import game as game
from punto.library.handle import games as games
from punto.odds.knowledge import Knowledge as Knowledge
from punto.refusals import Refused as Refused

__version__: str
