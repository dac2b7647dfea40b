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
from ._ask import FeatureValues, GoalEvaluation, MoveValue, Search
from ._errors import IllegalActionError, LoadError, Message, StoppedError, TesujiError
from ._game import Game, learn, load, loads
from ._library import version
from ._play import Play
from ._vector import Step, VectorEnv

__version__ = version().split()[-1]
__all__ = ["FeatureValues", "Game", "GoalEvaluation", "IllegalActionError", "LoadError", "Message", "MoveValue", "Play", "Search", "Step",
           "StoppedError", "TesujiError", "VectorEnv", "learn", "load", "loads", "__version__"]
