#!/usr/bin/env python3
"""Predicts how `solve --ranks` scales, from the JSON of a run on few ranks.

    tesuji solve --ranks=1 --json GAME > one.json
    tools/cluster/scale_model.py one.json [--ranks 16 64 256 1024 4096] [--times N]

Level by level, forwards and backwards. Assumptions:
* A rank's states of a level are a draw from all by the hash: the fullest rank has n/R + sqrt(2 n/R ln R), and the
  others wait for it.
* Work for a state is as measured on one rank, states of all levels being alike; a rank works on 4,096 at a time, on many
  ranks on 64 times their number, at most 65,536.
* Each time it sends a message to each other rank, which costs the processor `--overhead` seconds at either end; bytes go out
  at `--bandwidth` per rank while the next states are worked on, so that the longer of the two counts.
* Each level ends with one more exchange and sums over all ranks: 2 `--latency` log2 R.
* Backwards a state's successors are asked for: 8 bytes there, 2 bytes back. Memory is not a limit: see bytes a rank.

`--times N` makes all levels N times as large: what a larger game would do.
"""
import argparse
import json
import math
import pathlib


def chunk(ranks):
    """Returns the states between messages: chunk_states in runtime/host/partition/level.h."""
    return min(max(64 * ranks, 4096), 65536)


def arguments():
    parser = argparse.ArgumentParser(description="Predicts how `solve --ranks` scales.")
    parser.add_argument("run", type=pathlib.Path, help="JSON of `solve --ranks=1`")
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2, 4, 16, 64, 256, 1024, 4096])
    parser.add_argument("--times", type=float, default=1, help="so many times the states of each level")
    parser.add_argument("--latency", type=float, default=2e-6, help="seconds from rank to rank (default: 2e-6)")
    parser.add_argument("--overhead", type=float, default=0.5e-6, help="seconds of the processor for a message, at each end")
    parser.add_argument("--bandwidth", type=float, default=1e9, help="bytes a second of each rank")
    return parser.parse_args()


def level_seconds(states, ranks, work, words, options):
    """Returns the seconds of a level, and the part that each cause takes beyond an even share of
    work."""
    even = states / ranks
    fullest = even if ranks == 1 else min(states, even + math.sqrt(2 * even * math.log(ranks)))
    rounds = math.ceil(fullest / chunk(ranks))
    others = ranks - 1
    messages = (rounds + 1) * others * 2 * options.overhead
    sent = fullest * words * (others / ranks) / options.bandwidth
    busy = fullest * work + messages
    meeting = 2 * options.latency * math.log2(ranks) if ranks > 1 else 0
    return max(busy, sent) + meeting, {"uneven": (fullest - even) * work, "messages": messages,
                                       "bandwidth": max(0, sent - busy), "meetings": meeting}


def predict(run, ranks, options):
    states = run["stored"]
    edges = run["edges"] / run["states"]
    search, values = run["search_seconds"] / states, run["value_seconds"] / states
    # Of equal successors in a row, a sender sends only one.
    made = run["edges"] * states / run["states"]
    distinct = run["sent"] / made * run["ranks"] / (run["ranks"] - 1) if run["ranks"] > 1 else 0.8
    seconds, causes = 0.0, {}
    for level in run["stored_levels"]:
        for work, sent in ((search, 8 * edges * distinct), (values, 10 * edges)):
            taken, why = level_seconds(level * options.times, ranks, work, sent, options)
            seconds += taken
            for name, part in why.items():
                causes[name] = causes.get(name, 0) + part
    return seconds, causes


def main():
    options = arguments()
    run = json.loads(options.run.read_text())
    one = predict(run, 1, options)[0]
    print(f"{run['game']}: {run['stored'] * options.times:,.0f} stored states in {len(run['levels'])} levels, "
          f"{run['edges'] / run['states']:.2f} moves a state, {run['bytes_per_state']:.2f} bytes a stored state\n")
    print("| ranks | seconds | efficiency | MiB a rank | of the loss most by |")
    print("|---|---|---|---|---|")
    for ranks in options.ranks:
        seconds, causes = predict(run, ranks, options)
        cause = max(causes, key=causes.get) if ranks > 1 else ""
        share = causes[cause] / sum(causes.values()) if cause and sum(causes.values()) > 0 else 0
        mebibytes = run["bytes_per_state"] * run["stored"] * options.times / ranks / 2**20
        print(f"| {ranks} | {seconds:.3g} | {one / (ranks * seconds):.0%} | {mebibytes:,.0f} | "
              f"{f'{cause} ({share:.0%})' if cause else ''} |")


main()
