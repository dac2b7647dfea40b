#!/usr/bin/env python3
"""Tests of the Python package `tesuji`.

usage: python_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH
"""
import copy
import gc
import itertools
import os
import pathlib
import pickle
import subprocess
import sys
import tempfile
import threading
import unittest
import unittest.mock
import warnings

import numpy as np
import tesuji

EXAMPLES = pathlib.Path(sys.argv.pop(1))


def load(name, **options):
    return tesuji.load(EXAMPLES / f"{name}.kif", **options)


class Loading(unittest.TestCase):
    def test_errors_have_places(self):
        with self.assertRaises(tesuji.LoadError) as raised:
            tesuji.loads("(role r)\n(init p)\n(<= (legal r (mark ?x)) (true ?y))\n", "wrong.kif")
        unsafe = next(message for message in raised.exception.messages if message.code == "unsafe")
        self.assertEqual((unsafe.severity, unsafe.file), ("error", "wrong.kif"))
        self.assertEqual((unsafe.line, unsafe.column, unsafe.end_line, unsafe.end_column), (3, 20, 3, 22))
        self.assertIn("^^", str(raised.exception))
        self.assertTrue(unsafe.full.startswith("wrong.kif:3:20: error: ?x is used"))

    def test_files(self):
        with self.assertRaisesRegex(tesuji.LoadError, "none.kif"):
            tesuji.load("none.kif")
        with self.assertRaisesRegex(ValueError, "unsupported number of lanes: 100"):
            load("nim", lanes=100)

    def test_a_game_that_is_over_at_once_has_no_vectors(self):
        text = ("(role r)\n(init p)\n(<= (legal r a) (true p))\n(<= (next p) (does r a))\n"
                "(<= terminal (true p))\n(<= (goal r 100) (true p))\n")
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            game = tesuji.loads(text)
        self.assertTrue(game.start().terminal)
        with self.assertRaisesRegex(tesuji.TesujiError, "the initial state is terminal"):
            game.vector_env(4)

    def test_cache(self):
        def steps_of(game):
            env = game.vector_env(70, seed=3, max_steps=20)
            seen = [env.reset().observation.tobytes()]
            for _ in range(30):
                step = env.step(env.sample())
                seen += [part.tobytes() for part in (step.observation, step.rewards, step.terminated, step.truncated)]
            return seen

        def entries(folder):
            return {path.name: path.read_bytes() for path in pathlib.Path(folder).glob("*.tso")}

        with tempfile.TemporaryDirectory() as folder:
            expected = steps_of(load("connect-four", cache=False))
            self.assertEqual(entries(folder), {})
            first = steps_of(load("connect-four", cache=folder))
            kept = entries(folder)
            self.assertEqual(len(kept), 3)
            self.assertEqual(steps_of(load("connect-four", cache=pathlib.Path(folder))), expected)
            self.assertEqual(first, expected)
            self.assertEqual(entries(folder), kept)
            with unittest.mock.patch.dict(os.environ, {"TESUJI_CACHE": folder}):
                load("nim")
                self.assertGreater(len(entries(folder)), 3)
                load("hexapawn3", cache=False)
                self.assertEqual(len(entries(folder)), 6)

    def test_a_cache_that_cannot_be_used_is_a_warning(self):
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o777)
            with self.assertWarnsRegex(UserWarning, "no object cache"):
                game = load("nim", cache=folder)
            self.assertGreater(game.lanes, 0)

    def test_warnings(self):
        text = (EXAMPLES / "noughts-and-crosses.kif").read_text() + "\n(<= (never ?x) (nothing ?x))\n"
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            tesuji.loads(text)
        self.assertTrue(any("warning" in str(one.message) for one in caught))


    def test_names_of_examples(self):
        self.assertIn("connect-four", tesuji.games())
        with self.assertRaisesRegex(tesuji.LoadError, r"cannot read `go`.*; examples are breakthrough, .*tesuji.games\(\)"):
            tesuji.load("go")

    def test_without_numpy(self):
        code = "import sys; sys.modules['numpy'] = None; import tesuji"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
        self.assertRegex(done.stderr, "ImportError: tesuji needs NumPy: install python3-numpy")


