#!/usr/bin/env python3
"""Installs into a folder of its own, builds the hosts of examples/hosts against what lies there, and
runs them: as the section "Hosts" of docs/engines/plugins.md tells the reader to, and then all of them on
more games, which have to print the same, and the means that `tesuji simulate` has.

usage: hosts.py [--update] CMAKE BUILD_FOLDER PAGE
--update writes the outputs that differ into the page.
"""
import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from tutorial import Page, follow

# Turns, bids of three at once, chance and percepts, one player; with what is given to hosts.
GAMES = {"hexapawn4": ("500", "7"), "goofspiel": ("200", "3"), "monty-hall": ("1000", "1"),
         "hanoi": ("50", "18446744073709551615")}
# With a strategy, by the hosts that use it.
STRATEGIES = {"hexapawn4": ("100", "5"), "noughts-and-crosses": ("100", "4")}
HOSTS = {"C": ["hosts/c/random_play"], "C++": ["hosts/cpp/build/random_play"],
         "Python": [sys.executable, "hosts/python/random_play.py"]}
PYTHON = """
import _ctypes
import os
import pathlib
import sys
import tempfile
sys.path.insert(0, "hosts/python")
from tesuji_plugin import DRAWN, SEAL, Game, PluginError, _fnv1a
game = Game(sys.argv[1])
random, state, percepts = game.random(5), game.initial, 0
while not game.terminal(state):
    assert game.state_of(game.fluents(state)) == state
    drawn, joint = game.draw(state, random)
    assert drawn == DRAWN
    for move, legal in zip(joint, game.legal(state)):
        assert move in legal and game.find_move(game.move_name(move)) == move
    percepts += sum(len(terms) for terms in game.percepts(state, joint))
    state = game.step(state, joint)
assert (percepts > 0) == game.has_percepts
for terms, value in zip(game.goals(state), game.goal_values(state)):
    assert terms == ([] if value is None else [str(value)])
assert game.playout(game.random(5))[1] == state
assert game.find_move("(no move)") is None
assert game.strategy is None and game.predicates == []
def refused(kind, attempt):
    try:
        attempt()
    except kind:
        return
    raise AssertionError(attempt)
refused(PluginError, lambda: game.choose(game.initial))
refused(PluginError, lambda: game.state_of(["(no fluent)"]))
refused(PluginError, lambda: Game("hosts/c/Makefile"))
refused(PluginError, lambda: Game(_ctypes.__file__))
refused(ValueError, lambda: game.terminal(state[:-1]))
refused(ValueError, lambda: game.step(game.initial, []))
# Nothing that is not of the game reaches it.
first = [moves[0] for moves in game.legal(game.initial)]
for wrong in (9999999, -1, 1 << 64, 1 << 70):
    refused(ValueError, lambda: game.step(game.initial, [wrong] + first[1:]))
    refused(ValueError, lambda: game.move_name(wrong))
refused(TypeError, lambda: game.step(game.initial, ["noop"] + first[1:]))
for attempt in (game.playout, lambda random: game.draw(game.initial, random)):
    for wrong in (None, 1, game.initial):
        refused(TypeError, lambda: attempt(wrong))
refused(TypeError, lambda: game.fluents(None))
# Moves that are not legal, and actions, which are no moves.
assert game.is_legal(game.initial, first)
for role, legal in enumerate(game.legal(game.initial)):
    others = [move for move in (game.action_move(role, a) for a in range(game.action_counts[role])) if move not in legal]
    for move in others[:3]:
        wrong = first[:role] + [move] + first[role + 1:]
        assert not game.is_legal(game.initial, wrong)
        refused(ValueError, lambda: game.step(game.initial, wrong))
        assert len(game.step(game.initial, wrong, checked=False)) == len(game.initial)
actions = [game.move_action(role, move) for role, move in enumerate(first)]
assert game.joint_move(actions) == first
refused(ValueError, lambda: game.joint_move(actions[1:]))
# Files that were damaged are not loaded; one that was replaced is another one.
whole = pathlib.Path(sys.argv[1]).read_bytes()
with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "game.so")
    for damaged in (whole[:-1], whole[:len(whole) // 2], whole[:16], b"", whole + b"x",
                    *(whole[:at] + bytes([whole[at] ^ 255]) + whole[at + 1:] for at in (5, 5000, len(whole) - 1))):
        pathlib.Path(path).write_bytes(damaged)
        refused(PluginError, lambda: Game(path))
    os.remove(path)
    pathlib.Path(path).write_bytes(whole)
    assert Game(path).source_hash == game.source_hash
    other = os.path.join(folder, "other.so")
    pathlib.Path(other).write_bytes(pathlib.Path(sys.argv[2]).read_bytes())
    os.rename(other, path)
    assert Game(path).source_hash == Game(sys.argv[2]).source_hash != game.source_hash
    # Written over in place, what is loaded is no longer what the file holds.
    library = pathlib.Path(path).read_bytes()[:-SEAL.size] + bytes(1)
    with open(path, "r+b") as file:
        file.write(library + SEAL.pack(b"tsj-seal", len(library), _fnv1a(library)))
    refused(PluginError, lambda: Game(path))
foreign = bytes([255]) * len(game.initial)
for attempt in (game.fluents, game.legal, game.terminal, game.fluent_bits, lambda state: game.playouts([state]),
                lambda state: game.playout(game.random(1), state), lambda state: game.step(state, first)):
    refused(ValueError, lambda: attempt(foreign))
refused(ValueError, lambda: game.playout(game.random(1), b""))
# Dense numbers: of each role's moves, and of fluents.
random, state, seen = game.random(9), game.initial, 0
for role, name in enumerate(game.roles):
    names = game.actions(role)
    assert names == game.actions(name) and len(set(names)) == len(names) == game.action_counts[role] > 0
    for action, one in enumerate(names):
        move = game.action_move(role, action)
        assert game.find_move(one) == move and game.move_action(role, move) == action
    refused(ValueError, lambda: game.action_move(role, len(names)))
    refused(ValueError, lambda: game.action_move(role, -1))
refused(ValueError, lambda: game.actions("nobody"))
fluents = [game.fluent_name(fluent) for fluent in range(game.fluent_count)]
assert len(set(fluents)) == len(fluents)
while True:
    bits = list(game.fluent_bits(state))
    assert sorted(name for name, bit in zip(fluents, bits) if bit) == game.fluents(state) and set(bits) <= {0, 1}
    for role, legal in enumerate(game.legal(state)):
        mask = list(game.action_mask(state, role))
        assert [game.action_move(role, action) for action, bit in enumerate(mask) if bit] == legal
    drawn, joint = game.draw(state, random)
    if drawn != DRAWN:
        break
    state = game.step(state, joint)
"""


