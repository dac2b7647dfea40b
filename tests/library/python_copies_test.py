#!/usr/bin/env python3
"""Copies and pickles the objects of the Python package: a copy goes on just as what it was copied of, here and in other
processes.

usage: python_copies_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH
"""
import copy
import multiprocessing
import os
import pathlib
import pickle
import random
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import tesuji
import tesuji.plugin
from tesuji.adapters import GymnasiumVectorEnv, OpenSpielGame, PettingZooEnv, PettingZooParallelEnv

WAYS = {"copy": copy.copy, "deepcopy": copy.deepcopy, "pickle": lambda value: pickle.loads(pickle.dumps(value)),
        "old pickle": lambda value: pickle.loads(pickle.dumps(value, 2))}


def load(name, **options):
    return tesuji.load(EXAMPLES / f"{name}.kif", **options)


# How each kind of object goes on: what is seen on the way, as plain data.

def of_vector(env, steps=40):
    seen = []
    for _ in range(steps):
        actions = env.sample().copy()
        step = env.step(actions)
        parts = [actions, step.observation, step.rewards, step.terminated, step.truncated, step.current_player, env.lengths,
                 env.percepts, env.states()]
        seen.append([None if part is None else part.tobytes() for part in parts])
    return seen


def of_gymnasium(env, steps=20):
    seen, mask = [], env._mask
    for _ in range(steps):
        observations, *parts, infos = env.step(np.array(mask).argmax(axis=1))
        mask = infos["action_mask"]
        seen.append([observations.tobytes(), mask.tobytes(), *(part.tobytes() for part in parts)])
    return seen


def of_pettingzoo(env, steps=40):
    seen = []
    for step in range(steps):
        if not env.agents:
            env.reset()  # random numbers go on
        agent = env.agent_selection
        observation, reward, ended, cut, _ = env.last()
        seen.append((agent, {key: part.tolist() for key, part in observation.items()}, reward, ended, cut))
        legal = np.flatnonzero(observation["action_mask"])
        env.step(None if ended or cut else int(legal[step % len(legal)]))
    return seen


def of_parallel(env, steps=12):
    seen = []
    for step in range(steps):
        if not env.agents:
            env.reset()
        masks = {agent: env._seen(agent, True)["action_mask"] for agent in env.agents}
        found = env.step({agent: int(np.flatnonzero(mask)[step % mask.sum()]) for agent, mask in masks.items()})
        seen.append(repr(found))
    return seen


def of_state(state):
    seen, draw = [], random.Random(3)
    while not state.is_terminal():
        seen.append((str(state), state.history(), state.full_history(), state.current_player()))
        if state.is_simultaneous_node():
            state.apply_actions([draw.choice(state.legal_actions(player)) for player in range(state.num_players())])
        else:
            seen.append(state.observation_tensor(0))
            state.apply_action(draw.choice(state.legal_actions()))
    last = state.full_history()[-1]
    seen.append((state.returns(), state.information_state_string(0)))
    if not state.get_game().get_type().dynamics.name == "SIMULTANEOUS":
        state.undo_action(*last)
        seen.append(state.history())
    return seen


def of_play(play):
    play.play({role: moves[-1] for role, moves in play.legal.items()})
    return play.state, play.before, play.fluents, play.legal


def of_game(game):
    return (game.roles, game.legal(game.initial), game.lanes, game.playouts(count=50).goal_sums.tolist(),
            of_vector(game.vector_env(3), 5))


def of_numbers(found):
    game = load("nim")
    return [game.draw(game.initial, found) for _ in range(30)]


def of_batch(batch):
    return batch.mean_goals, batch.playouts.tolist(), batch.ends.tolist(), batch.goals.tolist(), batch.last_state(0, 2)


def vector(name, **options):
    env = load(name).vector_env(70, seed=5, **options)
    of_vector(env, 13)
    actions = env.sample().copy()
    actions[:7] = 999
    env.step(actions, check=False)  # so that there are faults
    return env


def without_lanes():
    env = tesuji.loads(LAST_FIVE, "last-five.kif").vector_env(8, observation=None, seed=6)
    of_vector(env, 3)
    return env


def gymnasium(name, role, **options):
    env = GymnasiumVectorEnv(load(name), 9, role=role, **options)
    env.reset(seed=4)
    of_gymnasium(env, 6)
    return env


