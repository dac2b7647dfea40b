"""Answers what adapters need to know about a game: who moves, observations, and rewards."""
from __future__ import annotations

import functools
import threading
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from . import plugin
from ._check import choice, instance, integer, shown
from ._errors import IllegalActionError, TesujiError
from ._dynamics import Dynamics, find_dynamics
from ._extent import Extent, find_extent

if TYPE_CHECKING:
    from ._game import Game

REWARDS = ("goals", "difference")


class Rules:
    """A game, with `chance` the number of its role `random` or None, and `players` the numbers of all others.

    `rewards`: "goals" are those of the rules, 0 to 100, and 0 for a role without one; "difference"
    is the own goal minus the mean of the other players' goals, divided by 100, so that all sum to
    0."""

    def __init__(self, game: Game, rewards: str = "goals") -> None:
        instance(game, plugin.Game, "adapters are of a game, which tesuji.load makes")
        self.game, self._rewards = game, choice(rewards, "rewards", REWARDS)
        self.chance = game.roles.index("random") if "random" in game.roles else None
        self.players = [role for role in range(len(game.roles)) if role != self.chance]
        if not self.players:
            raise TesujiError(f"{game.name} has no players: chance alone moves")
        if rewards == "difference" and len(self.players) == 1:
            raise ValueError(f"{game.name} has one player: there is no difference to others")
        self._difference = rewards == "difference"
        self._asking = threading.Lock()  # the probe, which is for one thread at a time
        self._probe = game.vector_env(1, chance_given=True, observation=None, mask=None)
        self.turns = self._probe.turns
        self.most_actions = max(game.action_counts[role] for role in self.players)
        self._percepts: list[dict[str, int]] = [{} for _ in game.roles]
        for role, term in self._probe.percept_names:
            self._percepts[role][term] = len(self._percepts[role])
        self.most_percepts = max(len(self._percepts[role]) for role in self.players)
        self.percept_bits = [np.array([bit for bit, (role, _) in enumerate(self._probe.percept_names) if role == of], int)
                             for of in range(len(game.roles))]

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles them as the game, from which they are computed again."""
        return Rules, (self.game, self._rewards)

    def __copy__(self) -> Rules:
        return self  # which does not change

    def __deepcopy__(self, memo: object) -> Rules:
        return self

    @property
    def observation_size(self) -> int:
        """Returns the number of bits of a player's observation: the game's fluents; in GDL-II,
        Sight.observation."""
        if not self.game.has_percepts:
            return self.game.fluent_count
        if not self._probe.percept_names:
            raise TesujiError(f"the percepts of {self.game.name} have no numbers, as it has no lanes: "
                              f"{self.game.why_no_lanes}")
        return 2 * self.most_percepts + self.most_actions

    def mask_width(self, role: int) -> int:
        """Returns the number of actions in the role's mask of Game.vector_env."""
        widths = self._probe.num_actions
        return widths if isinstance(widths, int) else widths[role]

    def percept_number(self, role: int, term: str) -> int:
        return self._percepts[role][term]

    def movers(self, state: bytes) -> list[int]:
        """Returns the roles that choose in a state that is not terminal: with turns, the one whose
        turn it is; else those with more than one legal move. If none has, the only player whose
        single move is not one with which it waits elsewhere, or else the first player."""
        if self.turns:
            with self._asking:
                self._probe.set_states(np.frombuffer(state, np.uint64)[np.newaxis])
                assert self._probe.current_player is not None
                return [int(self._probe.current_player[0])]
        legal = self.game.legal(state)
        choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
        if choosing or len(self.players) == 1:
            return choosing or self.players
        forced = [role for role in self.players if legal[role] and legal[role][0] not in self.dynamics.waiting[role]]
        return forced if len(forced) == 1 else self.players[:1]

    @functools.cached_property
    def dynamics(self) -> Dynamics:
        """Whether players ever choose at the same time, and how that is known."""
        return find_dynamics(self.game, self.players, self.chance, self.turns)

    @functools.cached_property
    def extent(self) -> Extent | None:
        """Length and goals of all plays; None in games with too many states to explore."""
        return find_extent(self.game, self.players)

    def stuck(self, state: bytes) -> bool:
        """Whether a role has no legal move, so that the game cannot continue."""
        return not all(self.game.legal(state))

    def legal_actions(self, state: bytes, role: int) -> list[int]:
        """Returns the legal actions, ascending."""
        return sorted(self.game.move_action(role, move) for move in self.game.legal(state)[role])

    def joint_move(self, state: bytes, chosen: Mapping[int, int]) -> list[int]:
        """Returns the joint move in which roles make the actions in `chosen`, and all others their
        only move. Raises IllegalActionError."""
        joint = []
        for role, moves in enumerate(self.game.legal(state)):
            if role not in chosen:
                if not moves:  # the game is over, or another thread has gone on with it
                    raise IllegalActionError(f"{self.game.roles[role]} has no legal move", [0])
                joint.append(moves[0])
                continue
            action = integer(chosen[role], f"an action of {self.game.roles[role]}")
            if not 0 <= action < self.game.action_counts[role]:
                raise IllegalActionError(f"{self.game.roles[role]} has {self.game.action_counts[role]} actions; "
                                         f"{shown(action)} is not one of them", [0])
            joint.append(self.game.action_move(role, action))
            if joint[-1] not in moves:
                raise IllegalActionError(f"{action}, {self.game.move_name(joint[-1])}, is no legal action of "
                                         f"{self.game.roles[role]}", [0])
        return joint

    def gains(self, goals: Sequence[int | None]) -> list[float]:
        """Returns the reward of each player, by the goals of all roles."""
        known = [float(max(0, goals[role] or 0)) for role in self.players]
        if not self._difference:
            return known
        others = len(known) - 1
        return [(goal - (sum(known) - goal) / others) / 100 for goal in known]


class Sight:
    """The percepts of each player in a game of GDL-II."""

    def __init__(self, rules: Rules) -> None:
        self._rules, roles = rules, len(rules.game.roles)
        self._recent = np.zeros((roles, rules.most_percepts), np.int8)
        self._ever = np.zeros((roles, rules.most_percepts), np.int8)
        self._made = np.zeros((roles, rules.most_actions), np.int8)

    def copy(self) -> Sight:
        other = Sight(self._rules)
        other._recent, other._ever, other._made = self._recent.copy(), self._ever.copy(), self._made.copy()
        return other

    def choose(self, role: int, action: int) -> None:
        """Call it when a player has chosen: later percepts are those since this choice."""
        self._recent[role] = 0
        self._made[role, action] = 1

    def perceive(self, state: bytes, joint: Sequence[int]) -> None:
        for role, terms in enumerate(self._rules.game.percepts(state, joint)):
            for term in terms if role in self._rules.players else ():
                number = self._rules.percept_number(role, term)
                self._recent[role, number] = self._ever[role, number] = 1

    def observation(self, role: int) -> NDArray[np.int8]:
        """Returns bits: percepts since the own last choice, all percepts in this game, and the
        actions that the player has made in it. Players with fewer percepts or actions than others
        have 0 at the end of each part."""
        return np.concatenate([self._recent[role], self._ever[role], self._made[role]])


def observation(rules: Rules, sight: Sight | None, state: bytes, role: int) -> NDArray[Any]:
    """Returns a player's observation, as int8: the state's fluents, or in GDL-II its percepts."""
    if sight is not None:
        return sight.observation(role)
    return np.asarray(rules.game.fluent_bits(state)).view(np.int8)
