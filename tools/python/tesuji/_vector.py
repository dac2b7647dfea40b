"""Steps many games at once, as arrays of NumPy."""
from __future__ import annotations

import ctypes as c
import threading
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._boards import BoardRows
from ._check import flag, instance, integer, integers, shown
from ._endings import Endings
from ._errors import IllegalActionError, TesujiError
from ._library import NO_ROLE, Counts, Handle, Messages, VectorOptions, checked, library
from ._vector_form import VectorForm, checked_form

if TYPE_CHECKING:
    from ._game import Game


LARGEST_OBSERVATION = 4 << 30  # bytes


class Step(NamedTuple):
    """The results of a step for all games. The arrays belong to the environment, whose next step
    overwrites them: copy them to keep them, or make the environment with copy=True."""
    observation: NDArray[Any] | None  # (games, fluents) bool; (games, words) uint64; (games, planes, height, width) bool
    legal_action_mask: NDArray[Any] | tuple[NDArray[Any], ...] | None  # (games, actions) bool, or uint64
    rewards: NDArray[Any]             # (games, roles) int32: goals where the game is over (-1: no one in 0..100; `random`: 0), else 0
    terminated: NDArray[np.bool_]     # (games,): it is over, and has begun again (as `autoreset` says)
    truncated: NDArray[np.bool_]      # (games,): it was ended by max_steps, or a role has no move
    current_player: NDArray[np.uint8] | None  # (games,): the number of the role whose turn it is


def _view(at: int, shape: tuple[int, ...], kind: Any, owner: Handle) -> NDArray[Any]:
    """Returns a read-only array over the library's memory, which keeps the owner alive."""
    size = int(np.prod(shape)) * np.dtype(kind).itemsize
    if size == 0:
        return np.empty(shape, kind)
    memory: Any = (c.c_char * size).from_address(at)
    memory.owner = owner
    array: NDArray[Any] = np.frombuffer(memory, kind).reshape(shape)
    array.flags.writeable = False
    return array


