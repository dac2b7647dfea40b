#!/usr/bin/env python3
"""Calls the Python package at random, also wrongly: what comes of it is a value, or an exception that
docs/python.md names. Games are shared by several threads.

usage: python_calls.py EXAMPLES_FOLDER [SEED], with the package on PYTHONPATH. TESUJI_CALLS: how many
"""
import collections
import faulthandler
import os
import pathlib
import random
import sys
import threading
import time
import traceback
import warnings

import numpy as np
import tesuji

ALLOWED = (tesuji.TesujiError, ValueError, TypeError, IndexError, OSError, MemoryError)
NAMES = ("noughts-and-crosses", "goofspiel", "monty-hall", "hexapawn3", "nim", "breakthrough")
BIG = (1 << 31, (1 << 32) + 1, 1 << 63, 1 << 64, 1 << 200, -1 << 70)
RARE = 0.005  # the share of calls that search, prove or compile


class Caller:
    """One thread's random calls."""

    def __init__(self, seed, examples, shared):
        self.random, self.examples, self.shared = random.Random(seed), examples, shared
        self.env, self.play, self.states, self.counts = None, None, [], collections.Counter()

    # --- Values, good and bad ---

    def one_of(self, *choices):
        return self.random.choice(choices)

    def odd(self):
        """What is no good value anywhere."""
        return self.one_of(None, -1, 2.5, float("nan"), "", "x", "(", "\0", "\ud800", b"", b"abc", (), [], {}, [None], object(),
                           np.zeros(3), np.zeros((2, 2), np.uint8), bytearray(8), memoryview(b"12345678"), True, [[[]]],
                           self.one_of(*BIG), lambda: 0, self.shared[0], np.int64(3), np.float32(1))

    def number(self, most=20):
        return self.odd() if self.random.random() < 0.15 else self.random.randrange(-1, most)

    def state(self):
        chance = self.random.random()
        if chance < 0.1:
            return self.odd()
        if chance < 0.15:
            return self.random.randbytes(len(self.game.initial))
        if chance < 0.2:
            return self.one_of(*self.shared).initial
        known = [state for state in self.states if len(state) == len(self.game.initial)]
        return self.random.choice(known) if known else self.game.initial

    def joint(self, state):
        """Mostly a legal joint move."""
        if self.random.random() < 0.1:
            return self.one_of(self.odd(), [self.number(), self.number()], [self.number(1000)] * len(self.game.roles))
        return [self.random.choice(moves) if moves else 0 for moves in self.game.legal(state)]

    def role(self):
        return self.odd() if self.random.random() < 0.2 else self.one_of(*self.game.roles, 0, 1)

    def move_name(self):
        if self.random.random() < 0.2:
            return self.odd()
        return self.random.choice(self.game.actions(self.random.randrange(len(self.game.roles))))

    def options(self, **known):
        """Some of them, one of them wrong at times."""
        chosen = {name: value for name, value in known.items() if self.random.random() < 0.5}
        if chosen and self.random.random() < 0.2:
            chosen[self.random.choice(list(chosen))] = self.odd()
        return chosen

    # --- Calls ---

    def of_states(self):
        game, state = self.game, self.state()
        name = self.one_of("legal", "terminal", "goal_values", "goals", "fluents", "fluent_bits", "boards")
        return getattr(game, name)(state)

    def of_moves(self):
        game, state = self.game, self.state()
        joint = self.joint(state)
        name = self.one_of("step", "step", "step", "is_legal", "percepts")
        if name != "step":
            return getattr(game, name)(state, joint)
        after = game.step(state, joint, checked=self.random.random() < 0.9)
        self.states = self.states[-20:] + [after]
        return after

    def of_names(self):
        game = self.game
        return self.one_of(
            lambda: game.state_of(self.odd() if self.random.random() < 0.3 else game.fluents(self.state())),
            lambda: game.fluent_name(self.number(200)), lambda: game.actions(self.role()),
            lambda: game.action_move(self.role(), self.number()), lambda: game.move_action(self.role(), self.number()),
            lambda: game.action_mask(self.state(), self.role()), lambda: game.move_name(self.number(100)),
            lambda: game.find_move(self.move_name()), lambda: game.joint_move([self.number(), self.number()]),
            lambda: game.fluent_names, lambda: (game.lanes, game.why_no_lanes, repr(game)))()

    def of_chance(self):
        game = self.game
        stream = game.random(self.number(), self.number()) if self.random.random() < 0.9 else self.odd()
        count = self.number()
        few = not isinstance(count, int) or count < 1000  # every one of 2^31 playouts would be kept
        return self.one_of(
            lambda: game.draw(self.state(), stream), lambda: game.playout(stream, self.state(), self.number(50)),
            lambda: game.choose(self.state()), game.forget,
            lambda: game.playouts([self.state() for _ in range(self.random.randrange(3))], count, threads=self.one_of(1, 1, 2, 0), seconds=0.02,
                                  lanes=self.one_of(0, 64, 3), most_steps=self.number(40), each=few and self.one_of(True, False)))()

    def of_play(self):
        if self.play is None or self.random.random() < 0.02:
            self.play = self.one_of(self.game.start, lambda: tesuji.Play(self.game, self.state()))()
        play = self.play
        return self.one_of(
            lambda: play.legal, lambda: play.goals, lambda: play.terminal, lambda: play.fluents, play.copy,
            lambda: str(play), lambda: repr(play), play._repr_svg_, lambda: play.board(changes=True),
            lambda: play.play(self.move_name()), lambda: play.play({self.role(): self.move_name()}),
            lambda: play.play({role: self.random.choice(moves) for role, moves in play.legal.items() if moves}))()

    def of_environment(self):
        if self.env is None or self.random.random() < 0.005:
            self.env = self.game.vector_env(self.number(70), **self.options(
                seed=self.number(), threads=self.number(3), max_steps=self.number(9), joint=True, chance_given=True,
                observation="bits", mask=None))
        env = self.env
        if self.random.random() < 0.05:  # of all, so that most steps have environments of one thread
            env = self.one_of(*self.shared[0].environments)
        actions = self.one_of(env.sample, env.sample, env.sample, self.odd, lambda: env.sample() + 1,
                              lambda: np.full(env.num_envs, self.random.randrange(-3, 40)))()
        return self.one_of(
            lambda: env.step(actions), lambda: env.step(actions), lambda: env.step(actions, check=False),
            lambda: env.reset(self.one_of(None, self.number())), env.states, lambda: env.set_states(self.one_of(env.states(), self.odd())),
            lambda: env.reset_games(self.one_of(self.odd(), np.arange(env.num_envs) % 2 == 0)), env.planes,
            lambda: env.action_name(self.number(), self.number(), self.one_of(None, self.role())))()

    def of_questions(self):
        game = self.game
        return self.one_of(
            lambda: game.solve(seconds=0.05, **self.options(states=[self.state()], boards=self.one_of("all", "symmetric"), memory=1)),
            lambda: game.mcts(self.state(), seconds=self.one_of(0.02, 0.02, -1, "x"), **self.options(
                role=self.role(), seed=self.number(), simulations=self.number(50), threads=2, exploration=0.3)),
            lambda: game.verify(self.one_of("forall X. not true(control(X))", self.odd()), seconds=0.1,
                                **self.options(induction=2, prover="sat", attack_states=10)),
            lambda: game.features(self.one_of("f(X) :- control(X).", "f(", self.odd(), pathlib.Path("none.pl")), [self.state()]),
            lambda: tesuji.learn(game, seconds=0.1, **self.options(games=3, runs=2, boards="initial", learner="tesuji", opponent="self")),
            lambda: game.boards(self.state(), self.state()))()

    def of_loading(self):
        text = list((self.examples / f"{self.one_of('nim', 'noughts-and-crosses')}.kif").read_text())
        for _ in range(self.random.randrange(4)):
            at = self.random.randrange(len(text))
            text[at:at + self.random.randrange(3)] = self.one_of("(", ")", "?x", " ", "\0", "role", "é")
        game = self.one_of(lambda: tesuji.loads("".join(text)), lambda: tesuji.load(self.odd()), lambda: tesuji.loads(self.odd()),
                           lambda: tesuji.loads("".join(text), **self.options(name=self.odd(), lanes=self.number(), native=True)))()
        moves = game.legal(game.initial)
        game.close()
        game.close()
        for call in (lambda: game.legal(game.initial), game.solve, lambda: game.vector_env(2), game.start().play):
            try:
                call()
            except tesuji.TesujiError:
                continue
            raise AssertionError("a closed game answers")
        return moves

    def run(self, calls):
        common = (self.of_states, self.of_moves, self.of_moves, self.of_names, self.of_chance, self.of_play, self.of_environment,
                  self.of_environment)
        for _ in range(calls):
            if self.random.random() < 0.02:
                self.game = self.one_of(*self.shared)
                self.play = None
            call = self.one_of(self.of_questions, self.of_loading) if self.random.random() < RARE else self.one_of(*common)
            try:
                call()
                self.counts["value"] += 1
            except ALLOWED as error:
                self.counts[type(error).__name__] += 1
            except Exception as error:
                place = traceback.extract_tb(error.__traceback__)[-1]
                if self.counts[f"{type(error).__name__} at {place.name}, which nothing names"] == 0:
                    traceback.print_exc()
                self.counts[f"{type(error).__name__} at {place.name}, which nothing names"] += 1

    game = None


def main(examples, seed="1"):
    faulthandler.enable()
    warnings.simplefilter("ignore")
    calls, threads, failed = int(os.environ.get("TESUJI_CALLS", "4000")), 3, []
    shared = [tesuji.load(pathlib.Path(examples) / f"{name}.kif") for name in NAMES]
    shared[0].environments = [game.vector_env(20) for game in shared]
    callers = [Caller(100 * int(seed) + number, pathlib.Path(examples), shared) for number in range(threads)]

    def work(caller):
        try:
            caller.game = shared[0]
            caller.run(calls // threads)
        except BaseException:
            failed.append(caller)
            raise

    begin = time.monotonic()
    others = [threading.Thread(target=work, args=(caller,)) for caller in callers[1:]]
    for other in others:
        other.start()
    work(callers[0])
    for other in others:
        other.join()
    counts = sum((caller.counts for caller in callers), collections.Counter())
    print(f"{sum(counts.values())} calls in {time.monotonic() - begin:.1f} s: {dict(counts.most_common())}")
    return 1 if failed or any("nothing names" in name for name in counts) else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