def pettingzoo(name, kind=PettingZooEnv, steps=5):
    env = kind(load(name))
    env.reset(seed=2)
    (of_parallel if kind is PettingZooParallelEnv else of_pettingzoo)(env, steps)
    return env


def state(name, steps):
    found, draw = OpenSpielGame(load(name), rewards="difference").new_initial_state(), random.Random(8)
    for _ in range(steps):
        if found.is_simultaneous_node():
            found.apply_actions([draw.choice(found.legal_actions(player)) for player in range(found.num_players())])
        else:
            found.apply_action(draw.choice(found.legal_actions()))
    return found


def numbers():
    found = load("nim").random(3, 1)
    of_numbers(found)
    return found


CASES = {
    "game": (lambda: load("connect-four"), of_game),
    "game in 64 lanes": (lambda: load("hexapawn3", lanes=64, cache=False), of_game),
    "play": (lambda: load("noughts-and-crosses").start().play("(mark 2 2)"), of_play),
    "vector": (lambda: vector("breakthrough", threads=2), of_vector),
    "vector, bits": (lambda: vector("connect-four", observation="bits", mask="bits", max_steps=9), of_vector),
    "vector, joint": (lambda: vector("goofspiel", joint=True), of_vector),
    "vector, chance and percepts": (lambda: vector("monty-hall"), of_vector),
    "vector without lanes": (lambda: without_lanes(), of_vector),
    "Gymnasium": (lambda: gymnasium("connect-four", "red" if "red" in load("connect-four").roles else 0), of_gymnasium),
    "Gymnasium, percepts": (lambda: gymnasium("kuhn-poker", "first"), of_gymnasium),
    "Gymnasium, next step": (lambda: gymnasium("noughts-and-crosses", "x", autoreset="NextStep"), of_gymnasium),
    "PettingZoo": (lambda: pettingzoo("connect-four"), of_pettingzoo),
    "PettingZoo, chance": (lambda: pettingzoo("kuhn-poker"), of_pettingzoo),
    "PettingZoo, together": (lambda: pettingzoo("goofspiel", steps=1), of_pettingzoo),
    "PettingZoo, parallel": (lambda: pettingzoo("goofspiel", PettingZooParallelEnv), of_parallel),
    "OpenSpiel": (lambda: state("connect-four", 9), of_state),
    "OpenSpiel, percepts": (lambda: state("kuhn-poker", 2), of_state),
    "OpenSpiel, together": (lambda: state("goofspiel", 2), of_state),
    "random numbers": (numbers, of_numbers),
    "batch": (lambda: load("nim").playouts(count=9, each=True), of_batch),
}

# More combinations than can be written out.
LAST_FIVE = """
(role r)
(init (last 0 0 0 0 0)) (init (step 0))
""" + "".join(f"(digit {i})\n" for i in range(40)) + """
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(<= (legal r (put ?x)) (digit ?x) (not (true (last ?x ?x ?x ?x ?x))))
(<= (next (last ?x ?a ?b ?c ?d)) (does r (put ?x)) (true (last ?a ?b ?c ?d ?e)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 4)))
(<= (goal r 50) (true (last ?a ?a ?b ?c ?d)))
(<= (goal r 70) (true (last ?a ?b ?c ?d ?e)) (distinct ?a ?b))
"""


def go_on(name, data):
    """In another process."""
    return CASES[name][1](pickle.loads(data))


def raise_load_error(_):
    tesuji.loads("(role r)\n(init p)\n(<= (legal r (mark ?x)) (true ?y))\n", "wrong.kif")


def raise_illegal(play):
    env = play.game.vector_env(3)
    env.step(np.full(3, 99))


