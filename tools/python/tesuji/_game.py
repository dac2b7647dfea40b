"""Games: plays one by names, makes vectors of them, and answers questions about them."""
from __future__ import annotations

import ctypes as c
import functools
import os
import threading
import weakref
from collections.abc import Iterable
from typing import Any, NamedTuple, NoReturn

import numpy as np

from . import plugin
from ._ask import FeatureValues, GoalEvaluation, Search, ask, search_of
from ._boards import BoardLayout, MovePlaces, moves_of
from ._check import flag, instance, listed, read_text
from ._errors import Message, TesujiError
from ._jobs import interruptible, one_frame
from ._library import GameOptions, Handle, Messages, Stop, forks, library, loaded
from ._play import Play
from ._vector import VectorEnv
from ._vector_form import VectorForm

LANES = (0, 64, 256, 512)


class Source(NamedTuple):
    """The text or file that a game is made from."""
    name: bytes
    text: bytes | None  # None: of a plugin, whose path the name is
    lanes: int
    native: bool
    cache: bytes | None


class _Closed:
    """Replaces a closed game's table."""

    def __getattr__(self, name: str) -> NoReturn:
        raise TesujiError("the game is closed")


class _Scratch(plugin.Scratch):
    """Scratch memory that keeps the game alive."""

    _owner: Handle | None = None

    def __init__(self, table: plugin.Table) -> None:
        owner: Handle = table.owner
        owner.enter()
        self._owner = owner
        super().__init__(table)

    def __del__(self) -> None:
        super().__del__()
        if self._owner is not None:
            self._owner.leave()


class _Memory(threading.local):
    """Scratch memory of each thread."""
    scratch: _Scratch | None = None


