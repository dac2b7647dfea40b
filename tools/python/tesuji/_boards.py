"""Boards as arrays: which fluent is on which square, and which squares moves name."""
from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import plugin
from ._check import instance
from ._errors import TesujiError

if TYPE_CHECKING:
    from ._game import Game

Square = tuple[int, int, int]  # board, row from the top, column from the left


class MovePlaces(NamedTuple):
    """An action of a role, and the squares that its move names."""
    action: int
    move: str
    places: list[list[Square]]  # by argument: one square, or all of the row or column that it names


def _words(term: str) -> list[str]:
    return term.replace("(", " ").replace(")", " ").split()


class BoardLayout:
    """Where fluents are on a game's board, by its pictures (`print(play)`); made by Game.board_layout.

    `planes`: what can be on a square, such as "cell red"; `height`, `width`; `index`: an array
    (planes, height, width) of numbers of fluents, -1 where there is none; `others`: the numbers of
    the fluents that are not on the board. Several boards of one size have planes of their own."""

    def __init__(self, game: Game) -> None:
        instance(game, plugin.Game, "a layout is of a game, which tesuji.load makes")
        drawn = game.boards()["boards"]
        if not drawn:
            raise TesujiError(f"{game.name} has no board that its rules show: `tesuji explain` lists its fluents")
        self.height, self.width = len(drawn[0]["rows"]), len(drawn[0]["columns"])
        self.roles = game.roles
        self.planes: list[str] = []
        same = [board for board in drawn if (len(board["rows"]), len(board["columns"])) == (self.height, self.width)]
        squares = [(" " if len(same) == 1 else f" {number}: ", board, {
            square["place"]: place for place, square in enumerate(board["squares"]) if square["place"]})
            for number, board in enumerate(same)]
        numbers: dict[str, int] = {}
        found: list[tuple[int, int, int]] = []
        self.others: list[int] = []
        for fluent, name in enumerate(game.fluent_names):
            if not name:
                continue  # a bit that native code adds
            at = self._place(_words(name), squares)
            if at is None:
                self.others.append(fluent)
            else:
                found.append((numbers.setdefault(at[0], len(numbers)), at[1], fluent))
        self.planes = list(numbers)
        self.index: NDArray[np.int64] = np.full((len(self.planes), self.height * self.width), -1)
        for plane, square, fluent in found:
            self.index[plane, square] = fluent
        self.index = self.index.reshape(len(self.planes), self.height, self.width)

    @staticmethod
    def _place(words: list[str], boards: list[tuple[str, dict[str, Any], dict[str, int]]]) -> tuple[str, int] | None:
        """Returns the plane and the square of a fluent, by its words."""
        for label, board, squares in boards:
            layers = [(board["functor"], board["first"]), *((one["functor"], one["first"]) for one in board.get("layers", ()))]
            for functor, first in layers:
                if words[0] != functor:
                    continue
                count = len(next(iter(squares)).split())
                square = squares.get(" ".join(words[first:first + count]))
                if square is not None:
                    return (label + " ".join(words[:first] + words[first + count:])).strip(), square
        return None

    def counterparts(self) -> list[int]:
        """Returns the planes in the order in which those of the two roles are exchanged: "cell yellow"
        in the place of "cell red". Raises TesujiError unless there are two roles, and each plane of one
        has its counterpart."""
        if len(self.roles) != 2:
            raise TesujiError("planes are those of the mover in games of two roles alone")
        first, second = self.roles
        either = re.compile(rf"\b({re.escape(first)}|{re.escape(second)})\b")
        names = [either.sub(lambda found: second if found[1] == first else first, name) for name in self.planes]
        alone = [name for name, other in zip(self.planes, names) if other not in self.planes]
        if alone or names == self.planes:
            raise TesujiError(f"the planes of {first} and {second} are not each other's counterparts: "
                              f"{', '.join(alone or self.planes[:5])}")
        return [self.planes.index(name) for name in names]

    def __repr__(self) -> str:
        return f"<tesuji.BoardLayout of {len(self.planes)} planes, {self.height} by {self.width}>"


class BoardRows:
    """Turns rows of fluents, (games, fluents), into planes, (games, planes, height, width)."""

    def __init__(self, layout: BoardLayout, mover_first: bool) -> None:
        self.layout = layout
        self._flat = layout.index.reshape(-1)
        self._missing = np.flatnonzero(self._flat < 0)
        self._exchanged = layout.counterparts() if mover_first else None

    def shape(self, games: int) -> tuple[int, ...]:
        return (games, *self.layout.index.shape)

    def write(self, rows: NDArray[np.bool_], players: NDArray[Any] | None, planes: NDArray[np.bool_]) -> None:
        """`planes`: contiguous. `players`: whose turn it is, by game; needed if the planes are those of
        the mover."""
        flat = planes.reshape(len(planes), len(self._flat))
        rows.take(self._flat, axis=1, out=flat, mode="clip")
        if len(self._missing):
            flat[:, self._missing] = False
        if self._exchanged is not None:
            assert players is not None
            second = np.flatnonzero(players == 1)
            planes[second] = planes[second][:, self._exchanged]


def moves_of(game: Game, role: int) -> list[MovePlaces]:
    """Returns the actions of a role with their squares, without the move that it waits with."""
    names = game.actions(role)
    waiting = game._table.waiting_moves
    waits = waiting[role].decode() if waiting and waiting[role] is not None else None
    answer = game._ask_boards(names)
    widths = [len(board["columns"]) for board in answer["boards"]]
    return [MovePlaces(action, name, [[(board, square // widths[board], square % widths[board]) for board, square in place]
                                       for place in places])
            for action, (name, places) in enumerate(zip(names, answer["moves"])) if name != waits]
