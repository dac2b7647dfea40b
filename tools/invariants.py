#!/usr/bin/env python3
"""Runs `tesuji verify` on the corpus and writes its tables; called by invariants.sh, which
documents it."""
import argparse
import os
import pathlib
import shutil
import signal
import sys

from verdicts import page, runs


def arguments():
    parser = argparse.ArgumentParser(prog="tools/invariants.sh")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--continue", dest="proceed", action="store_true",
                       help="only games that have no result in --work")
    which.add_argument("--no-run", action="store_true", help="write the page from what is there")
    parser.add_argument("--only", choices=runs.PARTS, help="games of this part of the corpus")
    parser.add_argument("--every", type=int, default=1, metavar="N")
    parser.add_argument("--first", type=int, default=1, metavar="K", help="from 1")
    parser.add_argument("--jobs", type=int, default=1, help="games of the corpus at once")
    parser.add_argument("--timeout", type=float, default=60, help="seconds of a run of clingo")
    parser.add_argument("--total-timeout", type=float, default=300, help="seconds of all proofs")
    parser.add_argument("--memory", type=int, default=4096, help="MiB of each process")
    parser.add_argument("--induction", type=int, default=1)
    parser.add_argument("--attack-states", type=int, default=1_000_000)
    parser.add_argument("--attack-seconds", type=float, default=60)
    parser.add_argument("--engine", default="auto", help="that plays")
    parser.add_argument("--sieve", type=int, help="states played before the proofs; 0: everything "
                        "is tried that playouts may then contradict")
    parser.add_argument("--limit", type=float, help="seconds of the whole command")
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("build/invariants"))
    parser.add_argument("--commit", help="what is run; default: the commit of the checkout")
    parser.add_argument("--output", type=pathlib.Path, default=pathlib.Path("docs/proving/invariants.md"))
    parser.add_argument("names", nargs="*", metavar="NAME",
                        help="games, those of Figure 3 as fig3/NAME; all by default")
    options = parser.parse_args()
    if options.every < 1 or not 1 <= options.first <= options.every:
        parser.error("--first must be from 1 to --every")
    if options.jobs < 1:
        parser.error("--jobs must be positive")
    if options.limit is None:
        if options.total_timeout <= 0 or options.attack_seconds <= 0:
            parser.error("without --total-timeout or --attack-seconds there must be a --limit")
        options.limit = options.total_timeout + options.attack_seconds + 300
    return options


def chosen(games, options):
    """Returns the names of the games to run, in order."""
    names = options.names or [name for name in games
                              if options.only in (None, games[name].part)]
    unknown = sorted(set(names) - set(games))
    if unknown:
        sys.exit(f"invariants.sh: no such games: {' '.join(unknown)}")
    return names[options.first - 1::options.every]


def main():
    options = arguments()
    shared = pathlib.Path(os.environ["TESUJI_SHARED"])
    games = runs.games_of(shared / "corpus")
    if not games:
        sys.exit(f"invariants.sh: no corpus at {shared / 'corpus'} (set TESUJI_SHARED)")
    store = runs.Store(options.work)
    interrupted = False
    if not options.no_run:
        if not shutil.which(os.environ["TESUJI"]):
            sys.exit(f"invariants.sh: no command {os.environ['TESUJI']} (set TESUJI)")
        names = chosen(games, options)
        if options.proceed:
            names = [name for name in names if store.load(name) is None]
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # also kill what runs
        interrupted = not runs.run_games([games[name] for name in names], store, options)
    records = {name: store.load(name) for name in games}
    page.write(options.output, records, page.sheets_of(shared / "corpus" / "FIG3.md"))
    print(f"{options.output}: {sum(r is not None for r in records.values())} of {len(games)} games")
    if interrupted:
        sys.exit("invariants.sh: interrupted; --continue goes on")
    sys.exit(any(r is not None and page.is_alarm(r) for r in records.values()))


if __name__ == "__main__":
    main()
