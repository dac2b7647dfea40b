"""Asks questions about a game: converts options to a JSON text, and the answer's JSON to plain
data."""
from __future__ import annotations

import json
import os
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ._check import shown
from ._errors import Message, StoppedError, TesujiError
from ._jobs import interruptible
from ._library import Handle, Messages, Stop, library


class MoveValue(NamedTuple):
    """Search results for one move."""
    move: str
    value: float   # mean of the role's goals, 0 to 100
    visits: int    # playouts
    proven: bool   # the value is exact


class Search(NamedTuple):
    """Results of a tree search in a state, for a role."""
    role: str
    move: str                # the best one
    value: float             # of the role's goal, 0 to 100
    proven: bool             # the value is exact
    simulations: int
    seconds: float
    depth: int               # joint moves to the deepest leaf
    nodes: int               # of the tree
    lanes: bool              # whether playouts were made hundreds at a time
    variation: list[str]     # joint moves that were visited most, in the order of roles
    moves: list[MoveValue]   # best first


class FeatureValues(NamedTuple):
    """How many solutions features have."""
    names: list[str]
    values: NDArray[np.uint64]  # (states, features)


class GoalEvaluation(NamedTuple):
    """Features of a game's goals, and the winning chances derived from them."""
    role: str                    # the first one
    names: list[str]             # of the features
    weights: NDArray[np.float64]
    constant: float
    features: NDArray[np.uint16]  # (states, features)
    values: NDArray[np.float64]  # by state, the probability that `role` wins: 1 / (1 + exp(-sum))


QUICK = ("board",)  # questions that need no thread of their own


def _options(given: dict[str, Any]) -> bytes:
    try:
        return json.dumps({name: value for name, value in given.items() if value is not None}, allow_nan=False,
                          default=_number).encode()
    except (TypeError, ValueError) as error:
        raise type(error)(f"an option is of no kind that can be one: {error}") from None
    except RecursionError:
        raise ValueError("an option is a list in a list in a list, and so on, too deep to be one") from None


def _number(value: Any) -> Any:
    """Converts NumPy's numbers to numbers, and paths to texts."""
    if isinstance(value, (np.integer, np.floating, np.bool_)):
        return value.item()
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(shown(value))


def _refuse(text: str, said: list[Message]) -> None:
    """Raises the error that kept a question from being answered."""
    errors = [message for message in said if message.severity == "error"]
    codes = {message.code for message in errors}
    words = "; ".join(message.text for message in errors) or text or "there is no answer"
    if codes == {"usage"}:
        raise ValueError(words)
    if codes and codes <= {"limit", "stopped"}:
        raise StoppedError(words)
    raise TesujiError(text if any(message.line for message in errors) else words)


def ask(game: Handle, question: str, stop: Stop | None = None, /, **options: Any) -> dict[str, Any]:
    """Returns the answer as documented for tsj_game_ask; omits options that are None. Ctrl-C ends
    it, by `stop`."""
    given, at = _options(options), game.at
    flag = Stop() if stop is None else stop

    def call() -> dict[str, Any]:
        messages = Messages()
        found = library.tsj_game_ask(at, question.encode(), given, flag.at, messages.given)
        text, said = messages.take()
        assert game  # which is not closed meanwhile
        if not found:
            _refuse(text, said)
        answer = Handle(found, library.tsj_answer_free)
        document: dict[str, Any] = json.loads(library.tsj_answer_text(answer.at))
        return document

    return call() if question in QUICK else interruptible(call, flag.set)


def search_of(found: dict[str, Any]) -> Search:
    """Returns one of the searches of an answer to "mcts"."""
    moves = [MoveValue(one["move"], one["value"], one["visits"], one["proven"]) for one in found["moves"]]
    return Search(**{name: found[name] for name in Search._fields if name != "moves"}, moves=moves)
