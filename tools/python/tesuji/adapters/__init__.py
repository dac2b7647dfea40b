"""Wraps games in the interfaces of other libraries.

| | is in the shape of |
|---|---|
| `GymnasiumVectorEnv` | `gymnasium.vector.VectorEnv`: one role learns, many games at once |
| `PettingZooEnv` | `pettingzoo.AECEnv`: all roles, one choice after the other |
| `PettingZooParallelEnv` | `pettingzoo.ParallelEnv`: all roles at once |
| `OpenSpielGame` | `pyspiel.Game`, and `pyspiel.State` for its states |

None of these libraries is required. If Gymnasium or PettingZoo is installed, environments are
instances of its classes, and spaces are those of Gymnasium; else classes of this package have the
same methods. OpenSpiel's own classes are never used: `OpenSpielGame` has their methods, which its
algorithms in Python call."""
from ._openspiel_state import OpenSpielState
from .gymnasium import GymnasiumVectorEnv
from .openspiel import OpenSpielGame
from .pettingzoo import PettingZooEnv, PettingZooParallelEnv

__all__ = ["GymnasiumVectorEnv", "OpenSpielGame", "OpenSpielState", "PettingZooEnv", "PettingZooParallelEnv"]
