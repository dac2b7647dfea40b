#!/usr/bin/env python3
"""Tests of tesuji.adapters.GymnasiumVectorEnv, written from the documentation of gymnasium.vector.

usage: adapters_gymnasium_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

import numpy as np
import tesuji
from tesuji.adapters import GymnasiumVectorEnv, PettingZooEnv

try:
    import gymnasium
except ImportError:
    gymnasium = None

EXAMPLES = pathlib.Path(sys.argv.pop(1))
# Turns, one player, three at the same time, chance with hidden information, a guest of chance.
PLAYED = (("connect-four", "yellow"), ("hanoi", None), ("goofspiel", "east"), ("kuhn-poker", "second"), ("monty-hall", None))
# Stands for the packages where they are missing: the names that adapters take from them.
STANDINS = {"gymnasium/__init__.py": "", "pettingzoo/__init__.py": "class AECEnv: pass\nclass ParallelEnv: pass\n",
            "gymnasium/vector.py": "import enum\nclass VectorEnv: pass\n"
                                   "AutoresetMode = enum.Enum('AutoresetMode', {'SAME_STEP': 'SameStep', 'DISABLED': 'Disabled'})\n",
            "gymnasium/spaces.py": "class Box:\n  def __init__(self, low, high, shape, dtype): self.shape = shape\n"
                                   "class Discrete:\n  def __init__(self, n): self.n = n\n"
                                   "class MultiDiscrete:\n  def __init__(self, nvec): self.nvec = nvec\n"
                                   "class Dict:\n  def __init__(self, spaces): self.spaces = spaces\n"}
WITH_STANDINS = """
import sys, gymnasium.spaces, gymnasium.vector, pettingzoo, tesuji
from tesuji.adapters import GymnasiumVectorEnv, PettingZooEnv, PettingZooParallelEnv
game = tesuji.load(sys.argv[1])
env = GymnasiumVectorEnv(game, 3, role="red")
assert isinstance(env, gymnasium.vector.VectorEnv) and isinstance(env.single_observation_space, gymnasium.spaces.Box)
assert isinstance(env.action_space, gymnasium.spaces.MultiDiscrete)
assert env.metadata["autoreset_mode"] is gymnasium.vector.AutoresetMode.SAME_STEP
env.reset(seed=1)
table = PettingZooEnv(game)
assert isinstance(table, pettingzoo.AECEnv) and isinstance(table.action_space("red"), gymnasium.spaces.Discrete)
assert isinstance(table.observation_space("red"), gymnasium.spaces.Dict)
assert isinstance(PettingZooParallelEnv(game), pettingzoo.ParallelEnv)
"""


def load(name):
    return tesuji.load(EXAMPLES / f"{name}.kif")


def random_actions(infos, random):
    mask = infos["action_mask"]
    return np.argmax(random.random(mask.shape) * mask, axis=1)


class Contract(unittest.TestCase):
    def test_shapes_and_spaces(self):
        for name, role in PLAYED:
            env, random = GymnasiumVectorEnv(load(name), 20, role=role, max_steps=30), np.random.default_rng(1)
            observations, infos = env.reset(seed=1)
            self.assertEqual(env.num_envs, 20)
            self.assertEqual(env.observation_space.shape, (20, *env.single_observation_space.shape))
            self.assertEqual(env.action_space.shape, (20,))
            for _ in range(40):
                self.assertTrue(env.observation_space.contains(observations))
                self.assertTrue(env.single_observation_space.contains(observations[3]))
                self.assertEqual(infos["action_mask"].shape, (20, env.single_action_space.n))
                self.assertTrue(infos["action_mask"].any(axis=1).all() and infos["_action_mask"].all())
                actions = random_actions(infos, random)
                self.assertTrue(env.action_space.contains(actions))
                observations, rewards, terminations, truncations, infos = env.step(actions)
                self.assertEqual([one.shape for one in (rewards, terminations, truncations)], [(20,)] * 3)
                self.assertEqual([one.dtype for one in (rewards, terminations, truncations)],
                                 [np.float64, np.bool_, np.bool_])
                self.assertFalse((terminations & truncations).any())
                self.assertFalse(rewards[~terminations].any())
            env.close()
            with self.assertRaisesRegex(tesuji.TesujiError, "closed"):
                env.step(actions)

    def test_same_step(self):
        """Ends have their last observation in final_obs; what is returned is of the new game."""
        game = load("noughts-and-crosses")
        env, random = GymnasiumVectorEnv(game, 50, role="o"), np.random.default_rng(2)
        self.assertEqual(env.metadata["autoreset_mode"].value, "SameStep")
        first, infos = env.reset(seed=2)
        ends = 0
        for _ in range(30):
            observations, rewards, terminations, _, infos = env.step(random_actions(infos, random))
            self.assertEqual("final_obs" in infos, bool(terminations.any()))
            if not terminations.any():
                continue
            self.assertEqual(infos["_final_obs"].tolist(), terminations.tolist())
            self.assertEqual(infos["_final_info"].tolist(), terminations.tolist())
            for i in np.flatnonzero(terminations):
                fluents = [name for name, holds in zip(game.fluent_names, infos["final_obs"][i]) if holds]
                state = game.state_of(fluents)
                self.assertTrue(game.terminal(state))
                self.assertEqual(game.goal_values(state)[0], rewards[i])
                self.assertEqual(game.goal_values(state), infos["final_info"]["goals"][i].tolist())
                marks = sum(name.startswith("(cell") and not name.endswith("b)") for name in fluents)
                self.assertEqual(infos["final_info"]["length"][i], marks)
                self.assertTrue((observations[i] == first[i]).all())
                ends += 1
            self.assertTrue(all(infos["final_obs"][i] is None for i in np.flatnonzero(~terminations)))
        self.assertGreater(ends, 100)

    def test_next_step(self):
        """An end is shown by the step that ends; the next one ignores the action and shows the new game."""
        game = load("noughts-and-crosses")
        env, random = GymnasiumVectorEnv(game, 50, role="x", autoreset="NextStep"), np.random.default_rng(3)
        _, infos = env.reset(seed=3)
        over, ends = np.zeros(50, bool), 0
        for _ in range(30):
            observations, rewards, terminations, _, infos = env.step(np.where(over, 0, random_actions(infos, random)))
            self.assertFalse((terminations & over).any() or rewards[over].any())
            for i in np.flatnonzero(terminations | over):
                state = game.state_of([name for name, holds in zip(game.fluent_names, observations[i]) if holds])
                self.assertEqual(game.terminal(state), bool(terminations[i]))
            for i in np.flatnonzero(over):  # o has made its first move
                self.assertEqual(infos["action_mask"][i].sum(), 8)
            over, ends = terminations, ends + terminations.sum()
        self.assertGreater(ends, 100)

    def test_disabled(self):
        game = load("noughts-and-crosses")
        env, random = GymnasiumVectorEnv(game, 10, role="o", autoreset="Disabled"), np.random.default_rng(4)
        first, infos = env.reset(seed=4)
        terminations = np.zeros(10, bool)
        while not terminations.any():
            observations, _, terminations, _, infos = env.step(random_actions(infos, random))
        with self.assertRaisesRegex(tesuji.TesujiError, "are over"):
            env.step(random_actions(infos, random))
        others = observations[~terminations]
        observations, infos = env.reset(options={"reset_mask": terminations})
        self.assertTrue((observations[terminations] == first[terminations]).all())
        self.assertTrue((observations[~terminations] == others).all())
        env.step(random_actions(infos, random))

    def test_the_same_seed_is_the_same_run(self):
        for name, role in PLAYED:
            runs = []
            for seed in (5, 5, 6):
                env, random = GymnasiumVectorEnv(load(name), 64, role=role, max_steps=50), np.random.default_rng(1)
                _, infos = env.reset(seed=seed)
                total = []
                for _ in range(30):
                    observations, rewards, *_, infos = env.step(random_actions(infos, random))
                    total += [int((observations * np.arange(observations.size).reshape(observations.shape)).sum()),
                              rewards.sum()]
                runs.append(total)
            self.assertEqual(runs[0], runs[1])
            if name != "hanoi":  # which has neither chance nor opponents
                self.assertNotEqual(runs[0], runs[2])

    def test_results_are_copies(self):
        env, random = GymnasiumVectorEnv(load("connect-four"), 5, role="red"), np.random.default_rng(1)
        before, infos = env.reset(seed=1)
        kept = before.copy()
        after, *_ = env.step(random_actions(infos, random))
        self.assertTrue((before == kept).all())
        self.assertFalse((before == after).all())

    def test_classes_of_installed_packages(self):
        """Environments and spaces are of the packages' classes where there are some: here of stand-ins."""
        with tempfile.TemporaryDirectory() as folder:
            for name, text in STANDINS.items():
                file = pathlib.Path(folder) / name
                file.parent.mkdir(exist_ok=True)
                file.write_text(text)
            paths = "".join(f"sys.path.insert(0, {path!r})\n" for path in (str(pathlib.Path(tesuji.__file__).parents[1]), folder))
            done = subprocess.run([sys.executable, "-c", "import sys\n" + paths + WITH_STANDINS, EXAMPLES / "connect-four.kif"],
                                  capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    @unittest.skipIf(gymnasium is None, "Gymnasium is not installed")
    def test_with_gymnasium(self):
        env, random = GymnasiumVectorEnv(load("connect-four"), 8, role="red"), np.random.default_rng(1)
        self.assertIsInstance(env, gymnasium.vector.VectorEnv)
        self.assertIsInstance(env.action_space, gymnasium.Space)
        wrapped = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
        _, infos = wrapped.reset(seed=1)
        for _ in range(60):
            *_, infos = wrapped.step(random_actions(infos, random))


class Games(unittest.TestCase):
    def test_means_against_random_play(self):
        """x as the second player of random noughts and crosses: exact mean of its goal 35.15873."""
        env, random = GymnasiumVectorEnv(load("noughts-and-crosses"), 4000, role="x", final_obs=False), np.random.default_rng(7)
        _, infos = env.reset(seed=7)
        goals, first = [], np.ones(4000, bool)
        while first.any():
            _, rewards, terminations, _, infos = env.step(random_actions(infos, random))
            goals += rewards[terminations & first].tolist()
            first &= ~terminations
        self.assertEqual(len(goals), 4000)
        self.assertAlmostEqual(np.mean(goals), 100 - 64.84127, delta=3)

    def test_opponents(self):
        """An opponent that sees the whole game: it takes the lowest legal action."""
        game = load("connect-four")

        def lowest(step):
            return step.legal_action_mask.argmax(axis=1)

        env = GymnasiumVectorEnv(game, 3, role="red", opponent=lowest)
        observations, infos = env.reset(seed=1)
        observations, *_ = env.step(np.array([3, 4, 5]))
        for row in observations:
            held = [name for name, holds in zip(game.fluent_names, row) if holds]
            self.assertEqual(sum("yellow" in name and name.startswith("(cell") for name in held), 1)
        with self.assertRaisesRegex(tesuji.IllegalActionError, "opponent was not legal in 3 games"):
            GymnasiumVectorEnv(game, 3, role="yellow", opponent=lambda step: np.full(3, 99)).reset()

    def test_a_role_sees_what_it_perceives(self):
        """Kuhn poker: the own card, and what the other says, are all that differs."""
        game = load("kuhn-poker")
        env = GymnasiumVectorEnv(game, 400, role="first")
        observations, infos = env.reset(seed=8)
        self.assertEqual(len(np.unique(observations, axis=0)), 3)  # one for each card
        table, alone = PettingZooEnv(game), set()
        for seed in range(30):
            table.reset(seed=seed)
            alone.add(table.observe("first")["observation"].tobytes())
        self.assertEqual({row.tobytes() for row in observations}, alone)  # as one game by itself has it
        self.assertLess(observations.shape[1], 60)
        check = game.actions("first").index("check")
        observations, _, terminations, _, infos = env.step(np.full(400, check))
        kinds = np.unique(observations[~terminations & infos["action_mask"][:, game.actions("first").index("call")]], axis=0)
        self.assertEqual(len(kinds), 3)  # the same cards, after check and bet

    def test_difference(self):
        env, random = GymnasiumVectorEnv(load("noughts-and-crosses"), 50, role="o", rewards="difference"), np.random.default_rng(1)
        _, infos = env.reset(seed=1)
        found = set()
        for _ in range(30):
            _, rewards, *_, infos = env.step(random_actions(infos, random))
            found |= set(rewards.tolist())
        self.assertEqual(found, {-1.0, 0.0, 1.0})
        with self.assertRaisesRegex(ValueError, "one player"):
            GymnasiumVectorEnv(load("hanoi"), 2, rewards="difference")

    def test_misuse(self):
        game = load("connect-four")
        for options, words in (({}, "say which one learns"), ({"role": "green"}, "'green' is no player"),
                               ({"role": 7}, "7 is no player"), ({"role": "red", "rewards": "points"}, "rewards is"),
                               ({"role": "red", "autoreset": "Never"}, "Never")):
            with self.assertRaisesRegex(ValueError, words):
                GymnasiumVectorEnv(game, 2, **options)
        env = GymnasiumVectorEnv(game, 4, role="red")
        with self.assertRaisesRegex(tesuji.TesujiError, "reset comes before"):
            env.step(np.zeros(4, int))
        before, _ = env.reset()
        with self.assertRaisesRegex(tesuji.IllegalActionError, "2 of 4 .*game 1: 99") as raised:
            env.step(np.array([3, 99, 3, -1]))
        self.assertEqual(raised.exception.games, [1, 3])
        with self.assertRaisesRegex(ValueError, "shape"):
            env.step(np.zeros(3, int))
        with self.assertRaisesRegex(TypeError, "integers"):
            env.step(np.zeros(4))
        after, *_ = env.step(np.full(4, 3))
        self.assertEqual((after != before).sum(axis=1).tolist(), [2] * 4)  # two discs; nothing had moved before


if __name__ == "__main__":
    unittest.main()
