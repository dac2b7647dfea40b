"""States with the methods of OpenSpiel's `pyspiel.State`."""
from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from .._errors import IllegalActionError, TesujiError
from .._check import instance, integer, listed, meant, shown
from .._rules import Rules, Sight, observation

if TYPE_CHECKING:
    from .openspiel import OpenSpielGame

CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4


class PlayerAction(NamedTuple):
    player: int
    action: int


class _Move(NamedTuple):
    """A joint move: the name of each role's move, who chose, and each role's percepts (GDL-II)."""
    names: tuple[str, ...]
    chosen: frozenset[int]
    percepts: tuple[tuple[str, ...], ...]


class OpenSpielState:
    """A state of an OpenSpielGame, created by its new_initial_state. Methods that take a player use
    the current one by default. Illegal actions raise IllegalActionError."""

    def __init__(self, game: OpenSpielGame) -> None:
        if not isinstance(getattr(game, "rules", None), Rules):
            raise TypeError(f"OpenSpielGame.new_initial_state makes states, not {shown(game)}")
        self._game, self._rules = game, game.rules
        self._state = self._rules.game.initial
        self._sight = Sight(self._rules) if self._rules.game.has_percepts else None
        self._pending: dict[int, int] = {}  # what players have chosen where chance moves at the same time
        self._moves: tuple[_Move, ...] = ()
        self._history: tuple[PlayerAction, ...] = ()
        self._before: OpenSpielState | None = None
        self._look()

    def _look(self) -> None:
        rules = self._rules
        self._over = rules.game.terminal(self._state)
        self._ended = self._over or len(self._moves) >= self._game.max_game_length() or rules.stuck(self._state)
        movers = [] if self._ended else rules.movers(self._state)
        self._chance = rules.chance in movers
        self._choosing = [] if self._pending else [role for role in movers if role != rules.chance]

    def current_player(self) -> int:
        """Returns a player, or -1 (chance), -2 (several at the same time), -4 (the game is over)."""
        if self._ended:
            return TERMINAL
        if not self._choosing:
            return CHANCE
        return self._rules.players.index(self._choosing[0]) if len(self._choosing) == 1 else SIMULTANEOUS

    def is_terminal(self) -> bool:
        return self._ended

    def is_chance_node(self) -> bool:
        return self.current_player() == CHANCE

    def is_simultaneous_node(self) -> bool:
        return self.current_player() == SIMULTANEOUS

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_mean_field_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self._history

    def move_number(self) -> int:
        """Returns how many joint moves were made."""
        return len(self._moves)

    def num_players(self) -> int:
        return self._game.num_players()

    def num_distinct_actions(self) -> int:
        return self._game.num_distinct_actions()

    def get_game(self) -> OpenSpielGame:
        return self._game

    def _player(self, player: int | None) -> int:
        player = self.current_player() if player is None else integer(player, "player")
        if player == SIMULTANEOUS:
            raise ValueError("several players move at the same time: say which one is meant")
        if not (player in (CHANCE, TERMINAL) or 0 <= player < self.num_players()):
            raise ValueError(f"{shown(player)} is no player; there are {self.num_players()}")
        return player

    def _whose(self, player: int) -> int:
        """Returns the player; rejects chance and the end."""
        if not 0 <= integer(player, "player") < self.num_players():
            raise ValueError(f"{shown(player)} is no player; there are {self.num_players()}")
        return player

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Returns the legal actions, ascending; none if it is not the player's turn. At chance
        nodes -1 is the player."""
        player = self._player(player)
        if self._ended or (player == CHANCE) != self.is_chance_node():
            return []
        if player == CHANCE:
            assert self._rules.chance is not None
            return self._rules.legal_actions(self._state, self._rules.chance)
        if player in (self.current_player(), TERMINAL) or self.is_simultaneous_node():
            return self._rules.legal_actions(self._state, self._rules.players[player])
        return []

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        """Returns for each action 1 if it is legal, else 0."""
        player = self._player(player)
        size = self._game.max_chance_outcomes() if player == CHANCE else self.num_distinct_actions()
        legal = set(self.legal_actions(player))
        return [int(action in legal) for action in range(size)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Returns the actions of chance, each with its probability."""
        if not self.is_chance_node():
            raise ValueError("this is no chance node")
        legal = self.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]

    def legal_chance_outcomes(self) -> list[int]:
        return [action for action, _ in self.chance_outcomes()]

    def apply_action(self, action: int) -> None:
        """Makes this action of the current player, or of chance."""
        player, action = self._player(None), integer(action, "an action")
        if player == TERMINAL:
            raise IllegalActionError("the game is over: there are no legal actions", [0])
        if action not in self.legal_actions():
            raise IllegalActionError(f"{shown(action)} is no legal action of "
                                     f"{'chance' if player == CHANCE else player}", [0])
        self._remember([PlayerAction(player, action)])
        if player == CHANCE:
            assert self._rules.chance is not None
            self._advance({**self._pending, self._rules.chance: action})
        else:
            self._choose({self._rules.players[player]: action})

    def apply_actions(self, actions: Sequence[int]) -> None:
        """Makes the actions of all players, at a simultaneous node."""
        if not self.is_simultaneous_node():
            raise ValueError("this is no simultaneous node: apply_action takes the action of the current player")
        given = listed(actions, "actions are a list with a number for each player")
        if len(given) != self.num_players():
            raise ValueError(f"there are {self.num_players()} players, not {len(given)}")
        actions = [integer(action, f"the action of player {player}") for player, action in enumerate(given)]
        for player, action in enumerate(actions):
            if action not in self.legal_actions(player):
                raise IllegalActionError(f"{shown(action)} is no legal action of {player}", [0])
        self._remember([PlayerAction(player, action) for player, action in enumerate(actions)])
        self._choose(dict(zip(self._rules.players, actions)))

    def _remember(self, actions: list[PlayerAction]) -> None:
        self._before, self._history = self.clone(), (*self._history, *actions)

    def _choose(self, chosen: dict[int, int]) -> None:
        if self._chance:
            self._pending = chosen
            self._look()
        else:
            self._advance(chosen)

    def _advance(self, chosen: dict[int, int]) -> None:
        game = self._rules.game
        joint = self._rules.joint_move(self._state, chosen)
        percepts: tuple[tuple[str, ...], ...] = ()
        if self._sight is not None:
            self._sight = self._sight.copy()
            for role in set(chosen) & set(self._rules.players):
                self._sight.choose(role, chosen[role])
            self._sight.perceive(self._state, joint)
            percepts = tuple(map(tuple, game.percepts(self._state, joint)))
        self._moves += (_Move(tuple(map(game.move_name, joint)), frozenset(chosen), percepts),)
        self._state, self._pending = game.step(self._state, joint, checked=False), {}
        self._look()

    def undo_action(self, player: int, action: int) -> None:
        """Takes back the last action, which must be this one of this player; at simultaneous nodes
        those of all players."""
        player, action = integer(player, "player"), integer(action, "an action")
        if self._before is None:
            raise ValueError(f"{shown(action)} of {shown(player)} was not the last action: there was none")
        if self._history[-1] != (player, action):
            raise ValueError(f"{shown(action)} of {shown(player)} was not the last action, but {self._history[-1].action} "
                             f"of {self._history[-1].player}")
        self.__dict__.update(self._before.__dict__)

    def __copy__(self) -> OpenSpielState:
        return self.clone()

    def __deepcopy__(self, memo: object) -> OpenSpielState:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickles a state as its game and its actions."""
        return type(self._game).deserialize_state, (self._game, self.serialize())

    def clone(self) -> OpenSpielState:
        """Returns an independent copy."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)  # of which nothing is changed in place
        return other

    def child(self, action: int) -> OpenSpielState:
        """Returns the state after an action; this one is unchanged."""
        state = self.clone()
        state.apply_action(action)
        return state

    def history(self) -> list[int]:
        """Returns all actions since the beginning, of players and chance."""
        return [action for _, action in self._history]

    def full_history(self) -> list[PlayerAction]:
        """Returns all actions, each with its player."""
        return list(self._history)

    def history_str(self) -> str:
        return ", ".join(map(str, self.history()))

    def serialize(self) -> str:
        """Returns a text from which OpenSpielGame.deserialize_state restores this state."""
        return "\n".join(map(str, self.history())) + "\n"

    def returns(self) -> list[float]:
        """Returns the reward of each player since the beginning: 0 until the game terminates."""
        return self._rules.gains(self._rules.game.goal_values(self._state)) if self._over else [0.0] * self.num_players()

    def rewards(self) -> list[float]:
        """Returns the reward of each player for the last action: games of GDL give rewards only at
        their end."""
        return self.returns()

    def player_return(self, player: int) -> float:
        return self.returns()[self._whose(player)]

    def player_reward(self, player: int) -> float:
        return self.rewards()[self._whose(player)]

    def action_to_string(self, player_or_action: int, action: int | None = None) -> str:
        """Returns the name of an action: action_to_string(action) of the current player, or
        action_to_string(player, action)."""
        if action is None:
            return self._game.action_to_string(self._player(None), integer(player_or_action, "an action"))
        return self._game.action_to_string(player_or_action, action)

    def string_to_action(self, name: str, player: int | None = None) -> int:
        """Returns the legal action with this name."""
        player = self._player(player)
        instance(name, str, "an action's name is a text")
        for action in self.legal_actions(player):
            if self._game.action_to_string(player, action) == name:
                return action
        raise ValueError(f"{shown(name)} is no legal action of {player}"
                         f"{meant(name, [self._game.action_to_string(player, one) for one in self.legal_actions(player)])}")

    def _role(self, player: int | None) -> int:
        player = self._player(player)
        if player < 0:
            raise ValueError("there is no current player: say which one is meant")
        return self._rules.players[player]

    def observation_tensor(self, player: int | None = None) -> list[float]:
        """Returns bits: the fluents that hold, or in games of GDL-II those of
        tesuji._rules.Sight."""
        seen = observation(self._rules, self._sight, self._state, self._role(player))
        return [float(bit) for bit in seen]

    def observation_string(self, player: int | None = None) -> str:
        """Returns the fluents that hold; in games of GDL-II the player's percepts since its last
        choice."""
        role = self._role(player)
        if self._sight is None:
            return " ".join(self._rules.game.fluents(self._state))
        terms: list[str] = []
        for move in reversed(self._moves):
            terms = [*move.percepts[role], *terms]
            if role in move.chosen:
                break
        return " ".join(terms)

    def information_state_string(self, player: int | None = None) -> str:
        """Returns all that a player knows: every joint move; in games of GDL-II its own moves and
        its percepts of each."""
        role = self._role(player)
        if self._sight is None:
            return "; ".join(" ".join(move.names) for move in self._moves)
        return "; ".join(f"{move.names[role]}: {' '.join(move.percepts[role])}" for move in self._moves)

    def __str__(self) -> str:
        """Returns the board, as `print(play)` shows it, and the fluents that are not on it."""
        text: str = self._rules.game.boards(self._state)["text"]
        return text.rstrip("\n")

    def __repr__(self) -> str:
        try:
            return f"<{type(self).__name__} of {self._rules.game.name}: {' '.join(self._rules.game.fluents(self._state))}>"
        except TesujiError as error:  # a text of it there is always
            return f"<{type(self).__name__} of {self._rules.game.name}: {error}>"