class Single(unittest.TestCase):
    def test_by_names(self):
        play = load("noughts-and-crosses").start()
        for move in ("(mark 1 1)", "(mark 2 1)", "(mark 1 2)", "(mark 2 2)"):
            self.assertFalse(play.terminal)
            play.play(move)
        branch = play.copy().play({"o": "(mark 3 3)"})
        self.assertFalse(branch.terminal)
        play.play(o="(mark 1 3)", x="noop")
        self.assertTrue(play.terminal)
        self.assertEqual(play.goals, {"o": 100, "x": 0})
        self.assertIn("(cell 1 3 o)", play.fluents)

    def test_misuse(self):
        play = load("noughts-and-crosses").start()
        for moves, words in (({"z": "noop"}, "'z' is no role"), ("(mark 9 9)", r"\(mark 9 9\) is not a legal move of o"),
                             ({"x": "(mark 1 1)"}, "is not a legal move of x|o has 9 legal moves"),
                             ({}, "o has 9 legal moves, and none was said")):
            with self.assertRaisesRegex(tesuji.TesujiError, words):
                play.play(moves)
        bids = load("goofspiel").start()
        with self.assertRaisesRegex(tesuji.TesujiError, "have a choice"):
            bids.play(bids.legal[bids.game.roles[0]][0])
        while not play.terminal:
            play.play(next(names for names in play.legal.values() if len(names) > 1 or names != ["noop"])[0])
        with self.assertRaisesRegex(tesuji.TesujiError, "is over"):
            play.play("(mark 1 1)")

    def test_short_names_and_numbers(self):
        play = load("connect-four").start()
        self.assertEqual((play.turn, play.actions), ("red", {"red": list(range(8)), "yellow": [8]}))
        play.play("drop 1").play("DROP 2").play(2).play({"yellow": np.int64(3)})
        for column, role in ((1, "red"), (2, "yellow"), (3, "red"), (4, "yellow")):
            self.assertIn(f"(cell {column} 1 {role})", play.fluents)
        self.assertEqual(play.observation().tolist(), [name in play.fluents for name in play.game.fluent_names])
        self.assertEqual(play.action_mask().tolist(), [True] * 8 + [False])
        self.assertEqual(play.action_mask("yellow").tolist(), [False] * 8 + [True])
        for wrong, words in (("drop", "drop is not a legal move of red"), (8, "noop is not a legal move of red"), ("1", "is not a legal move of red")):
            with self.assertRaisesRegex(tesuji.TesujiError, words):
                play.play(wrong)
        bids = load("goofspiel").start()
        self.assertIsNone(bids.turn)
        with self.assertRaisesRegex(tesuji.TesujiError, "say which role"):
            bids.action_mask()
        # Where the one move is forced, the rules say whose turn it is.
        last = load("noughts-and-crosses").start()
        for _ in range(8):
            last.play(last.actions[last.turn][0]) if not last.terminal else None
        self.assertIn(last.turn, ("o", "x", None))

    def test_native_and_evaluated_games_are_the_same(self):
        games = [load("connect-four", native=native) for native in (False, True)]
        played = [game.playouts(count=200, seed=3).mean_goals for game in games]
        self.assertEqual(played[0], played[1])


