#!/usr/bin/env python3
"""Plots what corpus.py measured: an engine's seconds beside the reference reasoner's.

    plot.py RUNS.jsonl [LABEL=OTHER.jsonl ..] --svg=FILE [--engine=tiers]

On the left a point for each mutant, with the bound that corpus.py checks; on the right, for every ratio
of seconds to the bound, the share of mutants that are above it. Further files are drawn beside the
first. Needs Debian's python3-matplotlib.
"""
import argparse
import json
import pathlib

import matplotlib

matplotlib.use("svg")
matplotlib.rcParams["svg.hashsalt"] = "tesuji"  # the same figures give the same file
from matplotlib import pyplot  # noqa: E402

from corpus import FACTOR, SLACK, waited  # noqa: E402


def read(path, engine):
    """Pairs of seconds: the reference reasoner's, the engine's."""
    lines = [json.loads(text) for text in pathlib.Path(path).read_text().splitlines()]
    return [(line["reference"]["seconds"], waited(line[engine]))
            for line in lines if "reference" in line]


def draw(series, engine, path):
    figure, (points, shares) = pyplot.subplots(1, 2, figsize=(11, 4.5))
    longest = max(reference for pairs in series.values() for reference, _ in pairs)
    ends = [10 ** (i / 20) for i in range(-50, 41) if 10 ** (i / 20) < 2 * longest]
    points.plot(ends, [FACTOR * x + SLACK for x in ends], "k--", linewidth=1,
                label=f"{FACTOR} × reference + {1000 * SLACK:.0f} ms")
    for label, pairs in series.items():
        points.scatter(*zip(*pairs), s=5, alpha=0.5, linewidths=0, label=label)
        ratios = sorted((seconds / (FACTOR * reference + SLACK) for reference, seconds in pairs),
                        reverse=True)
        shares.step(ratios, [(i + 1) / len(ratios) for i in range(len(ratios))], label=label)
    points.set(xscale="log", yscale="log", xlabel="seconds of the reference reasoner",
               ylabel=f"seconds of --engine={engine}")
    shares.axvline(1, color="k", linestyle="--", linewidth=1)
    shares.set(xscale="log", yscale="log", xlabel="seconds divided by the bound",
               ylabel="share of mutants above")
    for axes in (points, shares):
        axes.grid(alpha=0.3)
        axes.legend(frameon=False)
    figure.savefig(path, bbox_inches="tight", metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("runs")
    parser.add_argument("others", nargs="*", help="LABEL=FILE")
    parser.add_argument("--svg", required=True)
    parser.add_argument("--engine", default="tiers")
    parser.add_argument("--label", default="now", help="of the first file")
    options = parser.parse_args()
    series = {label: read(path, options.engine)
              for label, path in (other.split("=", 1) for other in options.others)}
    series[options.label] = read(options.runs, options.engine)
    draw(series, options.engine, options.svg)


if __name__ == "__main__":
    main()
