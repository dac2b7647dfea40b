"""Which sheets of the corpus tests of vectors take."""
import os
import pathlib

from replay_corpus import left_out


def add_to(parser, count):
    """Options that chosen() reads."""
    parser.add_argument("--count", type=int, default=count, help=f"as many games, spread over the corpus (default: {count})")
    parser.add_argument("--default-shared", default="shared")
    parser.add_argument("games", nargs="*", help="these alone")


def chosen(options, middle=False):
    """Those that are named, or as many as wanted, from the beginning of equal parts of the corpus or from their
    `middle`. None, and a line that says so, where there is no corpus."""
    corpus = pathlib.Path(os.environ.get("TESUJI_SHARED") or options.default_shared) / "corpus/dev"
    skipped = left_out("batch")
    sheets = [sheet for sheet in sorted(corpus.glob("*.kif")) if sheet.stem not in skipped]
    if not sheets:
        print(f"*** skipped: no corpus at {corpus} (set TESUJI_SHARED)")
        return None
    if options.games:
        return [corpus / f"{name}.kif" for name in options.games]
    parts = min(options.count, len(sheets))
    return [sheets[(2 * i + middle) * len(sheets) // (2 * parts)] for i in range(parts)]
