"""Games with the methods of OpenSpiel's `pyspiel.Game`."""
from __future__ import annotations

import enum
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .._check import instance, integer, shown
from ._openspiel_state import CHANCE, OpenSpielState
from ._optional import optional
from .._rules import Rules

if TYPE_CHECKING:
    from .._game import Game

_PY_TYPE: Any = optional("pyspiel", "GameType", None)


def _kind(name: str, members: str) -> Any:
    """Returns an enumeration of pyspiel.GameType, or one with the same members."""
    return getattr(_PY_TYPE, name, None) or enum.Enum(name, members)


Dynamics = _kind("Dynamics", "SEQUENTIAL SIMULTANEOUS")
ChanceMode = _kind("ChanceMode", "DETERMINISTIC EXPLICIT_STOCHASTIC")
Information = _kind("Information", "PERFECT_INFORMATION IMPERFECT_INFORMATION")
Utility = _kind("Utility", "ZERO_SUM CONSTANT_SUM GENERAL_SUM")
RewardModel = _kind("RewardModel", "TERMINAL")


class GameType(NamedTuple):
    """Describes the kind of game, as pyspiel.GameType."""
    short_name: str
    long_name: str
    dynamics: Any
    chance_mode: Any
    information: Any
    utility: Any
    reward_model: Any
    max_num_players: int
    min_num_players: int
    provides_information_state_string: bool = True
    provides_information_state_tensor: bool = False
    provides_observation_string: bool = True
    provides_observation_tensor: bool = True
    provides_factored_observation_string: bool = False


