"""Adds options that the scripts of bench.sh share."""
import argparse
import pathlib


def parser(command, tables="table"):
    """Returns a parser with --json and --markdown, which report.deliver uses."""
    made = argparse.ArgumentParser(prog=f"tools/bench.sh {command}")
    made.add_argument("--json", type=pathlib.Path, metavar="FILE", help="write all figures")
    made.add_argument("--markdown", type=pathlib.Path, metavar="FILE",
                      help=f"write the {tables} between the marks of this file, or the whole file")
    return made


def add_playouts(made, runs, seconds, memory):
    """Adds options of playouts by contestants that take turns, and the names of games."""
    made.add_argument("--runs", type=int, default=runs, help="of each contestant, by turns")
    made.add_argument("--seconds", type=float, default=seconds, help="of playouts in each run")
    made.add_argument("--limit", type=float, default=60, help="CPU seconds of one process")
    made.add_argument("--memory", type=int, default=memory, help="MiB of one process")
    made.add_argument("games", nargs="*", metavar="GAME",
                      help="names in the corpus, or paths of rulesheets")