class VectorEnv:
    """Games side by side, with actions that the caller chooses; a game that is over begins again
    within the step in which it ended. Created by Game.vector_env; for one thread at a time.

    `num_envs`, `roles`; `num_actions`: actions are numbers below it (with joint=True, or if the
    rules do not show turns, a tuple with a number for each role); `lengths`: joint moves of each
    game; `faults`: in which games the last step made no move; `percepts` (GDL-II): its percepts, as
    bits; `final_observation`: with the option of that name, the last observations of games that the
    last step ended, in their rows; `layout`: with observation="board", what its planes are."""

    def __init__(self, game: Game, opened: Handle, joint: bool, seed: int, form: VectorForm) -> None:
        instance(opened, Handle, "environments are made by Game.vector_env")
        form = checked_form(form, game)
        seed = integer(seed, "seed", 0, (1 << 64) - 1)
        self._joint, self._form, num_envs = joint, form, form.num_envs
        self._ends = form.final_observation or form.autoreset != "SameStep"
        options = VectorOptions(c.sizeof(VectorOptions), num_envs, seed, form.threads, form.max_steps, form.chance_given,
                                self._ends and form.observation is not None)
        self._boards = BoardRows(game.board_layout(), form.mover_first) if form.observation == "board" else None
        self.layout = None if self._boards is None else self._boards.layout
        messages = Messages()
        at = library.tsj_vector_open(opened.at, options, messages.given)
        if not at:
            checked(-1, messages)
        self.game, self.roles, self.num_envs = game, game.roles, num_envs
        self._handle = Handle(at, library.tsj_vector_close)
        self._messages, self._counts = messages, Counts()
        self._lock = threading.Lock()
        self._seed = seed
        self._observe_as, self._mask_as = form.observation, form.mask
        self._describe()
        if form.mover_first and self.current_player is None:
            raise TesujiError(f"{game.name} has no turns: mover_first is for games in which one role moves at a time")
        self._endings = Endings(num_envs, form.autoreset) if self._ends else None
        self.final_observation: NDArray[Any] | None = None
        if self._ends and self._observation is not None:
            self._last = np.zeros_like(self._observation)
            self.final_observation = self._last if form.final_observation else None

    def _describe(self) -> None:
        shape = library.tsj_vector_shape_of(self._at).contents
        results = library.tsj_vector_results_of(self._at).contents
        n, self._shape, owner = self.num_envs, shape, self._handle
        self._seats = [(seat.role, seat.width, seat.row_words) for seat in shape.seats[:shape.seat_count]]
        self.turns = bool(shape.turns)
        # With turns, and in games with one role, there is one array of actions, else one for each
        # role.
        self._single = len(self._seats) == 1
        widths = tuple(width for _, width, _ in self._seats)
        self.num_actions: int | tuple[int, ...] = widths[0] if self._single else widths
        self.chance = None if shape.chance == NO_ROLE else shape.chance
        self._legal = tuple(_view(results.legal[seat], (n, words), np.uint64, owner)
                            for seat, (_, _, words) in enumerate(self._seats))
        self._goals = _view(results.rewards, (n, len(self.roles)), np.int32, owner)
        self.rewards: NDArray[Any] = self._goals
        if self._form.rewards == "difference":
            self.rewards = np.zeros(self._goals.shape)
        self.terminated = _view(results.terminated, (n,), np.bool_, owner)
        self._cut = _view(results.truncated, (n,), np.uint8, owner)
        self.truncated = np.zeros(n, np.bool_)
        self._last_states = (_view(results.last_states, (n, shape.fluent_words), np.uint64, owner)
                             if results.last_states else np.zeros((0, 1), np.uint64))
        self._stayed = _view(results.faults, (n,), np.bool_, owner)
        self.faults = np.zeros(n, np.bool_) if self._ends else self._stayed
        self.lengths = _view(results.lengths, (n,), np.uint32, owner)
        self.current_player = _view(results.movers, (n,), np.uint8, owner) if results.movers else None
        self.percepts = (_view(results.percepts, (n, shape.percept_words), np.uint64, owner)
                         if results.percepts else None)
        self.percept_names = [(percept.role, percept.term.decode())
                              for percept in shape.percepts[:shape.percept_count]]
        self._actions = np.zeros((len(self._seats), n), np.int32)
        self._given = (c.c_void_p * len(self._seats))(*(row.ctypes.data for row in self._actions))
        self._drawn = np.zeros((len(self._seats), n), np.int32)
        self._masks = self._legal
        if self._mask_as == "bytes":
            self._masks = tuple(np.zeros((n, width), np.bool_) for width in widths)
        self._observation: NDArray[Any] | None = None
        size = n * {"bits": 8 * shape.fluent_words, None: 0}.get(self._observe_as, shape.fluent_count)
        if size > LARGEST_OBSERVATION:
            raise ValueError(f"observations of {n} games with {shape.fluent_count} fluents would take {size >> 30} GiB: "
                             "observation=None leaves them out")
        if self._observe_as == "bytes":
            self._observation = np.zeros((n, shape.fluent_count), np.bool_)
        elif self._observe_as == "bits":
            self._observation = np.zeros((n, shape.fluent_words), np.uint64)
        self._rows = self._observation  # what the library writes
        if self._boards is not None:
            self._rows = np.zeros((n, shape.fluent_count), np.bool_)
            self._observation = np.zeros(self._boards.shape(n), np.bool_)
        # The addresses of the arrays that the library writes.
        self._mask_places = [mask.ctypes.data for mask in self._masks]
        self._observation_place = 0 if self._rows is None else self._rows.ctypes.data
        self._shown: Any = None if self._mask_as is None else self._masks[0] if self._single else self._masks

    @property
    def _at(self) -> int:
        return self._handle.at

    def close(self) -> None:
        """Closes the environment: later calls raise TesujiError. Arrays keep their contents; memory
        is freed when they are gone, too."""
        self._handle.close()

    def __enter__(self) -> VectorEnv:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __len__(self) -> int:
        """Returns the number of games."""
        return self.num_envs

    def _saved(self) -> bytes:
        """Returns all that its next steps depend on."""
        self._enter()
        try:
            words = np.empty(library.tsj_vector_saved_words(self._at), np.uint64)
            checked(library.tsj_vector_save(self._at, words.ctypes.data, self._messages.given), self._messages)
        finally:
            self._lock.release()
        return words.tobytes()

    def __reduce__(self) -> tuple[Any, ...]:
        """Copies, here and in other processes, are independent environments, which continue exactly
        as this one does."""
        return _env_of, (self.game, self._joint, self._seed, self._form, self._saved(), self._shown_ends())

    def __copy__(self) -> VectorEnv:
        return _env_of(self.game, self._joint, self._seed, self._form, self._saved(), self._shown_ends())

    def _shown_ends(self) -> Any:
        """Returns what it knows of games that have ended, besides what the library has."""
        if self._endings is None:
            return None
        return self._endings.over.copy(), self.faults.copy(), None if self._observation is None else self._last.copy()

    def __deepcopy__(self, memo: object) -> VectorEnv:
        return self.__copy__()

    def reset(self, seed: int | None = None) -> Step:
        """Restarts all games, and the random numbers, too: with this seed, or the previous one."""
        if seed is not None:
            self._seed = integer(seed, "seed", 0, (1 << 64) - 1)
        self._call("tsj_vector_reset", self._seed)
        if self._endings is not None:
            self._endings.forget()
        return self._look()

    def reset_games(self, which: Any) -> Step:
        """Restarts the games for which `which`, with one bool per game, is true."""
        try:
            chosen = np.asarray(which)
        except Exception:  # as in integers()
            raise ValueError(f"reset_games takes {self.num_envs} bools, not {shown(which)}") from None
        if chosen.shape != (self.num_envs,) or chosen.dtype != np.bool_:
            raise ValueError(f"reset_games takes {self.num_envs} bools, not {chosen.dtype} of shape {chosen.shape}")
        chosen = np.ascontiguousarray(chosen)
        self._call("tsj_vector_reset_games", chosen.ctypes.data)
        if self._endings is not None:
            self._endings.forget(chosen)
        return self._look()

    def step(self, actions: Any, *, check: bool = True) -> Step:
        """Makes a joint move in every game. `actions`: integers of shape (num_envs,), for the roles
        whose turn it is; with actions for each role (num_envs, roles), where -1 stands for the only
        legal action of a role. Raises IllegalActionError if some are not legal: then these games
        are unchanged, and all others have moved. check=False only marks them in `faults`."""
        check = flag(check, "check")
        self._take(actions)
        if self._endings is None:
            self._call("tsj_vector_step", self._given, self._counts)
        else:
            self._step_to_ends(self._endings)
        if check and self._counts.faults and self.faults.any():
            self._refuse()
        return self._look()

    def _step_to_ends(self, endings: Endings) -> None:
        """Makes the step, and keeps the last observations of games that end in it."""
        over = endings.over
        endings.prepare(self._actions)
        self._call("tsj_vector_step", self._given, self._counts)
        np.logical_and(self._stayed, ~over, out=self.faults)
        ended = np.flatnonzero(self.terminated | (self._cut != 0))
        endings.finish(ended)
        if self._observation is not None and len(ended):
            self._last[ended] = self._encoded(self._last_states[ended])

    def _encoded(self, bits: NDArray[np.uint64]) -> NDArray[Any]:
        """Returns states, as bits of their fluents, in the form of the environment's observations."""
        if self._observe_as == "bits":
            return bits
        rows = np.unpackbits(bits.view(np.uint8), axis=1, count=self._shape.fluent_count, bitorder="little").view(np.bool_)
        if self._boards is None:
            return rows
        planes = np.zeros(self._boards.shape(len(rows)), np.bool_)
        self._boards.write(rows, self.game._turns_of(rows), planes)
        return planes

    def sample(self) -> NDArray[np.int32]:
        """Draws a legal action for each game, all equally likely: (num_envs,), or with actions for
        each role (num_envs, roles). Returns the same numbers until the next step."""
        for seat in range(len(self._seats)):
            self._call("tsj_vector_draw", seat, self._drawn.ctypes.data + 4 * self.num_envs * seat)
        drawn: NDArray[np.int32] = self._drawn[0] if self._single else self._drawn.T
        return drawn

    def planes(self) -> tuple[NDArray[np.uint64], tuple[NDArray[np.uint64], ...]]:
        """The bits that the library computes with, without copies: an array (groups, fluents,
        blocks) of 64-bit words, and for each array of actions one (groups, actions, blocks) of
        legal ones. Game 64 * (blocks * g + c) + i is bit i of word [g, :, c]; bits after the last
        game are undefined. The next step overwrites them. Raises TesujiError if the game has no
        lanes."""
        at = library.tsj_vector_planes_of(self._at)
        if not at:
            raise TesujiError(f"{self.game.name} has no lanes: {self.game.why_no_lanes}")
        planes = at.contents
        groups, blocks, words = planes.groups, planes.blocks, planes.group_words

        def array(place: int, count: int) -> NDArray[np.uint64]:
            used = words * (groups - 1) + count * blocks  # not the whole of the last group
            flat = _view(place, (used,), np.uint64, self._handle)
            return np.lib.stride_tricks.as_strided(flat, (groups, count, blocks), (8 * words, 8 * blocks, 8),
                                                   writeable=False)

        return (array(planes.fluents, self._shape.fluent_count),
                tuple(array(planes.legal[seat], width) for seat, (_, width, _) in enumerate(self._seats)))

    def states(self) -> NDArray[np.uint64]:
        """Returns the games' states, a row of words for each; Game's functions take
        `states()[i].tobytes()`."""
        states = np.empty((self.num_envs, self._shape.state_words), np.uint64)
        self._enter()
        try:
            library.tsj_vector_states(self._at, states.ctypes.data)
        finally:
            self._lock.release()
        return states

    def set_states(self, states: Any) -> Step:
        """Sets all games' states, as `states` returns them."""
        given = integers(states, "states", (self.num_envs, self._shape.state_words))
        given = np.ascontiguousarray(given).astype(np.uint64)  # the same bits, where they are negative
        self._call("tsj_vector_set_states", given.ctypes.data)
        if self._endings is not None:
            self._endings.forget()
        return self._look()

    def _restore(self, saved: bytes, ends: Any = None) -> Step:
        """Continues from the saved state of another environment."""
        words = np.frombuffer(saved, np.uint64)
        self._call("tsj_vector_restore", words.ctypes.data, len(words))
        if self._endings is not None and ends is not None:
            self._endings.over, self.faults[:] = ends[0].copy(), ends[1]
            if self._observation is not None:
                self._last[:] = ends[2]
        return self._look()

    def action_name(self, game: int, action: int, role: int | None = None) -> str:
        """Returns the name of an action in one of the games: of the role whose turn it is there,
        unless a role is given."""
        number = integer(game, "game")
        if not -self.num_envs <= number < self.num_envs:
            raise IndexError(f"there is no game {shown(number)}: there are {self.num_envs}")
        game = number % self.num_envs
        if role is None:
            if self.current_player is None and len(self.roles) > 1:
                raise ValueError("every role has actions of its own: say which role is meant")
            role = 0 if self.current_player is None else int(self.current_player[game])
        return self.game.move_name(self.game.action_move(role, action))

    def _enter(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise TesujiError("another thread uses this environment: each one needs its own")

    def _call(self, name: str, *arguments: Any) -> None:
        self._enter()
        try:
            checked(getattr(library, name)(self._at, *arguments, self._messages.given), self._messages)
        finally:
            self._lock.release()

    def _take(self, actions: Any) -> None:
        """Copies the actions to the library's input."""
        given = integers(actions, "actions",
                         (self.num_envs,) if self._single else (self.num_envs, len(self._seats)))
        if given.dtype.itemsize > 4 or given.dtype == np.uint32:
            if given.max() > 0x7FFFFFFF or given.min() < -0x80000000:
                raise ValueError(f"actions are numbers of 32 bits, not {given.max()} or {given.min()}")
        if self._single:
            self._actions[0] = given
        else:
            self._actions[:] = given.T

    def _refuse(self) -> None:
        games = np.flatnonzero(self.faults)
        first = int(games[0])
        self._look()
        given = self._actions[:, first].tolist()
        told = []
        for seat, (role, width, _) in enumerate(self._seats):
            if role == NO_ROLE:
                role = 0 if self.current_player is None else int(self.current_player[first])
            action = given[seat]
            if 0 <= action < self.game.action_counts[role]:
                told.append(f"{self.roles[role]} {action} {self.action_name(first, action, role)}")
            else:
                told.append(f"{self.roles[role]} {action}, who has {self.game.action_counts[role]} actions")
        raise IllegalActionError(f"{len(games)} of {self.num_envs} games were given an action that is not legal; "
                                 f"game {first}: {'; '.join(told)}", games.tolist())

    def _look(self) -> Step:
        """Returns the results of the last call."""
        if self._mask_as == "bytes":
            for seat, place in enumerate(self._mask_places):
                library.tsj_vector_legal_bytes(self._at, seat, place)
        if self._observe_as == "bits":
            library.tsj_vector_observe(self._at, self._observation_place)
        elif self._rows is not None:
            library.tsj_vector_observe_bytes(self._at, self._observation_place)
        if self._boards is not None:
            assert self._rows is not None and self._observation is not None
            self._boards.write(self._rows, self.current_player, self._observation)
        if self._endings is not None and self._observation is not None and self._endings.over.any():
            self._observation[self._endings.over] = self._last[self._endings.over]
        np.not_equal(self._cut, 0, out=self.truncated)
        if self._form.rewards == "difference":
            self._take_differences()
        step = Step(self._observation, self._shown, self.rewards, self.terminated, self.truncated, self.current_player)
        return Step(*map(_copied, step)) if self._form.copy else step

    def _take_differences(self) -> None:
        """Sets the rewards of games that are over: the own goal minus the mean of the other players',
        divided by 100."""
        over = np.flatnonzero(self.terminated)
        players = [role for role in range(len(self.roles)) if role != self.chance]
        goals = np.maximum(self._goals[over], 0)[:, players]
        self.rewards[:] = 0
        self.rewards[over[:, np.newaxis], players] = (goals - (goals.sum(axis=1, keepdims=True) - goals) / (len(players) - 1)) / 100

    def __repr__(self) -> str:
        return f"<tesuji.VectorEnv of {self.num_envs} games of {self.game.name}>"


def _copied(part: Any) -> Any:
    return tuple(map(_copied, part)) if isinstance(part, tuple) else None if part is None else part.copy()


def _env_of(game: Game, joint: bool, seed: int, form: tuple[Any, ...], saved: bytes, ends: Any) -> VectorEnv:
    """Returns the environment that was copied, or pickled."""
    env = game.vector_env(seed=seed, joint=joint, **VectorForm(*form)._asdict())
    env._restore(saved, ends)
    return env
