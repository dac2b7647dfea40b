#!/usr/bin/env python3
"""Calls every public function, method and property of the Python package with arguments of every wrong kind, on objects in
every condition: new, over, closed, of before a fork. What comes of it is a value, or an exception that docs/python.md
names, raised on purpose, in words. What is called is found by introspection: something new that this file cannot make, or
does not know a right argument for, fails it.

usage: python_misuse_test.py EXAMPLES_FOLDER, with the package on PYTHONPATH
"""
import dis
import faulthandler
import functools
import inspect
import os
import pathlib
import pickle
import sys
import tempfile
import threading
import traceback
import unittest
import warnings

import numpy as np
import tesuji
import tesuji.adapters
import tesuji.plugin
from tesuji._one_game import Match
from tesuji._rules import Rules
from tesuji.adapters import _spaces, openspiel

EXAMPLES = pathlib.Path(sys.argv.pop(1)).resolve()
PACKAGE = (str(pathlib.Path(tesuji.__file__).resolve().parent), str(pathlib.Path(tesuji.plugin.__file__).resolve().parent))
ALLOWED = (tesuji.TesujiError, tesuji.plugin.PluginError, ValueError, TypeError, IndexError, OSError, MemoryError)

# Two players in turn; each takes one or two of four stones, and who takes the last has won.
STONES = """
(role a) (role b) (init (stones 4)) (init (control a))
(minus 4 1 3) (minus 4 2 2) (minus 3 1 2) (minus 3 2 1) (minus 2 1 1) (minus 2 2 0) (minus 1 1 0)
(other a b) (other b a)
(<= (legal ?r (take ?k)) (true (control ?r)) (true (stones ?n)) (minus ?n ?k ?m))
(<= (legal ?r wait) (role ?r) (not (true (control ?r))))
(<= (next (stones ?m)) (does ?r (take ?k)) (true (stones ?n)) (minus ?n ?k ?m))
(<= (next (control ?s)) (true (control ?r)) (other ?r ?s))
(<= terminal (true (stones 0)))
(<= (goal ?r 0) (true (control ?r)))
(<= (goal ?r 100) (role ?r) (not (true (control ?r))))
"""


class Strange:
    """Of which nothing can be said."""
    def __repr__(self):
        raise RuntimeError("no words")


BAD = (None, "", "zed", "(", "\0", "\ud800", b"", b"x", -1, 7, 1 << 31, 1 << 32, 1 << 63, 1 << 64, 1 << 200, -1 << 70, 10 ** 5000,
       2.5, -0.5, float("nan"), float("inf"), True, [], [None], [-1], ["zed"], [[0], [0, 1]], {}, {"zed": 1}, {1: "zed"}, object(),
       Strange(), (lambda: 0), np.zeros(3), np.zeros((2, 2), np.uint8), np.float32(1), np.array(None), int, bytearray(8), 1j)


@functools.lru_cache(None)
def game():
    return tesuji.loads(STONES, "stones.kif")


@functools.lru_cache(None)
def chance_game():
    return tesuji.load(EXAMPLES / "kuhn-poker.kif")


def of_another_process(value):
    """A game of its own, which may be closed."""
    return pickle.loads(pickle.dumps(value))


def closed(value):
    value.close()
    return value


def played(play):
    while not play.terminal:
        play.play({role: moves[0] for role, moves in play.legal.items()})
    return play


def pettingzoo(at="reset", of=game):
    env = tesuji.adapters.PettingZooEnv(of())
    if at != "new":
        env.reset(seed=1)
    while at in ("over", "out") and env.agents:
        if at == "over" and (env.terminations[env.agent_selection]):
            break
        seen, _, ended, cut, _ = env.last()
        env.step(None if ended or cut else int(seen["action_mask"].argmax()))
    return env


def parallel(at="reset"):
    env = tesuji.adapters.PettingZooParallelEnv(game())
    seen = env.reset(seed=1)[0] if at != "new" else {}
    while at == "over" and env.agents:
        seen = env.step({agent: int(one["action_mask"].argmax()) for agent, one in seen.items()})[0]
    return env


