#!/usr/bin/env python3
"""Tests of the PettingZoo adapters, written from the documentation of pettingzoo.AECEnv and ParallelEnv.

usage: adapters_pettingzoo_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH
"""
import pathlib
import sys
import unittest

import numpy as np
import tesuji
from tesuji.adapters import PettingZooEnv, PettingZooParallelEnv

try:
    import pettingzoo.test
except ImportError:
    pettingzoo = None

EXAMPLES = pathlib.Path(sys.argv.pop(1))
# Turns, one player, three at the same time, chance with hidden information.
GAMES = ("noughts-and-crosses", "connect-four", "nim", "hanoi", "buttons-and-lights", "goofspiel", "kuhn-poker", "monty-hall")


def load(name):
    return tesuji.load(EXAMPLES / f"{name}.kif")


class Turns(unittest.TestCase):
    def play(self, env, random):
        """One game with random choices, all of the contract checked on the way; the sums of rewards."""
        sums, since, out = dict.fromkeys(env.possible_agents, 0.0), dict.fromkeys(env.possible_agents, 0.0), []
        for agent in env.agent_iter():
            self.assertEqual(agent, env.agent_selection)
            seen, reward, termination, truncation, info = env.last()
            self.assertTrue(env.observation_space(agent).contains(seen))
            self.assertIsInstance(termination, bool)
            self.assertIsInstance(info, dict)
            self.assertEqual(reward, since[agent])
            self.assertEqual((termination, truncation), (env.terminations[agent], env.truncations[agent]))
            self.assertIsNone(env.last(observe=False)[0])
            for other in env.agents:
                if other != agent:
                    self.assertFalse(env.observe(other)["action_mask"].any())
            live = list(env.agents)
            if termination or truncation:
                self.assertFalse(seen["action_mask"].any())
                action = None
            else:
                action = int(random.choice(np.flatnonzero(seen["action_mask"])))
                self.assertTrue(env.action_space(agent).contains(action))
            self.assertIsNone(env.step(action))
            if action is None:
                out.append(agent)
                live.remove(agent)
            self.assertEqual(env.agents, live)
            self.assertEqual(env.num_agents, len(live))
            for values in (env.rewards, env.terminations, env.truncations, env.infos):
                self.assertEqual(list(values), live)
            since[agent] = 0.0
            for other, gain in env.rewards.items():
                since[other] += gain
                sums[other] += gain
        self.assertEqual(sorted(out), sorted(env.possible_agents))
        return sums

    def test_contract(self):
        random = np.random.default_rng(1)
        for name in GAMES:
            env = PettingZooEnv(load(name), max_steps=40)
            self.assertEqual(env.possible_agents, [role for role in env.game.roles if role != "random"])
            self.assertEqual(env.max_num_agents, len(env.possible_agents))
            self.assertIs(env.observation_space(env.possible_agents[0]), env.observation_space(env.possible_agents[0]))
            for seed in range(3):
                env.reset(seed=seed)
                self.assertEqual(env.agents, env.possible_agents)
                self.assertFalse(any(env.terminations.values()) or any(env.rewards.values()))
                self.play(env, random)
            with self.assertRaisesRegex(tesuji.TesujiError, "is over"):
                env.step(None)

    def test_rewards_are_goals(self):
        random = np.random.default_rng(2)
        env = PettingZooEnv(load("noughts-and-crosses"))
        means = []
        for seed in range(400):
            env.reset(seed=seed)
            sums = self.play(env, random)
            self.assertEqual(sum(sums.values()), 100)
            means.append(sums["o"])
        self.assertAlmostEqual(np.mean(means), 64.84127, delta=9)
        env = PettingZooEnv(load("goofspiel"), rewards="difference")
        env.reset(seed=1)
        self.assertAlmostEqual(sum(self.play(env, random).values()), 0)

    def test_same_time(self):
        """All see the state before all choices, and the move is made after the last of them."""
        env = PettingZooEnv(load("goofspiel"))
        env.reset(seed=1)
        before = env.state()
        for agent in env.possible_agents:
            self.assertEqual(env.agent_selection, agent)
            self.assertTrue((env.state() == before).all())
            env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
        self.assertEqual(env.agent_selection, env.possible_agents[0])
        self.assertFalse((env.state() == before).all())

    def test_hidden(self):
        """Kuhn poker: what a player sees has three values, as many as cards, though six deals differ."""
        env = PettingZooEnv(load("kuhn-poker"))
        seen, states = {agent: set() for agent in env.possible_agents}, set()
        for seed in range(60):
            env.reset(seed=seed)
            states.add(env.state().tobytes())
            for agent in env.possible_agents:
                seen[agent].add(env.observe(agent)["observation"].tobytes())
        self.assertEqual((len(states), [len(kinds) for kinds in seen.values()]), (6, [3, 3]))

    def test_truncation_and_text(self):
        env = PettingZooEnv(load("connect-four"), max_steps=5, render_mode="ansi")
        env.reset()
        for _ in range(5):
            env.step(3)
        self.assertEqual((set(env.truncations.values()), set(env.terminations.values())), ({True}, {False}))
        self.assertIn("1 . . . r", env.render())

    def test_misuse(self):
        env = PettingZooEnv(load("connect-four"))
        env.reset()
        for wrong in (None, 99, -1):
            with self.assertRaisesRegex(tesuji.IllegalActionError, "no legal action of red"):
                env.step(wrong)
        self.assertEqual(env.agent_selection, "red")
        for options, words in (({"render_mode": "human"}, "render_mode"), ({"rewards": "all"}, "rewards is"),
                               ({"max_steps": -1}, "max_steps")):
            with self.assertRaisesRegex(ValueError, words):
                PettingZooEnv(env.game, **options)

    @unittest.skipIf(pettingzoo is None, "PettingZoo is not installed")
    def test_with_pettingzoo(self):
        for name in GAMES:
            pettingzoo.test.api_test(PettingZooEnv(load(name), max_steps=40), num_cycles=50)


