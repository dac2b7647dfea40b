"""Wraps games as environments of PettingZoo: all players, one choice after the other (AEC), or all
at once."""
from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from .._check import choice, flag, instance, integer, meant, shown
from .._errors import IllegalActionError, TesujiError
from .._one_game import Match
from ._optional import optional
from .._rules import Rules
from ._spaces import Dict, Discrete, bits

if TYPE_CHECKING:
    from .._game import Game

AECBase: Any = optional("pettingzoo", "AECEnv", object)
ParallelBase: Any = optional("pettingzoo", "ParallelEnv", object)


class _Table:
    """The common part of both kinds: agents are the game's roles except `random`, by their names.

    An agent's observation is a dictionary: `observation`, int8 (bits,), the fluents that hold or,
    in games of GDL-II, its percepts (tesuji._rules.Sight), and `action_mask`, int8
    (actions,)."""

    def __init__(self, game: Game, rewards: str, max_steps: int, render_mode: str | None) -> None:
        if render_mode is not None:
            choice(render_mode, "render_mode, if not None,", ("ansi",))
        self.game, self.render_mode = game, render_mode
        self._rules = Rules(game, rewards)
        self._match = Match(self._rules, max_steps)
        self._roles = {game.roles[role]: role for role in self._rules.players}
        self.metadata = {"render_modes": ["ansi"], "name": game.name, "is_parallelizable": False}
        self.possible_agents, self._begun = list(self._roles), False
        self.agents: list[str] = []
        size = self._rules.observation_size
        self.action_spaces = {agent: Discrete(game.action_counts[role]) for agent, role in self._roles.items()}
        self.observation_spaces = {agent: Dict({"observation": bits(size), "action_mask": bits(game.action_counts[role])})
                                   for agent, role in self._roles.items()}

    def observation_space(self, agent: str) -> Any:
        self._role_of(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        self._role_of(agent)
        return self.action_spaces[agent]

    def _role_of(self, agent: Any) -> int:
        """Returns its number. Raises ValueError if it is not an agent."""
        if isinstance(agent, str) and agent in self._roles:
            return self._roles[agent]
        raise (ValueError if isinstance(agent, str) else TypeError)(
            f"{shown(agent)} is not an agent of {self.game.name}; they are {', '.join(self.possible_agents)}"
            f"{meant(agent, self.possible_agents)}")

    def _need_reset(self, what: str) -> None:
        if not self._begun:
            raise TesujiError(f"reset comes before {what}")

    def __copy__(self) -> Any:
        """Returns an independent environment, which continues exactly as this one does."""
        return copy.deepcopy(self)

    @property
    def num_agents(self) -> int:
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> Any:
        return self

    def state(self) -> NDArray[np.int8]:
        """Returns the whole state, (fluents,), which no role of a game of GDL-II observes."""
        return np.asarray(self.game.fluent_bits(self._match.state)).view(np.int8)

    def render(self) -> str | None:
        """Returns the board as text with render_mode="ansi"; else None."""
        return self._match.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Does nothing."""

    def _seen(self, agent: str, choosing: bool) -> dict[str, NDArray[np.int8]]:
        role = self._role_of(agent)
        mask = self._match.mask(role)
        return {"observation": self._match.observation(role), "action_mask": mask if choosing else np.zeros_like(mask)}

    def __str__(self) -> str:
        return f"{type(self).__name__} of {self.game.name}"

    def __repr__(self) -> str:
        return f"<{self}>"


class PettingZooEnv(_Table, AECBase):  # type: ignore[misc]
    """A game as an AEC environment.

    `agent_selection` is the player that chooses. If several choose at the same time, each is
    selected in the order of the rules, observes the state before all these choices, and the move is
    made after the last of them. Chance moves by itself. `rewards`: "goals" (0 to 100) or
    "difference" (the own goal minus the others' mean, divided by 100), at the end. `max_steps`:
    joint moves after which the game is truncated; 0: never. The `action_mask` of an agent that is
    not selected is 0. An action that is not legal raises IllegalActionError, and the game is
    unchanged."""

    def __init__(self, game: Game, *, rewards: str = "goals", max_steps: int = 0, render_mode: str | None = None) -> None:
        super().__init__(game, rewards, max_steps, render_mode)
        self.agent_selection = ""
        self.rewards: dict[str, float] = {}
        self._cumulative_rewards: dict[str, float] = {}
        self.terminations: dict[str, bool] = {}
        self.truncations: dict[str, bool] = {}
        self.infos: dict[str, dict[str, Any]] = {}
        self._chosen: dict[int, int] = {}

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Restarts the game. The same seed draws the same moves of chance; without a seed, random
        numbers continue."""
        self._match.begin(seed)
        self._begun = True
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.infos = {agent: {} for agent in self.agents}
        self._chosen = {}
        self._select()

    def step(self, action: int | None) -> None:
        """Makes this action of the selected agent; None if it is terminated or truncated, which
        removes it."""
        agent = self._selected("step")
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError(f"{agent} is terminated or truncated: its action is None, not {shown(action)}")
            self._cumulative_rewards[agent] = 0.0
            self._take_out(agent)
            return
        role = self._roles[agent]
        if action is None:
            raise IllegalActionError(f"None is no legal action of {agent}: it is for agents that are terminated or "
                                     "truncated", [0])
        number = integer(action, f"an action of {agent}")
        if not 0 <= number < self.game.action_counts[role] or not self._match.mask(role)[number]:
            raise IllegalActionError(f"{shown(number)} is no legal action of {agent}", [0])
        self._cumulative_rewards[agent] = 0.0
        self._chosen[role] = number
        gains = [0.0] * len(self._rules.players)
        if all(role in self._chosen for role in self._match.choosing):
            gains = self._match.play(self._chosen)
            self._chosen = {}
        self.rewards = dict(zip(self.possible_agents, gains))
        for name, reward in self.rewards.items():
            self._cumulative_rewards[name] += reward
        self._select()

    def _select(self) -> None:
        match = self._match
        self.terminations = dict.fromkeys(self.agents, match.terminated)
        self.truncations = dict.fromkeys(self.agents, match.truncated)
        left = [role for role in match.choosing if role not in self._chosen]
        self.agent_selection = self.game.roles[left[0]] if left else self.agents[0]

    def _take_out(self, agent: str) -> None:
        self.agents.remove(agent)
        for values in (self.rewards, self._cumulative_rewards, self.terminations, self.truncations, self.infos):
            del values[agent]  # type: ignore[attr-defined]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.agent_selection = self.agents[0] if self.agents else agent

    def observe(self, agent: str) -> dict[str, NDArray[np.int8]]:
        """Returns an agent's observation: copies of arrays."""
        self._role_of(agent)
        self._need_reset("observe")
        return self._seen(agent, agent == self.agent_selection and bool(self._match.choosing))

    def last(self, observe: bool = True) -> tuple[dict[str, NDArray[np.int8]] | None, float, bool, bool, dict[str, Any]]:
        """Returns for the selected agent: its observation (None with observe=False), the sum of its
        rewards since its last action, whether it is terminated, truncated, and its info."""
        agent = self._selected("last")
        return (self.observe(agent) if flag(observe, "observe") else None, self._cumulative_rewards[agent], self.terminations[agent],
                self.truncations[agent], self.infos[agent])

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """Yields the selected agent, again and again, until all are removed."""
        self._need_reset("agent_iter")
        return self._agents_in_turn(integer(max_iter, "max_iter", 0))

    def _agents_in_turn(self, most: int) -> Iterator[str]:
        while most > 0 and self.agents:
            yield self.agent_selection
            most -= 1

    def _selected(self, what: str) -> str:
        """Returns the agent whose turn it is. Raises TesujiError if there is none."""
        self._need_reset(what)
        if not self.agents:
            raise TesujiError(f"{self.game.name} is over, and all agents are out: reset begins again")
        return self.agent_selection


class PettingZooParallelEnv(_Table, ParallelBase):  # type: ignore[misc]
    """A game as a parallel environment: `step` takes an action of each agent, which is its only one
    if it does not choose. Options are those of PettingZooEnv."""

    def __init__(self, game: Game, *, rewards: str = "goals", max_steps: int = 0, render_mode: str | None = None) -> None:
        super().__init__(game, rewards, max_steps, render_mode)

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None
              ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Restarts the game; returns each agent's observation and info."""
        self._match.begin(seed)
        self._begun, self.agents = True, list(self.possible_agents)
        return self._all_seen(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]
             ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """Makes a joint move; `actions` may omit agents that do not choose. Returns, for each agent
        that took part, its observation, its reward, whether it is terminated, truncated, and its
        info. Afterwards `agents` is empty if the game is over."""
        self._need_reset("step")
        if not self.agents:
            raise TesujiError(f"{self.game.name} is over: reset begins again")
        instance(actions, Mapping, "actions are a dictionary with an action of each agent")
        gains = self._match.play({self._role_of(agent): integer(action, f"an action of {agent}")
                                  for agent, action in actions.items()})
        agents, seen = self.agents, self._all_seen()
        if not self._match.choosing:
            self.agents = []
        return (seen, dict(zip(agents, gains)), dict.fromkeys(agents, self._match.terminated),
                dict.fromkeys(agents, self._match.truncated), {agent: {} for agent in agents})

    def _all_seen(self) -> dict[str, Any]:
        return {agent: self._seen(agent, bool(self._match.choosing)) for agent in self.agents}
