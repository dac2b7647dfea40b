#!/usr/bin/env python3
"""Trains a small player in some seconds, and lets it play matches: from arrays to a player in one file.

    train_and_match.py [--seconds=S] [--rounds=N] [--against=PLAYER ..] [--serve=PORT] [RULESHEET]

The player is linear: a weight for each role, action and fluent. Their sum says how the game will end for the role that makes
the action, from -1 to 1. Q-learning by playing against itself, 256 games side by side: what it should have said is the end
or, while the game goes on, the opposite of what it says of the best answer. In a match it makes the legal action with the
highest sum. Any game of two roles who take turns will do.

--serve offers the player to game servers, such as `tesuji match RULESHEET --player http://127.0.0.1:PORT --player mcts`.
"""
import argparse
import pathlib
import sys
import time

import numpy as np
import tesuji

SIDE_BY_SIDE, RATE, DISCOUNT, CARELESS = 256, 0.1, 0.98, 0.2


class Linear:
    """A player: call it with a tesuji.Position, and it returns an action."""
    name = "linear"

    def __init__(self, game, actions):
        self.weights = np.zeros((len(game.roles), game.fluent_count, actions), np.float32)

    def values(self, observation, players):
        """A value of each action, for rows of fluents with these roles to move."""
        values = np.empty((len(observation), self.weights.shape[2]), np.float32)
        for role, weights in enumerate(self.weights):
            values[players == role] = observation[players == role] @ weights
        return values

    def learn(self, observation, players, actions, errors):
        """A step that makes the errors smaller: of each role and action, the mean over the games that made it."""
        for role, weights in enumerate(self.weights):
            rows = players == role
            change = np.zeros((rows.sum(), weights.shape[1]), np.float32)
            change[np.arange(len(change)), actions[rows]] = errors[rows] / np.maximum(1, observation[rows].sum(axis=1))
            weights -= RATE * (observation[rows].T @ change) / np.maximum(1, np.count_nonzero(change, axis=0))

    def __call__(self, position):
        seen = position.observation[np.newaxis].astype(np.float32)
        values = self.values(seen, np.array([position.number]))[0]
        return int(np.where(position.legal_action_mask, values, -np.inf).argmax())


def train(game, seconds, seed=1):
    """Returns a player, and the number of games from which it has learned."""
    env = game.vector_env(SIDE_BY_SIDE, rewards="difference", copy=True)
    if len(game.roles) != 2 or not env.turns or "random" in game.roles:
        sys.exit(f"{game.name} is not a game for two roles that take turns")
    player, random, rows, ended = Linear(game, env.num_actions), np.random.default_rng(seed), np.arange(SIDE_BY_SIDE), 0
    step, until = env.reset(seed=seed), time.monotonic() + seconds
    while time.monotonic() < until:
        seen, who = step.observation.astype(np.float32), step.current_player
        values = player.values(seen, who)
        best = np.where(step.legal_action_mask, values, -np.inf).argmax(axis=1)
        actions = np.where(random.random(SIDE_BY_SIDE) < CARELESS, env.sample(), best)
        step = env.step(actions)
        after = player.values(step.observation.astype(np.float32), step.current_player)
        answer = np.where(step.legal_action_mask, after, -np.inf).max(axis=1).clip(-1, 1)
        same = step.current_player == who
        right = np.where(step.terminated, step.rewards[rows, who], DISCOUNT * np.where(same, answer, -answer))
        player.learn(seen, who, actions, values[rows, actions] - right)
        ended += int(step.terminated.sum())
    return player, ended


def main():
    parser = argparse.ArgumentParser(description="Train a linear player by self-play, and let it play matches.")
    parser.add_argument("--seconds", type=float, default=20, help="of training (default: 20)")
    parser.add_argument("--rounds", type=int, default=50, help="of a match, two games each (default: 50)")
    parser.add_argument("--against", action="append", help="player, as of tesuji play (default: random, mcts:simulations=20)")
    parser.add_argument("--serve", type=int, metavar="PORT", help="offer the player to game servers afterwards")
    parser.add_argument("rulesheet", nargs="?", default=pathlib.Path(__file__).parents[2] / "connect-four.kif")
    options = parser.parse_args()
    game = tesuji.load(options.rulesheet)
    player, games = train(game, options.seconds)
    print(f"trained with {games:,} games", flush=True)
    for other in options.against or ["random", "mcts:simulations=20"]:
        print(tesuji.match(game, [player, other], rounds=options.rounds, opening=1), flush=True)
    if options.serve is not None:
        tesuji.serve(player, game=game, port=options.serve, name="linear")


if __name__ == "__main__":
    main()
