"""What tests share that end runs of tesuji before their time and start them again."""
import argparse
import os
import pathlib
import resource
import signal
import subprocess
import sys

from mpi_processes import AS_ROOT


def parser(kills):
    """The options that all of them have."""
    options = argparse.ArgumentParser()
    options.add_argument("tesuji", type=pathlib.Path)
    options.add_argument("--kills", type=int, default=kills)
    options.add_argument("--ranks", type=int, default=2)
    options.add_argument("--seed", type=int, default=1)
    return options


def mpirun(ranks):
    return ["mpirun", "--oversubscribe", "-n", str(ranks)]


def start(command, file_limit=None):
    """A process in a session of its own. `file_limit`: most bytes of a file, where the disk is to be full."""
    def limit():
        if file_limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, resource.RLIM_INFINITY))
    return subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=os.environ | AS_ROOT, start_new_session=True, preexec_fn=limit)


def finish(process, timeout):
    """The output of a run that nobody disturbs. Ends the test where it fails."""
    output, errors = process.communicate(timeout=timeout)
    if process.returncode != 0:
        fail(f"exit code {process.returncode}: {output}{errors}")
    return output


def end(process, how=signal.SIGKILL):
    """Whether there was such a process."""
    try:
        os.kill(process, how)
    except ProcessLookupError:
        return False
    return True


def told_of_full_disk(process, timeout):
    """Waits for a run that has a `file_limit`; whether it said so and ended as it should."""
    errors = process.communicate(timeout=timeout)[1]
    told = "File too large" in errors
    print(f"full disk: exit code {process.returncode}, {'told' if told else 'NOT TOLD: ' + errors}", flush=True)
    return told and process.returncode == 3


def fail(why):
    sys.exit(f"{pathlib.Path(sys.argv[0]).name}: {why}")
