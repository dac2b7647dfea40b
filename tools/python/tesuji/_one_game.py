"""Plays one game of players and chance, choice by choice."""
from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ._check import generator, integer
from ._errors import TesujiError
from ._rules import Rules, Sight, observation


class Match:
    """A game from its beginning: `state`, `length` (joint moves), `history` (each state with the joint
    move made in it), `terminated`, `truncated`, and `choosing`, the players that choose now (role
    numbers), none if the game is over. Chance makes
    its moves by itself, all legal ones equally likely. `max_steps`: joint moves after which the
    game is truncated; 0: never."""

    def __init__(self, rules: Rules, max_steps: int) -> None:
        self.rules, self._max_steps = rules, integer(max_steps, "max_steps", 0)
        self._random = np.random.default_rng()
        self.begin(None)

    def begin(self, seed: int | None) -> None:
        """Restarts the game. The same seed draws the same; without a seed, random numbers continue."""
        if seed is not None:
            self._random = generator(seed)
        self.state, self.length = self.rules.game.initial, 0
        self.history: list[tuple[bytes, list[int]]] = []
        self._sight = Sight(self.rules) if self.rules.game.has_percepts else None
        self._look()

    def _look(self) -> None:
        game = self.rules.game
        while True:
            self.terminated = game.terminal(self.state)
            self.truncated = not self.terminated and (
                self._max_steps != 0 and self.length >= self._max_steps or self.rules.stuck(self.state))
            movers = [] if self.terminated or self.truncated else self.rules.movers(self.state)
            self.choosing = [role for role in movers if role != self.rules.chance]
            if self.choosing or not movers:
                return
            self._advance({})  # chance alone

    def play(self, actions: Mapping[int, int]) -> list[float]:
        """Makes a joint move in which each player that chooses makes its action; others may be
        given their only one. Returns the players' rewards, which are 0 until the game terminates.
        Raises IllegalActionError."""
        if not self.choosing:
            raise TesujiError(f"{self.rules.game.name} is over")
        missing = [self.rules.game.roles[role] for role in self.choosing if role not in actions]
        if missing:
            raise ValueError(f"{' and '.join(missing)} choose, and no action of theirs was given")
        self._advance(actions)
        self._look()
        return (self.rules.gains(self.rules.game.goal_values(self.state)) if self.terminated else
                [0.0] * len(self.rules.players))

    def _advance(self, actions: Mapping[int, int]) -> None:
        chosen, chance = dict(actions), self.rules.chance
        if chance is not None and chance not in chosen:
            chosen[chance] = int(self._random.choice(self.rules.legal_actions(self.state, chance)))
        joint = self.rules.joint_move(self.state, chosen)
        if self._sight is not None:
            for role, action in actions.items():
                self._sight.choose(role, action)
            self._sight.perceive(self.state, joint)
        self.history.append((self.state, joint))
        self.state, self.length = self.rules.game.step(self.state, joint, checked=False), self.length + 1

    def mask(self, role: int) -> NDArray[np.int8]:
        """Returns (actions,) of 0 and 1: which actions of the role are legal; none if the game is
        over."""
        mask = np.zeros(self.rules.game.action_counts[role], np.int8)
        if self.choosing:
            mask[self.rules.legal_actions(self.state, role)] = 1
        return mask

    def sight(self) -> Sight | None:
        """Returns what players have perceived so far; None but in GDL-II. It does not change."""
        return None if self._sight is None else self._sight.copy()

    def observation(self, role: int) -> NDArray[Any]:
        return observation(self.rules, self._sight, self.state, role)

    def text(self) -> str:
        """Returns the board, as `print(play)` shows it, and the fluents that are not on it."""
        text: str = self.rules.game.boards(self.state)["text"]
        return text.rstrip("\n")
