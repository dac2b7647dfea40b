#!/usr/bin/env python3
"""Plays matches between two players in twenty games of all kinds until it is clear which is stronger.

usage: bench_arena.py [--player=PLAYER] [--against=PLAYER] [--seconds=S] [--games=N] [--parallel=N] [--json=FILE] [GAME..]
PLAYER is one of
  a player of `tesuji match`, such as mcts:search=auto, alpha-beta:goal or http://HOST:PORT;
  uct or flat: plain UCT, and flat Monte Carlo;
  the path of a tesuji program, of another release, say: it plays as `PATH serve` does, on one thread, without the others' time.
GAME is a path, or the name of a sheet of the corpus. In each round both players play every role after the same random opening. A sequential
probability ratio test of rounds (Wald 1945; in the normal approximation) ends a game: the score is above or below one half by
`--difference` or not, with errors of 5 % each; few games leave it open. In games for three and more, a player fills half of the roles, and a
score of one half is even. In puzzles, the better goal of two tries wins. Programs that are served search for at least half of a second,
as the protocol's shortest clock is one second. Prints a line for each game as it comes, and the mean of all.
"""
import argparse
import concurrent.futures
import contextlib
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

from bench_sheets import sheet_path

TESUJI = os.environ.get("TESUJI", "build/tesuji")
TWENTY = [
    # two players in turns
    "breakthrough", "connectFour", "reversi", "hex", "checkers", "amazons_8x8", "pentago", "quarto", "ttcc4_2player", "knightThrough",
    "dotsAndBoxes", "chess", "sheepAndWolf",
    # several at once, or more than two
    "tron_10x10", "connectFourSimultaneous", "blocker", "3pConnectFour", "chineseCheckers4",
    # one player, and incomplete information
    "queens", "examples/kuhn-poker.kif"]
NAMED = {
    "uct": "mcts:bounds=no,history=no,lanes=no,symmetries=no,endgames=no",
    "flat": "mcts:flat=yes,bounds=no,history=no,lanes=no,symmetries=no,endgames=no",
}
# Bounds of the log likelihood ratio for errors of 5 %.
DECIDED = math.log(0.95 / 0.05)
# Rounds that end alike must not make the variance vanish.
LEAST_VARIANCE = 0.01
LEAST_ROUNDS = 4


