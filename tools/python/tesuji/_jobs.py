"""Lets Ctrl-C end long calls of the library."""
from __future__ import annotations

import atexit
import functools
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast

from ._errors import TesujiError

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])

PATIENCE = 1.0  # seconds in which a call that was told to stop may end by itself
NOTICE = 0.1  # seconds until a signal is noticed whose handler ran in another thread, or just before the wait began


class _Job(threading.Thread):
    """A call in a thread of its own."""

    def __init__(self, work: Callable[[], Any], stop: Callable[[], None] | None) -> None:
        super().__init__(name="tesuji", daemon=True)
        self._work: Callable[[], Any] | None = work
        self._stop_work, self.done = stop, threading.Event()
        self._result: Any = None
        self._error: BaseException | None = None

    def run(self) -> None:
        try:
            if self._work is not None:
                self._result = self._work()
        except BaseException as error:  # which whoever waits raises
            self._error = error
        finally:
            self._work = None
            self.done.set()
            _running.discard(self)

    def stop(self) -> None:
        if self._stop_work is not None and not self.done.is_set():
            self._stop_work()

    def result(self) -> Any:
        if self._error is not None:
            raise self._error
        return self._result


_running: set[_Job] = set()


def one_frame(function: F) -> F:
    """Makes TesujiError appear to come from the function itself: the traceback omits the calls
    within it, which may be in other threads."""
    @functools.wraps(function)
    def called(*arguments: Any, **options: Any) -> Any:
        try:
            return function(*arguments, **options)
        except TesujiError as error:
            raise error.with_traceback(None) from None

    return cast(F, called)


def interruptible(work: Callable[[], T], stop: Callable[[], None] | None = None) -> T:
    """Calls `work()`. In the main thread, Ctrl-C raises KeyboardInterrupt meanwhile: it calls
    `stop()`, and if the work does not end within a second, it continues in the background, and its
    result is dropped."""
    if threading.current_thread() is not threading.main_thread():
        return work()  # which gets no signals
    job = _Job(work, stop)
    _running.add(job)
    try:
        job.start()
        while not job.done.wait(NOTICE):  # a wait without an end would sleep through such a signal
            pass
    except BaseException:
        if stop is not None:
            stop()
            job.done.wait(PATIENCE)
        raise
    try:
        result: T = job.result()
        return result
    finally:
        del job  # the error has this frame, which has the job, which has the error


@atexit.register
def _end() -> None:
    """Waits at the process's end for calls that still run, as far as possible."""
    jobs = list(_running)
    for job in jobs:
        job.stop()
    for job in jobs:
        job.done.wait(PATIENCE)
