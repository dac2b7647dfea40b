"""What can go wrong, in words."""
from __future__ import annotations

from typing import Any, NamedTuple

from .plugin import PluginError


class TesujiError(PluginError):
    """The library cannot do what it was asked for."""


class Message(NamedTuple):
    """One thing that the compiler has to say. Lines and columns begin with 1, columns count bytes, and
    0 stands for no place; `end_column` is behind the last byte."""
    severity: str  # "note", "warning", "error"
    code: str      # what kind it is: "parse", "unsafe", "limit", ..
    text: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    full: str      # with place, line, carets and notes


class LoadError(TesujiError):
    """A file or text is no game that can be played; `messages` say where and why."""

    def __init__(self, text: str, messages: list[Message]) -> None:
        super().__init__(text)
        self.messages = messages

    def __reduce__(self) -> tuple[Any, ...]:
        """So that it comes through from other processes."""
        return type(self), (str(self), self.messages)


class StoppedError(TesujiError):
    """Time or memory was over before there was an answer."""


class IllegalActionError(TesujiError, ValueError):
    """Some games were given actions that are not legal: they stay as they were, while all others have
    made their moves. `games` are their numbers."""

    def __init__(self, text: str, games: list[int]) -> None:
        super().__init__(text)
        self.games = games

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.games)