def gymnasium(at="reset", mode="Disabled"):
    env = tesuji.adapters.GymnasiumVectorEnv(game(), 2, role="a", autoreset=mode)
    infos = env.reset(seed=1)[1] if at != "new" else {}
    while at == "over" and mode == "Disabled":
        *_, ended, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        if ended.any():
            break
    return env


def state(at="new", of=game):
    found = tesuji.adapters.OpenSpielGame(of()).new_initial_state()
    while at == "over" and not found.is_terminal():
        found.apply_action(found.legal_actions()[0])
    return found


def vector(at="new"):
    env = game().vector_env(2)
    return closed(env) if at == "closed" else env


# Of each public class, its objects in all conditions.
SUBJECTS = {
    tesuji.Game: [lambda: of_another_process(game()), lambda: closed(of_another_process(game())), lambda: of_another_process(chance_game())],
    tesuji.Play: [lambda: game().start(), lambda: played(game().start()), lambda: closed_play()],
    tesuji.VectorEnv: [vector, lambda: vector("closed"), lambda: chance_game().vector_env(2)],
    tesuji.BoardLayout: [lambda: board_game().board_layout()],
    tesuji.Position: [lambda: position(), lambda: position(chance_game)],
    tesuji.Server: [lambda: served()],
    tesuji.plugin.Batch: [lambda: game().playouts(count=3), lambda: game().playouts(count=3, each=True)],
    tesuji.plugin.Random: [lambda: game().random(1)],
    tesuji.adapters.GymnasiumVectorEnv: [gymnasium, lambda: gymnasium("new"), lambda: gymnasium("over"), lambda: closed(gymnasium())],
    tesuji.adapters.PettingZooEnv: [pettingzoo, lambda: pettingzoo("new"), lambda: pettingzoo("over"), lambda: pettingzoo("out"),
                                    lambda: closed(pettingzoo()), lambda: pettingzoo(of=chance_game)],
    tesuji.adapters.PettingZooParallelEnv: [parallel, lambda: parallel("new"), lambda: parallel("over"), lambda: closed(parallel())],
    tesuji.adapters.OpenSpielGame: [lambda: tesuji.adapters.OpenSpielGame(game()), lambda: tesuji.adapters.OpenSpielGame(chance_game())],
    tesuji.adapters.OpenSpielState: [state, lambda: state("over"), lambda: state(of=chance_game), lambda: state("over", chance_game)],
    openspiel.OpenSpielObserver: [lambda: tesuji.adapters.OpenSpielGame(game()).make_py_observer()],
    _spaces.OwnDiscrete: [lambda: _spaces.OwnDiscrete(3)],
    _spaces.OwnMultiDiscrete: [lambda: _spaces.OwnMultiDiscrete([3, 3])],
    _spaces.OwnBox: [lambda: _spaces.OwnBox(0, 1, (3,), np.int8)],
    _spaces.OwnDict: [lambda: _spaces.OwnDict({"one": _spaces.OwnDiscrete(3)})],
}

def position(of=game):
    rules = Rules(of())
    found = Match(rules, 0)
    return tesuji.Position(rules, found.state, found.choosing[0], history=tuple(found.history), sight=found.sight())


@functools.lru_cache(None)
def board_game():
    return tesuji.load(EXAMPLES / "noughts-and-crosses.kif")


@functools.lru_cache(None)
def served():
    return tesuji.serve("random", port=0, block=False)


def closed_play():
    own = of_another_process(game())
    play = own.start()
    own.close()
    return play


