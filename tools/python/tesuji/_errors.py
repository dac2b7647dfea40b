"""Errors of the package."""
from __future__ import annotations

from typing import Any, NamedTuple

from .plugin import PluginError


class TesujiError(PluginError):
    """Raised if the library cannot do what was requested."""


class Message(NamedTuple):
    """A message of the compiler. Lines and columns begin with 1, columns count bytes, and 0 stands
    for no place; `end_column` is after the last byte."""
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
    """Raised if a file or text is not a game that can be played; `messages` give the places and
    reasons."""

    def __init__(self, text: str, messages: list[Message]) -> None:
        super().__init__(text)
        self.messages = messages

    def __reduce__(self) -> tuple[Any, ...]:
        """Lets it be sent between processes."""
        return type(self), (str(self), self.messages)


class StoppedError(TesujiError):
    """Raised if time or memory ran out before there was an answer."""


class IllegalActionError(TesujiError, ValueError):
    """Raised if some games were given illegal actions: these games are unchanged, all others have
    made their moves. `games` are their numbers."""

    def __init__(self, text: str, games: list[int]) -> None:
        super().__init__(text)
        self.games = games

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (str(self), self.games)
