#!/usr/bin/env python3
"""Tests of players in Python: matches, the server for game servers, and the example that trains a player.

usage: python_players_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH; TESUJI names the command
"""
import http.client
import os
import pathlib
import pickle
import re
import subprocess
import sys
import threading
import unittest
import unittest.mock

import numpy as np
import tesuji
from tesuji import _ggp
from tesuji._match import score_interval, scores_of

EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
needs_command = unittest.skipUnless(os.environ.get("TESUJI"), "TESUJI names no compiler")


def load(name, **options):
    return tesuji.load(EXAMPLES / f"{name}.kif", **options)


def first(position):
    """The legal action with the lowest number."""
    return position.actions[0]


def greedy(position):
    """Wins at once where it can."""
    for name in position.legal:
        play = position.play.play({position.role: name})
        if play.terminal and play.goals[position.role] == 100:
            return name
    return position.legal[0]


class Matches(unittest.TestCase):
    def test_every_player_has_every_role(self):
        roles, game = [], load("noughts-and-crosses")

        def seen(position):
            roles.append((position.match, position.role))
            return first(position)

        result = tesuji.match(game, [seen, first], rounds=3, opening=1)
        self.assertEqual([dict(roles)[match] for match in range(1, 7)], ["o", "x"] * 3)
        self.assertEqual((result.matches, result.rounds, result.without_result, len(result.players)), (6, 3, 0, 2))
        self.assertEqual(sum(one.wins for one in result.players), sum(one.losses for one in result.players))
        self.assertAlmostEqual(sum(one.score for one in result.players), 1)
        self.assertEqual([one.player for one in result.players], ["player 1 (seen)", "player 2 (first)"])
        self.assertEqual(result.players[0].moves, len(roles))
        # The same player in both places from the same openings: a half of each round.
        self.assertEqual(tesuji.match(game, [first, first], rounds=4).players[0].score, 0.5)

    def test_what_a_position_shows(self):
        game, positions = load("connect-four"), []
        env = game.vector_env(1)

        def looks(position):
            positions.append(position)
            return np.int32(position.actions[-1])

        tesuji.match(game, [looks, first], rounds=1, opening=3, seed=4, move_seconds=0.25)
        for position in positions:
            step = env.set_states(np.frombuffer(position.state, np.uint64)[np.newaxis])
            self.assertEqual(position.observation.tolist(), step.observation[0].tolist())
            self.assertEqual(position.legal_action_mask.tolist(), step.legal_action_mask[0].tolist())
            self.assertEqual(position.number, step.current_player[0])
            self.assertEqual(position.legal, [env.action_name(0, action) for action in position.actions])
            self.assertEqual((position.seconds, position.role, str(position)), (0.25, position.play.turn, str(position.play)))
            self.assertIsNotNone(position.play.before)
        self.assertGreaterEqual(positions[0].length, 6)
        position.play.play(0)
        self.assertEqual(position.play.state, position.state)  # each is a copy

    def test_moves_by_name_and_number(self):
        game = load("connect-four")
        by_name = tesuji.match(game, [lambda position: position.legal[0], "random"], rounds=2)
        by_words = tesuji.match(game, [lambda position: position.legal[0].strip("()").upper(), "random"], rounds=2)
        by_number = tesuji.match(game, [first, "random"], rounds=2)
        for other in (by_words, by_number):
            self.assertEqual([one[1:7] for one in by_name.players], [one[1:7] for one in other.players])

    def test_the_same_seed_is_the_same_match(self):
        game = load("hexapawn3")
        results = [[one[1:7] for one in tesuji.match(game, ["mcts:simulations=50", "random"], rounds=6, seed=seed, opening=0).players]
                   for seed in (1, 1, 2)]
        self.assertEqual(results[0], results[1])
        self.assertGreater(results[0][0][4], 0.55)  # the score of the search

    def test_named_players(self):
        game = load("hexapawn3")
        strategy = EXAMPLES / "strategies/hexapawn3.pl"
        for name in ("minimax", f"strategy:{strategy}", "alpha-beta", "greedy", "mcts:simulations=300"):
            score = tesuji.match(game, [name, "random"], rounds=8, opening=0, move_seconds=0.05).players[0]
            self.assertGreater(score.score, 0.55, name)
            self.assertEqual((score.player, score.games), (name, 16))
        for wrong, words in (("mtcs", "did you mean `mcts`"), ("human", "tesuji play"), ("http://127.0.0.1:9", "tesuji match"),
                             ("mcts:zed=1", "unknown setting `zed=1`"), ("", "empty")):
            with self.assertRaisesRegex(ValueError, words):
                tesuji.match(game, [wrong, "random"], rounds=1)
        with self.assertRaisesRegex(tesuji.TesujiError, "no.such"):
            tesuji.match(game, ["strategy:no.such.pl", "random"], rounds=1)
        with self.assertRaisesRegex(tesuji.TesujiError, "games of two roles"):
            tesuji.match(load("goofspiel"), ["minimax", "random", "random"], rounds=1)

    def test_a_perfect_player_does_not_lose(self):
        result = tesuji.match(load("noughts-and-crosses"), ["minimax", "mcts:simulations=200"], rounds=3, opening=0)
        self.assertEqual(result.players[0].losses, 0)

    def test_three_players_puzzles_and_hidden_information(self):
        three = tesuji.match(load("goofspiel"), [first, "random", "mcts:simulations=30"], rounds=2)
        self.assertEqual((three.matches, len(three.players)), (6, 3))
        puzzle = tesuji.match(load("hanoi"), [first], rounds=2, max_steps=5)
        self.assertEqual((puzzle.without_result, puzzle.players[0].score), (2, None))
        game, seen = load("kuhn-poker"), []

        def blind(position):
            seen.append((position.percepts, position.observation))
            for name in ("state", "play"):
                with self.assertRaisesRegex(tesuji.TesujiError, "do not see"):
                    getattr(position, name)
            return first(position)

        poker = tesuji.match(game, [blind, "mcts:simulations=100"], rounds=5, opening=0)
        self.assertEqual((poker.matches, poker.without_result), (10, 0))
        self.assertTrue(all(percepts and any(percepts) for percepts, _ in seen))
        self.assertEqual({len(observation) for _, observation in seen}, {len(seen[0][1])})

    def test_faults_name_player_move_and_position(self):
        game = load("connect-four")

        def wrong(move):
            return lambda position: move

        for move, words in (("(drop 99)", r"'\(drop 99\)' is not a legal move of red; legal are \(drop 1\), "),
                            (8, r"action 8, noop, is not legal for red"), (99, "action 99 is not legal for red"),
                            (None, "None is neither the name of a move nor the number of an action"), (2.5, "2.5 is neither")):
            with self.assertRaisesRegex(tesuji.PlayerError, words) as raised:
                tesuji.match(game, [wrong(move), "random"], rounds=1)
            error = raised.exception
            self.assertEqual((error.role, error.move), ("red", move))
            self.assertIn("player 1 (<lambda>) as red, after ", str(error))
            self.assertIn("6 . . .", str(error))
            self.assertEqual(str(pickle.loads(pickle.dumps(error))), str(error))

        def broken(position):
            raise KeyError("weights")

        with self.assertRaisesRegex(tesuji.PlayerError, r"player 2 \(broken\) as yellow, .* raised KeyError: 'weights'") as raised:
            tesuji.match(game, ["random", broken], rounds=1)
        self.assertIsInstance(raised.exception.__cause__, KeyError)

    def test_misuse(self):
        game = load("nim")
        for options, kind, words in (({"rounds": 0}, ValueError, "from 1 to 1000000"), ({"opening": -1}, ValueError, "at least 0"),
                                     ({"players": ["random"]}, ValueError, "for 2 players, and 1 is given"),
                                     ({"players": [1, 2]}, TypeError, "a function of a Position"), ({"players": "random"}, TypeError, "list"),
                                     ({"move_seconds": None}, TypeError, "a number"), ({"progress": 3}, TypeError, "progress"),
                                     ({"game": "no-such-game"}, tesuji.LoadError, "cannot read")):
            with self.assertRaisesRegex(kind, words):
                tesuji.match(**{"game": game, "players": ["random", "random"], "rounds": 1, **options})
        rounds = []
        tesuji.match(game, ["random", "random"], rounds=2, progress=lambda result: rounds.append((result.rounds, result.matches)))
        self.assertEqual(rounds, [(1, 2), (2, 4)])

    def test_intervals(self):
        self.assertEqual(scores_of([50, 50, 0]), [0.5, 0.5, 0])
        low, high = score_interval([1.0] * 5)
        self.assertAlmostEqual(low, 7 / 9 - 1.96 * (14 / 81 / 9) ** 0.5)
        self.assertEqual(high, 1)
        for rounds in range(1, 40):
            for won in range(rounds + 1):
                low, high = score_interval([1.0] * won + [0.0] * (rounds - won))
                self.assertTrue(0 <= low <= won / rounds <= high <= 1 and low < high)

    @needs_command
    def test_the_same_interval_as_the_command(self):
        done = subprocess.run([os.environ["TESUJI"], "match", EXAMPLES / "connect-four.kif", "--players=random,random", "--rounds=7", "--json"],
                              capture_output=True, check=True, text=True)
        found = [float(one) for one in re.search(r'"score_interval":\s*\[\s*([0-9.]+),\s*([0-9.]+)', done.stdout).groups()]
        wins, losses = (int(re.search(rf'"{name}":\s*([0-9]+)', done.stdout)[1]) for name in ("wins", "losses"))
        self.assertEqual(wins + losses, 14)
        # Which rounds they were is not printed: one of the ways to share the wins has this interval.
        ways = [score_interval([1.0] * two + [0.5] * (wins - 2 * two) + [0.0] * (7 - wins + two)) for two in range(wins // 2 + 1)
                if wins - 2 * two >= 0 and 7 - wins + two >= 0]
        self.assertTrue(any(np.allclose(found, way) for way in ways), (found, ways))


def post(server, message):
    connection = http.client.HTTPConnection(*server.url.removeprefix("http://").split(":"), timeout=20)
    connection.request("POST", "/", message, {"Content-Type": "text/acl"})
    return connection.getresponse().read().decode()


class Serving(unittest.TestCase):
    def setUp(self):
        silent = unittest.mock.patch("sys.stderr")
        self.stderr = silent.start()
        self.addCleanup(silent.stop)

    def test_messages(self):
        rules = (EXAMPLES / "noughts-and-crosses.kif").read_text()
        with tesuji.serve(first, port=0, block=False) as server:
            self.assertEqual(post(server, "( INFO )"), "((name python) (status available) (species alien))")
            self.assertEqual(post(server, "(start m1 O (" + rules + ") 5 2)"), "READY")
            self.assertEqual(post(server, "( PLAY m1 NIL )"), "(mark 1 1)")
            self.assertEqual(post(server, "( PLAY m1 NIL )"), "(mark 1 1)")  # a repeated message
            self.assertEqual(post(server, "( PLAY m1 ((MARK 1 1) ; as said\n noop) )"), "noop")
            # The server may have made another move for the player.
            self.assertEqual(post(server, "( PLAY m1 (noop (mark 2 2)) )"), "(mark 1 2)")
            self.assertIn("not legal now", post(server, "( PLAY m1 ((mark 1 1) noop) )"))
            self.assertEqual(post(server, "( STOP m1 ((mark 1 2) noop) )"), "DONE")
            self.assertIn("there is no match m1", post(server, "( PLAY m1 NIL )"))
            self.assertEqual(post(server, "( ABORT m2 )"), "ABORTED")
            for wrong in ("", "(", ")", "info", "(info) (info)", "(hello)", "(start m o (role) 5 2)", "(start m z (" + rules + ") 5 2)",
                          "(start m o (" + rules + ") 5 soon)", "(play)"):
                self.assertRegex(post(server, wrong), r'^\(error ".+"\)$')
            hidden = (EXAMPLES / "kuhn-poker.kif").read_text()
            self.assertIn("GDL-II", post(server, f"(start m3 alice ({hidden}) 5 2)"))
            url = server.url
        with self.assertRaises(OSError):
            post(server, "( INFO )")
        self.assertIn(url, repr(server))

    def test_terms(self):
        self.assertEqual(_ggp.term("( MARK  1\n2 ); what"), "(mark 1 2)")
        self.assertEqual(_ggp.terms("((a (b c)) NOOP)"), ["(a (b c))", "noop"])
        self.assertEqual(_ggp.terms("nil"), [])
        self.assertEqual(_ggp.operands("(a ;(\n (b c)d)"), ["a", "(b c)", "d"])

    def test_faults_of_the_player(self):
        rules = (EXAMPLES / "nim.kif").read_text()

        def broken(position):
            raise RuntimeError('no "weights"')

        with tesuji.serve(broken, port=0, block=False, game=load("nim")) as server:
            role = server._game.roles[0]
            self.assertEqual(post(server, f"(start m {role} ({rules}) 5 2)"), "READY")
            self.assertRegex(post(server, "(play m nil)"), r"""^\(error "player 1 \(broken\) as .* raised RuntimeError: no 'weights'"\)$""")
            self.assertEqual([type(error.__cause__) for error in server.errors], [RuntimeError])
            other = (EXAMPLES / "noughts-and-crosses.kif").read_text()
            self.assertIn("the rules of another game", post(server, f"(start m2 o ({other}) 5 2)"))

    def test_misuse(self):
        for options, kind, words in (({"port": 70000}, ValueError, "port"), ({"game": 3}, TypeError, "game"), ({"host": ""}, ValueError, "host"),
                                     ({"name": "a b"}, ValueError, "one word"), ({"player": 3}, TypeError, "a player is"),
                                     ({"host": "256.0.0.1"}, tesuji.TesujiError, "cannot listen")):
            with self.assertRaisesRegex(kind, words):
                tesuji.serve(**{"player": first, "port": 0, "block": False, **options})
        with tesuji.serve(first, port=0, block=False) as server:
            with self.assertRaisesRegex(tesuji.TesujiError, "cannot listen on port"):
                tesuji.serve(first, port=int(server.url.rsplit(":", 1)[1]), block=False)

    @needs_command
    def test_the_command_plays_against_it(self):
        """Each win that there is at once: random play loses to that."""
        game = load("hexapawn3")
        with tesuji.serve(greedy, port=0, block=False, game=load("hexapawn3", native=True)) as server:
            done = subprocess.run([os.environ["TESUJI"], "match", EXAMPLES / "hexapawn3.kif", "--player", server.url, "--player", "random",
                                   "--rounds=5", "--opening=0", "--http-start-seconds=5", "--http-play-seconds=5", "--json"],
                                  capture_output=True, text=True, check=True)
        self.assertIn('"fallbacks": 0', done.stdout)
        self.assertEqual(re.findall(r'"fallbacks": ([0-9]+)', done.stdout), ["0", "0"])
        self.assertEqual(server.errors, [])
        self.assertEqual(done.stderr, "")
        scores = [float(score) for score in re.findall(r'"score": ([0-9.]+)', done.stdout)]
        expected = tesuji.match(game, [greedy, "random"], rounds=200, opening=0).players[0]
        self.assertAlmostEqual(scores[0], expected.score, delta=0.4)  # ten games: about three standard errors

    @needs_command
    def test_several_matches_at_once(self):
        with tesuji.serve("random", port=0, block=False) as server:
            other = tesuji.serve("mcts:simulations=20", port=0, block=False)
            done = subprocess.run([os.environ["TESUJI"], "match", EXAMPLES / "hexapawn3.kif", "--player", server.url, "--player", other.url,
                                   "--rounds=4", "--parallel=4", "--http-start-seconds=9", "--http-play-seconds=9", "--json"],
                                  capture_output=True, text=True, check=True)
            other.close()
        self.assertEqual(re.findall(r'"fallbacks": ([0-9]+)', done.stdout), ["0", "0"])

    def test_blocking(self):
        code = "import tesuji; tesuji.serve('random', port=0); print('ended')"
        with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as child:
            self.assertRegex(child.stdout.readline(), "^http://127.0.0.1:[0-9]+\n$")
            child.send_signal(2)
            self.assertEqual(child.stdout.read(), "ended\n")


class Example(unittest.TestCase):
    def test_training(self):
        done = subprocess.run([sys.executable, EXAMPLES / "hosts/python/train_and_match.py", "--seconds=4", "--rounds=30",
                               "--against=random"], capture_output=True, text=True, check=True)
        found = re.search(r"linear\)  score ([0-9.]+) \(([0-9.]+) to 1?[0-9.]+\)", done.stdout)
        self.assertIsNotNone(found, done.stdout)
        self.assertGreater(float(found[1]), 0.7, done.stdout)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[1:])
