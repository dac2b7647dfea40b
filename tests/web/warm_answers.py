#!/usr/bin/env python3
"""Compares answers of a process that has loaded a game (`position --requests`) with those of new processes.

usage: warm_answers.py TESUJI SHEET.. [--positions=N] [--times]
The second sheet is a game that is not solved within seconds.
Plays at random, and asks about each position in both ways, directly and through the server of `tesuji explore`, which
must print the same bytes; also about moves that are not legal, sheets with errors and changed texts of the same name.
Asks a worker to stop, lets it run out of time, and kills it. --times prints milliseconds from request to answer instead.
"""
import argparse
import json
import os
import pathlib
import random
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from explore_attacks import Server  # pylint: disable=wrong-import-position

SECONDS = re.compile(r'"seconds": [0-9.e-]+')


class Worker:
    """A process that answers about one sheet."""

    def __init__(self, tesuji, sheet, *options):
        self.process = subprocess.Popen([tesuji, "position", "--requests", sheet, *options], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.number = 0

    def send(self, line):
        self.process.stdin.write(json.dumps(line) + "\n")
        self.process.stdin.flush()

    def begin(self, *arguments):
        self.number += 1
        self.send({"id": self.number, "arguments": list(arguments)})

    def end(self):
        answer = json.loads(self.process.stdout.readline())
        assert answer["id"] == self.number, answer
        return answer["output"], answer["errors"], answer["code"]

    def ask(self, *arguments):
        self.begin(*arguments)
        return self.end()

    def close(self):
        self.process.stdin.close()
        return self.process.wait(20)


def cold(tesuji, sheet, *arguments):
    done = subprocess.run([tesuji, "position", sheet, *arguments], text=True, capture_output=True, check=False)
    return done.stdout, done.stderr, done.returncode


def without_times(answer):
    return SECONDS.sub('"seconds": T', answer[0]), *answer[1:]


def asked(position):
    """What is asked about a position besides itself."""
    if position["terminal"]:
        return []
    asks = [["--ask=random"], ["--ask=mcts:simulations=40"], ["--view-of=" + position["roles"][0], "--ask=random"]]
    if len(position["roles"]) == 2 and "percepts" not in position:
        asks.append(["--ask=minimax", "--depth=1", "--memory=1"])
    return asks


def compare(tesuji, sheet, positions, rng):
    """Both must agree at each position of a random play, and about each question."""
    worker = Worker(tesuji, sheet)
    moves, count = [], 0
    for _ in range(positions):
        after = [f"--after={'; '.join(' '.join(joint) for joint in moves)}"] if moves else []
        answer = worker.ask("--json", *after)
        assert answer == cold(tesuji, sheet, "--json", *after), (sheet, after)
        position = json.loads(answer[0])
        for more in [*asked(position), ["--after=nonsense"], ["--ask=nobody"]]:
            arguments = [*([] if "--after=nonsense" in more else after), *more]
            form = ["--json"] if rng.random() < 0.7 else []
            warm_answer = worker.ask(*form, *arguments)
            cold_answer = cold(tesuji, sheet, *form, *arguments)
            if form:
                warm_answer, cold_answer = without_times(warm_answer), without_times(cold_answer)
            elif any(each.startswith("--ask") for each in arguments):
                continue  # the text has times
            assert warm_answer == cold_answer, (sheet, arguments, warm_answer, cold_answer)
            count += 1
        count += 1
        if position["terminal"]:
            break
        moves.append([rng.choice(legal) for legal in position["legal"]])
    assert worker.close() == 0
    print(f"{os.path.basename(sheet)}: {count} answers, the same warm and cold")


def faults(tesuji, sheet, folder):
    """A sheet that is wrong; one with a warning, which each answer repeats; lines that are no requests; stops."""
    wrong = os.path.join(folder, "wrong.kif")
    text = pathlib.Path(sheet).read_text(encoding="utf-8")
    pathlib.Path(wrong).write_text(text + "\n(<= (next (p ?x)) (true (q)", encoding="utf-8")
    worker = Worker(tesuji, wrong)
    output, errors = worker.process.communicate("", timeout=60)
    assert (output, errors, worker.process.returncode) == cold(tesuji, wrong), errors
    warned = os.path.join(folder, "warned.kif")
    pathlib.Path(warned).write_text(text + "\n(<= (unused ?x) (role ?x) (rol ?x))\n", encoding="utf-8")
    expected = cold(tesuji, warned, "--json")
    assert expected[1], "no warning"
    worker = Worker(tesuji, warned)
    for _ in range(2):
        assert worker.ask("--json") == expected
    worker.process.stdin.write("nonsense\n")
    worker.process.stdin.flush()
    assert json.loads(worker.process.stdout.readline())["code"] == 2
    worker.begin("--json", "--ask=mcts", "--move-seconds=30")
    time.sleep(0.5)
    begin = time.monotonic()
    worker.send({"stop": worker.number})
    assert worker.end()[2] == 3
    assert time.monotonic() - begin < 5
    worker.send({"stop": worker.number})  # too late: the next one is not stopped
    assert worker.ask("--json") == expected
    assert worker.close() == 0
    print("faults: wrong sheet, warning, nonsense, stop")


def run(server, **body):
    """The end of a job, with its output."""
    job = json.loads(server.post("start", body)[1])["job"]
    report = {}
    while report.get("state") != "done":
        report = json.loads(server.post("report", {"job": job, "wait": 1})[1])
    return report


def workers_of(server):
    """The processes that the server keeps, by their ids."""
    found = subprocess.run(["pgrep", "-P", str(server.process.pid)], text=True, capture_output=True, check=False)
    return [int(each) for each in found.stdout.split()]


def through_server(tesuji, sheet, folder):
    """Texts of one name; a worker that is killed, out of time, or stopped; the next request is answered all the same."""
    server = Server(tesuji, folder, "--seconds=4")
    text = pathlib.Path(sheet).read_text(encoding="utf-8")
    position = {"view": "position", "name": "a.kif", "sheet": text}
    first = run(server, **position)
    assert first["code"] == 0 and first["end"] == "exited", first
    again = run(server, **position)
    assert again["output"] == first["output"]
    assert len(workers_of(server)) == 1
    other = run(server, **position | {"sheet": text.replace("(init ", "(init (added 1))\n(init ", 1)})
    assert "(added 1)" in other["output"] and "(added 1)" not in run(server, **position)["output"]
    wrong = run(server, **position | {"sheet": text + "(<= (next"})
    assert wrong["code"] == 1 and wrong["errors"].startswith("a.kif:"), wrong
    for each in workers_of(server):
        os.kill(each, signal.SIGKILL)
    time.sleep(0.2)
    assert run(server, **position)["output"] == first["output"]
    late = run(server, **position | {"ask": "mcts", "seconds": 30})
    assert late["end"] == "out of time", late
    assert run(server, **position)["output"] == first["output"]
    before = workers_of(server)
    job = json.loads(server.post("start", position | {"ask": "mcts", "seconds": 3})[1])["job"]
    time.sleep(0.5)
    server.post("stop", {"job": job})
    report = {}
    while report.get("state") != "done":
        report = json.loads(server.post("report", {"job": job, "wait": 1})[1])
    assert report["end"] == "stopped", report
    assert run(server, **position)["output"] == first["output"]
    assert workers_of(server) == before, "a stop ended the worker"
    for number in range(6):
        assert run(server, **position | {"sheet": text + f"; {number}\n"})["code"] == 0
    assert len(workers_of(server)) <= 4
    server.process.terminate()
    server.process.wait(20)
    print("server: changed texts, errors, a killed worker, out of time, stop, four workers at most")


def milliseconds(run, times):
    taken = []
    for _ in range(times):
        begin = time.monotonic()
        run()
        taken.append(1000 * (time.monotonic() - begin))
    return statistics.median(taken)


def processor_milliseconds(tesuji, sheet, times=20):
    """Processor time of a later answer, once native code is compiled."""
    worker = Worker(tesuji, sheet)
    worker.ask("--json")
    time.sleep(5)

    def spent():
        fields = pathlib.Path(f"/proc/{worker.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    before = spent()
    for _ in range(times):
        worker.ask("--json")
    result = (spent() - before) / times
    worker.close()
    return result


def show_times(tesuji, sheets):
    """From request to answer: a new process; the first request of a sheet through the server, and later ones, with their
    processor time; the time of a move beyond its own 0.2 s of thinking."""
    print("| rulesheet | new process | first request | later | processor time of a later one | move, beyond its 0.2 s |")
    print("|---|---|---|---|---|---|")
    server = Server(tesuji, os.path.dirname(sheets[0]))
    for sheet in sheets:
        text = pathlib.Path(sheet).read_text(encoding="utf-8")
        name = os.path.basename(sheet)
        position = {"view": "position", "name": name, "sheet": text}
        new = milliseconds(lambda sheet=sheet: cold(tesuji, sheet, "--json"), 5)
        first = milliseconds(lambda position=position: run(server, **position), 1)
        later = milliseconds(lambda position=position: run(server, **position), 9)
        move = position | {"ask": "mcts", "seconds": 0.2}
        run(server, **move)
        thought = milliseconds(lambda move=move: run(server, **move), 5)
        cpu = processor_milliseconds(tesuji, sheet)
        print(f"| `{name.removesuffix('.kif')}` | {new:.0f} | {first:.0f} | {later:.0f} | {cpu:.0f} | {thought - 200:.0f} |", flush=True)
    server.process.terminate()
    server.process.wait(20)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tesuji")
    parser.add_argument("sheets", nargs="+")
    parser.add_argument("--positions", type=int, default=6)
    parser.add_argument("--times", action="store_true")
    options = parser.parse_args()
    tesuji = os.path.abspath(options.tesuji)
    sheets = [os.path.abspath(each) for each in options.sheets]
    if options.times:
        show_times(tesuji, sheets)
        return
    rng = random.Random(1)
    for sheet in sheets:
        compare(tesuji, sheet, options.positions, rng)
    with tempfile.TemporaryDirectory() as folder:
        faults(tesuji, sheets[1], folder)
        through_server(tesuji, sheets[1], folder)


if __name__ == "__main__":
    main()