BATCHES = """
import json
import sys
import threading
HIDE
sys.path.insert(0, "hosts/python")
from tesuji_plugin import STUCK, TERMINAL, Game, PluginError
game, counted = Game(sys.argv[1]), json.loads(sys.argv[2])
assert (game.most_lanes > 0) == counted["engine"].startswith("batch")
for options in ({}, {"threads": 3}, {"each": True}, {"lanes": 64} if game.most_lanes else {}):
    batch = game.playouts(count=3000, seed=3, **options)
    assert batch.playouts[0] == 3000 and batch.steps[0] == counted["transitions"]
    assert batch.shortest[0] == counted["shortest"] and batch.longest[0] == counted["longest"]
    assert batch.terminal[0] == counted["terminal"]
    means = dict(zip(game.roles, batch.mean_goals[0]))
    for role in counted["roles"]:
        assert means[role["role"]] == role["mean_goal"]
states, random = [game.initial], game.random(8)
for _ in range(3):
    drawn, joint = game.draw(states[-1], random)
    if joint:
        states.append(game.step(states[-1], joint))
batch = game.playouts(states, 20, each=True, most_steps=4, threads=2)
for i in range(len(states)):
    assert sum(batch.lengths[i, p] for p in range(20)) == batch.steps[i]
    assert sum(batch.ends[i, p] == TERMINAL for p in range(20)) == batch.terminal[i]
    for p in range(20):
        last = batch.last_state(i, p)
        assert game.terminal(last) == (batch.ends[i, p] == TERMINAL)
        if game.terminal(last):
            for role, value in enumerate(game.goal_values(last)):
                assert batch.goals[i, p, role] == (-1 if value is None else value)
assert game.playouts(count=10**12, seconds=0.05, threads=2).playouts[0] > 0
assert game.playout(game.random(1))[2] > 0 and len(game.legal(game.initial)) == len(game.roles)
assert game.playouts(count=0, each=True).playouts[0] == 0
assert len(game.playouts(count=0, each=True).lengths.tolist()) <= 1
assert game.playouts([], 5).mean_goals == [] and len(game.playouts([], 5).goal_sums) == 0
def refused(kind, attempt):
    try:
        attempt()
    except kind:
        return
    raise AssertionError(attempt)
refused(PluginError, lambda: game.playouts(lanes=3))
refused(ValueError, lambda: game.playouts([b"no"]))
refused(ValueError, lambda: game.playouts(count=-1))
refused(ValueError, lambda: game.playouts(count=1 << 64))
refused(AttributeError, lambda: game.playouts().lengths)
refused(IndexError, lambda: batch.last_state(0, 20))
refused(TypeError, lambda: game.playouts(game.initial))
assert game.playouts(iter(states), 5).playouts[1] == 5
numpy = sys.modules.get("numpy")
if numpy:
    rows = numpy.frombuffer(b"".join(states), dtype="uint64").reshape(len(states), -1)
    assert game.playouts(rows, 5).steps.tolist() == game.playouts(states, 5).steps.tolist()
player = threading.Thread(target=lambda: game.playouts(count=10**12, seconds=1))
player.start()
while not game._playing.locked():
    pass
refused(PluginError, lambda: game.playouts(count=5))
refused(PluginError, lambda: game.legal(game.initial))
player.join()
assert game.playouts(count=5).playouts[0] == 5
"""


