#!/usr/bin/env python3
"""Tests of tesuji.adapters.OpenSpielGame, written from OpenSpiel's reference of its core interface.

usage: adapters_openspiel_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH
"""
import collections
import pathlib
import random
import sys
import itertools
import unittest
import unittest.mock

import tesuji
from tesuji.adapters import OpenSpielGame

try:
    import pyspiel
except ImportError:
    pyspiel = None

EXAMPLES = pathlib.Path(sys.argv.pop(1))
GAMES = ("noughts-and-crosses", "connect-four", "nim", "hanoi", "buttons-and-lights", "goofspiel", "kuhn-poker", "monty-hall")
CHANCE, SIMULTANEOUS, TERMINAL = -1, -2, -4
# Both choose at the same time as chance: it decides who wins where they differ.
TOGETHER = """
(role a) (role random) (role b) (init start)
(<= (legal a (say ?x)) (true start) (word ?x))
(<= (legal b (say ?x)) (true start) (word ?x))
(<= (legal random (pick ?r)) (true start) (player ?r))
(<= (legal ?r wait) (role ?r) (not (true start)))
(word yes) (word no) (player a) (player b)
(<= (next (won ?r)) (does a (say ?x)) (does b (say ?y)) (distinct ?x ?y) (does random (pick ?r)))
(<= (next same) (does a (say ?x)) (does b (say ?x)))
(<= terminal (not (true start)))
(<= (goal ?r 100) (true (won ?r)))
(<= (goal ?r 0) (player ?r) (true (won ?s)) (distinct ?r ?s))
(<= (goal ?r 50) (player ?r) (true same))
(<= (goal random 0) (role random))
"""

# Turns by stages: a chooses, b has to reply, b chooses, a has to reply.
FORCED = """
(role a) (role b) (init (stage 0))
(mover 0 a) (mover 1 b) (mover 2 b) (mover 3 a) (after 0 1) (after 1 2) (after 2 3) (after 3 4)
(choice 0) (choice 2) (reply 1) (reply 3)
(<= (legal ?r left) (true (stage ?n)) (mover ?n ?r) (choice ?n))
(<= (legal ?r right) (true (stage ?n)) (mover ?n ?r) (choice ?n))
(<= (legal ?r reply) (true (stage ?n)) (mover ?n ?r) (reply ?n))
(<= (legal ?r wait) (role ?r) (true (stage ?n)) (mover ?n ?s) (distinct ?r ?s))
(<= (next (stage ?m)) (true (stage ?n)) (after ?n ?m))
(<= terminal (true (stage 4)))
(<= (goal ?r 50) (role ?r))
"""
# The same, but in the last stage both choose.
LATE = FORCED.replace("(reply 1) (reply 3)", "(reply 1)") + """
(<= (legal ?r (say ?x)) (role ?r) (true (stage 3)) (word ?x)) (word yes) (word no)
"""


def reachable(game):
    """All states, by legal moves and next states alone."""
    found, left = {game.initial}, [game.initial]
    while left and len(found) < 3000:
        state = left.pop()
        if not game.terminal(state):
            for joint in itertools.product(*game.legal(state)):
                after = game.step(state, list(joint))
                if after not in found:
                    found.add(after)
                    left.append(after)
    return found


def load(name, **options):
    return OpenSpielGame(tesuji.load(EXAMPLES / f"{name}.kif"), **options)


def move_on(state, draw):
    """A random action of whoever moves."""
    if state.is_simultaneous_node():
        state.apply_actions([draw.choice(state.legal_actions(player)) for player in range(state.num_players())])
    else:
        state.apply_action(draw.choice(state.legal_actions()))