class Game(plugin.Game):
    """A game compiled in this process.

    It has all that games of plugins have (tesuji.plugin.Game): `name`, `roles`, `initial`, `legal`,
    `step`, `goal_values`, `fluents`, `actions`, .. about states as bytes and moves as numbers.
    `start` plays one game by names, `vector_env` many at once; `solve`, `mcts`, `verify` and
    `features` analyse it. Any number of threads may use it; while one is in `playouts`, that of
    others raises TesujiError. `with` closes it at the end."""

    _error, _scratch_class = TesujiError, _Scratch
    _closed = False

    def __init__(self, source: Source, opened: Handle | None = None) -> None:
        instance(source, Source, "games are made by tesuji.load of a path, or tesuji.loads of a text")
        self._source = source
        self._opened: dict[bool, Handle] = {} if opened is None else {False: opened}
        self.messages: list[Message] = []  # warnings
        handle = self._handle(False)
        if source.text is not None:
            _open_games[source, forks()] = handle
        at = library.tsj_game_tables(handle.at)
        table = plugin.Table.from_address(at)
        table.owner = handle  # so that what has the table has the game
        self._memory = _Memory()
        self._open(table, handle, source.name.decode(errors="replace"))

    @property
    def _scratch(self) -> int:
        """Returns the scratch memory of this thread."""
        if self._memory.scratch is None:
            self._memory.scratch = _Scratch(self._table)
        return self._memory.scratch.at

    @_scratch.setter
    def _scratch(self, at: int) -> None:
        """Gives playouts scratch memory of their own."""

    def close(self) -> None:
        """Closes the game: later uses raise TesujiError. Its environments remain usable. Memory is
        freed when nothing refers to it any more."""
        for handle in self._opened.values():
            handle.close()
        self._closed, self._opened, self._table, self._pool = True, {}, _Closed(), []
        self._memory = _Memory()

    def __enter__(self) -> Game:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _handle(self, joint: bool) -> Handle:
        """Returns the game with one seat if it has turns, or with a seat for each role."""
        if self._closed:
            raise TesujiError(f"{self.name} is closed")
        if joint not in self._opened:
            name, text, lanes, native, cache = self._source
            stop = Stop()
            options = GameOptions(c.sizeof(GameOptions), lanes, joint, native, stop.at, cache)

            def open_it() -> tuple[Handle, list[Message]]:
                messages = Messages()
                at = (library.tsj_game_open(name, options, messages.given) if text is None else
                      library.tsj_game_read(name, text, len(text), options, messages.given))
                return loaded(at, messages)

            self._opened[joint], self.messages = interruptible(open_it, stop.set)
        return self._opened[joint]

    def __copy__(self) -> Game:
        """Returns the game itself, because a compiled game does not change."""
        if self._closed:
            raise TesujiError(f"{self.name} is closed")
        return self

    def __deepcopy__(self, memo: object) -> Game:
        return self.__copy__()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles a game as its text, which another process compiles, or finds in the cache; a
        plugin as its file."""
        if self._closed:
            raise TesujiError(f"{self.name} is closed")
        return _game_of, (tuple(self._source), self.source_hash)

    def _identity(self) -> tuple[Any, ...]:
        text = self._source.text
        rules = None if text is None else (os.path.splitext(self._source.name)[1], text)
        return (rules, *super()._identity())

    @property
    def lanes(self) -> int:
        """Games that a vector plays in one word; 0: one after the other, for the reason in
        `why_no_lanes`."""
        lanes: int = library.tsj_game_lanes(self._handle(False).at)
        return lanes

    @property
    def why_no_lanes(self) -> str:
        """Why vectors play one game after the other; "" if they do not."""
        reason: bytes = library.tsj_game_why_no_lanes(self._handle(False).at)
        return reason.decode()

    @property
    def fluent_names(self) -> list[str]:
        """The names of an observation's columns."""
        return [self.fluent_name(fluent) for fluent in range(self.fluent_count)]

    def _turn(self, state: bytes) -> str | None:
        """Returns the role whose turn it is, if the rules show it."""
        bits = self.fluent_bits(state)
        turns = [self.roles[role] for role, column in self._turn_columns if bits[column]]
        return turns[0] if len(turns) == 1 else None

    def start(self) -> Play:
        """Starts one game in its initial state."""
        return Play(self)

    def vector_env(self, num_envs: int, *, seed: int = 0, threads: int = 1, max_steps: int = 0, joint: bool = False,
                   chance_given: bool = False, observation: str | None = "bytes", mask: str | None = "bytes",
                   rewards: str = "goals", autoreset: str = "SameStep", final_observation: bool = False, copy: bool = False,
                   mover_first: bool = False) -> VectorEnv:
        """Makes `num_envs` games side by side. `joint`: actions for each role, even if the rules
        show whose turn it is. `max_steps`: games are truncated after this many joint moves; 0:
        never. `chance_given`: the caller gives the actions of the role `random`, too. `observation`
        and `mask`: as "bytes", "bits", or not at all (None); `observation` also as "board": planes of
        the board (Game.board_layout), with `mover_first` the planes of the second role in place of
        those of the first where it is its turn.

        `rewards`: "goals" (0 to 100) or "difference": the own goal minus the mean of the others',
        divided by 100, so that all sum to 0. `autoreset`: when games that are over begin again, as in
        Gymnasium: "SameStep", "NextStep" (the next step begins them, whatever their actions are), or
        "Disabled" (reset_games does). The last two show the last observation of a game; with
        "SameStep" `final_observation` sets VectorEnv.final_observation. `copy`: a step returns copies,
        which later steps leave as they are."""
        joint = flag(joint, "joint")
        return VectorEnv(self, self._handle(joint), joint, seed, VectorForm(
            num_envs, threads, max_steps, chance_given, observation, mask, rewards, autoreset, final_observation, copy, mover_first))

    @one_frame
    def board_layout(self) -> BoardLayout:
        """Returns which fluents are on which square of the game's board. Raises TesujiError if the rules
        show no board."""
        return BoardLayout(self)

    @one_frame
    def moves(self, role: int | str) -> list[MovePlaces]:
        """Returns the actions of a role: number, name, and the squares that the name names, by the
        game's boards. Without the move with which the role waits while it is not its turn."""
        return moves_of(self, self._role(role))

    def _ask_boards(self, moves: list[str]) -> dict[str, Any]:
        """Returns the boards of the initial state, and the squares that these moves name."""
        return ask(self._handle(False), "board", moves=moves)

    @functools.cached_property
    def _turn_columns(self) -> list[tuple[int, int]]:
        """For each role whose turn the rules show: its number, and the fluent that says so."""
        names = self._table.control_fluents
        columns = {name: column for column, name in enumerate(self.fluent_names)}
        return [(role, columns[name.decode()]) for role, name in enumerate(names[:len(self.roles)] if names else ())
                if name is not None and name.decode() in columns]

    def _turns_of(self, rows: np.ndarray[Any, np.dtype[np.bool_]]) -> np.ndarray[Any, np.dtype[np.uint8]]:
        """Returns whose turn it is in rows of fluents; 0 where the rules do not show it."""
        players = np.zeros(len(rows), np.uint8)
        for role, column in self._turn_columns:
            players[rows[:, column]] = role
        return players

    def _terms_of(self, state: Play | bytes) -> list[str]:
        return self.fluents(state.state if isinstance(state, Play) else state)

    def _terms_of_all(self, states: Iterable[Play | bytes]) -> list[list[str]]:
        return [self._terms_of(state) for state in listed(states, "states are a list of states (bytes, or Plays)")]

    @one_frame
    def boards(self, state: Play | bytes | None = None, before: Play | bytes | None = None) -> dict[str, Any]:
        """Returns a state's boards: `text`, `svg` (a picture), `boards` (each with functor, rows,
        columns, squares) and `others`, the fluents that are not on a board. Marks differences from
        the state `before`."""
        return ask(self._handle(False), "board", state=self._terms_of(self.initial if state is None else state),
                   before=None if before is None else self._terms_of(before))

    @one_frame
    def solve(self, states: Iterable[Play | bytes] | None = None, *, boards: str = "none", shortest: bool = False,
              horizon: int = 0, seconds: float = 0, memory: int = 4096) -> dict[str, Any]:
        """Solves a two-player, turn-taking game, or a game with one role. Returns the output of
        `tesuji solve --json` (docs/cli/solve.md).

        For the whole game: `value` ({"margin": goal of the first role minus that of the second,
        "moves": until the end}), `states`, `terminal`, `to_move` (by role), `best_play`, and with
        `boards` ("symmetric", "all") the states after a move of each role. For `states` instead:
        {"states": [{"line": its number from 1, "value", "best"}, ..]}. For a game with one role:
        `solved`, `goal`, `bound`, `moves` (joint moves of the best play found), `methods`; with
        `shortest` no play with this goal is shorter, with `horizon` only plays of at most this many
        moves count; with chance `expected` and the value of each first move. `seconds` (0: no
        limit) and `memory` (MiB) end it with StoppedError, for a game with one role with the
        results so far. Raises TesujiError for other kinds of games."""
        terms = None if states is None else self._terms_of_all(states)
        return ask(self._handle(False), "solve", states=terms, boards=boards, shortest=shortest, horizon=horizon,
                   seconds=seconds, memory=memory)

    @one_frame
    def mcts(self, state: Play | bytes | None = None, *, role: str | None = None, seconds: float | None = None,
             simulations: int | None = None, seed: int = 1, threads: int = 1, memory: int = 512,
             exploration: float | None = None, lanes: bool = False) -> Search | None:
        """Searches a game tree from a state (None: the initial one), for the move of a role: by
        default the one that has a choice; returns None if the game is over. `seconds` (wall clock;
        1 unless there are `simulations`) and `simulations` (playouts) limit it; with the same seed
        and simulations and one thread, results are the same. `memory`: MiB of the tree. `lanes`:
        make playouts hundreds at a time, as soon as the code for that is compiled, which takes
        seconds: for long searches. Raises TesujiError if several roles have a choice and none is
        named."""
        found = ask(self._handle(False), "mcts", state=None if state is None else self._terms_of(state), role=role,
                    seconds=seconds, simulations=simulations, seed=seed, threads=threads, memory=memory,
                    exploration=exploration, lanes=lanes)
        searches = [search_of(one) for one in found["searches"]]
        if len(searches) > 1:
            raise TesujiError(f"{' and '.join(one.role for one in searches)} have a choice: say whose move is wanted")
        return searches[0] if searches else None

    @one_frame
    def verify(self, formulas: str | Iterable[str] = (), *, file: str | os.PathLike[str] | None = None,
               automatic: bool | None = None, discover: bool = False, seconds: float = 0, threads: int = 1,
               **limits: Any) -> dict[str, Any]:
        """Proves invariants, or finds plays in which they fail. Returns the output of `tesuji
        verify --json` (docs/cli/verify.md).

        `formulas`: one, or several, of the language of docs/languages/invariant-language.md;
        `file`: a file of formulas (.inv). Without formulas, or with `automatic`, it tries those for
        every game; `discover`: more of these. Each invariant has `verdicts`, the number of its
        instances by verdict ("proved", "false", ..), and a `play` that refutes it. `seconds`: for
        all of it, 0: no limit. Further limits are those of `tsj_game_ask`
        (docs/engines/library.md), such as `proof_seconds`, `attack_states`, `prover`."""
        several = [formulas] if isinstance(formulas, str) else listed(formulas, "formulas are a text, or a list of texts")
        text = None if file is None else read_text(file, "file")
        return ask(self._handle(False), "verify", formulas=several, text=text, automatic=automatic, discover=discover,
                   seconds=seconds, threads=threads, **limits)

    @one_frame
    def features(self, features: str | os.PathLike[str], states: Iterable[Play | bytes], *,
                 domain: str | os.PathLike[str] | None = None) -> FeatureValues:
        """Counts the solutions of logical features (docs/learning/features.md) in states.
        `features` and `domain`, a domain theory that they use, are texts, or paths (pathlib.Path)
        of files."""
        def text_of(given: str | os.PathLike[str], what: str) -> str:
            return given if isinstance(given, str) else read_text(given, what)

        found = ask(self._handle(False), "features", features=[text_of(features, "features")],
                    domains=None if domain is None else [text_of(domain, "domain")], states=self._terms_of_all(states))
        values = np.array(found["rows"], np.uint64).reshape(len(found["rows"]), len(found["names"]))
        return FeatureValues(found["names"], values)

    @one_frame
    def evaluation(self, states: Iterable[Play | bytes], *, games: int = 2000, seconds: float = 10,
                   seed: int = 1) -> GoalEvaluation:
        """Computes features of the goals in states of a game with one or two roles, and their
        weighted sum (docs/engines/evaluations.md). Learns weights from `games` random games, in at
        most `seconds` (0: no limit). Raises TesujiError if the rules are too large, or random games
        give no information."""
        found = ask(self._handle(False), "evaluation", states=self._terms_of_all(states), games=games, seconds=seconds,
                    seed=seed)
        features = np.array(found["rows"], np.uint16).reshape(len(found["rows"]), len(found["names"]))
        return GoalEvaluation(found["role"], found["names"], np.array(found["weights"], np.float64), found["constant"],
                              features, np.array(found["values"], np.float64))

    def __repr__(self) -> str:
        return f"<tesuji.Game {self.name}: {', '.join(self.roles)}{', closed' if self._closed else ''}>"


# One for each open text, so that a game that is pickled repeatedly is not opened as often.
_open_games: weakref.WeakValueDictionary[tuple[Source, int], Handle] = weakref.WeakValueDictionary()


def _game_of(fields: tuple[Any, ...], source_hash: str) -> Game:
    """Returns the game that was pickled."""
    source = Source(*fields)
    try:
        opened = _open_games[source, forks()].share()
    except (KeyError, TesujiError):
        opened = None
    game = Game(source, opened)
    if game.source_hash != source_hash:
        raise TesujiError(f"{game.name}: this is another game by now than the one that was pickled")
    return game