def section(text, title):
    """Where the page's section lies."""
    begin = text.index(f"\n## {title}\n")
    end = text.find("\n## ", begin + 1)
    return begin, end if end >= 0 else len(text)


def output_of(command, folder):
    done = subprocess.run(command, cwd=folder, text=True, capture_output=True)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"hosts.py: {command}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def more_games(tesuji, examples, folder):
    differences = 0
    for game, (playouts, seed) in GAMES.items():
        sheet = str(examples / f"{game}.kif")
        output_of([tesuji, "compile", sheet, "-o", f"{game}.so"], folder)
        outputs = {name: output_of([*host, f"./{game}.so", playouts, seed], folder)
                   for name, host in HOSTS.items()}
        outputs["C++ on the sheet"] = output_of([*HOSTS["C++"], sheet, playouts, seed], folder)
        for name, output in outputs.items():
            if output != outputs["C"]:
                differences += 1
                print(f"{game}: {name} prints\n{output}\nand C\n{outputs['C']}")
        counted = json.loads(output_of([tesuji, "simulate", "--json", f"--playouts={playouts}",
                                        f"--seed={seed}", sheet], folder))
        means = {role["role"]: role["mean_goal"] for role in counted["roles"]}
        last = f"{counted['playouts']} playouts, {counted['transitions']} joint moves; mean goals: "
        last += ", ".join(f"{role} {means.get(role) or 0:.3f}"
                          for role in outputs["C"].splitlines()[0].split()[1:])
        if outputs["C"].splitlines()[-1] != last:
            differences += 1
            print(f"{game}: hosts print\n{outputs['C']}\nand tesuji simulate counts\n{last}")
        output_of([sys.executable, "-c", PYTHON, f"./{game}.so", "./hexapawn3.so"], folder)
        batches(tesuji, sheet, game, folder)
    return differences


def batches(tesuji, sheet, game, folder):
    """The Python host, with NumPy if there is one and without, counts what `tesuji simulate` does."""
    for name, flags in {"batch": ["--batch"], "single": []}.items():
        output_of([tesuji, "compile", *flags, sheet, "-o", f"{game}.{name}.so"], folder)
        counted = output_of([tesuji, "simulate", *flags, "--json", "--playouts=3000", "--seed=3",
                             sheet], folder)
        for hide in ("", "sys.modules['numpy'] = None"):
            output_of([sys.executable, "-c", BATCHES.replace("HIDE", hide), f"./{game}.{name}.so",
                       counted], folder)


def strategies(tesuji, examples, folder):
    """Hosts in C and Python choose the same, and what `tesuji play` does."""
    differences = 0
    for game, arguments in STRATEGIES.items():
        output_of([tesuji, "compile", str(examples / f"{game}.kif"), "--strategy",
                   str(examples / f"strategies/{game}.pl"), "-o", f"{game}.so"], folder)
        c, python = (output_of([*HOSTS[name], f"./{game}.so", *arguments], folder)
                     for name in ("C", "Python"))
        if c != python or " by the strategy " not in c:
            differences += 1
            print(f"{game}: C prints\n{c}\nand Python\n{python}")
        played = json.loads(output_of([tesuji, "play", "--json", "--players=strategy,random",
                                       f"./{game}.so"], folder))
        first = played["matches"][0]["moves"][0]["chosen"][0]
        told = f"{first['move']} by {first['by']}"
        if told not in c:
            differences += 1
            print(f"{game}: `tesuji play` begins with {told}, and C prints\n{c}")
    return differences


def main(cmake, build, page_file, update=False):
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        prefix = folder / "installed"
        output_of([cmake, "--install", build, "--prefix", str(prefix)], folder)
        package = next(prefix.rglob("tesuji-plugin.pc"))  # in lib, lib64 or lib/x86_64-linux-gnu
        os.environ.update(PREFIX=str(prefix), CMAKE_PREFIX_PATH=str(prefix),
                          PKG_CONFIG_PATH=str(package.parent))
        os.environ.pop("MAKEFLAGS", None)
        tesuji = prefix / "bin/tesuji"
        text = pathlib.Path(page_file).read_text()
        begin, end = section(text, "Hosts")
        work = folder / "work"
        work.mkdir()
        page = Page(tesuji, work)
        result = follow(page, text[begin:end])
        if update:
            pathlib.Path(page_file).write_text(text[:begin] + result + text[end:])
        differences = page.differences + more_games(
            str(tesuji), prefix / "share/doc/tesuji/examples", work)
        differences += strategies(str(tesuji), prefix / "share/doc/tesuji/examples", work)
    if importlib.util.find_spec("numpy") is None:
        print("*** skipped in part: arrays of NumPy (Debian: python3-numpy)")
    print(f"{page_file}: {page.commands} commands, {differences} differences")
    return 1 if differences or not page.commands else 0


if __name__ == "__main__":
    arguments = [a for a in sys.argv[1:] if a != "--update"]
    sys.exit(main(*arguments, update="--update" in sys.argv))
