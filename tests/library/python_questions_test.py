#!/usr/bin/env python3
"""Tests of what the Python package finds out about games: boards, solving, search, proofs, features, learning;
and of calls that are interrupted, and of games that are closed, shared or forked.

usage: python_questions_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH
"""
import inspect
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest
import xml.dom.minidom

import numpy as np
import tesuji

EXAMPLES = pathlib.Path(sys.argv.pop(1))


def load(name, **options):
    return tesuji.load(EXAMPLES / f"{name}.kif", **options)


def command(*arguments):
    """What the command prints as JSON, without what another run has other values of."""
    done = subprocess.run([os.environ["TESUJI"], *map(str, arguments)], capture_output=True, check=True)
    return json.loads(done.stdout)


def steady(document):
    """Without names of files and times."""
    if isinstance(document, dict):
        return {name: steady(value) for name, value in document.items()
                if name != "game" and "second" not in name and name != "version"}
    return [steady(one) for one in document] if isinstance(document, list) else document


needs_command = unittest.skipUnless(os.environ.get("TESUJI"), "TESUJI names no compiler")


class Boards(unittest.TestCase):
    def test_text(self):
        play = load("noughts-and-crosses").start().play("(mark 1 1)").play("(mark 2 2)")
        self.assertEqual(str(play), "  1 o . .\n  2 . x .\n  3 . . .\n    1 2 3\n  control o\n")
        self.assertIn(" x*", play.board(changes=True))
        self.assertEqual(play.copy().board(changes=True), play.board(changes=True))
        self.assertNotIn("*", load("noughts-and-crosses").start().board(changes=True))

    def test_pictures(self):
        for name in ("noughts-and-crosses", "breakthrough", "connect-four", "nim", "monty-hall"):
            play = load(name).start()
            picture = xml.dom.minidom.parseString(play._repr_svg_()).documentElement
            self.assertEqual(picture.tagName, "svg")
            squares = play.game.boards()["boards"]
            count = sum(bool(square["place"]) for board in squares for square in board["squares"])
            titles = picture.getElementsByTagName("title")  # also of heaps and stacks, beside boards
            self.assertEqual(sum(title.parentNode.getAttribute("class") == "tsj-square" for title in titles), count)

    def test_data(self):
        drawn = load("breakthrough").boards()
        self.assertEqual([len(drawn["boards"]), len(drawn["boards"][0]["squares"])], [1, 64])
        self.assertEqual(drawn["others"], ["(control white)"])

    @needs_command
    def test_plugins_have_no_boards(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/nim.so"
            subprocess.run([os.environ["TESUJI"], "compile", EXAMPLES / "noughts-and-crosses.kif", "-o", path], check=True)
            play = tesuji.load(path).start()
            self.assertEqual(str(play), "  control o\n")
            self.assertEqual(play.game.solve()["value"], {"margin": 0, "moves": 9})
            with self.assertRaises(tesuji.TesujiError):
                play.game.verify("true(control(o))")


class Questions(unittest.TestCase):
    @needs_command
    def test_what_the_commands_say(self):
        path = EXAMPLES / "hexapawn3.kif"
        game = tesuji.load(path)
        self.assertEqual(steady(game.solve(boards="symmetric")), steady(command("solve", "--json", path)))
        learned = tesuji.learn(game, games=40, seed=3)
        said = command("learn", "--json", "--games=40", "--seed=3", path)
        self.assertEqual(steady(learned), steady(said))
        first, second = game.roles
        formulas = [f"not (true(control({first})) & true(control({second})))", f"true(control({first}))"]
        proved = game.verify(formulas, automatic=True)["sets"]
        done = subprocess.run([os.environ["TESUJI"], "verify", "--json", "--auto", path, "--property", formulas[0],
                               "--property", formulas[1]], capture_output=True)
        self.assertEqual([[one["verdicts"] for one in each["invariants"]] for each in proved],
                         [[one["verdicts"] for one in each["invariants"]] for each in json.loads(done.stdout)["sets"]])

    def test_solving_states(self):
        game = load("noughts-and-crosses")
        start = game.start()
        lost = start.copy().play("(mark 1 2)").play("(mark 1 1)").play("(mark 3 2)").play("(mark 2 2)")
        states = game.solve([start, lost.state, lost.play("(mark 3 3)")])["states"]
        self.assertEqual([one["value"]["margin"] for one in states], [0, -100, -100])
        self.assertEqual([one["line"] for one in states], [1, 2, 3])
        self.assertEqual(set(states[0]["best"]), {"role", "move"})

    def test_limits(self):
        game = load("connect-four")
        with self.assertRaisesRegex(tesuji.StoppedError, "not solved within 0.1 s"):
            game.solve(seconds=0.1)
        with self.assertRaisesRegex(tesuji.StoppedError, "not solved in 1 MiB"):
            game.solve(memory=1)
        with self.assertRaisesRegex(tesuji.TesujiError, "choice|roles"):
            load("goofspiel").solve()
        self.assertTrue(load("breakthrough").verify(seconds=0.5)["seconds"] < 5)

    def test_search(self):
        game = load("noughts-and-crosses")
        play = game.start().play("(mark 1 1)").play("(mark 2 1)").play("(mark 1 2)").play("(mark 2 2)")
        found = game.mcts(play, simulations=500)
        self.assertEqual((found.role, found.move, found.value, found.proven), ("o", "(mark 1 3)", 100, True))
        self.assertEqual(found.moves[0].move, found.move)
        again = [game.mcts(simulations=300, seed=5) for _ in range(2)]
        self.assertEqual(*(one._replace(seconds=0) for one in again))
        self.assertEqual(game.mcts(play, role="x", simulations=50).move, "noop")
        self.assertTrue(load("breakthrough").mcts(simulations=5000, lanes=True).lanes)
        while not play.terminal:
            found = game.mcts(play, seconds=0.01)
            play.play({found.role: found.move})
        self.assertIsNone(game.mcts(play))
        bids = load("goofspiel")
        with self.assertRaisesRegex(tesuji.TesujiError, "have a choice"):
            bids.mcts(simulations=10)
        self.assertIn(bids.mcts(role=bids.roles[0], simulations=10).move, bids.start().legal[bids.roles[0]])
        hidden = load("monty-hall").start()
        while not any(len(moves) > 1 for role, moves in hidden.legal.items() if role != "random"):
            hidden.play({role: moves[0] for role, moves in hidden.legal.items()})
        self.assertGreater(hidden.game.mcts(hidden, simulations=100).simulations, 0)

    def test_texts_in_memory_and_files_that_change(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "game.kif"
            path.write_text((EXAMPLES / "noughts-and-crosses.kif").read_text())
            games = [tesuji.load(path), tesuji.loads(path.read_text())]
            path.write_text("(role nobody)")
            for game in games:
                self.assertEqual(game.solve()["states"], 5478)
                self.assertEqual(game.verify("exists[1..1] R. true(control(R))")["sets"][0]["proved"], 1)
                self.assertGreater(game.mcts(simulations=100).simulations, 0)

    def test_proofs(self):
        game = load("noughts-and-crosses")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "some.inv"
            file.write_text("invariant wrong: forall X,Y. not true(cell(X,Y,o)).\n")
            (kept,) = game.verify(file=file)["sets"]
        self.assertEqual(kept["invariants"][0]["verdicts"]["false"], 1)
        self.assertIn("(cell", " ".join(kept["invariants"][0]["play"]["steps"][-1]["state"]))
        self.assertGreater(len(game.verify()["sets"]), 1)
        with self.assertRaisesRegex(tesuji.TesujiError, r"\^"):
            game.verify("forall X. true(")

    def test_features(self):
        game = load("noughts-and-crosses")
        play = game.start().play("(mark 1 1)")
        found = game.features("marks(X,Y) :- cell(X,Y,o).\nturn(R) :- control(R).\n", [game.initial, play])
        self.assertEqual(found.names, ["marks", "turn"])
        self.assertEqual((found.values.tolist(), found.values.dtype), ([[0, 1], [1, 1]], np.uint64))
        self.assertEqual(game.features("f(X) :- control(X).", []).values.shape, (0, 1))
        four = load("connect-four")
        found = four.features(EXAMPLES / "features/connect-four-features.pl", [four.initial],
                              domain=EXAMPLES / "features/connect-four.pl")
        self.assertEqual(found.values.shape, (1, len(found.names)))
        with self.assertRaisesRegex(tesuji.TesujiError, "features.pl:1"):
            game.features("f(X) :- nothing(X).", [])

    def test_evaluation(self):
        game = load("connect-four")
        play = game.start()
        for elsewhere in (3, 6, 8):  # three discs of red's in a column
            play = play.play("(drop 1)").play(f"(drop {elsewhere})")
        found = game.evaluation([game.initial, play], games=500)
        self.assertEqual(found.role, game.roles[0])
        self.assertEqual((found.features.shape, found.features.dtype), ((2, len(found.names)), np.uint16))
        sums = found.constant + found.features @ found.weights
        np.testing.assert_allclose(found.values, 1 / (1 + np.exp(-sums)), rtol=1e-9)
        self.assertGreater(found.values[1], found.values[0])
        self.assertEqual(game.evaluation([], games=50).features.shape, (0, len(found.names)))
        with self.assertRaisesRegex(tesuji.TesujiError, "random games"):
            game.evaluation([], games=1)

    def test_learning(self):
        found = tesuji.learn(EXAMPLES / "noughts-and-crosses.kif", games=60)
        self.assertIn("win_1(A,B)", found["strategy"])
        self.assertEqual((len(found["curve"]), found["complete"]), (60, True))
        self.assertEqual(len(tesuji.learn(load("hexapawn3"), games=5, runs=3)["runs"]), 3)
        with self.assertRaisesRegex(ValueError, "unknown learner"):
            tesuji.learn(load("hexapawn3"), learner="q")

    def test_wrong_options(self):
        game = load("nim")
        for call, words in ((lambda: game.solve(boards="some"), "`boards` must be one of none"),
                            (lambda: game.solve(seconds=-1), "`seconds` must be a number"),
                            (lambda: game.mcts(simulations=-5), "`simulations` must be a whole number"),
                            (lambda: game.mcts(role="nobody"), "unknown role `nobody`"), (lambda: game.mcts(seconds=0), "needs `seconds`"),
                            (lambda: game.verify(proofseconds=1), "did you mean `proof_seconds`"),
                            (lambda: game.mcts(seconds=float("nan")), "an option"), (lambda: game.solve([b"short"]), "states of")):
            with self.assertRaisesRegex(ValueError, words):
                call()
        with self.assertRaisesRegex(TypeError, "an option"):
            game.mcts(seed=object())


class Words(unittest.TestCase):
    def test_everything_public_says_what_it_does(self):
        for name in tesuji.__all__:
            thing = getattr(tesuji, name)
            if isinstance(thing, str):
                continue
            self.assertTrue(thing.__doc__, name)
            members = inspect.getmembers(thing) if inspect.isclass(thing) else []
            for member, value in members:
                if not member.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{member}")


class Interruption(unittest.TestCase):
    def interrupted(self, call, seconds=0.3, interrupt=lambda: os.kill(os.getpid(), signal.SIGINT)):
        """How long it took until Ctrl-C was noticed."""
        timer = threading.Timer(seconds, interrupt)
        timer.start()
        begin = time.monotonic()
        with self.assertRaises(KeyboardInterrupt):
            call()
        return time.monotonic() - begin - seconds

    def test_ctrl_c(self):
        four = load("connect-four")
        # A rulesheet that takes seconds to be grounded.
        digits = " ".join(f"(digit {i})" for i in range(60))
        large = ("(role r) (init (at 0 0 0 0)) " + digits + "(<= (legal r (go ?a ?b)) (digit ?a) (digit ?b))"
                 "(<= (next (at ?a ?b ?c ?d)) (does r (go ?a ?b)) (true (at ?c ?d ?e ?f)))"
                 "(<= terminal (true (at 1 2 3 4))) (<= (goal r 100) (true (at ?a ?b ?c ?d)))")
        for call in (four.solve, lambda: four.mcts(simulations=10**9), lambda: four.mcts(seconds=60),
                     lambda: tesuji.learn(four), lambda: tesuji.loads(large)):
            self.assertLess(self.interrupted(call), 2)
        self.assertEqual(four.mcts(simulations=10).simulations, 10)  # it is as good as before

    def test_ctrl_c_that_another_thread_gets(self):
        four = load("connect-four")

        def interrupt():
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)

        self.assertLess(self.interrupted(lambda: four.mcts(seconds=30), interrupt=interrupt), 2)

    def test_ctrl_c_between_terms(self):
        play = load("connect-four").start()
        expected = play.fluents, play.legal
        wrong = []

        def ask():
            end = time.monotonic() + 2
            while time.monotonic() < end:
                if (play.fluents, play.legal) != expected:
                    wrong.append(True)

        for i in range(20):
            self.assertLess(self.interrupted(ask, 0.02 + i * 0.0013), 1)
        self.assertFalse(wrong)

    def test_other_threads_are_not_interrupted(self):
        found = []
        thread = threading.Thread(target=lambda: found.append(load("noughts-and-crosses").solve()["states"]))
        thread.start()
        thread.join()
        self.assertEqual(found, [5478])


class Lifetimes(unittest.TestCase):
    def test_closed(self):
        with load("noughts-and-crosses") as game:
            play, env = game.start(), game.vector_env(5)
            env.reset()
        for call in (lambda: play.legal, lambda: play.play("(mark 1 1)"), game.solve, lambda: game.vector_env(2), game.playouts,
                     lambda: game.lanes, play.board):
            with self.assertRaisesRegex(tesuji.TesujiError, "closed"):
                call()
        env.step(np.zeros(5, int))  # which keeps what it needs
        rewards = env.rewards
        env.close()
        env.close()
        for call in (env.reset, env.sample, env.states, env.planes, lambda: env.step(np.zeros(5, int))):
            with self.assertRaisesRegex(tesuji.TesujiError, "closed"):
                call()
        self.assertEqual(rewards.tolist(), [[0, 0]] * 5)

    def test_threads_share_a_game(self):
        game, wrong = load("connect-four"), []

        def play(seed):
            try:
                for i in range(10):
                    random = game.random(seed, i)
                    _, state, _ = game.playout(random)
                    again = game.state_of(game.fluents(state))
                    if again != state or not game.terminal(state) or sum(game.goal_values(state)) != 100:
                        wrong.append(state)
                game.mcts(simulations=20)
            except Exception as error:
                wrong.append(error)

        threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_after_a_fork(self):
        game = load("noughts-and-crosses")
        env = game.vector_env(4, threads=2)
        env.reset()
        game.mcts(simulations=10)
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            said = []
            try:
                said.append(str(len(game.start().legal["o"])))  # games alone play on
                for call in (env.sample, game.solve, lambda: game.vector_env(2)):
                    try:
                        call()
                        said.append("no error")
                    except tesuji.TesujiError as error:
                        said.append(str(error)[:13])
                said.append(str(load("noughts-and-crosses").solve()["states"]))
            finally:
                os.write(writing, ";".join(said).encode())
                os._exit(0)
        os.waitpid(child, 0)
        self.assertEqual(os.read(reading, 1000).decode(), "9;it was opened;it was opened;it was opened;5478")
        os.close(reading), os.close(writing)
        self.assertEqual(game.solve()["states"], 5478)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
