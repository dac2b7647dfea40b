"""Declares libtesuji.so, as tesuji/tesuji.h does."""
from __future__ import annotations

import ctypes as c
import os
import pathlib
from collections.abc import Callable
from typing import NoReturn

from ._errors import LoadError, Message, TesujiError

try:
    from ._location import LIBRARY  # written by `cmake --install`: as seen from this folder
except ImportError:
    LIBRARY = ""

NO_ROLE = 0xFFFFFFFF
SEVERITIES = ("note", "warning", "error")


class MessageTable(c.Structure):
    _fields_ = [(name, c.c_uint32) for name in ("severity", "line", "column", "end_line", "end_column")] + [
        (name, c.c_char_p) for name in ("file", "code", "text", "full")]


class GameOptions(c.Structure):
    _fields_ = [("size", c.c_size_t), ("lanes", c.c_uint32), ("joint", c.c_uint32), ("native", c.c_uint32),
                ("stop", c.c_void_p), ("cache", c.c_char_p)]


class VectorOptions(c.Structure):
    _fields_ = [("size", c.c_size_t), ("games", c.c_uint64), ("seed", c.c_uint64), ("threads", c.c_uint32),
                ("step_limit", c.c_uint32), ("chance_given", c.c_uint32), ("last_states", c.c_uint64)]


class Seat(c.Structure):
    _fields_ = [("role", c.c_uint32), ("width", c.c_uint32), ("row_words", c.c_uint64)]


class Percept(c.Structure):
    _fields_ = [("role", c.c_uint32), ("term", c.c_char_p)]


class Shape(c.Structure):
    _fields_ = [("games", c.c_uint64), ("role_count", c.c_uint32), ("seat_count", c.c_uint32),
                ("seats", c.POINTER(Seat)), ("turns", c.c_uint32), ("chance", c.c_uint32), ("lanes", c.c_uint32),
                ("percept_count", c.c_uint32), ("fluent_count", c.c_uint64), ("fluent_words", c.c_uint64),
                ("state_words", c.c_uint64), ("percept_words", c.c_uint64), ("percepts", c.POINTER(Percept))]


class Results(c.Structure):
    _fields_ = [("legal", c.POINTER(c.c_void_p)), ("movers", c.c_void_p), ("rewards", c.c_void_p),
                ("terminated", c.c_void_p), ("truncated", c.c_void_p), ("faults", c.c_void_p),
                ("lengths", c.c_void_p), ("percepts", c.c_void_p), ("last_states", c.c_void_p)]


class Planes(c.Structure):
    _fields_ = [("groups", c.c_uint64), ("blocks", c.c_uint64), ("group_words", c.c_uint64),
                ("fluents", c.c_void_p), ("legal", c.POINTER(c.c_void_p))]


class Counts(c.Structure):
    _fields_ = [("ended", c.c_uint64), ("faults", c.c_uint64)]


def _find() -> c.CDLL:
    named = os.environ.get("TESUJI_LIBRARY")
    beside = pathlib.Path(__file__).resolve().parent / LIBRARY
    path = named or (str(beside) if LIBRARY and beside.exists() else "libtesuji.so.1")
    try:
        return c.CDLL(path)
    except OSError as error:
        raise ImportError(f"the library of tesuji cannot be loaded: {error}; "
                          "TESUJI_LIBRARY may name another one") from None


_POINTER = c.c_void_p
_MESSAGES = c.POINTER(c.c_void_p)
_DECLARED = {
    "tsj_library_version": (c.c_char_p,),
    "tsj_messages_count": (c.c_size_t, _POINTER),
    "tsj_messages_get": (c.POINTER(MessageTable), _POINTER, c.c_size_t),
    "tsj_messages_text": (c.c_char_p, _POINTER),
    "tsj_messages_free": (None, _POINTER),
    "tsj_game_open": (_POINTER, c.c_char_p, c.POINTER(GameOptions), _MESSAGES),
    "tsj_game_read": (_POINTER, c.c_char_p, c.c_char_p, c.c_size_t, c.POINTER(GameOptions), _MESSAGES),
    "tsj_game_close": (None, _POINTER),
    "tsj_game_tables": (_POINTER, _POINTER),
    "tsj_game_lanes": (c.c_uint32, _POINTER),
    "tsj_game_why_no_lanes": (c.c_char_p, _POINTER),
    "tsj_vector_open": (_POINTER, _POINTER, c.POINTER(VectorOptions), _MESSAGES),
    "tsj_vector_close": (None, _POINTER),
    "tsj_vector_shape_of": (c.POINTER(Shape), _POINTER),
    "tsj_vector_results_of": (c.POINTER(Results), _POINTER),
    "tsj_vector_planes_of": (c.POINTER(Planes), _POINTER),
    "tsj_vector_reset": (c.c_int32, _POINTER, c.c_uint64, _MESSAGES),
    "tsj_vector_reset_games": (c.c_int32, _POINTER, _POINTER, _MESSAGES),
    "tsj_vector_step": (c.c_int32, _POINTER, _POINTER, c.POINTER(Counts), _MESSAGES),
    "tsj_vector_draw": (c.c_int32, _POINTER, c.c_uint32, _POINTER, _MESSAGES),
    "tsj_vector_set_states": (c.c_int32, _POINTER, _POINTER, _MESSAGES),
    "tsj_vector_legal_bytes": (None, _POINTER, c.c_uint32, _POINTER),
    "tsj_vector_observe": (None, _POINTER, _POINTER),
    "tsj_vector_observe_bytes": (None, _POINTER, _POINTER),
    "tsj_vector_states": (None, _POINTER, _POINTER),
    "tsj_vector_saved_words": (c.c_uint64, _POINTER),
    "tsj_vector_save": (c.c_int32, _POINTER, _POINTER, _MESSAGES),
    "tsj_vector_restore": (c.c_int32, _POINTER, _POINTER, c.c_uint64, _MESSAGES),
    "tsj_stop_new": (_POINTER,),
    "tsj_stop_set": (None, _POINTER),
    "tsj_stop_free": (None, _POINTER),
    "tsj_game_ask": (_POINTER, _POINTER, c.c_char_p, c.c_char_p, _POINTER, _MESSAGES),
    "tsj_answer_text": (c.c_char_p, _POINTER),
    "tsj_answer_free": (None, _POINTER),
}