class Contract(unittest.TestCase):
    def check(self, state):
        game, player = state.get_game(), state.current_player()
        kinds = {CHANCE: state.is_chance_node(), SIMULTANEOUS: state.is_simultaneous_node(),
                 TERMINAL: state.is_terminal()}
        self.assertEqual([kind for kind, holds in kinds.items() if holds], [player] if player < 0 else [])
        self.assertEqual(state.is_player_node(), player >= 0)
        for other in range(state.num_players()):
            legal = state.legal_actions(other)
            self.assertEqual(legal, sorted(set(legal)))
            self.assertEqual(bool(legal), player in (other, SIMULTANEOUS))
            self.assertTrue(all(0 <= action < game.num_distinct_actions() for action in legal))
            mask = state.legal_actions_mask(other)
            self.assertEqual((len(mask), [a for a, ok in enumerate(mask) if ok]), (game.num_distinct_actions(), legal))
            self.assertEqual(len(state.observation_tensor(other)), game.observation_tensor_size())
            self.assertIsInstance(state.observation_string(other), str)
            for action in legal:
                name = state.action_to_string(other, action)
                self.assertEqual(name, game.action_to_string(other, action))
                self.assertEqual(state.string_to_action(name, other), action)
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            self.assertAlmostEqual(sum(chance for _, chance in outcomes), 1)
            self.assertEqual([action for action, _ in outcomes], state.legal_actions())
            self.assertLessEqual(len(outcomes), game.max_chance_outcomes())
        else:
            with self.assertRaises(ValueError):
                state.chance_outcomes()
        returns = state.returns()
        self.assertEqual(len(returns), game.num_players())
        self.assertTrue(all(game.min_utility() <= value <= game.max_utility() for value in returns))
        self.assertTrue(state.is_terminal() or not any(returns))
        if state.is_terminal() and game.utility_sum() is not None:
            self.assertAlmostEqual(sum(returns), game.utility_sum())
        self.assertEqual(state.player_return(0), returns[0])

    def test_random_games(self):
        draw = random.Random(1)
        for name in GAMES:
            game = load(name, max_game_length=60)
            self.assertEqual(game.get_type().max_num_players, game.num_players())
            for _ in range(3):
                state = game.new_initial_state()
                self.assertTrue(state.is_initial_state())
                while not state.is_terminal():
                    self.check(state)
                    before, copy = (str(state), state.history(), state.current_player()), state.clone()
                    move_on(state, draw)
                    self.assertEqual((str(copy), copy.history(), copy.current_player()), before)
                    back, last = state.clone(), state.full_history()[-1]
                    back.undo_action(last.player, last.action)
                    self.assertEqual((str(back), back.history(), back.current_player()), before)
                self.check(state)
                again = game.deserialize_state(state.serialize())
                self.assertEqual((str(again), again.history(), again.returns(), again.information_state_string(0)),
                                 (str(state), state.history(), state.returns(), state.information_state_string(0)))
                self.assertEqual(len(state.full_history()), len(state.history()))

    def test_kinds(self):
        kinds = {name: load(name).get_type() for name in GAMES}
        self.assertEqual(kinds["nim"].dynamics.name, "SEQUENTIAL")
        self.assertEqual(kinds["goofspiel"].dynamics.name, "SIMULTANEOUS")
        self.assertEqual(kinds["kuhn-poker"].chance_mode.name, "EXPLICIT_STOCHASTIC")
        self.assertEqual(kinds["kuhn-poker"].information.name, "IMPERFECT_INFORMATION")
        self.assertEqual(load("nim", rewards="difference").get_type().utility.name, "ZERO_SUM")

    def test_extent(self):
        """Length and sum of returns, where all states can be explored."""
        for name, length, total in (("noughts-and-crosses", 9, 100), ("hexapawn3", 7, 100), ("connect-four", 1000, None),
                                    ("monty-hall", 3, None)):
            game = load(name)
            self.assertEqual((game.max_game_length(), game.utility_sum()), (length, total), name)
        self.assertEqual(load("noughts-and-crosses", max_game_length=8).utility_sum(), None)
        self.assertEqual(load("noughts-and-crosses").get_type().utility.name, "CONSTANT_SUM")
        two = load("connect-four", rewards="difference")
        self.assertEqual((two.utility_sum(), two.get_type().utility.name), (0, "ZERO_SUM"))

    def test_dynamics(self):
        """Who has more than one move, in reachable states; chance is no player."""
        expected = {"noughts-and-crosses": ("SEQUENTIAL", "the rules tell whose turn it is"), "hanoi": ("SEQUENTIAL", "there is one player"),
                    "buttons-and-lights": ("SEQUENTIAL", "there is one player"), "monty-hall": ("SEQUENTIAL", "there is one player"),
                    "goofspiel": ("SIMULTANEOUS", "north and east and west choose at the same time in a reachable state"),
                    "kuhn-poker": ("SEQUENTIAL", "in each of the {} reachable states at most one player has more than one move")}
        for name, (dynamics, why) in expected.items():
            game = load(name)
            self.assertEqual(game.get_type().dynamics.name, dynamics, name)
            self.assertEqual(game.why_dynamics(), why.format(len(reachable(game.game))), name)
            self.assertTrue(game.rules.dynamics.proved)
        together = OpenSpielGame(tesuji.loads(TOGETHER, "together.kif"))
        self.assertEqual((together.get_type().dynamics.name, together.why_dynamics()),
                         ("SIMULTANEOUS", "a and b choose at the same time in a reachable state"))

    def test_nodes_of_sequential_games(self):
        """What the type says holds in every node of every play."""
        for name in GAMES:
            game, draw = load(name, max_game_length=60), random.Random(7)
            if game.get_type().dynamics.name != "SEQUENTIAL":
                continue
            for _ in range(5):
                state = game.new_initial_state()
                while not state.is_terminal():
                    self.assertFalse(state.is_simultaneous_node(), name)
                    move_on(state, draw)

    def test_dynamics_of_games_that_are_too_large(self):
        """Random games show what is not near the beginning; what they do not show is not said to be proved."""
        with unittest.mock.patch("tesuji._dynamics.MOST_STATES", 3):
            kuhn = load("kuhn-poker")
            self.assertEqual(kuhn.get_type().dynamics.name, "SEQUENTIAL")
            self.assertFalse(kuhn.rules.dynamics.proved)
            self.assertRegex(kuhn.why_dynamics(), "in none of .* states, .* others were not looked at")
            late = OpenSpielGame(tesuji.loads(LATE, "late.kif"))
            self.assertEqual(late.get_type().dynamics.name, "SIMULTANEOUS")
            self.assertTrue(late.rules.dynamics.proved)

    def test_forced_moves_are_of_who_makes_them(self):
        """Where the rules tell no turns and nobody has a choice, waiting is nobody's turn."""
        state = OpenSpielGame(tesuji.loads(FORCED, "forced.kif")).new_initial_state()
        players = []
        while not state.is_terminal():
            players.append((state.current_player(), [state.action_to_string(action) for action in state.legal_actions()]))
            state.apply_action(state.legal_actions()[-1])
        self.assertEqual(players, [(0, ["left", "right"]), (1, ["reply"]), (1, ["left", "right"]), (0, ["reply"])])

    def test_length(self):
        state, draw = load("connect-four", max_game_length=3).new_initial_state(), random.Random(2)
        for _ in range(3):
            move_on(state, draw)
        self.assertTrue(state.is_terminal())
        self.assertEqual(state.returns(), [0, 0])

    def test_misuse(self):
        state = load("connect-four").new_initial_state()
        with self.assertRaisesRegex(tesuji.IllegalActionError, "99 is no legal action of 0"):
            state.apply_action(99)
        with self.assertRaisesRegex(ValueError, "no simultaneous node"):
            state.apply_actions([1, 2])
        with self.assertRaisesRegex(ValueError, "5 is no player"):
            state.legal_actions(5)
        with self.assertRaisesRegex(ValueError, "was not the last action"):
            state.undo_action(0, 1)
        state = load("goofspiel").new_initial_state()
        with self.assertRaisesRegex(ValueError, "several players move at the same time"):
            state.apply_action(0)
        with self.assertRaisesRegex(ValueError, "there are 3 players"):
            state.apply_actions([0])
        with self.assertRaisesRegex(tesuji.IllegalActionError, "9 is no legal action of 1"):
            state.apply_actions([0, 9, 0])

    def test_chance_at_the_same_time(self):
        """Its node comes after those of the players, and what they have chosen is in force."""
        state = OpenSpielGame(tesuji.loads(TOGETHER)).new_initial_state()
        self.assertEqual((state.num_players(), state.current_player()), (2, SIMULTANEOUS))
        state.apply_actions([0, 1])
        self.assertEqual(state.current_player(), CHANCE)
        found = {state.action_to_string(CHANCE, action): state.child(action).returns() for action, _ in state.chance_outcomes()}
        self.assertEqual(found, {"(pick a)": [100, 0], "(pick b)": [0, 100]})
        self.assertEqual(state.history(), [0, 1])
        same = OpenSpielGame(tesuji.loads(TOGETHER)).deserialize_state("1\n1\n0\n")
        self.assertEqual(same.returns(), [50, 50])

    @unittest.skipIf(pyspiel is None, "OpenSpiel is not installed")
    def test_with_openspiel(self):
        from open_spiel.python.algorithms import expected_game_score
        from open_spiel.python import policy
        game = load("kuhn-poker", rewards="difference")
        self.assertEqual(game.get_type().dynamics, pyspiel.GameType.Dynamics.SIMULTANEOUS)
        uniform = policy.UniformRandomPolicy(game)
        self.assertEqual(len(expected_game_score.policy_value(game.new_initial_state(), [uniform] * 2)), 2)