class Copies(unittest.TestCase):
    def test_copies_go_on_as_what_they_were_copied_of(self):
        for name, (make, go) in CASES.items():
            for way, by in WAYS.items():
                with self.subTest(name=name, way=way):
                    subject = make()
                    copied = by(subject)
                    self.assertIs(type(copied), type(subject))
                    found = go(copied)  # first, which moves the original nowhere
                    self.assertTrue(found == go(subject))  # of which no difference is to be printed

    def test_other_processes(self):
        made = {name: make() for name, (make, _) in CASES.items()}
        expected = {name: pickle.dumps(subject) for name, subject in made.items()}
        for method in ("spawn", "fork"):
            with multiprocessing.get_context(method).Pool(1) as pool:
                found = {name: pool.apply_async(go_on, (name, data)) for name, data in expected.items()}
                for name, result in found.items():
                    with self.subTest(name=name, method=method):
                        self.assertTrue(result.get(120) == go_on(name, expected[name]))
                for work, kind in ((raise_load_error, tesuji.LoadError), (raise_illegal, tesuji.IllegalActionError)):
                    with self.assertRaises(kind) as raised:
                        pool.apply_async(work, (load("nim").start(),)).get(120)
                    self.assertTrue(raised.exception.messages if kind is tesuji.LoadError else raised.exception.games)

    def test_games_are_their_text(self):
        """A file that is gone or has changed is another matter."""
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "nim.kif"
            path.write_text((EXAMPLES / "nim.kif").read_text())
            game = tesuji.load(path, cache=False)
            path.unlink()
            data = pickle.dumps(game)
            self.assertEqual(pickle.loads(data), game)
            code = "import pickle, sys; print(pickle.load(sys.stdin.buffer).legal)"
            done = subprocess.run([sys.executable, "-c", code], input=pickle.dumps(game.start()), capture_output=True, check=True)
            self.assertEqual(done.stdout.decode().strip(), str(game.start().legal))

    def test_pickled_games_share_what_is_compiled(self):
        game = load("connect-four")
        data = pickle.dumps(game)
        copies = [pickle.loads(data) for _ in range(300)]
        copies[0].close()
        self.assertEqual(copies[1].legal(game.initial), game.legal(game.initial))
        game.close()
        self.assertEqual(copies[2].lanes, copies[1].lanes)
        play = copies[1].start()
        del copies
        self.assertTrue(play.legal)
        for by in WAYS.values():
            with self.assertRaisesRegex(tesuji.TesujiError, "closed"):
                by(game)

    def test_closed_environments(self):
        env = load("nim").vector_env(2)
        env.close()
        for by in WAYS.values():
            with self.assertRaisesRegex(tesuji.TesujiError, "closed"):
                by(env)

    def test_damaged_vectors(self):
        game, other = load("connect-four"), load("breakthrough")
        env = game.vector_env(4)
        saved = bytearray(env._saved())
        for wrong in (b"", bytes(saved[:-8]), bytes(saved) + bytes(8), other.vector_env(4)._saved(), game.vector_env(5)._saved(),
                      bytes(len(saved)), bytes(saved[:56]) + b"\xff" * (len(saved) - 56)):
            before = env._saved()
            with self.assertRaisesRegex(tesuji.TesujiError, "saved|state"):
                env._restore(wrong)
            self.assertEqual(env._saved(), before)

    @unittest.skipUnless(os.environ.get("TESUJI"), "TESUJI names no compiler")
    def test_plugins(self):
        with tempfile.TemporaryDirectory() as folder:
            path = f"{folder}/game.so"
            for sheet, changed in (("nim", False), ("hexapawn3", True)):
                subprocess.run([os.environ["TESUJI"], "compile", EXAMPLES / f"{sheet}.kif", "--batch", "-o", path], check=True)
                games = [tesuji.load(path), tesuji.plugin.Game(path)]
                if not changed:
                    for game in games:
                        for by in WAYS.values():
                            self.assertEqual(by(game), game)
                            self.assertEqual(by(game).legal(game.initial), game.legal(game.initial))
                    self.assertNotEqual(*games)  # of two classes
                    kept = [pickle.dumps(game) for game in games]
            for data in kept:
                with self.assertRaisesRegex(tesuji.plugin.PluginError, "another game by now"):
                    pickle.loads(data)


class Errors(unittest.TestCase):
    def test_errors(self):
        message = tesuji.Message("error", "parse", "x", "f", 1, 2, 3, 4, "full")
        for error in (tesuji.TesujiError("closed"), tesuji.StoppedError("over"), tesuji.LoadError("wrong", [message]),
                      tesuji.IllegalActionError("no", [1, 2])):
            for by in WAYS.values():
                other = by(error)
                self.assertEqual((type(other), str(other), vars(other)), (type(error), str(error), vars(error)))


if __name__ == "__main__":
    EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
    os.environ["TESUJI_TEST_EXAMPLES"] = str(EXAMPLES)
    unittest.main(argv=sys.argv)
else:  # in a process that was spawned
    EXAMPLES = pathlib.Path(os.environ["TESUJI_TEST_EXAMPLES"])
