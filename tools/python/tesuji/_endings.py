"""Decides when games of a vector that are over begin again, as Gymnasium's autoreset modes do."""
from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ._errors import TesujiError

AUTORESET = ("SameStep", "NextStep", "Disabled")
STAY = -2  # no action: a game that is given it stays as it is


class Endings:
    """The library begins a game again in the step in which it ended. With "NextStep" and "Disabled"
    the environment shows its end meanwhile, and the game stays in its initial state for a step, or
    until reset_games.

    `over`: games whose end was shown and whose new beginning was not."""

    def __init__(self, games: int, mode: str) -> None:
        self.mode, self.over = mode, np.zeros(games, np.bool_)

    def prepare(self, actions: NDArray[np.int32]) -> None:
        """Call it before a step with these actions, (seats, games): games that are over stay. Raises
        TesujiError if some are, and reset_games has to begin them."""
        if self.mode == "Disabled" and self.over.any():
            raise TesujiError(f"games {np.flatnonzero(self.over)[:10].tolist()} are over: reset_games begins them again")
        actions[:, self.over] = STAY

    def finish(self, ended: NDArray[np.int64]) -> None:
        """Call it after the step, with the numbers of the games that ended in it."""
        self.over = np.zeros(len(self.over), np.bool_)
        self.over[ended] = self.mode != "SameStep"

    def forget(self, which: NDArray[np.bool_] | slice = slice(None)) -> None:
        """These games begin again."""
        self.over[which] = False