library = _find()
for _name, (_result, *_arguments) in _DECLARED.items():
    _function = getattr(library, _name)
    _function.restype, _function.argtypes = _result, _arguments


def version() -> str:
    """Returns the library's version, as `tesuji --version` prints it."""
    said: bytes = library.tsj_library_version()
    return said.decode()


def forks() -> int:
    """Returns how often this process was forked off."""
    return _Forks.count


class _Forks:
    """Counts forks: objects made before a fork have threads that no longer exist."""
    count = 0


def _forked() -> None:
    _Forks.count += 1


os.register_at_fork(after_in_child=_forked)


class Handle:
    """An object of the library, which is freed when nothing refers to this handle any more."""

    def __init__(self, at: int, close: Callable[[int], object]) -> None:
        self._object, self._close, self._forks = at, close, _Forks.count
        self._closed = False
        # Lists are thread-safe, and usable during garbage collection, whose order is arbitrary.
        self._users: list[object] = [None]
        self._owners: list[object] = [None]

    @property
    def at(self) -> int:
        """The object's address; raises TesujiError if it may not be used any more."""
        if self._closed:
            raise TesujiError("it is closed")
        if self._forks != _Forks.count:
            raise TesujiError("it was opened before this process was forked: open it again in this one")
        return self._object

    def close(self) -> None:
        """Ends its use."""
        self._closed = True

    def share(self) -> Handle:
        """Returns another handle of the same object, to be closed separately; the object is freed
        after both."""
        self.enter()
        try:
            return Handle(self.at, lambda _: self.leave())
        except BaseException:
            self.leave()
            raise

    def __reduce__(self) -> NoReturn:
        raise TypeError("what is inside of the library cannot be copied")

    def enter(self) -> None:
        """Keeps the object from being freed until the caller leaves."""
        self._users.append(None)

    def leave(self) -> None:
        self._users.pop()
        if self._users or self._forks != _Forks.count:  # then it is that of another process
            return
        try:
            self._owners.pop()
        except IndexError:
            return
        self._close(self._object)

    def __del__(self) -> None:
        if hasattr(self, "_users"):  # not of a copy that was refused
            self.leave()


class Stop(Handle):
    """A stop request, for one call."""

    def __init__(self) -> None:
        super().__init__(library.tsj_stop_new(), library.tsj_stop_free)

    def set(self) -> None:
        library.tsj_stop_set(self.at)


def _message(at: c.c_void_p, number: int) -> Message:
    table = library.tsj_messages_get(at, number).contents
    text = {name: getattr(table, name).decode(errors="replace") for name in ("code", "text", "file", "full")}
    return Message(SEVERITIES[table.severity], text["code"], text["text"], text["file"], table.line, table.column,
                   table.end_line, table.end_column, text["full"])


class Messages:
    """Receives the messages of a call: pass `self.given` as its argument."""

    def __init__(self) -> None:
        self._at = c.c_void_p()

    @property
    def given(self) -> object:
        return c.byref(self._at)

    def take(self) -> tuple[str, list[Message]]:
        """Takes the whole text, and each message."""
        text = library.tsj_messages_text(self._at).decode(errors="replace")
        messages = [_message(self._at, i) for i in range(library.tsj_messages_count(self._at))]
        library.tsj_messages_free(self._at)
        self._at = c.c_void_p()
        return text.rstrip("\n"), messages


def checked(status: int, messages: Messages) -> None:
    """Raises the messages of a call if it failed."""
    if status < 0:
        said = messages.take()[1]
        raise TesujiError("; ".join(message.text for message in said) or "the call failed")


def loaded(at: int | None, messages: Messages) -> tuple[Handle, list[Message]]:
    """Returns a game that was opened, and emits warnings; raises LoadError if it was not opened."""
    text, said = messages.take()
    if not at:
        raise LoadError(text or "there is no memory", said)
    return Handle(at, library.tsj_game_close), said
