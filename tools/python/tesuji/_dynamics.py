"""Determines whether players of a game ever choose at the same time.

A player chooses in a state where it has more than one legal move: with one it waits, whatever the
move's name. The role `random` is chance, not a player. The result is proved if the rules show whose
turn it is, or if all reachable states were explored; else it is what the states of random games
show."""
from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._game import Game

MOST_STATES = 5_000  # that are looked at before random games are played instead
MOST_JOINT_MOVES = 50_000
GAMES, MOST_MOVES = 100, 200  # of random play


class Dynamics(NamedTuple):
    simultaneous: bool         # some players choose at the same time
    proved: bool
    why: str                   # how it is known, in words
    waiting: list[frozenset[int]]  # by role: moves that it had only where it had no other one, and somebody else chose


class _Survey:
    """What the explored states have shown."""

    def __init__(self, game: Game, players: list[int]) -> None:
        self._game, self._players = game, players
        self._alone: list[set[int]] = [set() for _ in game.roles]
        self._among: list[set[int]] = [set() for _ in game.roles]
        self.together = ""  # who chose at the same time, the first time

    def look(self, state: bytes) -> list[list[int]]:
        """Records the legal moves of a state, none if it is over."""
        if self._game.terminal(state):
            return []
        legal = self._game.legal(state)
        if not all(legal):
            return []
        choosing = [role for role, moves in enumerate(legal) if len(moves) > 1]
        together = [self._game.roles[role] for role in choosing if role in self._players]
        if len(together) > 1 and not self.together:
            self.together = " and ".join(together)
        for role, moves in enumerate(legal):
            if role in choosing:
                self._among[role].update(moves)
            elif choosing:
                self._alone[role].add(moves[0])
        return legal

    def waiting(self) -> list[frozenset[int]]:
        return [frozenset(alone - among) for alone, among in zip(self._alone, self._among)]


def find_dynamics(game: Game, players: list[int], chance: int | None, turns: bool) -> Dynamics:
    """`players` and `chance`: numbers of roles; `turns`: whether the rules show whose turn it is."""
    if turns or len(players) == 1:
        why = "there is one player" if len(players) == 1 else "the rules tell whose turn it is"
        return Dynamics(False, True, why, [frozenset() for _ in game.roles])
    survey = _Survey(game, players)
    count, complete = _all_states(game, survey)
    if not complete:
        count += _random_games(game, survey)
    if survey.together:
        return Dynamics(True, True, f"{survey.together} choose at the same time in a reachable state", survey.waiting())
    why = (f"in each of the {count:,} reachable states at most one player has more than one move" if complete else
           f"in none of {count:,} states, those near the beginning and of {GAMES} random games, has more than one player "
           "more than one move; others were not looked at")
    return Dynamics(False, complete, why, survey.waiting())


def _all_states(game: Game, survey: _Survey) -> tuple[int, bool]:
    """Explores reachable states, those with fewer moves first. Returns their number, and whether
    they are all."""
    seen, waiting, joint_moves = {game.initial}, [game.initial], 0
    for state in waiting:  # which grows
        legal = survey.look(state)
        for joint in itertools.product(*legal) if legal else ():
            joint_moves += 1
            if joint_moves > MOST_JOINT_MOVES or len(seen) > MOST_STATES:
                return len(seen), False
            after = game.step(state, joint, checked=False)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return len(seen), True


def _random_games(game: Game, survey: _Survey) -> int:
    """Explores the states of random games, the same ones each time. Returns their number."""
    count = 0
    for number in range(GAMES):
        state, random = game.initial, game.random(1, number)
        for _ in range(MOST_MOVES):
            count += 1
            if not survey.look(state):
                break
            _, joint = game.draw(state, random)
            if joint is None:
                break
            state = game.step(state, joint, checked=False)
    return count
