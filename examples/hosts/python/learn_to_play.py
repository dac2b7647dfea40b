#!/usr/bin/env python3
"""Learns to play a game of two roles who take turns, by playing against itself, in NumPy alone.

    learn_to_play.py [--seconds=S | --steps=N] [--seed=N] [--svg=FILE] [RULESHEET]

Q-learning (C. J. C. H. Watkins, P. Dayan: Q-learning. Machine Learning 8, 1992): a network of one hidden layer says of each
action in a state how the game will end for who makes it, from -1 to 1. What it should have said is the end, where the
game is over then, else the opposite of what it says of the best answer. 256 games are played side by side, and every step
of all of them is a step of the gradient, so that nothing needs to be kept. Games differ in how often a role makes a random
move instead of the best one. The network sees the state as if it were the first role's turn: names of roles are swapped in
fluents where it is the second's.

Printed, as learning goes on: the share of points (a draw is half of one) against random play, and against a player that
tries each move with random playouts; progress goes to standard error. Connect four takes a minute on one core. The same seed
and number of steps learn the same on the same machine.
"""
import argparse
import math
import os
import pathlib
import re
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
import numpy as np  # noqa: E402
import tesuji  # noqa: E402

SIDE_BY_SIDE, HIDDEN, RATE = 256, 128, 0.002
KEPT, DISCOUNT = 20, 0.98  # steps for which the network that judges answers is kept; later ends count less
EVALUATED, PLAYOUTS = 1000, 30  # games against random play; playouts that the other player makes for each move
EVALUATION_SECONDS = 5  # after which no more games against a player begin
MOST_STEPS = 1 << 40


class Network:
    """Of rows of bits a value for each action."""

    def __init__(self, inputs, actions, random):
        def weights(rows, columns, scale):
            return (random.standard_normal((rows, columns)) * scale / np.sqrt(rows)).astype(np.float32)

        self.parameters = [weights(inputs, HIDDEN, 1.5), np.zeros(HIDDEN, np.float32),
                           weights(HIDDEN, actions, 0.1), np.zeros(actions, np.float32)]
        self.means = [np.zeros_like(one) for one in self.parameters]
        self.squares = [np.zeros_like(one) for one in self.parameters]
        self.steps = 0

    def values(self, rows, parameters=None):
        """The hidden units, and the values of all actions; with the parameters of another time, those."""
        first, bias, second, last = parameters or self.parameters
        hidden = np.maximum(rows @ first + bias, 0)
        return hidden, hidden @ second + last

    def best(self, rows, mask):
        """The legal action with the highest value."""
        return np.where(mask, self.values(rows)[1], -np.inf).argmax(axis=1)

    def learn(self, rows, hidden, errors):
        """A step along the gradient of half the squared errors, which are 0 for actions that were not made."""
        out = (errors / len(rows)).astype(np.float32)
        back = (out @ self.parameters[2].T) * (hidden > 0)
        self.move([rows.T @ back, back.sum(axis=0), hidden.T @ out, out.sum(axis=0)])

    def move(self, gradients):
        """Adam (D. P. Kingma, J. Ba, 2015)."""
        self.steps += 1
        for own, mean, square, gradient in zip(self.parameters, self.means, self.squares, gradients):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            own -= RATE * (mean / (1 - 0.9**self.steps)) / (np.sqrt(square / (1 - 0.999**self.steps)) + 1e-8)


class Table:
    """Many games side by side, and what a network sees of them."""

    def __init__(self, game, count):
        self.env = game.vector_env(count)
        self.step, self.count = self.env.reset(), count
        columns = game.fluent_names
        names = {name: column for column, name in enumerate(columns) if name}
        first, second = game.roles
        swapped = [re.sub(rf"\b({re.escape(first)}|{re.escape(second)})\b",
                          lambda found: second if found[1] == first else first, name) for name in columns]
        self.swapped = np.array([names.get(name, column) for column, name in enumerate(swapped)])

    def seen(self, which=slice(None)):
        """Of the games `which`: rows of bits as the roles see them whose turn it is, legal actions, and these roles."""
        rows, players = self.step.observation[which], self.step.current_player[which].copy()
        rows = np.where((players == 1)[:, np.newaxis], rows[:, self.swapped], rows).astype(np.float32)
        return rows, self.step.legal_action_mask[which].copy(), players


