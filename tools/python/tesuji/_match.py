"""Plays matches between players, and computes their scores, as `tesuji match` does."""
from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from ._check import integer, listed, seconds, shown
from ._game import Game
from ._load import load
from ._one_game import Match
from ._players import AnyPlayer, Player, player_of
from ._position import Position
from ._rules import Rules


MOST_ROUNDS = 1_000_000


class PlayerScore(NamedTuple):
    """The results of one player."""
    player: str
    games: int             # with a result
    wins: int
    draws: int
    losses: int
    score: float | None    # mean of rounds: a win is 1, a draw of two a half; None: no round had all results
    interval: tuple[float, float]  # of the score, at a confidence of 95 %
    mean_goal: float | None
    moves: int             # that it chose
    mean_seconds: float    # for a move
    worst_seconds: float


class MatchResult(NamedTuple):
    """The results of matches between players. `print` shows them as a table."""
    game: str
    players: list[PlayerScore]
    rounds: int
    matches: int
    without_result: int    # they were cut by max_steps, stuck, or a player had no goal
    within_opening: int    # they ended before a player chose a move

    def __str__(self) -> str:
        head = f"{self.game}: {self.matches} matches, {self.without_result} without a result"
        width = max(len(one.player) for one in self.players)
        lines = [f"{one.player:{width}}  {_score_text(one)}  won {one.wins} drawn {one.draws} lost {one.losses}  "
                 f"{1000 * one.mean_seconds:.1f} ms a move, {1000 * one.worst_seconds:.1f} ms at most" for one in self.players]
        if self.within_opening:
            lines.append(f"{self.within_opening} matches ended within the opening: opening=0 leaves it out")
        return "\n".join([head, *lines])


def _score_text(one: PlayerScore) -> str:
    return "no score" if one.score is None else f"score {one.score:.3f} ({one.interval[0]:.2f} to {one.interval[1]:.2f})"


def score_interval(scores: Sequence[float]) -> tuple[float, float]:
    """Returns the confidence interval of 95 % of the mean of numbers from 0 to 1: that of Agresti and
    Coull (1998), the normal one after four more numbers, two of them 1 and two 0, cut to 0 and 1."""
    count, centre = len(scores) + 4, (sum(scores) + 2) / (len(scores) + 4)
    variance = (sum(score * score for score in scores) + 2) / count - centre * centre
    half = 1.96 * math.sqrt(max(0.0, variance) / count)
    return max(0.0, centre - half), min(1.0, centre + half)


class _Sums:
    """Adds up the results of one player."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.games = self.wins = self.losses = self.goals = 0
        self.seconds: list[float] = []
        self.rounds: list[float] = []

    def add(self, score: float, goal: int) -> None:
        self.games += 1
        self.goals += goal
        self.wins += score == 1
        self.losses += score == 0

    def result(self) -> PlayerScore:
        return PlayerScore(self.name, self.games, self.wins, self.games - self.wins - self.losses, self.losses,
                           sum(self.rounds) / len(self.rounds) if self.rounds else None,
                           score_interval(self.rounds), self.goals / self.games if self.games else None,
                           len(self.seconds), sum(self.seconds) / max(1, len(self.seconds)), max(self.seconds, default=0.0))


def scores_of(goals: Sequence[int]) -> list[float]:
    """Returns the score of each role: the highest goal wins, roles that share it divide the win, and a
    role that is alone has its goal's fraction of 100."""
    if len(goals) == 1:
        return [goals[0] / 100]
    best = max(goals)
    return [1 / goals.count(best) if goal == best else 0.0 for goal in goals]


