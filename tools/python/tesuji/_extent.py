"""Finds the longest play and the sums of goals of a game, by all of its reachable states."""
from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from ._game import Game

MOST_STATES, MOST_JOINT_MOVES = 10_000, 100_000


class Extent(NamedTuple):
    """What all plays of a game have in common."""
    longest: int | None     # joint moves of the longest play; None: a state can come again
    goal_sum: int | None    # of the players at the end; None: it varies, or somebody has no goal


def find_extent(game: Game, players: list[int]) -> Extent | None:
    """Returns None if the game has more states, or joint moves, than are explored. `players`: the
    numbers of roles whose goals count."""
    after: dict[bytes, set[bytes]] = {}
    waiting, seen, joint_moves = [game.initial], {game.initial}, 0
    sums: set[int | None] = set()
    for state in waiting:  # which grows
        legal = [] if game.terminal(state) else game.legal(state)
        if not legal or not all(legal):
            goals = [game.goal_values(state)[role] for role in players] if not legal else [None]
            known = [goal for goal in goals if goal is not None]
            sums.add(sum(known) if len(known) == len(players) else None)
            after[state] = set()
            continue
        following = after[state] = set()
        for joint in itertools.product(*legal):
            joint_moves += 1
            if joint_moves > MOST_JOINT_MOVES or len(seen) > MOST_STATES:
                return None
            following.add(game.step(state, joint, checked=False))
        new = following - seen
        seen |= new
        waiting += sorted(new)
    return Extent(_longest(game.initial, after), sums.pop() if len(sums) == 1 else None)


def _longest(initial: bytes, after: dict[bytes, set[bytes]]) -> int | None:
    """Returns the length of the longest path (Kahn's algorithm); None if there is a cycle."""
    coming = dict.fromkeys(after, 0)
    for following in after.values():
        for state in following:
            coming[state] += 1
    ready, length, done = [initial] if coming[initial] == 0 else [], {initial: 0}, 0
    while ready:
        state = ready.pop()
        done += 1
        for one in after[state]:
            length[one] = max(length.get(one, 0), length[state] + 1)
            coming[one] -= 1
            if coming[one] == 0:
                ready.append(one)
    return max(length.values()) if done == len(after) else None