# Right arguments by name, where several classes agree; else by class and method.
GOOD = {
    "state": lambda: game().initial, "before": lambda: None, "states": lambda: [game().initial], "joint": lambda: legal_joint(),
    "role": lambda: 0, "action": lambda: 0, "move": lambda: legal_joint()[0], "fluent": lambda: 0, "fluents": lambda: game().fluents(game().initial),
    "name": lambda: "(take 1)", "seed": lambda: 1, "stream": lambda: 0, "random": lambda: game().random(1), "count": lambda: 3,
    "most_steps": lambda: 9, "threads": lambda: 1, "lanes": lambda: 0, "seconds": lambda: 0.05, "each": lambda: False, "checked": lambda: True,
    "num_envs": lambda: 2, "max_steps": lambda: 0, "chance_given": lambda: False, "observation": lambda: "bytes", "mask": lambda: "bytes",
    "boards": lambda: "none", "memory": lambda: 64, "simulations": lambda: 5, "exploration": lambda: 0.4, "formulas": lambda: "forall X. not true(stones(X))",
    "file": lambda: None, "automatic": lambda: None, "discover": lambda: False, "features": lambda: "f(X) :- control(X).", "domain": lambda: None,
    "moves": lambda: "(take 1)", "changes": lambda: False, "game": lambda: game(), "which": lambda: np.zeros(2, np.bool_), "check": lambda: True,
    "playout": lambda: 0, "options": lambda: {}, "agent": lambda: "a", "observe": lambda: True, "max_iter": lambda: 3, "player": lambda: 0,
    "text": lambda: STONES, "path": lambda: EXAMPLES / "nim.kif", "native": lambda: False, "cache": lambda: None, "learner": lambda: "migo-mixed",
    "games": lambda: 1, "runs": lambda: 1, "opponent": lambda: "perfect", "rewards": lambda: "goals", "max_game_length": lambda: 9,
    "render_mode": lambda: None, "autoreset": lambda: "SameStep", "copy": lambda: True, "final_obs": lambda: True, "iig_obs_type": lambda: None,
    "params": lambda: None, "player_or_action": lambda: 0, "x": lambda: 0, "key": lambda: "one",
    "players": lambda: ["random", "random"], "rounds": lambda: 1, "move_seconds": lambda: 0.01, "opening": lambda: 0,
    "port": lambda: 0, "host": lambda: "127.0.0.1", "message": lambda: "( INFO )", "final_observation": lambda: False,
    "mover_first": lambda: False,
    "other": lambda: None, "actions": lambda: [0, 0], "shortest": lambda: False, "horizon": lambda: 0,
}
SPECIAL = {
    (tesuji.plugin.Batch, "last_state", "state"): lambda: 0,
    (tesuji.Game, "joint_move", "actions"): lambda: [0, 0],
    (tesuji.Game, "evaluation", "games"): lambda: 100,
    (tesuji.Game, "vector_env", "joint"): lambda: False,
    (tesuji.VectorEnv, "action_name", "game"): lambda: 0,
    (tesuji.VectorEnv, "set_states", "states"): lambda: np.tile(np.frombuffer(game().initial, np.uint64), (2, 1)),
    (tesuji.adapters.PettingZooParallelEnv, "step", "actions"): lambda: {"a": 0, "b": 0},
    (tesuji.adapters.GymnasiumVectorEnv, "__init__", "opponent"): lambda: None,
    (tesuji.adapters.OpenSpielState, "__init__", "game"): lambda: tesuji.adapters.OpenSpielGame(game()),
    (openspiel.OpenSpielObserver, "__init__", "game"): lambda: tesuji.adapters.OpenSpielGame(game()),
    (openspiel.OpenSpielObserver, "set_from", "state"): state,
    (openspiel.OpenSpielObserver, "string_from", "state"): state,
    (tesuji.adapters.OpenSpielGame, "deserialize_state", "text"): lambda: "0\n",
    (None, "loads", "name"): lambda: "stones.kif",
    (None, "serve", "player"): lambda: "random",
    (None, "serve", "name"): lambda: "python",
}
# Parameters that are not given wrong values, and take their defaults: a call would wait for Ctrl-C; exceptions would be those of the
# function that is called.
FIXED = {("serve", "block"): False, ("match", "progress"): None}
# What is called beside names without an underscore.
SYNTAX = ("__init__", "__len__", "__iter__", "__contains__", "__getitem__", "__enter__", "__repr__", "__str__", "__hash__", "__eq__",
          "__copy__", "__reduce__")
