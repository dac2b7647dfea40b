"""Games as vector environments of Gymnasium: one role learns, others play against it."""
from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from copy import deepcopy
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._check import choice, flag, generator, integer, integers, mapping, meant, shown
from .._errors import IllegalActionError, TesujiError
from .._vector import Step
from ._optional import optional
from .._rules import Rules
from ._spaces import Discrete, MultiDiscrete, bits
from ._vector_sight import VectorSight

if TYPE_CHECKING:
    from .._game import Game


class OwnAutoresetMode(enum.Enum):
    """When games that are over begin again: in the next step, in the same one, or at a call of
    `reset`."""
    NEXT_STEP = "NextStep"
    SAME_STEP = "SameStep"
    DISABLED = "Disabled"


AutoresetMode: Any = optional("gymnasium.vector", "AutoresetMode", OwnAutoresetMode)
VectorEnvBase: Any = optional("gymnasium.vector", "VectorEnv", object)
Opponent = Callable[[Step], NDArray[Any]]
STAY = -2  # no action: a game that is given it stays as it is
MOST_MOVES = 100_000  # between two turns of a role


class Ends:
    """How games ended in one step: the first end of each, because what follows belongs to another
    episode."""

    def __init__(self, games: int, roles: int) -> None:
        self.rewards, self.goals = np.zeros(games), np.zeros((games, roles), np.int32)
        self.terminated, self.truncated = np.zeros(games, np.bool_), np.zeros(games, np.bool_)
        self.lengths = np.zeros(games, np.int64)
        self.observations: dict[int, NDArray[np.int8]] = {}

    def infos(self) -> dict[str, Any]:
        """Returns the last observation and goals of games that have ended, as in Gymnasium's
        SAME_STEP."""
        over = self.terminated | self.truncated
        if not over.any():
            return {}
        infos: dict[str, Any] = {"final_info": {"goals": self.goals, "_goals": over, "length": self.lengths,
                                                "_length": over}, "_final_info": over}
        if self.observations:
            infos["final_obs"], infos["_final_obs"] = np.full(len(over), None, object), over
            for game, seen in self.observations.items():
                infos["final_obs"][game] = seen
        return infos


