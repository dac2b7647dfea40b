"""Shows a player what it needs to choose a move."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ._check import integer, shown
from ._errors import TesujiError
from ._play import Play, find_named
from ._rules import Rules, Sight, observation

if TYPE_CHECKING:
    from ._game import Game

History = Sequence[tuple[bytes, Sequence[int]]]  # states, and the joint moves that were made in them


class Position:
    """What a player sees when it has to choose, in tesuji.match and tesuji.serve. Arrays are its own.

    `game`; `role`, by name, and `number`, its number; `match` and `length`: the number of the match,
    and of the joint moves made in it; `seconds`: the time for this move."""

    def __init__(self, rules: Rules, state: bytes, role: int, *, history: History = (), sight: Sight | None = None,
                 seconds: float = 1.0, match: int = 0) -> None:
        if not isinstance(rules, Rules):
            raise TypeError(f"positions are made by tesuji.match and tesuji.serve, not {shown(rules)}")
        self.game: Game = rules.game
        self.number, self.role = role, rules.game.roles[role]
        self.seconds, self.match, self.length = seconds, match, len(history)
        self._rules, self._state, self._history, self._sight = rules, state, history, sight

    @property
    def actions(self) -> list[int]:
        """The legal actions of the role: their numbers, ascending."""
        return self._rules.legal_actions(self._state, self.number)

    @property
    def legal(self) -> list[str]:
        """The names of the legal moves, in the order of `actions`."""
        return [self.game.move_name(self.game.action_move(self.number, action)) for action in self.actions]

    @property
    def legal_action_mask(self) -> NDArray[np.bool_]:
        """Which actions are legal, (actions,): as wide as the mask of Game.vector_env."""
        mask = np.zeros(self._rules.mask_width(self.number), np.bool_)
        mask[self.actions] = True
        return mask

    @property
    def observation(self) -> NDArray[np.bool_]:
        """Which fluents hold, (fluents,), as in Game.vector_env; in games of GDL-II the bits of what
        the role has perceived, as in tesuji.adapters."""
        return np.asarray(observation(self._rules, self._sight, self._state, self.number)).view(np.bool_).copy()

    @property
    def percepts(self) -> list[list[str]]:
        """What the role perceived of each joint move so far (GDL-II)."""
        return [self.game.percepts(state, joint)[self.number] for state, joint in self._history]

    @property
    def state(self) -> bytes:
        """The state. Raises TesujiError in games of GDL-II, whose players do not see it."""
        if self.game.has_percepts:
            raise TesujiError(f"players of {self.game.name} do not see its state: `observation` and `percepts` are what "
                              "this one knows")
        return self._state

    @property
    def play(self) -> Play:
        """The state as a Play of its own, to try moves on. Raises TesujiError in games of GDL-II."""
        play = Play(self.game, self.state)
        play.before = self._history[-1][0] if self._history else None
        return play

    def action_of(self, move: Any) -> int:
        """Returns the action of a legal move: its name, the name without its parentheses, or the number
        of the action. Raises TesujiError if it is none of them."""
        if isinstance(move, str):
            names = self.legal
            name = find_named(move, names)
            if name is None:
                raise TesujiError(f"{shown(move)} is not a legal move of {self.role}; legal are {few(names)}")
            return self.actions[names.index(name)]
        try:
            number = integer(move, "a move that is not a name")
        except TypeError:
            raise TesujiError(f"{shown(move)} is neither the name of a move nor the number of an action") from None
        if number not in self.actions:
            known = ""
            if 0 <= number < self.game.action_counts[self.number]:
                known = f", {self.game.move_name(self.game.action_move(self.number, number))},"
            raise TesujiError(f"action {shown(number)}{known} is not legal for {self.role}; legal are "
                              f"{few([f'{action} {name}' for action, name in zip(self.actions, self.legal)])}")
        return number

    def board(self) -> str:
        """Returns the state as text; in games of GDL-II what the role has perceived."""
        if self.game.has_percepts:
            return "".join(f"move {number}: {' '.join(seen) or 'nothing'}\n" for number, seen in enumerate(self.percepts, 1))
        return self.play.board()

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        return f"<tesuji.Position of {self.game.name}: {self.role}, after {self.length} moves>"


def few(names: Sequence[str]) -> str:
    """Lists at most ten of the names."""
    more = len(names) - 10
    return ", ".join(names[:10]) + (f", and {more} more" if more > 0 else "")