class Algorithms(unittest.TestCase):
    """Known values, found by algorithms that ask for nothing but OpenSpiel's methods."""

    def test_minimax(self):
        """Nim is won by its first player where the exclusive or of the heaps is not 0."""
        values = {}

        def value(state):
            if state.is_terminal():
                return state.returns()[0]
            key = (str(state), state.current_player())
            if key not in values:
                values[key] = (max, min)[state.current_player()](value(state.child(a)) for a in state.legal_actions())
            return values[key]

        state = load("nim", rewards="difference").new_initial_state()
        self.assertIn(value(state), (-1, 1))
        winning = [state.action_to_string(action) for action in state.legal_actions() if value(state.child(action)) == 1]
        self.assertEqual(bool(winning), value(state) == 1)

    def test_monty_hall(self):
        """Whoever switches wins two of three times, whoever stays one."""
        def value(state, last):
            if state.is_terminal():
                return state.returns()[0] / 100
            if state.is_chance_node():
                return sum(chance * value(state.child(action), last) for action, chance in state.chance_outcomes())
            names = {state.action_to_string(action): action for action in state.legal_actions()}
            return value(state.child(names.get(last, min(names.values()))), last)

        game = load("monty-hall")
        names = {game.action_to_string(0, action) for action in range(game.num_distinct_actions())}
        self.assertLessEqual({"switch", "stay"}, names)
        self.assertAlmostEqual(value(game.new_initial_state(), "switch"), 2 / 3)
        self.assertAlmostEqual(value(game.new_initial_state(), "stay"), 1 / 3)

    def test_counterfactual_regret(self):
        """Kuhn poker's value is -1/18 of a chip for the first player; a chip is half of our difference in goals."""
        regrets, sums = (collections.defaultdict(lambda: collections.defaultdict(float)) for _ in range(2))
        children = {}

        def child(state, action):
            key = (id(state), action)
            if key not in children:
                children[key] = (state, state.child(action))
            return children[key][1]

        facts = {}

        def known(state):
            if id(state) not in facts:
                player = state.current_player()
                facts[id(state)] = (player, state.returns(), state.legal_actions() if player >= 0 else [],
                                    state.chance_outcomes() if player == CHANCE else [],
                                    (player, state.information_state_string()) if player >= 0 else None, state)
            return facts[id(state)]

        def walk(state, reach):
            player, returns, legal, outcomes, seen, _ = known(state)
            if player == TERMINAL:
                return returns[0]
            if player == CHANCE:
                return sum(p * walk(child(state, a), [r * p for r in reach]) for a, p in outcomes)
            positive = {a: max(0.0, regrets[seen][a]) for a in legal}
            total = sum(positive.values())
            policy = {a: positive[a] / total if total else 1 / len(legal) for a in legal}
            values = {}
            for action in legal:
                further = list(reach)
                further[player] *= policy[action]
                values[action] = walk(child(state, action), further)
            mean, sign = sum(policy[a] * values[a] for a in legal), (1, -1)[player]
            for action in legal:
                regrets[seen][action] += reach[1 - player] * sign * (values[action] - mean)
                sums[seen][action] += reach[player] * policy[action]
            return mean

        def value(state):
            player, returns, legal, outcomes, seen, _ = known(state)
            if player == TERMINAL:
                return returns[0]
            if player == CHANCE:
                return sum(p * value(child(state, a)) for a, p in outcomes)
            total = sum(sums[seen].values())
            return sum(sums[seen][a] / total * value(child(state, a)) for a in legal)

        root = load("kuhn-poker", rewards="difference").new_initial_state()
        for _ in range(1500):
            walk(root, [1.0, 1.0])
        self.assertEqual(len(sums), 12)  # six for each player: its card, and what was said
        self.assertAlmostEqual(2 * value(root), -1 / 18, delta=0.004)


if __name__ == "__main__":
    unittest.main()
