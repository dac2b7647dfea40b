"""A Python that has NumPy: this one, or that of the system."""
import os
import subprocess
import sys

SKIPPED = 77


def with_numpy():
    """Its path, or None."""
    for python in (sys.executable, "/usr/bin/python3"):
        try:
            if subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
                return python
        except OSError:
            pass
    return None


def ensure():
    """Runs this script again with such a Python where this one has no NumPy; ends it with 77 where none has."""
    try:
        import numpy  # noqa: F401
    except ImportError:
        python = with_numpy()
        if python is None:
            print("*** skipped: the Python package needs NumPy (Debian: python3-numpy)")
            sys.exit(SKIPPED)
        os.execv(python, [python, *sys.argv])
