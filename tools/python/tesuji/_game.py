"""Games: loading them, playing one of them by names, and vectors of them."""
from __future__ import annotations

import ctypes as c
import os
import warnings
from collections.abc import Mapping
from typing import Any

from . import plugin
from ._errors import Message, TesujiError
from ._library import GameOptions, Handle, Messages, library, loaded
from ._vector import VectorEnv

LANES = (0, 64, 256, 512)


class Game(plugin.Game):
    """A game that was compiled in this process.

    It has all that games of plugins have (tesuji.plugin.Game): `name`, `roles`, `initial`, `legal`,
    `step`, `goal_values`, `fluents`, `actions`, .. about states as bytes and moves as numbers.
    `start` plays one game by names, `vector_env` many at once. For one thread at a time."""

    def __init__(self, source: tuple[bytes, bytes | None], lanes: int, native: bool) -> None:
        self._source, self._options = source, (lanes, native)
        self._opened: dict[bool, Handle] = {}
        self.messages: list[Message] = []  # warnings
        handle = self._handle(False)
        at = library.tsj_game_tables(handle.at)
        self._open(plugin.Table.from_address(at), handle, source[0].decode(errors="replace"))

    def _handle(self, joint: bool) -> Handle:
        """The game with one seat where it has turns, or with a seat for each role."""
        if joint not in self._opened:
            lanes, native = self._options
            options = GameOptions(c.sizeof(GameOptions), lanes, joint, native)
            name, text = self._source
            messages = Messages()
            at = (library.tsj_game_open(name, options, messages.given) if text is None else
                  library.tsj_game_read(name, text, len(text), options, messages.given))
            self._opened[joint], self.messages = loaded(at, messages)
        return self._opened[joint]

    @property
    def lanes(self) -> int:
        """Games that a vector plays in one word; 0: one after the other, and `why_no_lanes` says why."""
        return library.tsj_game_lanes(self._handle(False).at)

    @property
    def why_no_lanes(self) -> str:
        return library.tsj_game_why_no_lanes(self._handle(False).at).decode()

    @property
    def fluent_names(self) -> list[str]:
        """The names of an observation's columns."""
        return [self.fluent_name(fluent) for fluent in range(self.fluent_count)]

    def start(self) -> Play:
        """One game at its beginning."""
        return Play(self)

    def vector_env(self, num_envs: int, *, seed: int = 0, threads: int = 1, max_steps: int = 0, joint: bool = False,
                   chance_given: bool = False, observation: str | None = "bytes",
                   mask: str | None = "bytes") -> VectorEnv:
        """`num_envs` games side by side. `joint`: actions for each role, also where the rules tell whose
        turn it is. `max_steps`: games are truncated after so many joint moves; 0: never. `chance_given`:
        the role `random` has its actions given, too. `observation` and `mask`: as "bytes", "bits", or not
        at all (None)."""
        return VectorEnv(self, self._handle(joint), num_envs, seed, threads, max_steps, chance_given, observation,
                         mask)

    def __repr__(self) -> str:
        return f"<tesuji.Game {self.name}: {', '.join(self.roles)}>"


class Play:
    """One game, played by names: `state` is where it is."""

    def __init__(self, game: Game, state: bytes | None = None) -> None:
        self.game, self.state = game, game.initial if state is None else state

    @property
    def terminal(self) -> bool:
        return self.game.terminal(self.state)

    @property
    def fluents(self) -> list[str]:
        """What holds, sorted."""
        return self.game.fluents(self.state)

    @property
    def legal(self) -> dict[str, list[str]]:
        """Each role's legal moves."""
        return {role: [self.game.move_name(move) for move in moves]
                for role, moves in zip(self.game.roles, self.game.legal(self.state))}

    @property
    def goals(self) -> dict[str, int | None]:
        """Each role's goal; None where it has none, or several."""
        return dict(zip(self.game.roles, self.game.goal_values(self.state)))

    def play(self, moves: Mapping[str, str] | str | None = None, **named: str) -> Play:
        """Makes a joint move, and returns this game. `moves`: the move of each role, by its name, which may be
        left out where the role has but one; or, where one role has a choice, its move alone."""
        legal = self.legal
        if self.terminal:
            raise TesujiError(f"{self.game.name} is over")
        if isinstance(moves, str):
            choosing = [role for role, names in legal.items() if len(names) > 1] or list(legal)[:1]
            if len(choosing) > 1:
                raise TesujiError(f"{' and '.join(choosing)} have a choice: say whose move this is")
            moves = {choosing[0]: moves}
        chosen = {**(moves or {}), **named}
        for role in chosen:
            if role not in legal:
                raise TesujiError(f"{role!r} is no role of {self.game.name}; they are {', '.join(legal)}")
        joint = []
        for role, names in legal.items():
            if role not in chosen and len(names) != 1:
                raise TesujiError(f"{role} has {len(names)} legal moves, and none was said")
            name = chosen.get(role, names[0] if names else "")
            if name not in names:
                raise TesujiError(f"{name} is no legal move of {role}; it has {', '.join(names[:20]) or 'none'}")
            joint.append(self.game.find_move(name))
        self.state = self.game.step(self.state, joint, checked=False)
        return self

    def copy(self) -> Play:
        """The same game, to be played on by itself."""
        return Play(self.game, self.state)

    def __repr__(self) -> str:
        return f"<tesuji.Play of {self.game.name}: {' '.join(self.fluents)}>"


def _game(source: tuple[bytes, bytes | None], lanes: Any, native: bool) -> Game:
    if lanes not in LANES:
        raise ValueError(f"there are no {lanes} lanes; 64, 256 or 512, or 0 for the widest")
    game = Game(source, lanes, bool(native))
    for message in game.messages:
        if message.severity == "warning":
            warnings.warn(message.full.rstrip("\n"), stacklevel=3)
    return game


def load(path: str | os.PathLike[str], *, lanes: int = 0, native: bool = False) -> Game:
    """Compiles a rulesheet (.kif, .gdl) or IR text (.tir), or opens a plugin (.so). `lanes`: games in a word of
    vectors, 64, 256 or 512; 0: the most that the processor has. `native`: native code for single games, too,
    which takes longer to make. Raises LoadError; what the compiler warns of becomes warnings."""
    return _game((os.fsencode(path), None), lanes, native)


def loads(text: str | bytes, name: str = "game.kif", *, lanes: int = 0, native: bool = False) -> Game:
    """The same of a text; messages call it `name`."""
    return _game((os.fsencode(name), text.encode() if isinstance(text, str) else bytes(text)), lanes, native)
