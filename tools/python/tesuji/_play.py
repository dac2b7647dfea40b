"""One game, played by names."""
from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from . import plugin
from ._check import flag, instance, mapping, meant, shown
from ._errors import TesujiError

if TYPE_CHECKING:
    from ._game import Game


class Play:
    """One game, played by names: `state` is the current state, and `before` the state before the
    last move, or None. Notebooks show its board."""

    def __init__(self, game: Game, state: bytes | None = None) -> None:
        instance(game, plugin.Game, "a Play is of a game, which tesuji.load makes")
        self.game = game
        self.state = game.initial if state is None else game._state(state)
        self.before: bytes | None = None

    @property
    def terminal(self) -> bool:
        """Whether the game is over."""
        return self.game.terminal(self.state)

    @property
    def fluents(self) -> list[str]:
        """The fluents that hold, sorted."""
        return self.game.fluents(self.state)

    @property
    def legal(self) -> dict[str, list[str]]:
        """Each role's legal moves."""
        return {role: [self.game.move_name(move) for move in moves]
                for role, moves in zip(self.game.roles, self.game.legal(self.state))}

    @property
    def goals(self) -> dict[str, int | None]:
        """Each role's goal; None if it has none, or several."""
        return dict(zip(self.game.roles, self.game.goal_values(self.state)))

    def play(self, moves: Mapping[str, str] | str | None = None, **named: str) -> Play:
        """Makes a joint move, and returns this game. `moves`: the move of each role, by its name,
        which may be omitted for roles that have only one; or, if one role has a choice, only its
        move."""
        legal = self.legal
        if self.terminal:
            raise TesujiError(f"{self.game.name} is over")
        if isinstance(moves, str):
            choosing = [role for role, names in legal.items() if len(names) > 1] or list(legal)[:1]
            if len(choosing) > 1:
                raise TesujiError(f"{' and '.join(choosing)} have a choice: say whose move this is")
            moves = {choosing[0]: moves}
        chosen = {**mapping(moves, "moves, if not the move of the one role that has a choice,"), **named}
        for role in chosen:
            if role not in legal:
                raise TesujiError(f"{shown(role)} is no role of {self.game.name}; they are {', '.join(legal)}"
                                  f"{meant(role, legal)}")
        joint = []
        for role, names in legal.items():
            if role not in chosen and len(names) != 1:
                raise TesujiError(f"{role} has {len(names)} legal moves, and none was said")
            name = chosen.get(role, names[0] if names else "")
            if not isinstance(name, str):
                raise TypeError(f"the move of {role} is a text, not {shown(name)}")
            if name not in names:
                raise TesujiError(f"{name[:200]} is no legal move of {role}; it has {', '.join(names[:20]) or 'none'}"
                                  f"{meant(name, names)}")
            move = self.game.find_move(name)
            assert move is not None  # it is legal
            joint.append(move)
        self.before, self.state = self.state, self.game.step(self.state, joint, checked=False)
        return self

    def copy(self) -> Play:
        """Returns a copy, to be played on separately."""
        branch = Play(self.game, self.state)
        branch.before = self.before
        return branch

    __hash__ = None  # type: ignore[assignment]  # it is played on

    def __eq__(self, other: object) -> bool:
        """Whether it is the same state of the same game."""
        return isinstance(other, Play) and self.state == other.state and self.game == other.game

    def board(self, *, changes: bool = False) -> str:
        """The state as text: fluents with two coordinates as boards, the others on a line.
        `changes`: squares that the last move has changed end in `*`."""
        text: str = self._drawn(changes)["text"]
        return text

    def svg(self, *, changes: bool = True) -> str:
        """The state as a picture (SVG). `changes`: squares that the last move has changed have a
        thick border."""
        picture: str = self._drawn(changes)["svg"]
        return picture

    def _drawn(self, changes: bool) -> dict[str, Any]:
        return self.game.boards(self, self.before if flag(changes, "changes") else None)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __str__(self) -> str:
        return self.board()

    def __repr__(self) -> str:
        try:
            return f"<tesuji.Play of {self.game.name}: {' '.join(self.fluents)}>"
        except TesujiError as error:  # a text of it there is always
            return f"<tesuji.Play of {self.game.name}: {error}>"