class _Arena:
    """Plays single matches."""

    def __init__(self, game: Game, move_seconds: float, opening: int, seed: int, max_steps: int) -> None:
        self.rules = Rules(game)
        self._seconds, self._opening, self._seed, self._max_steps = move_seconds, opening, seed, max_steps

    def play(self, seats: dict[int, tuple[Player, _Sums]], number: int, round_number: int) -> tuple[list[int] | None, bool]:
        """Plays a match with these players, by role. Returns the goals of the roles, None without a
        result, and whether it was over before a player chose a move."""
        game, rules = Match(self.rules, self._max_steps), self.rules
        game.begin(int(np.random.default_rng((self._seed, round_number)).integers(1 << 62)))
        drawn = {role: np.random.default_rng((self._seed, round_number, role)) for role in seats}
        left, chosen = dict.fromkeys(seats, self._opening), False
        while game.choosing:
            actions = {}
            for role in game.choosing:
                legal = rules.legal_actions(game.state, role)
                if len(legal) == 1:
                    actions[role] = legal[0]
                elif left[role] > 0:
                    left[role] -= 1
                    actions[role] = int(drawn[role].choice(legal))
                else:
                    chosen = True
                    actions[role] = self._ask(*seats[role], game, role, number)
            game.play(actions)
        goals = [game.rules.game.goal_values(game.state)[role] for role in rules.players] if game.terminated else [None]
        known = [goal for goal in goals if goal is not None]
        return known if len(known) == len(rules.players) else None, game.terminated and not chosen

    def _ask(self, player: Player, sums: _Sums, game: Match, role: int, number: int) -> int:
        position = Position(self.rules, game.state, role, history=tuple(game.history), sight=game.sight(),
                            seconds=self._seconds, match=number)
        joints = [joint for _, joint in game.history]
        begin = time.perf_counter()
        action = player.choose(position, joints)
        sums.seconds.append(time.perf_counter() - begin)
        return action


def match(game: Game | str | os.PathLike[str], players: Sequence[AnyPlayer], *, rounds: int = 20, move_seconds: float = 1.0, opening: int = 2,
          seed: int = 1, max_steps: int = 1000, progress: Callable[[MatchResult], object] | None = None) -> MatchResult:
    """Plays `rounds` rounds, in each of which every player has every role once, and returns the scores.

    `players`: one for each role but `random`. A player is a function that gets a Position, and returns
    the name of a legal move or the number of a legal action; or a name of `tesuji play --player`:
    "mcts", "mcts:simulations=1000", "alpha-beta", "minimax", "random", "strategy:FILE", .. It is asked
    where its role has more than one legal move.

    `opening`: the number of random moves of each role at the start, the same in all matches of a
    round. `move_seconds`: the time that named players take for a move, and Position.seconds.
    `max_steps`: joint moves after which a match is cut, without a result. `progress`: called after each
    round with the result so far.

    Raises PlayerError if a function raises an exception, or returns a move that is not legal."""
    played_game = game if isinstance(game, Game) else load(game)
    rounds, opening = integer(rounds, "rounds", 1, MOST_ROUNDS), integer(opening, "opening", 0)
    seed, max_steps = integer(seed, "seed", 0, (1 << 63) - 1), integer(max_steps, "max_steps", 0)
    time_each = seconds(move_seconds, "move_seconds")
    if time_each is None:
        raise TypeError("move_seconds is a number, not None")
    if progress is not None and not callable(progress):
        raise TypeError(f"progress is a function, or None, not {shown(progress)}")
    arena = _Arena(played_game, time_each, opening, seed, max_steps)
    given = listed(players, "players are a list of functions and names")
    roles = arena.rules.players
    if len(given) != len(roles):
        raise ValueError(f"{played_game.name} is for {len(roles)} player{'s' if len(roles) > 1 else ''}, and {len(given)} "
                         f"{'is' if len(given) == 1 else 'are'} given")
    made = [player_of(one, seed, number) for number, one in enumerate(given, 1)]
    sums = [_Sums(one.name) for one in made]
    matches = without = within = 0

    def result(played: int) -> MatchResult:
        return MatchResult(played_game.name, [one.result() for one in sums], played, matches, without, within)

    for round_number in range(rounds):
        points: list[list[float]] = [[] for _ in made]
        for turn in range(len(made)):
            places = [(place + turn) % len(made) for place in range(len(made))]
            matches += 1
            goals, early = arena.play({role: (made[who], sums[who]) for role, who in zip(roles, places)}, matches, round_number)
            within += early
            if goals is None:
                without += 1
                continue
            for who, score, goal in zip(places, scores_of(goals), goals):
                sums[who].add(score, goal)
                points[who].append(score)
        if all(len(one) == len(made) for one in points):
            for who, own in enumerate(points):
                sums[who].rounds.append(sum(own) / len(own))
        if progress is not None:
            progress(result(round_number + 1))
    return result(rounds)
