"""Players: functions in Python, and those of `tesuji play` by their names."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

import numpy as np

from ._ask import ask
from ._check import shown
from ._errors import TesujiError
from ._library import Stop
from ._position import Position

# A function of a position that returns the name of a move, or the number of an action.
PlayerFunction = Callable[[Position], Any]
AnyPlayer = PlayerFunction | str
SHORT = {"alpha-beta": "alpha-beta:goal", "greedy": "greedy:goal"}


class PlayerError(TesujiError):
    """Raised if a player raises an exception, or returns a move that is not legal. `player` is its
    name, `role` the role that it plays, `move` what it returned (None after an exception, which is
    `__cause__`), and `board` the position."""

    def __init__(self, text: str, player: str = "", role: str = "", move: Any = None, board: str = "") -> None:
        super().__init__(text)
        self.player, self.role, self.move, self.board = player, role, move, board

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.player, self.role, None if callable(self.move) else self.move, self.board)


class Player(Protocol):
    """A player, with its name for reports."""
    name: str

    def choose(self, position: Position, joints: Sequence[Sequence[int]], /) -> int:
        """Returns a legal action. `joints`: the joint moves since the initial state."""


class OfFunction:
    """Calls a function in Python."""

    def __init__(self, function: PlayerFunction, name: str) -> None:
        self._function, self.name = function, name

    def choose(self, position: Position, joints: Sequence[Sequence[int]]) -> int:
        where = f"{self.name} as {position.role}, after {position.length} moves of {position.game.name}"
        try:
            move = self._function(position)
        except Exception as error:
            raise PlayerError(f"{where}, raised {type(error).__name__}: {error}\n{position.board()}", self.name, position.role,
                              None, position.board()) from error
        try:
            return position.action_of(move)
        except (TesujiError, ValueError) as error:
            raise PlayerError(f"{where}, returned a wrong move: {error}\n{position.board()}", self.name, position.role, move,
                              position.board()) from None


class Random:
    """Draws a legal move, all equally likely; the same ones for the same seed."""

    def __init__(self, seed: int) -> None:
        self.name, self._seed = "random", seed

    def choose(self, position: Position, joints: Sequence[Sequence[int]]) -> int:
        random = np.random.default_rng((self._seed, position.match, position.number, position.length))
        return int(random.choice(position.actions))


class Named:
    """A player of `tesuji play`, which the library plays (the question `move` of tsj_game_ask)."""

    def __init__(self, name: str, seed: int) -> None:
        self.name, self._player, self._seed = name, SHORT.get(name, name), seed
        self._stop = Stop()  # the same for all moves: the library keeps the player as long

    def choose(self, position: Position, joints: Sequence[Sequence[int]]) -> int:
        game, hidden = position.game, position.game.has_percepts
        try:
            found = ask(
                game._handle(False), "move", self._stop, player=self._player, role=position.role, seed=self._seed,
                seconds=position.seconds, match=position.match, turn=position.length,
                state=None if hidden else game.fluents(position.state),
                after=[[game.move_name(move) for move in joint] for joint in joints] if hidden else None)
        except BaseException:
            self._stop = Stop()  # the last one may be set
            raise
        move = game.find_move(found["move"])
        assert move is not None
        return game.move_action(position.role, move)


def player_of(given: Any, seed: int, number: int) -> Player:
    """Returns the player that a function or a name stands for. `number`: its place, from 1."""
    if isinstance(given, str):
        if not given:
            raise ValueError("the name of a player is empty: give mcts, random, minimax, .., or a function")
        if given == "random":
            return Random(seed)
        return Named(given, seed)
    if callable(given):
        name: object = getattr(given, "name", None) or getattr(given, "__name__", None) or type(given).__name__
        return OfFunction(given, f"player {number} ({name})" if isinstance(name, str) else f"player {number}")
    raise TypeError(f"a player is a function of a Position, or a name such as 'mcts', not {shown(given)}")