class Progress:
    """Says on standard error how far something is: on a terminal in a line that changes, else every ten seconds."""

    def __init__(self):
        self.begin, self.last, self.shown, self.terminal = time.monotonic(), time.monotonic(), False, sys.stderr.isatty()

    def say(self, words):
        now = time.monotonic()
        if now - self.last < (0.2 if self.terminal else 10):
            return
        self.last, self.shown, words = now, True, f"{words}, {now - self.begin:.0f} s"
        print(f"\r\033[K{words}" if self.terminal else words, end="" if self.terminal else "\n", file=sys.stderr, flush=True)

    def clear(self):
        if self.shown and self.terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def learn(table, network, random, steps, until=math.inf, progress=None):
    """Plays and learns, at most until this time (time.monotonic); returns how many games have ended."""
    games, everyone, ended = table.count, np.arange(table.count), 0
    careless = everyone / games  # how often each game has a random move
    rows, mask, players = table.seen()
    for step in range(steps):
        if time.monotonic() >= until:
            break
        if progress is not None:
            progress.say(f"learning: step {step}, {ended} games")
        if step % KEPT == 0:
            kept = [one.copy() for one in network.parameters]
        hidden, values = network.values(rows)
        actions = np.where(random.random(games) < careless, table.env.sample(), np.where(mask, values, -np.inf).argmax(axis=1))
        table.step = table.env.step(actions)
        over, goals = table.step.terminated, table.step.rewards
        ends = (goals - goals[:, ::-1])[everyone, players] / 100
        after, answers, movers = table.seen()
        best = np.where(answers, network.values(after, kept)[1], -np.inf).max(axis=1).clip(-1, 1)
        right = np.where(over, ends, DISCOUNT * np.where(movers == players, best, -best))
        errors = np.zeros_like(values)
        errors[everyone, actions] = values[everyone, actions] - right
        network.learn(rows, hidden, errors)
        rows, mask, players, ended = after, answers, movers, ended + int(over.sum())
    return ended


def against(table, network, other, seed):
    """The network's share of points against another player, one game at each place, half of them as either role."""
    table.step = table.env.reset(seed=seed)
    role, going, points = np.arange(table.count) % 2, np.arange(table.count), np.zeros(table.count)
    while len(going):
        own = going[table.step.current_player[going] == role[going]]
        actions = other(table, np.setdiff1d(going, own))
        if len(own):
            actions[own] = network.best(*table.seen(own)[:2])
        table.step = table.env.step(actions)
        over = going[table.step.terminated[going]]
        points[over] = table.step.rewards[over, role[over]] / 100
        going = np.setdiff1d(going, over)
    return points.mean()


def share(table, network, other, seed, games, progress):
    """As `against`, over this many games, or as many as fit into EVALUATION_SECONDS: at least one table of them."""
    points, begin = [], time.monotonic()
    for first in range(0, games, table.count):
        points.append(against(table, network, other, seed + first))
        progress.say(f"evaluating: {first + table.count} of {games} games")
        if time.monotonic() - begin > EVALUATION_SECONDS:
            break
    return sum(points) / len(points)


def at_random(table, _):
    return table.env.sample().copy()


def with_playouts(game):
    """A player that makes the move after which random playouts go best: one call plays those of all games."""
    def choose(table, games):
        actions, states, tried, after = table.env.sample().copy(), table.env.states(), [], []
        for i in games:
            state, player = states[i].tobytes(), int(table.step.current_player[i])
            joint = [moves[0] for moves in game.legal(state)]
            for action in np.flatnonzero(table.step.legal_action_mask[i]):
                joint[player] = game.action_move(player, int(action))
                after.append(game.step(state, joint))
                tried.append((i, player, action))
        means = game.playouts(after, count=PLAYOUTS, seed=len(after)).mean_goals if after else []
        best = {}
        for (i, player, action), goals in zip(tried, means):
            if i not in best or goals[player] > best[i]:
                best[i], actions[i] = goals[player], action
        return actions
    return choose