class Vectors(unittest.TestCase):
    def test_arrays(self):
        game = load("connect-four")
        env = game.vector_env(100)
        step = env.reset(seed=1)
        width = env.num_actions
        self.assertEqual(step.observation.shape, (100, game.fluent_count))
        self.assertEqual(step.observation.dtype, np.bool_)
        self.assertEqual(step.legal_action_mask.shape, (100, width))
        self.assertEqual(step.rewards.shape, (100, 2))
        self.assertEqual([one.dtype for one in step[2:]], [np.int32, np.bool_, np.bool_, np.uint8])
        self.assertEqual(len(game.fluent_names), game.fluent_count)
        for array in (step.rewards, step.terminated, step.current_player, env.lengths):
            self.assertFalse(array.flags.writeable)
        after = env.step(env.sample())
        self.assertIs(after.rewards, step.rewards)  # no copies
        self.assertTrue((after.current_player == 1).all())
        bits = game.vector_env(100, observation="bits", mask="bits")
        first = bits.reset(seed=1)
        second = bits.step(bits.sample())
        unpacked = np.unpackbits(second.observation.view(np.uint8), axis=1, bitorder="little")
        self.assertTrue((unpacked[:, :game.fluent_count] == after.observation).all())
        unpacked = np.unpackbits(second.legal_action_mask.view(np.uint8), axis=1, bitorder="little")
        self.assertTrue((unpacked[:, :width] == after.legal_action_mask).all())
        self.assertIs(first.legal_action_mask, second.legal_action_mask)
        self.assertIsNone(game.vector_env(3, observation=None, mask=None).reset().observation)

    def test_planes(self):
        env = load("connect-four").vector_env(1100)
        env.reset(seed=2)
        for _ in range(5):
            step = env.step(env.sample())
            fluents, (legal,) = env.planes()
            for planes, rows in ((fluents, step.observation), (legal, step.legal_action_mask)):
                groups, count, blocks = planes.shape
                bits = np.unpackbits(np.ascontiguousarray(planes).view(np.uint8), bitorder="little")
                bits = bits.reshape(groups, count, 64 * blocks).transpose(0, 2, 1).reshape(-1, count)
                self.assertTrue((bits[:1100] == rows).all())
        self.assertEqual(fluents.ctypes.data, env.planes()[0].ctypes.data)

    def test_one_game_move_by_move(self):
        for name in ("noughts-and-crosses", "breakthrough", "hexapawn4"):
            game = load(name)
            env = game.vector_env(70, threads=2)
            step, state, ends = env.reset(seed=4), game.initial, 0
            for _ in range(150):
                self.assertEqual(env.states()[69].tobytes(), state)
                names = {fluent for fluent, holds in zip(game.fluent_names, step.observation[69]) if holds}
                self.assertEqual(sorted(names), game.fluents(state))
                player, actions = int(step.current_player[69]), env.sample()
                mask = step.legal_action_mask[69][:game.action_counts[player]]
                self.assertEqual(mask.tolist(), game.action_mask(state, player).astype(bool).tolist())
                joint = [moves[0] for moves in game.legal(state)]
                joint[player] = game.action_move(player, int(actions[69]))
                self.assertEqual(env.action_name(69, int(actions[69])), game.move_name(joint[player]))
                step, state = env.step(actions), game.step(state, joint)
                self.assertEqual(bool(step.terminated[69]), game.terminal(state))
                goals = game.goal_values(state) if step.terminated[69] else [0, 0]
                self.assertEqual(step.rewards[69].tolist(), goals)
                if step.terminated[69]:
                    state, ends = game.initial, ends + 1
            self.assertGreater(ends, 0)

    def test_a_role_for_each_column(self):
        game = load("goofspiel")
        env = game.vector_env(64)
        step = env.reset()
        self.assertIsNone(step.current_player)
        self.assertEqual(len(step.legal_action_mask), len(game.roles))
        actions = env.sample()
        self.assertEqual(actions.shape, (64, len(game.roles)))
        for role, mask in enumerate(step.legal_action_mask):
            self.assertTrue(mask[np.arange(64), actions[:, role]].all())
        env.step(actions)
        joint = load("noughts-and-crosses").vector_env(8, joint=True)
        joint.reset()
        joint.step(np.stack([np.zeros(8, int), np.full(8, -1)], axis=1))  # x has nothing to choose
        self.assertTrue((joint.lengths == 1).all())
        with self.assertRaisesRegex(ValueError, "shape"):
            joint.step(np.zeros(8, int))

    def test_chance_and_percepts(self):
        game = load("monty-hall")
        env = game.vector_env(4000)
        env.reset(seed=2)
        self.assertEqual(env.roles[env.chance], "random")
        seen = 0
        for _ in range(12):
            step = env.step(env.sample())
            seen += np.bitwise_count(env.percepts).sum() if hasattr(np, "bitwise_count") else (env.percepts != 0).sum()
        self.assertGreater(seen, 0)
        self.assertTrue(all(role < len(env.roles) and term for role, term in env.percept_names))
        self.assertIsNotNone(step.rewards)

    def test_the_same_seed_is_the_same_run(self):
        runs = []
        for threads, seed in ((1, 7), (3, 7), (1, 8)):
            env = load("connect-four").vector_env(3000, threads=threads)
            env.reset(seed=seed)
            total = [0, 0, 0]
            for i in range(60):
                step = env.step(env.sample())
                total[0] += int((step.rewards * (i + 1)).sum())
                total[1] += int(step.observation.sum()) * (i + 1)
                total[2] += int(step.terminated.sum())
            runs.append(total)
        self.assertEqual(runs[0], runs[1])
        self.assertNotEqual(runs[0], runs[2])

    def test_means(self):
        env = load("noughts-and-crosses").vector_env(20_000)
        env.reset(seed=5)
        lengths, goals, first = [], [], np.ones(20_000, bool)
        for _ in range(9):
            step = env.step(env.sample())
            over = step.terminated & first
            lengths += env.lengths[over].tolist()
            goals += step.rewards[over, 0].tolist()
            first &= ~step.terminated
        self.assertFalse(first.any())
        self.assertAlmostEqual(np.mean(lengths), 7.62619, delta=0.04)  # exact mean; 4 standard errors
        self.assertAlmostEqual(np.mean(goals), 64.84127, delta=1.4)

    def test_truncation(self):
        env = load("connect-four").vector_env(10, max_steps=3)
        env.reset()
        self.assertEqual([bool(env.step(env.sample()).truncated.all()) for _ in range(6)], [False, False, True] * 2)

    def ends(self, name, **options):
        """Yields for random games: the environment, the step, and the numbers of games that it ended."""
        env = load(name).vector_env(70, **options)
        env.reset(seed=3)
        for _ in range(60):
            step = env.step(env.sample())
            yield env, step, np.flatnonzero(step.terminated | step.truncated)

    def test_last_observations(self):
        """They are states in which the game is over, with these goals; of truncated games others."""
        for name, options in (("connect-four", {}), ("connect-four", {"max_steps": 9, "threads": 2}), ("goofspiel", {}),
                              ("monty-hall", {}), ("quarto", {"max_steps": 12})):
            seen = 0
            for env, step, ended in self.ends(name, final_observation=True, **options):
                for number in ended:
                    seen += 1
                    state = env.game.state_of([fluent for fluent, holds in zip(env.game.fluent_names, env.final_observation[number]) if holds])
                    self.assertEqual(env.game.terminal(state), step.terminated[number])
                    if step.terminated[number]:
                        goals = [0 if role == "random" else goal for role, goal in zip(env.roles, env.game.goal_values(state))]
                        self.assertEqual(goals, step.rewards[number].tolist())
            self.assertGreater(seen, 20, name)

    def test_last_observations_in_each_form(self):
        runs = [self.ends("connect-four", final_observation=True, observation=form) for form in ("bytes", "bits", "board")]
        for (env, _, ended), (bits, _, _), (board, _, _) in zip(*runs):
            rows = env.final_observation[ended]
            unpacked = np.unpackbits(bits.final_observation[ended].view(np.uint8), axis=1, bitorder="little")[:, :rows.shape[1]]
            self.assertTrue((unpacked == rows).all())
            self.assertTrue((board.final_observation[ended] == rows[:, board.layout.index]).all())
        text = tesuji.loads((EXAMPLES / "connect-four.kif").read_text().replace("(column 8)", "(column 8) (column 9)"), "wide.kif")
        self.assertEqual(text.vector_env(2, final_observation=True).final_observation.shape, (2, text.fluent_count))

    def test_autoreset(self):
        for name, options in (("connect-four", {}), ("goofspiel", {}), ("connect-four", {"max_steps": 5})):
            game = load(name)
            same, following, disabled = (game.vector_env(40, autoreset=mode, final_observation=mode == "SameStep", **options)
                                         for mode in ("SameStep", "NextStep", "Disabled"))
            initial = same.reset(seed=1).observation[0].copy()
            following.reset(seed=1), disabled.reset(seed=1)
            over = np.zeros(40, bool)
            for _ in range(40):
                actions = following.sample().copy()
                states = following.states()
                step = following.step(actions)
                self.assertFalse(following.faults.any())
                self.assertTrue((step.observation[over] == initial).all())
                self.assertFalse((step.terminated | step.truncated)[over].any() or step.rewards[over].any())
                # The others have made the same step as in another mode.
                same.set_states(states)
                expected = same.step(actions, check=False)
                ended = step.terminated | step.truncated
                if not options:
                    self.assertTrue((ended == (expected.terminated | expected.truncated) & ~over).all())
                    self.assertTrue((step.observation[ended] == same.final_observation[ended]).all())
                    self.assertTrue((step.rewards[ended] == expected.rewards[ended]).all())
                over = ended.copy()
                if ended.any():
                    with self.subTest("copies go on alike"):
                        twin = copy.copy(following)
                        self.assertTrue((twin.sample() == following.sample()).all())
                ended = np.zeros(40, bool)
                while not ended.any():
                    last = disabled.step(disabled.sample())
                    ended = last.terminated | last.truncated
                with self.assertRaisesRegex(tesuji.TesujiError, "are over: reset_games begins them again"):
                    disabled.step(disabled.sample())
                fresh = disabled.reset_games(ended.copy())
                self.assertTrue((fresh.observation[ended] == initial).all())
            twin = pickle.loads(pickle.dumps(following))
            for _ in range(9):
                one, other = following.step(following.sample()), twin.step(twin.sample())
                self.assertTrue((one.observation == other.observation).all() and (one.rewards == other.rewards).all())

    def test_copied_steps(self):
        env = load("connect-four").vector_env(20, copy=True)
        first = env.reset(seed=1)
        kept = [part.copy() for part in first]
        for _ in range(20):
            after = env.step(env.sample())
            self.assertFalse(any(np.shares_memory(*parts) for parts in zip(first, after)))
        self.assertTrue(all((one == other).all() for one, other in zip(first, kept)))

    def test_differences(self):
        for name in ("connect-four", "goofspiel", "kuhn-poker"):
            game = load(name)
            goals, differences = (game.vector_env(60, rewards=rewards) for rewards in ("goals", "difference"))
            goals.reset(seed=2), differences.reset(seed=2)
            seen = set()
            for _ in range(50):
                step, other = goals.step(goals.sample()), differences.step(differences.sample())
                self.assertTrue((step.terminated == other.terminated).all())
                self.assertEqual(float(np.abs(other.rewards.sum(axis=1)).max()).__round__(9), 0)
                self.assertFalse(other.rewards[~other.terminated].any())
                players = [role for role in range(len(game.roles)) if game.roles[role] != "random"]
                for own, difference in zip(step.rewards[step.terminated][:, players], other.rewards[step.terminated][:, players]):
                    mean = (own.sum() - own) / (len(players) - 1)
                    self.assertTrue(np.allclose(difference, (own - mean) / 100))
                    seen.add(tuple(difference.round(3)))
            self.assertGreater(len(seen), 1, name)
        with self.assertRaisesRegex(ValueError, "no difference"):
            load("hanoi").vector_env(2, rewards="difference")

    def test_boards(self):
        game = load("connect-four")
        layout = game.board_layout()
        self.assertEqual((layout.planes, layout.height, layout.width), (["cell red", "cell yellow"], 6, 8))
        self.assertEqual([game.fluent_names[fluent] for fluent in layout.others], ["(control red)", "(control yellow)"])
        for plane, role in enumerate(game.roles):
            for row, column in itertools.product(range(6), range(8)):
                self.assertEqual(game.fluent_names[layout.index[plane, row, column]], f"(cell {column + 1} {6 - row} {role})")
        plain, board, mover = (game.vector_env(50, **options) for options in (
            {}, {"observation": "board"}, {"observation": "board", "mover_first": True}))
        plain.reset(seed=1), board.reset(seed=1), mover.reset(seed=1)
        for _ in range(30):
            step, planes, own = (env.step(env.sample()) for env in (plain, board, mover))
            self.assertTrue((planes.observation == step.observation[:, layout.index]).all())
            turned = np.where((step.current_player == 1)[:, None, None, None], planes.observation[:, ::-1], planes.observation)
            self.assertTrue((own.observation == turned).all())
        native = load("connect-four", native=True).board_layout()  # which has columns without names
        self.assertEqual((native.planes, len(native.others)), (layout.planes, 2))
        for name, size in (("breakthrough", (2, 8, 8)), ("quarto", None), ("noughts-and-crosses", (2, 3, 3))):
            index = load(name).board_layout().index
            self.assertTrue(size is None or index.shape == size, (name, index.shape))
            placed = index[index >= 0]
            self.assertEqual(len(set(placed.tolist())), len(placed))
        with self.assertRaisesRegex(tesuji.TesujiError, "has no board"):
            load("kuhn-poker").vector_env(2, observation="board")
        with self.assertRaisesRegex(ValueError, "mover_first is for"):
            game.vector_env(2, mover_first=True)
        with self.assertRaisesRegex(ValueError, "final_observation is for"):
            game.vector_env(2, final_observation=True, observation=None)

    def test_squares_of_moves(self):
        drops = load("connect-four").moves("red")
        self.assertEqual([move.move for move in drops], [f"(drop {column})" for column in range(1, 9)])  # without noop
        self.assertEqual(drops[2].places, [[(0, row, 2) for row in range(6)]])
        game = load("breakthrough")
        for move in game.moves("white"):
            self.assertEqual(game.move_name(game.action_move("white", move.action)), move.move)
            _, row, column, to_row, to_column = move.move.strip("()").split()
            squares = [(0, int(row) - 1, int(column) - 1), (0, int(to_row) - 1, int(to_column) - 1)]
            self.assertEqual(move.places, [[square] for square in squares])

    def test_states_and_resets(self):
        env = load("connect-four").vector_env(30)
        env.reset(seed=1)
        for _ in range(5):
            env.step(env.sample())
        states, mask = env.states(), env.reset_games(np.zeros(30, bool)).legal_action_mask.copy()
        env.reset()
        self.assertFalse((env.states() == states).all())
        self.assertTrue((env.set_states(states).legal_action_mask == mask).all())
        which = np.arange(30) % 2 == 0
        env.reset_games(which)
        initial = np.frombuffer(env.game.initial, np.uint64)
        self.assertTrue(((env.states() == initial).all(axis=1) == which).all())
        states[4] = ~np.uint64(0)
        with self.assertRaisesRegex(tesuji.TesujiError, "state number 4"):
            env.set_states(states)
        with self.assertRaisesRegex(ValueError, "shape"):
            env.set_states(states[:3])

    def test_misuse(self):
        game = load("noughts-and-crosses")
        env = game.vector_env(6)
        env.reset()
        env.step(np.full(6, 4))
        actions = np.array([4, 0, 1, 99, -1, 2])
        with self.assertRaisesRegex(tesuji.IllegalActionError, r"3 of 6 .*game 0: x 4 \(mark 2 2\)") as raised:
            env.step(actions)
        self.assertEqual(raised.exception.games, [0, 3, 4])
        self.assertEqual(env.lengths.tolist(), [1, 2, 2, 1, 1, 2])
        env.step(np.array([4] * 6), check=False)
        self.assertTrue(env.faults.all())
        for wrong, kind, words in ((np.zeros(5, int), ValueError, "shape"), (np.zeros(6), TypeError, "integers"),
                                   (["a"] * 6, TypeError, "integers"), ([[0]] * 6, ValueError, "shape"),
                                   (np.full(6, (1 << 32) + 1), ValueError, "32 bits")):
            with self.assertRaisesRegex(kind, words):
                env.step(wrong)
        for options in ({"num_envs": 0}, {"threads": 0}, {"max_steps": -1}, {"seed": -1}, {"mask": "words"}):
            with self.assertRaises(ValueError):
                game.vector_env(**{"num_envs": 2, **options})
        with self.assertRaises(TypeError):
            game.vector_env(2.5)
        if os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") < 64 << 30:
            with self.assertRaisesRegex(tesuji.TesujiError, "MiB, more than this machine has"):
                game.vector_env((1 << 32) - 1, observation=None, mask=None)
        with self.assertRaises(ValueError):
            env.reset(seed=1 << 64)
        with self.assertRaisesRegex(ValueError, "bools"):
            env.reset_games(np.zeros(6, int))

    def test_arrays_outlive_their_environment(self):
        env = load("connect-four").vector_env(1000)
        step = env.reset()
        rewards, player = step.rewards, step.current_player
        del env, step
        gc.collect()
        self.assertEqual(int(rewards.sum()) + int(player.sum()), 0)

    def test_one_thread_at_a_time(self):
        env = load("breakthrough").vector_env(1 << 16, observation=None, mask=None)
        env.reset()
        refused, actions = [], env.sample()

        def step():
            try:
                for _ in range(30):
                    env.step(actions, check=False)
            except tesuji.TesujiError as error:
                refused.append(str(error))

        threads = [threading.Thread(target=step) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertTrue(all("another thread" in text for text in refused))

    @unittest.skipUnless(os.environ.get("TESUJI"), "TESUJI names no compiler")
    def test_plugins_make_the_same_steps(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, lanes in itertools.product(("breakthrough", "goofspiel", "monty-hall"), (False, True)):
                path = f"{folder}/{name}{lanes}.so"
                subprocess.run([os.environ["TESUJI"], "compile", EXAMPLES / f"{name}.kif", "-o", path,
                                *(["--batch"] if lanes else [])], check=True)
                games = [load(name), tesuji.load(path)]
                self.assertEqual(games[1].lanes, games[0].lanes if lanes else 0)
                self.assertEqual("compile --batch" in games[1].why_no_lanes, not lanes)
                self.assertEqual(*([game.actions(role) for role in game.roles] for game in games))
                first, second = (game.vector_env(50) for game in games)
                first.reset(seed=9), second.reset(seed=9)
                self.assertEqual(first.turns, second.turns)
                for _ in range(70):
                    actions = first.sample()
                    self.assertTrue((actions == second.sample()).all())
                    for one, other in zip(first.step(actions)[2:], second.step(actions)[2:]):
                        self.assertTrue(one is other is None or (one == other).all())

    def test_games_without_lanes(self):
        """They are played one after the other, and the game says why."""
        game = tesuji.loads(LAST_FIVE, "last-five.kif")
        self.assertEqual(game.lanes, 0)
        self.assertNotEqual(game.why_no_lanes, "")
        with self.assertRaisesRegex(ValueError, "observation=None"):
            game.vector_env(50)
        env = game.vector_env(8, observation=None)
        env.reset(seed=1)
        ends = 0
        goals = set()
        for _ in range(8):
            step = env.step(env.sample())
            ends += int(step.terminated.sum())
            goals |= set(step.rewards[step.terminated].ravel().tolist())
        self.assertEqual(ends, 8 * 8 // 4)
        self.assertTrue(goals and goals <= {50, 70})


    def test_too_many_actions(self):
        """A move for each combination of the last five: refused, before they are listed."""
        text = LAST_FIVE + """
(<= (legal r (say ?a ?b ?c ?d ?e)) (true (last ?a ?b ?c ?d ?e)))
"""
        with self.assertRaisesRegex(tesuji.TesujiError, "102400040 actions, more than 1048576"):
            tesuji.loads(text).vector_env(5, observation=None)


# The last five moves as one fluent: more of these than can be written out.
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

if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