class OpenSpielGame:
    """A game with OpenSpiel's methods. Players are numbers from 0, in the order of the rules,
    without the role `random`, which is chance (-1); each role numbers its own actions. Chance's
    legal moves are all equally likely.

    `rewards`: "goals" (0 to 100) or "difference" (the own goal minus the others' mean, divided by 100), which makes games
    of two players zero-sum. `max_game_length`: joint moves after which a game is over, with returns of 0.

    If players move at the same time, the node is simultaneous, and `apply_actions` takes an action
    of each; those who do not choose have one legal action there. If chance moves at the same time
    as players, its node comes after theirs. A player observes the fluents that hold, or in games of
    GDL-II its percepts."""

    def __init__(self, game: Game, *, rewards: str = "goals", max_game_length: int = 1000) -> None:
        max_game_length = integer(max_game_length, "max_game_length", 1)
        self.game, self.rules = game, Rules(game, rewards)
        self._length, self._rewards, self._difference = max_game_length, rewards, rewards == "difference"

    def new_initial_state(self) -> OpenSpielState:
        """Returns the initial state, which may be a chance node."""
        return OpenSpielState(self)

    def num_players(self) -> int:
        return len(self.rules.players)

    def num_distinct_actions(self) -> int:
        """Returns the upper bound of any player's actions."""
        return self.rules.most_actions

    def max_chance_outcomes(self) -> int:
        return 0 if self.rules.chance is None else self.game.action_counts[self.rules.chance]

    def policy_tensor_shape(self) -> list[int]:
        return [self.num_distinct_actions()]

    def max_game_length(self) -> int:
        """Returns the joint moves of the longest play in games with at most 10,000 states, if it is
        shorter than the option max_game_length; else that."""
        extent = self.rules.extent
        return self._length if extent is None or extent.longest is None else min(self._length, extent.longest)

    def min_utility(self) -> float:
        return -1.0 if self._difference else 0.0

    def max_utility(self) -> float:
        return 1.0 if self._difference else 100.0

    def utility_sum(self) -> float | None:
        """Returns the sum of all returns. None if it varies, or if it is not known: the goals of games
        with more than 10,000 states."""
        extent = self.rules.extent if not self._difference else None
        if extent is None or extent.longest is None or extent.longest > self._length:
            return 0.0 if self._difference else None
        return None if extent.goal_sum is None else float(extent.goal_sum)

    def observation_tensor_shape(self) -> list[int]:
        return [self.rules.observation_size]

    def observation_tensor_size(self) -> int:
        return self.rules.observation_size

    def action_to_string(self, player: int, action: int) -> str:
        """Returns the name of an action of a player, or of chance (-1)."""
        number = integer(player, "player")
        if number != CHANCE and not 0 <= number < self.num_players():
            raise ValueError(f"{shown(number)} is no player; there are {self.num_players()}")
        role = self.rules.chance if number == CHANCE else self.rules.players[number]
        if role is None:
            raise ValueError(f"{self.game.name} has no chance")
        return self.game.move_name(self.game.action_move(role, action))

    def get_type(self) -> GameType:
        rules = self.rules
        sequential = not rules.dynamics.simultaneous
        return GameType(
            self.game.name, self.game.name, Dynamics.SEQUENTIAL if sequential else Dynamics.SIMULTANEOUS,
            ChanceMode.DETERMINISTIC if rules.chance is None else ChanceMode.EXPLICIT_STOCHASTIC,
            Information.IMPERFECT_INFORMATION if self.game.has_percepts else Information.PERFECT_INFORMATION,
            self._utility(), RewardModel.TERMINAL,
            self.num_players(), self.num_players())

    def _utility(self) -> Any:
        total = self.utility_sum()
        return Utility.GENERAL_SUM if total is None else Utility.ZERO_SUM if total == 0 else Utility.CONSTANT_SUM

    def why_dynamics(self) -> str:
        """Returns how the dynamics of `get_type` are known: proved from the rules or from all
        states, or observed in some of them."""
        return self.rules.dynamics.why

    def get_parameters(self) -> dict[str, Any]:
        return {"rewards": self._rewards, "max_game_length": self._length}

    def deserialize_state(self, text: str) -> OpenSpielState:
        """Returns the state from which State.serialize made this text."""
        instance(text, str, "text is what State.serialize has made")
        try:
            actions = [int(line) for line in text.split()]
        except ValueError:
            raise ValueError(f"text has the numbers of actions, as State.serialize makes it, not {shown(text)}") from None
        state, at = self.new_initial_state(), 0
        while at < len(actions):
            if state.is_simultaneous_node():
                count = self.num_players()
                state.apply_actions(actions[at:at + count])
            else:
                count = 1
                state.apply_action(actions[at])
            at += count
        return state

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> OpenSpielObserver:
        """Returns what open_spiel.python.observation requires of games in Python."""
        if params is not None and not (isinstance(params, dict) and not params):
            raise ValueError(f"observers take no parameters, not {shown(params)}")
        return OpenSpielObserver(self)

    def __copy__(self) -> OpenSpielGame:
        return self  # which does not change

    def __deepcopy__(self, memo: object) -> OpenSpielGame:
        return self

    def __eq__(self, other: object) -> bool:
        """Whether actions and states of one are those of the other."""
        return (isinstance(other, OpenSpielGame) and self.game == other.game
                and self.get_parameters() == other.get_parameters())

    def __hash__(self) -> int:
        return hash((self.game, self._length, self._rewards))

    def __str__(self) -> str:
        return f"{self.game.name}()"

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self.game.name}>"


class OpenSpielObserver:
    """A player's observation, in `tensor` (bits,) float32 and `dict["observation"]`, the same
    array."""

    def __init__(self, game: OpenSpielGame) -> None:
        instance(game, OpenSpielGame, "observers are of an OpenSpielGame")
        self.tensor: NDArray[np.float32] = np.zeros(game.observation_tensor_size(), np.float32)
        self.dict = {"observation": self.tensor}
        self._of = repr(game)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} of {self._of}>"

    def set_from(self, state: OpenSpielState, player: int) -> None:
        instance(state, OpenSpielState, "an observer looks at an OpenSpielState")
        self.tensor[:] = state.observation_tensor(player)

    def string_from(self, state: OpenSpielState, player: int) -> str:
        instance(state, OpenSpielState, "an observer looks at an OpenSpielState")
        return state.observation_string(player)