def draw(path, points, title):
    """The curves as SVG: points are (games, share against random play, share against playouts)."""
    most = points[-1][0] or 1
    lines = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 380" font-family="sans-serif" font-size="12">',
             f'<rect width="640" height="380" fill="white"/><text x="320" y="20" text-anchor="middle">{title}</text>']
    for share in range(0, 101, 20):
        y = 330 - 2.8 * share
        lines.append(f'<path d="M60 {y:.1f}H600" stroke="#ddd"/><text x="52" y="{y + 4:.1f}" text-anchor="end">{share} %</text>')
    for column, (colour, name) in enumerate((("#1f77b4", "against random play"), ("#d62728", f"against {PLAYOUTS} playouts a move"))):
        path_points = " ".join(f"{60 + 540 * games / most:.1f},{330 - 280 * shares[column]:.1f}" for games, *shares in points)
        lines.append(f'<polyline fill="none" stroke="{colour}" stroke-width="2" points="{path_points}"/>'
                     f'<text x="590" y="{300 - 18 * column}" text-anchor="end" fill="{colour}">{name}</text>')
    for part in range(5):
        lines.append(f'<text x="{60 + 135 * part}" y="348" text-anchor="middle">{most * part // 4:,}</text>')
    lines.append('<text x="330" y="370" text-anchor="middle">games played</text></svg>')
    pathlib.Path(path).write_text("\n".join(lines) + "\n")


def learning(game, steps, seed=1, evaluations=10, seconds=None):
    """Learns, and yields (games that have ended, share of points against random play, against playouts, CPU seconds of
    learning, network) before, `evaluations` times on the way, and at the end. `seconds`: of learning, instead of `steps`."""
    table = Table(game, SIDE_BY_SIDE)
    if len(game.roles) != 2 or not table.env.turns or "random" in game.roles:
        sys.exit(f"{game.name} is not a game for two roles that take turns")
    random = np.random.default_rng(seed)
    network = Network(game.fluent_count, table.env.num_actions, random)
    many, few, search, progress = Table(game, EVALUATED), Table(game, EVALUATED // 100), with_playouts(game), Progress()
    table.step, games, spent = table.env.reset(seed=seed), 0, 0.0
    for part in range(evaluations + 1):
        shares = (share(many, network, at_random, 7, EVALUATED, progress),
                  share(few, network, search, 8, EVALUATED // 10, progress))
        progress.clear()
        yield games, *shares, spent, network
        if part < evaluations:
            begin, until = time.process_time(), math.inf if seconds is None else time.monotonic() + seconds / evaluations
            count = (part + 1) * steps // evaluations - part * steps // evaluations if seconds is None else MOST_STEPS
            games += learn(table, network, random, count, until, progress)
            spent += time.process_time() - begin


def main():
    parser = argparse.ArgumentParser(description="Learn a game of two roles who take turns, by self-play.")
    parser.add_argument("--steps", type=int, default=16_000, help="of 256 games, to learn from (default: 16000)")
    parser.add_argument("--seconds", type=float, help="of learning, instead of --steps; evaluations come on top")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluations", type=int, default=10, help="points of the curve after the first (default: 10)")
    parser.add_argument("--svg", help="file for the curve")
    parser.add_argument("rulesheet", nargs="?", default=pathlib.Path(__file__).parents[2] / "connect-four.kif")
    options = parser.parse_args()
    if options.evaluations < 1 or options.steps < 1 or options.seconds is not None and not options.seconds > 0:
        parser.error("--steps and --evaluations are at least 1, --seconds is more than 0")
    game, points = tesuji.load(options.rulesheet, native=True), []  # native: for the playouts
    print("   games  against random  against playouts  CPU seconds of learning", flush=True)
    for games, random_share, playouts_share, spent, _ in learning(game, options.steps, options.seed, options.evaluations, options.seconds):
        print(f"{games:8}  {random_share:14.1%}  {playouts_share:16.1%}  {spent:23.1f}", flush=True)
        points.append((games, random_share, playouts_share))
    if options.svg:
        draw(options.svg, points, f"{game.name}: points of a player that learns by playing against itself")


if __name__ == "__main__":
    main()
