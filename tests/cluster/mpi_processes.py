"""What tests of MPI share: how mpirun is started, and which processes it has made."""
import pathlib

AS_ROOT = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1"}


def processes(word):
    """Numbers of all processes that have this argument, but of mpirun."""
    found = []
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if word.encode() in words and not words[0].endswith(b"mpirun"):
            found.append(int(entry.name))
    return found
