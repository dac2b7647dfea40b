"""Records the percepts of one role in each game of a vector (GDL-II)."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._rules import Rules

if TYPE_CHECKING:
    from .._vector import VectorEnv


class VectorSight:
    """As Sight, for one role in all games of `env`."""

    def __init__(self, rules: Rules, env: VectorEnv, role: int) -> None:
        self._env, self._bits, self._percepts = env, rules.percept_bits[role], rules.most_percepts
        self._seen = np.zeros((env.num_envs, 2 * rules.most_percepts + rules.most_actions), np.int8)
        self._divide()

    def _divide(self) -> None:
        """Makes views of the parts of each row, through which they are written."""
        percepts = self._percepts
        self._recent, self._ever = self._seen[:, :percepts], self._seen[:, percepts:2 * percepts]
        self._made = self._seen[:, 2 * percepts:]

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._divide()

    def forget(self, which: NDArray[np.bool_]) -> None:
        """Clears the games that begin again."""
        self._seen[which] = 0

    def choose(self, which: NDArray[np.bool_], actions: NDArray[Any]) -> None:
        """Records that the role makes these actions in the games `which`."""
        self._recent[which] = 0
        games = np.flatnonzero(which)
        self._made[games, actions[games]] = 1

    def perceive(self, which: NDArray[np.bool_]) -> None:
        """Adds the percepts of the last step in the games `which`, which have moved."""
        assert self._env.percepts is not None
        count = len(self._bits)
        unpacked = np.unpackbits(self._env.percepts.view(np.uint8), axis=1, bitorder="little")[:, self._bits]
        unpacked = np.where(which[:, np.newaxis], unpacked, 0).view(np.int8)
        self._recent[:, :count] |= unpacked
        self._ever[:, :count] |= unpacked

    def observation(self) -> NDArray[np.int8]:
        """Returns (games, bits), as Sight.observation does."""
        return self._seen