class Parallel(unittest.TestCase):
    def test_contract(self):
        random = np.random.default_rng(1)
        for name in GAMES:
            env = PettingZooParallelEnv(load(name), max_steps=40)
            for seed in range(3):
                seen, infos = env.reset(seed=seed)
                while env.agents:
                    agents = list(env.agents)
                    self.assertEqual(list(seen), agents)
                    self.assertEqual(list(infos), agents)
                    for agent in agents:
                        self.assertTrue(env.observation_space(agent).contains(seen[agent]))
                    actions = {agent: int(random.choice(np.flatnonzero(seen[agent]["action_mask"]))) for agent in agents}
                    seen, rewards, terminations, truncations, infos = env.step(actions)
                    self.assertEqual([list(one) for one in (rewards, terminations, truncations)], [agents] * 3)
                self.assertTrue(all(terminations.values()) or all(truncations.values()))
            with self.assertRaisesRegex(tesuji.TesujiError, "is over"):
                env.step({})

    def test_misuse(self):
        env = PettingZooParallelEnv(load("goofspiel"))
        env.reset()
        with self.assertRaisesRegex(ValueError, "'south' is not an agent"):
            env.step({"south": 0})
        with self.assertRaisesRegex(ValueError, "east and west choose"):
            env.step({"north": 0})
        with self.assertRaisesRegex(tesuji.IllegalActionError, "north has 4 actions; 9 is not one"):
            env.step({"north": 9, "east": 0, "west": 0})

    @unittest.skipIf(pettingzoo is None, "PettingZoo is not installed")
    def test_with_pettingzoo(self):
        pettingzoo.test.parallel_api_test(PettingZooParallelEnv(load("buttons-and-lights")), num_cycles=50)


if __name__ == "__main__":
    unittest.main()