class GymnasiumVectorEnv(VectorEnvBase):  # type: ignore[misc]
    """Steps `num_envs` games in which one role learns; between its choices, others make their
    moves.

    `role`: which one learns, by name or number; may be omitted if there is one player. `opponent`:
    chooses for all other players: a function from a Step of the games to actions for VectorEnv.step
    (ignored for games in which it is not their turn). None: legal ones at random, all equally
    likely. `rewards`: "goals" (0 to 100) or "difference" (the own goal minus the others' mean,
    divided by 100), when a game ends. `autoreset`: "SameStep", "NextStep" or "Disabled", as in
    Gymnasium. `max_steps`: joint moves after which games are truncated; 0: never. `copy`: whether
    results are copies; else the next call may overwrite them. `final_obs`: whether SameStep returns
    the observations at the ends of games (the others always do).

    Observations have the shape (num_envs, bits) and are int8: the fluents, or in games of GDL-II
    the role's percepts (tesuji._rules.Sight). `infos["action_mask"]`: bool (num_envs,
    actions), which actions are legal. It is the role's turn if the rules say so; if they do not
    show turns, when it has more than one legal move. An episode in which it never has a turn is
    skipped."""

    render_mode: str | None = None
    spec: Any = None
    closed = False

    def __init__(self, game: Game, num_envs: int, *, role: str | int | None = None, opponent: Opponent | None = None,
                 rewards: str = "goals", autoreset: str = "SameStep", threads: int = 1, max_steps: int = 0,
                 copy: bool = True, final_obs: bool = True) -> None:
        self._rules = Rules(game, rewards)
        self.role = self._role_of(role)
        if not isinstance(autoreset, AutoresetMode):
            autoreset = AutoresetMode(choice(autoreset, "autoreset", tuple(mode.value for mode in AutoresetMode)))
        if opponent is not None and not callable(opponent):
            raise TypeError(f"opponent is a function, or None, not {shown(opponent)}")
        copy, final_obs, num_envs = flag(copy, "copy"), flag(final_obs, "final_obs"), integer(num_envs, "num_envs", 1)
        self._mode = autoreset
        self.metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": self._mode}
        self.game, self.num_envs, self._opponent, self._copy = game, num_envs, opponent, copy
        self._same_step = self._mode == AutoresetMode.SAME_STEP
        self._final = final_obs or not self._same_step
        self._env = game.vector_env(num_envs, threads=threads, max_steps=max_steps, chance_given=True,
                                    observation=None if game.has_percepts else "bytes",
                                    final_observation=self._final and not game.has_percepts)
        self._actions = game.action_counts[self.role]
        self._sight = VectorSight(self._rules, self._env, self.role) if game.has_percepts else None
        self.single_observation_space = bits(self._rules.observation_size)
        self.observation_space = bits(num_envs, self._rules.observation_size)
        self.single_action_space = Discrete(self._actions)
        self.action_space = MultiDiscrete(np.full(num_envs, self._actions))
        self._random = np.random.default_rng()
        self._rows = np.arange(num_envs)
        self._over = np.zeros(num_envs, np.bool_)  # games whose end was shown, and whose new beginning was not
        self._last = np.zeros(self.observation_space.shape, np.int8)  # what these looked like at their end
        self._mask = np.zeros((num_envs, self._actions), np.bool_)
        self._step: Step | None = None

    def _role_of(self, role: str | int | None) -> int:
        rules = self._rules
        if role is None and len(rules.players) == 1:
            return rules.players[0]
        names = [rules.game.roles[player] for player in rules.players]
        if role is None:
            raise ValueError(f"{rules.game.name} has the players {', '.join(names)}: say which one learns")
        if isinstance(role, str):
            number = rules.game.roles.index(role) if role in names else -1
        else:
            number = integer(role, "role, if it is not a name,")
        if number not in rules.players:
            raise ValueError(f"{shown(role)} is no player of {rules.game.name}; they are {', '.join(names)}"
                             f"{meant(role, names)}")
        return number

    def reset(self, *, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Restarts all games; with `options={"reset_mask": bools}` only those for which it is true.
        The same seed draws the same; without a seed, random numbers continue."""
        self._open()
        which = mapping(options, "options").get("reset_mask")
        if seed is not None:
            self._random = generator(seed)
        if which is None:
            which = np.ones(self.num_envs, np.bool_)
            self._step = self._env.reset(seed=int(self._random.integers(1 << 63)))
        else:
            which = np.asarray(which)
            self._step = self._env.reset_games(which)
        self._over &= ~which
        if self._sight is not None:
            self._sight.forget(which)
        self._others(None)
        return self._observation(), self._infos()

    def step(self, actions: Any) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Makes the role's actions, integers of shape (num_envs,), and moves of others until it is
        the role's turn in all games. Returns observations, rewards, terminations, truncations and
        infos. Raises IllegalActionError before any game moves, and TesujiError if a game that is
        over was not reset (Disabled)."""
        self._open()
        if self._step is None:
            raise TesujiError("reset comes before the first step")
        playing = ~self._over
        given = self._checked(actions, playing)
        if self._mode == AutoresetMode.DISABLED and self._over.any():
            raise TesujiError(f"games {np.flatnonzero(self._over)[:10].tolist()} are over: "
                              'reset(options={"reset_mask": ..}) begins them again')
        self._over = np.zeros(self.num_envs, np.bool_)
        if self._sight is not None:
            self._sight.choose(playing, given)
        ends = Ends(self.num_envs, len(self.game.roles))
        self._move(np.where(playing, given, -1), playing, ends)
        self._others(ends)
        if not self._same_step:
            self._over = ends.terminated | ends.truncated
            for game, seen in ends.observations.items():
                self._last[game] = seen
        infos = self._infos()
        if self._same_step:
            infos |= ends.infos()
        return self._observation(), ends.rewards, ends.terminated, ends.truncated, infos

    def render(self) -> None:
        """Draws nothing."""

    def close(self, **_: Any) -> None:
        """Frees the games; the environment cannot be used afterwards."""
        self.closed, self._step = True, None

    @property
    def unwrapped(self) -> GymnasiumVectorEnv:
        return self

    def __len__(self) -> int:
        """Returns the number of games."""
        return self.num_envs

    def __copy__(self) -> GymnasiumVectorEnv:
        """Returns an independent environment, which continues exactly as this one does."""
        return deepcopy(self)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.game.name}, num_envs={self.num_envs})"

    def _open(self) -> None:
        if self.closed:
            raise TesujiError("this environment was closed")

    def _checked(self, actions: Any, playing: NDArray[np.bool_]) -> NDArray[Any]:
        given = integers(actions, "actions", (self.num_envs,))
        legal = (0 <= given) & (given < self._actions)
        legal &= self._mask[self._rows, np.where(legal, given, 0)]
        wrong = np.flatnonzero(playing & ~legal)
        if len(wrong):
            first = int(wrong[0])
            raise IllegalActionError(f"{len(wrong)} of {self.num_envs} games were given an action that is not legal; "
                                     f"game {first}: {given[first]}", wrong.tolist())
        return given

    def _move(self, own: NDArray[Any], moving: NDArray[np.bool_], ends: Ends | None) -> None:
        """Makes a joint move in the games `moving`: the role makes its actions `own` where they are
        not -1, and all others make the choices of the opponent and chance."""
        assert self._step is not None
        sample = self._env.sample()
        joint = np.array(sample if self._opponent is None else self._opponent(self._step))
        if joint.shape != sample.shape:
            raise ValueError(f"the opponent's actions have the shape {sample.shape}, not {joint.shape}")
        players = self._env.current_player
        if joint.ndim == 1:
            if players is not None and self._rules.chance is not None:
                joint = np.where(players == self._rules.chance, sample, joint)
            joint = np.where(own >= 0, own, joint)
        else:
            if self._rules.chance is not None:
                joint[:, self._rules.chance] = sample[:, self._rules.chance]
            joint[:, self.role] = own
        joint[~moving] = STAY
        self._step = self._env.step(joint, check=False)
        wrong = np.flatnonzero(self._env.faults & moving)
        if len(wrong):
            raise IllegalActionError(f"the opponent was not legal in {len(wrong)} games, the first of them {wrong[0]}",
                                     wrong.tolist())
        if self._sight is not None:
            self._sight.perceive(moving)
        over = (self._step.terminated | self._step.truncated) & moving
        if ends is not None and over.any():
            self._note(over & ~ends.terminated & ~ends.truncated, ends)
        if self._sight is not None:
            self._sight.forget(over)

    def _note(self, over: NDArray[np.bool_], ends: Ends) -> None:
        """Adds the ends of the games `over`."""
        assert self._step is not None
        ends.terminated[over], ends.truncated[over] = self._step.terminated[over], self._step.truncated[over]
        ends.goals[over], ends.lengths[over] = self._step.rewards[over], self._env.lengths[over]
        place = self._rules.players.index(self.role)
        last = None if self._env.final_observation is None else self._env.final_observation.view(np.int8)
        for game in map(int, np.flatnonzero(over)):
            if ends.terminated[game]:
                ends.rewards[game] = self._rules.gains(ends.goals[game].tolist())[place]
            if self._sight is not None and self._final:
                ends.observations[game] = self._sight.observation()[game].copy()
            elif last is not None:
                ends.observations[game] = last[game].copy()

    def _others(self, ends: Ends | None) -> None:
        """Plays until it is the role's turn in all games."""
        if not self._rules.turns and len(self.game.roles) == 1:
            return
        for _ in range(MOST_MOVES):
            waiting = self._waiting()
            if not waiting.any():
                return
            self._move(np.full(self.num_envs, -1), waiting, ends)
        raise TesujiError(f"{self.game.roles[self.role]} has no turn in {MOST_MOVES} moves of {self.game.name}")

    def _waiting(self) -> NDArray[np.bool_]:
        """Returns in which games it is not the role's turn; if the rules do not show turns, it has
        no choice there."""
        if self._env.current_player is not None:
            return np.not_equal(self._env.current_player, self.role)
        assert self._step is not None and isinstance(self._step.legal_action_mask, tuple)
        choices: NDArray[np.int64] = self._step.legal_action_mask[self.role].sum(axis=1)
        return choices <= 1

    def _observation(self) -> NDArray[np.int8]:
        if self._sight is not None:
            seen = self._sight.observation()
        else:
            assert self._step is not None and self._step.observation is not None
            seen = self._step.observation.view(np.int8)
        if self._over.any():
            seen = seen.copy()
            seen[self._over] = self._last[self._over]
            return seen
        return seen.copy() if self._copy else seen

    def _infos(self) -> dict[str, Any]:
        """Returns which actions are legal; in games whose end is shown, all, because none is made."""
        assert self._step is not None
        masks = self._step.legal_action_mask
        mask = masks[self.role] if isinstance(masks, tuple) else masks
        self._mask = mask[:, :self._actions] | self._over[:, np.newaxis]  # type: ignore[index]
        return {"action_mask": self._mask.copy() if self._copy else self._mask, "_action_mask": np.ones(self.num_envs, np.bool_)}