# Constructors that are not for users say so, whatever they are given (VectorEnv: by Game.vector_env).
INTERNAL = {tesuji.Game: {"source": None, "opened": None}, tesuji.plugin.Batch: None, tesuji.plugin.Random: None,
            _spaces.OwnDiscrete: None, _spaces.OwnMultiDiscrete: None, _spaces.OwnBox: None, _spaces.OwnDict: None,
            tesuji.Position: dict.fromkeys("rules state role history sight seconds match".split()),
            tesuji.Server: dict.fromkeys("player game host port name".split()),
            tesuji.VectorEnv: dict.fromkeys("game opened joint seed form".split())}


def legal_joint():
    return [moves[0] for moves in game().legal(game().initial)]


def public(kind):
    """The names of what is called of a class."""
    for name in dir(kind):
        if not name.startswith("_") or name in SYNTAX and getattr(kind, name, None) not in (None, getattr(object, name, None)):
            yield name


def fault_of(error, syntax=""):
    """What is wrong with an exception, or the empty text."""
    words = str(error)
    if isinstance(error, KeyError):  # of subscripts alone, as Python has it, but with words
        return "" if syntax == "__getitem__" and len(words.split()) > 2 else "KeyError"
    if syntax == "__hash__" and isinstance(error, TypeError) and "unhashable" in words:
        return ""
    if not isinstance(error, ALLOWED):
        return f"a {type(error).__name__} is none of the kinds that are documented"
    if isinstance(error, (OSError, MemoryError)):
        return ""
    if len(words.split()) < 3:
        return f"no words: {words!r}"
    last = error.__traceback__
    while last.tb_next is not None:
        last = last.tb_next
    code = last.tb_frame.f_code
    if not os.path.realpath(code.co_filename).startswith(PACKAGE):
        return f"it comes out of {code.co_filename}:{last.tb_lineno}, not from this package: {words}"
    if dis.opname[code.co_code[last.tb_lasti]] not in ("RAISE_VARARGS", "RERAISE"):
        return f"it is Python's own, and not raised on purpose, at {code.co_filename}:{last.tb_lineno}: {words}"
    return ""


