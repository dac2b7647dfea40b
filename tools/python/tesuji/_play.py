"""One game, played by names."""
from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import plugin
from ._check import flag, instance, mapping, meant, shown
from ._errors import TesujiError

if TYPE_CHECKING:
    from ._game import Game


Move = str | int  # the name of a move, or the number of an action


def find_named(name: str, names: Sequence[str]) -> str | None:
    """Returns the move of this name among `names`; or the only one with the same words, without
    regard to parentheses and case: `drop 1` is `(drop 1)`. None if it is none of them."""
    if name in names:
        return name

    def words(text: str) -> list[str]:
        return text.lower().replace("(", " ").replace(")", " ").split()

    wanted = words(name)
    same = [one for one in names if words(one) == wanted]
    return same[0] if len(same) == 1 else None


def _is_number(move: object) -> bool:
    return isinstance(move, (int, np.integer)) and not isinstance(move, bool)


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
    def actions(self) -> dict[str, list[int]]:
        """Each role's legal actions, as numbers, in the order of `legal`."""
        return {self.game.roles[role]: [self.game.move_action(role, move) for move in moves]
                for role, moves in enumerate(self.game.legal(self.state))}

    @property
    def turn(self) -> str | None:
        """The role whose turn it is: the only one with a choice or, if the rules show turns, the one
        that they name. None if the game is over, or several roles have a choice."""
        if self.terminal:
            return None
        choosing = [role for role, names in self.legal.items() if len(names) > 1]
        return choosing[0] if len(choosing) == 1 else None if choosing else self.game._turn(self.state)

    def observation(self) -> NDArray[np.bool_]:
        """Returns which fluents hold, (fluents,), as a row of VectorEnv's observation."""
        return np.asarray(self.game.fluent_bits(self.state)).astype(np.bool_)

    def action_mask(self, role: str | int | None = None) -> NDArray[np.bool_]:
        """Returns which actions of the role are legal, (actions,); None: of the role whose turn it is."""
        if role is None:
            role = self.turn
            if role is None:
                raise TesujiError("it is not the turn of one role: say which role's actions are meant")
        return np.asarray(self.game.action_mask(self.state, role)).astype(np.bool_)

    @property
    def goals(self) -> dict[str, int | None]:
        """Each role's goal; None if it has none, or several."""
        return dict(zip(self.game.roles, self.game.goal_values(self.state)))

    def play(self, moves: Mapping[str, Move] | Move | None = None, **named: Move) -> Play:
        """Makes a joint move, and returns this game. `moves`: the move of each role, which may be
        omitted for roles that have only one; or, if one role has a choice, only its move. A move is
        its name, which needs no parentheses around it ("drop 1"), or the number of the action."""
        legal = self.legal
        if self.terminal:
            raise TesujiError(f"{self.game.name} is over")
        if isinstance(moves, str) or _is_number(moves):
            choosing = [role for role, names in legal.items() if len(names) > 1] or [self.turn or list(legal)[0]]
            if len(choosing) > 1:
                raise TesujiError(f"{' and '.join(choosing)} have a choice: say whose move this is")
            moves = {choosing[0]: moves}  # type: ignore[dict-item]
        chosen = {**mapping(moves, "moves, if not the move of the one role that has a choice,"), **named}
        for role in chosen:
            if role not in legal:
                raise TesujiError(f"{shown(role)} is no role of {self.game.name}; they are {', '.join(legal)}"
                                  f"{meant(role, legal)}")
        joint = [self._move_of(role, names, chosen) for role, names in legal.items()]
        self.before, self.state = self.state, self.game.step(self.state, joint, checked=False)
        return self

    def _move_of(self, role: str, names: list[str], chosen: Mapping[str, Move]) -> int:
        """Returns the move that was said of a role, or its only one."""
        if role not in chosen and len(names) != 1:
            raise TesujiError(f"{role} has {len(names)} legal moves, and none was said")
        said = chosen.get(role, names[0] if names else "")
        if _is_number(said):
            move = self.game.action_move(role, operator.index(said))  # type: ignore[arg-type]
            said = self.game.move_name(move)
            if said in names:
                return move
        if not isinstance(said, str):
            raise TypeError(f"the move of {role} is a text or the number of an action, not {shown(said)}")
        name = find_named(said, names)
        if name is None:
            raise TesujiError(f"{said[:200]} is not a legal move of {role}; its legal moves are {', '.join(names[:20]) or 'none'}"
                              f"{meant(said, names)}")
        found = self.game.find_move(name)
        assert found is not None  # it is legal
        return found

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
