"""Finds the rulesheets of benchmarks; modules named bench_* import it."""
import os
import pathlib
import sys

CORPUS = pathlib.Path(os.environ.get("TESUJI_SHARED", "../shared")) / "corpus"


def sheet_path(name):
    """Returns the path of a sheet with this path or name in the corpus; exits if there is no such sheet."""
    if pathlib.Path(name).exists():
        return str(name)
    for folder in ("dev", "slow", "fig3"):
        path = CORPUS / folder / f"{name}.kif"
        if path.exists():
            return str(path)
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: no sheet {name}")