class Misuse(unittest.TestCase):
    def setUp(self):
        faulthandler.dump_traceback_later(280, exit=True)  # a call that hangs
        warnings.simplefilter("ignore")
        self.here, self.folder = os.getcwd(), tempfile.TemporaryDirectory()
        os.chdir(self.folder.name)  # some wrong names become folders
        self.calls, self.refused, self.faults = 0, 0, {}

    def tearDown(self):
        os.chdir(self.here)
        self.folder.cleanup()
        faulthandler.cancel_dump_traceback_later()

    def attempt(self, what, call, syntax=""):
        """A call that may fail, if it says how."""
        self.calls += 1
        try:
            return call()
        except Exception as error:
            self.refused += 1
            fault = fault_of(error, syntax)
            if fault:
                self.faults.setdefault((what.split("(")[0], fault.split(":")[0] + fault[-60:]), f"{what}: {fault}")
            return None

    def report(self):
        print(f"{self.calls} calls, {self.refused} exceptions", file=sys.stderr)
        if self.faults:
            self.fail(f"{len(self.faults)} faults:\n" + "\n".join(self.faults.values()))

    def good(self, kind, method, parameter):
        made = SPECIAL.get((kind, method, parameter)) or GOOD.get(parameter)
        self.assertIsNotNone(made, f"no right argument is known for `{parameter}` of {method}: tell it in GOOD")
        return made()

    def each_wrong(self, what, function, kind, method, syntax="", subject=None):
        """Each parameter with each wrong value, while the others are right; and all of them right."""
        named, rest = {}, None
        for parameter in inspect.signature(function()).parameters.values():
            if parameter.kind == parameter.VAR_KEYWORD:
                rest = parameter.name
            elif parameter.kind != parameter.VAR_POSITIONAL:
                named[parameter.name] = parameter
        fixed = {name: FIXED[method, name] for name in named if (method, name) in FIXED}
        keep = [name for name in named if name not in fixed]

        def arguments(wrong=None, value=None):
            chosen = {name: value if name == wrong else self.good(kind, method, name) for name in keep}
            positional = [chosen.pop(name) for name in keep if named[name].kind != inspect.Parameter.KEYWORD_ONLY]
            return positional, {**chosen, **fixed}

        positional, options = arguments()
        self.attempt(f"{what}(..)", lambda: consume(function()(*positional, **options)), syntax)
        for name in keep:
            for value in BAD:
                positional, options = arguments(name, value)
                shown = tesuji.plugin._shown(value)
                self.attempt(f"{what}({name}={shown})", lambda: consume(function()(*positional, **options)), syntax)
        if rest is not None:
            for value in BAD:
                positional, options = arguments()
                options["zed"] = value
                self.attempt(f"{what}(zed={tesuji.plugin._shown(value)})", lambda: function()(*positional, **options), syntax)

    def test_functions(self):
        for name in tesuji.__all__:
            function = getattr(tesuji, name)
            if inspect.isfunction(function):
                self.each_wrong(name, lambda: function, None, name)
        self.report()

    def test_classes_are_known(self):
        for module in (tesuji, tesuji.adapters, openspiel, _spaces):
            for name, kind in inspect.getmembers(module, inspect.isclass):
                if (kind.__module__.startswith("tesuji") and not name.startswith("_") and name[:3] != "Own"
                        and kind.__name__ == name and not issubclass(kind, (tuple, BaseException))
                        and not hasattr(kind, "__members__") and name not in ("Space", "Rules")):
                    self.assertIn(kind, SUBJECTS, "tell in SUBJECTS how such objects are made")

    def test_constructors(self):
        for kind in SUBJECTS:
            if kind in INTERNAL:
                if INTERNAL[kind] is not None:
                    for value in BAD:
                        with self.assertRaisesRegex(TypeError, "made by"):
                            kind(**dict.fromkeys(INTERNAL[kind], value))
                continue
            self.each_wrong(kind.__name__, lambda: kind, kind, "__init__")
        with self.assertRaisesRegex(TypeError, "made by tesuji.load"):
            tesuji.Game("nim.kif")
        for path in BAD:
            if not isinstance(path, (tuple, list)):
                self.attempt(f"plugin.Game({tesuji.plugin._shown(path)})", lambda: tesuji.plugin.Game(path))
        self.report()

    def of_class(self, kind, quick):
        for number, make in enumerate(SUBJECTS[kind]):
            for name in public(kind):
                what, found = f"{kind.__name__}[{number}].{name}", inspect.getattr_static(kind, name, None)
                if name == "__init__":
                    continue
                if not callable(found) and not isinstance(found, (classmethod, staticmethod)):
                    self.attempt(what, lambda: getattr(make(), name))
                elif quick:
                    self.attempt(what, lambda: getattr(make(), name))
                else:
                    self.each_wrong(what, lambda: getattr(make(), name), kind, name, name)

    def test_equality_and_texts(self):
        for kind, subjects in SUBJECTS.items():
            for make in subjects:
                one = make()
                self.assertNotIn(" object at 0x", repr(one), kind)
                self.assertTrue(one == one)
                for other in (None, 1, "zed", object()):
                    self.assertFalse(one == other)
                    self.assertTrue(one != other)

    def test_equal_games(self):
        first, second = (tesuji.loads(STONES, "stones.kif", cache=False) for _ in range(2))
        third = tesuji.loads(STONES.replace("(stones 4)", "(stones 3)"), "stones.kif")
        self.assertTrue(first == second and first != third)
        self.assertEqual(len({first, second, third}), 2)
        self.assertEqual(first.start(), second.start())
        self.assertNotEqual(first.start(), first.start().play("(take 1)"))
        with self.assertRaisesRegex(TypeError, "unhashable"):
            hash(first.start())
        self.assertEqual(first.random(1), second.random(1))
        self.assertNotEqual(first.random(1), first.random(2))
        self.assertEqual(first.playouts(count=9), second.playouts(count=9))
        self.assertNotEqual(first.playouts(count=9), second.playouts(count=9, seed=2))
        self.assertEqual(*(tesuji.adapters.OpenSpielGame(one) for one in (first, second)))
        self.assertEqual([len(first.vector_env(3)), len(first.playouts(states=[first.initial] * 2, count=1))], [3, 2])
        self.assertEqual(len(tesuji.adapters.GymnasiumVectorEnv(first, 3, role="a")), 3)

    def test_forks(self):
        """Objects of before a fork, in the child."""
        subjects = [(kind, make()) for kind, makes in SUBJECTS.items() for make in makes]
        faulthandler.cancel_dump_traceback_later()  # whose thread the child would wait for
        child = os.fork()
        if child == 0:
            code = 1
            try:
                faulthandler.dump_traceback_later(100, exit=True)
                for kind, subject in subjects:
                    for name in public(kind):
                        if name in ("__init__", "close"):
                            continue
                        found = self.attempt(f"{kind.__name__}.{name} after a fork", lambda: getattr(subject, name))
                        if callable(found):
                            needed = [one.name for one in inspect.signature(found).parameters.values()
                                      if one.default is one.empty and one.kind == one.POSITIONAL_OR_KEYWORD]
                            self.attempt(f"{kind.__name__}.{name}() after a fork", lambda: consume(
                                found(*[self.good(kind, name, one) for one in needed])), name)
                self.report()
                code = 0
            except BaseException as error:
                print(error, file=sys.stderr)
            finally:
                os._exit(code)
        self.assertEqual(os.waitpid(child, 0)[1], 0)

    def test_threads(self):
        """The same objects in several threads at once."""
        for kind, makes in SUBJECTS.items():
            subject = makes[0]()

            def work():
                for name in public(kind):
                    if name in ("__init__", "close") or not callable(getattr(kind, name)):
                        continue
                    found = getattr(subject, name)
                    values = [self.good(kind, name, one.name) for one in inspect.signature(found).parameters.values()
                              if one.default is one.empty and one.kind == one.POSITIONAL_OR_KEYWORD]
                    for _ in range(3):
                        self.attempt(f"{kind.__name__}.{name}() of threads", lambda: consume(found(*values)), name)

            threads = [threading.Thread(target=work) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.report()


def consume(found):
    """Generators begin when they are asked; servers end."""
    if isinstance(found, tesuji.Server) and found is not served():
        found.close()
    if inspect.isgenerator(found):
        next(found, None)
    return found


def of_class_test(kind):
    def test(self):
        self.of_class(kind, False)
        self.report()
    return test


for _kind in SUBJECTS:
    setattr(Misuse, f"test_methods_of_{_kind.__name__}", of_class_test(_kind))


class Sheets(unittest.TestCase):
    """Files that are not there."""

    def message(self, *arguments):
        try:
            tesuji.load(*arguments)
        except tesuji.LoadError as error:
            frames = traceback.extract_tb(error.__traceback__)
            self.assertEqual(len(frames), 2, frames)  # this one, and one of the package
            self.assertTrue(error.__cause__ is None and error.__suppress_context__)
            self.assertEqual([one.code for one in error.messages], ["io"])
            return str(error)
        self.fail("it was loaded")

    def test_missing_files(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("chess.kif", "Four-in-a-row.gdl"):
                (pathlib.Path(folder) / name).write_text(STONES)
            self.assertIn("is wanted; did you mean", self.message(f"{folder}/ches"))
            self.assertIn(f"did you mean '{folder}/chess.kif'?", self.message(f"{folder}/chess"))
            self.assertIn(f"did you mean '{folder}/Four-in-a-row.gdl'?", self.message(f"{folder}/four-in-row.kif"))
            self.assertIn("did you mean", self.message(folder))
            self.assertNotIn("did you mean", self.message(f"{folder}/quite-another-game"))
            self.assertIn("tesuji.loads compiles a text", self.message(STONES))

    @unittest.skipUnless((EXAMPLES / "connect-four.kif").exists(), "no examples")
    def test_examples_are_known(self):
        here = os.getcwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                self.assertEqual(tesuji.load("connect-four").roles, ["red", "yellow"])
                pathlib.Path("connect-four").write_text(STONES)  # a file of that name goes first
                self.assertNotEqual(tesuji.load("connect-four").roles, ["red", "yellow"])
                self.assertRegex(self.message("conect-four"), "the path of a rulesheet .* did you mean '.*examples/connect-four.kif'")
            finally:
                os.chdir(here)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1] + sys.argv[1:])