class Player:
    """Names a player for `match`; a program is served once for each of its seats."""

    def __init__(self, spec, seconds, seats, stack):
        self.names = [NAMED.get(spec, spec)] * seats
        self.clock = math.ceil(seconds + 0.2)
        if ":" in spec or not pathlib.Path(spec).is_file():
            return
        self.names = []
        for _ in range(seats):
            serving = subprocess.Popen(
                [spec, "serve", "--port=0", "--threads=1", "--no-ponder", f"--margin={self.clock - seconds:.3f}", "--matches=64"],
                text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
            stack.callback(serving.wait)
            stack.callback(serving.terminate)
            self.names.append(serving.stdout.readline().strip())
            if not self.names[-1].startswith("http://"):
                raise RuntimeError(f"{spec} does not serve")


def tesuji(*command):
    done = subprocess.run([TESUJI, *command], text=True, capture_output=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip().splitlines()[0] if done.stderr.strip() else f"exit {done.returncode}")
    return json.loads(done.stdout)


def number_of_roles(path):
    played = tesuji("play", path, "--games=1", "--max-steps=1", "--json")
    return sum(role["role"] != "random" for role in played["roles"])


def ratio(scores, difference):
    """Returns the log likelihood ratio of a mean of 1/2 + difference to one of 1/2."""
    if len(scores) < LEAST_ROUNDS:
        return 0
    variance = max(statistics.variance(scores), LEAST_VARIANCE)
    return len(scores) * difference * (statistics.mean(scores) - 0.5 - difference / 2) / variance


def verdict(scores, difference):
    """Returns better, worse or even; None: not yet clear."""
    up, down = ratio(scores, difference), ratio([1 - score for score in scores], difference)
    if up > DECIDED:
        return "better"
    if down > DECIDED:
        return "worse"
    return "even" if up < -DECIDED and down < -DECIDED else None


class Arena:
    def __init__(self, options, path, roles, stack):
        """`stack` ends the players."""
        self.options, self.path, self.roles = options, path, roles
        own = max(1, roles // 2)
        self.player = Player(options.player, options.seconds, own, stack)
        self.rival = Player(options.against, options.seconds, max(1, roles - own), stack)

    def match(self, players, seed):
        clocks = [f"--http-start-seconds={self.options.start}", f"--http-play-seconds={self.player.clock}"]
        return tesuji("match", self.path, *(f"--player={name}" for name in players), "--rounds=1", f"--seed={seed}", f"--opening={self.options.opening if self.roles > 1 else 0}",
                      f"--move-seconds={self.options.seconds}", f"--max-steps={self.options.steps}", *clocks, "--json")

    def puzzle(self, seed):
        goals = [self.match(one.names, seed)["players"][0]["mean_goal"] or 0 for one in (self.player, self.rival)]
        return 0.5 if goals[0] == goals[1] else float(goals[0] > goals[1])

    def round(self, seed):
        """Returns the score of a round, one half of which is even; None: a match had no result."""
        if self.roles == 1:
            return self.puzzle(seed), 0
        # In turns, as far as there are enough of both.
        seats = self.player.names + self.rival.names
        own = len(self.player.names)
        players = [seats[place // 2 + (place % 2) * own] for place in range(2 * own)] + seats[2 * own:]
        result = self.match(players, seed)
        worst = max(player["worst_seconds"] or 0 for player in result["players"])
        scores = [player["score"] for player in result["players"]]
        if None in scores:
            return None, worst
        mine = sum(scores[0:2 * own:2])
        even = own / self.roles
        # Linear, so that equal players have a mean of one half; with three roles the least is 0.25.
        return 0.5 + (mine - even) / (2 * max(even, 1 - even)), worst

    def play(self):
        scores, without, worst, seed = [], 0, 0, self.options.seed
        rounds = max(1, self.options.games // self.roles) if self.roles > 1 else 2
        with concurrent.futures.ThreadPoolExecutor(self.options.parallel) as pool:
            while len(scores) + without < rounds and verdict(scores, self.options.difference) is None:
                count = min(self.options.parallel, rounds - len(scores) - without)
                for score, slowest in pool.map(self.round, range(seed, seed + count)):
                    worst = max(worst, slowest)
                    without += score is None
                    if score is not None:
                        scores.append(score)
                seed += count
        return scores, without, worst


def interval(scores):
    """Returns the confidence interval of 95 % of the mean of scores from 0 to 1: that of Agresti and Coull (1998), after four
    more rounds, two won and two lost, as `tesuji match` prints it."""
    count, centre = len(scores) + 4, (sum(scores) + 2) / (len(scores) + 4)
    half = 1.96 * math.sqrt(max(0, (sum(score * score for score in scores) + 2) / count - centre * centre) / count)
    return [max(0, centre - half), min(1, centre + half)]


def play_game(options, name):
    path = sheet_path(name)
    roles = number_of_roles(path)
    begin = time.monotonic()
    with contextlib.ExitStack() as stack:
        arena = Arena(options, path, roles, stack)
        scores, without, worst = arena.play()
    row = {"game": name, "roles": roles, "rounds": len(scores), "without_result": without, "worst_seconds": round(worst, 3),
           "seconds": round(time.monotonic() - begin)}
    if scores:
        row |= {"score": round(statistics.mean(scores), 3), "interval": interval(scores),
                "verdict": verdict(scores, options.difference) or "open"}
    return row


def text(row):
    if "score" not in row:
        return f"| {row['game']} | {row.get('failed', 'no round with a result')} |"
    low, high = row["interval"]
    return (f"| {row['game']} | {row['score']:.2f} ({low:.2f} to {high:.2f}) | {row['verdict']} | {row['rounds']} rounds, {row['without_result']} without result | "
            f"{row['worst_seconds']:.2f} s | {row['seconds']} s |")


def play_games(options):
    """Plays all games; returns whether one could not be played."""
    rows = []
    for name in options.game or TWENTY:
        try:
            rows.append(play_game(options, name))
        except (OSError, RuntimeError) as error:
            rows.append({"game": name, "failed": str(error)})
        print(text(rows[-1]), flush=True)
        if options.json:
            report = {"player": options.player, "against": options.against, "move_seconds": options.seconds, "games": rows}
            temporary = pathlib.Path(f"{options.json}.part")
            temporary.write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
            temporary.replace(options.json)
    known = [row["score"] for row in rows if "score" in row]
    if known:
        print(f"mean of {len(known)} games: {statistics.mean(known):.3f}; {sum(row.get('verdict') == 'better' for row in rows)} better, "
              f"{sum(row.get('verdict') == 'worse' for row in rows)} worse")
    return any("failed" in row for row in rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--player", default="mcts:threads=1")
    parser.add_argument("--against", default="uct")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each move")
    parser.add_argument("--start", type=int, default=10, help="start clock of players that are served, in seconds")
    parser.add_argument("--games", type=int, default=40, help="matches in each game, at most")
    parser.add_argument("--opening", type=int, default=2, help="random moves of each role before players choose")
    parser.add_argument("--steps", type=int, default=300, help="joint moves of a match, at most")
    parser.add_argument("--difference", type=float, default=0.1, help="of the score from one half, that is to be found")
    parser.add_argument("--parallel", type=int, default=1, help="rounds at a time")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", help="file for the results")
    parser.add_argument("--cache", help="folder of the object cache; default: an empty one")
    parser.add_argument("game", nargs="*")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as empty:
        os.environ["TESUJI_CACHE"] = options.cache or empty  # of all programs that are started
        sys.exit(play_games(options))


if __name__ == "__main__":
    main()
