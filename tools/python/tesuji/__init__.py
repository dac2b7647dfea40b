"""Games of the Game Description Language, compiled: one by one, or thousands at once.

    >>> import tesuji
    >>> game = tesuji.load("connect-four.kif")
    >>> env = game.vector_env(4096)
    >>> step = env.reset(seed=1)
    >>> while True:
    ...     actions = policy(step.observation, step.legal_action_mask)   # or env.sample()
    ...     step = env.step(actions)

docs/python.md describes the package. Needs NumPy, and libtesuji.so: the one installed with this
package, or the one that the environment variable TESUJI_LIBRARY names."""
try:
    import numpy as _numpy  # noqa: F401
except ImportError as error:
    raise ImportError("tesuji needs NumPy: install python3-numpy (Debian), or `pip install numpy` in a virtual environment") from error

from ._ask import FeatureValues, GoalEvaluation, MoveValue, Search
from ._boards import BoardLayout, MovePlaces
from ._errors import IllegalActionError, LoadError, Message, StoppedError, TesujiError
from ._files import games
from ._game import Game
from ._library import version
from ._load import learn, load, loads
from ._match import MatchResult, PlayerScore, match
from ._play import Play
from ._players import PlayerError
from ._position import Position
from ._serve import Server, serve
from ._vector import Step, VectorEnv

__version__ = version().split()[-1]
__all__ = ["BoardLayout", "FeatureValues", "Game", "GoalEvaluation", "IllegalActionError", "LoadError", "MatchResult", "Message",
           "MovePlaces", "MoveValue", "Play",
           "PlayerError", "PlayerScore", "Position", "Search", "Server", "Step", "StoppedError", "TesujiError", "VectorEnv", "games",
           "learn", "load", "loads", "match", "serve", "__version__"]
