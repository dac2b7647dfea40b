"""Checks arguments: wrong ones raise TypeError or ValueError, with the argument's name and value."""
from __future__ import annotations

import os
import pathlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .plugin import _encoded as encoded
from .plugin import _flag as flag
from .plugin import _integer as integer
from .plugin import _listed as listed
from .plugin import _meant as meant
from .plugin import _seconds as seconds
from .plugin import _shown as shown

__all__ = ["choice", "encoded", "flag", "fspath", "generator", "instance", "integer", "integers", "listed", "mapping",
           "meant", "read_text", "seconds", "shown"]


def choice(value: Any, what: str, among: tuple[str, ...]) -> str:
    """Checks that the value is one of some texts."""
    if isinstance(value, str) and value in among:
        return value
    raise (ValueError if isinstance(value, str) else TypeError)(
        f"{what} is {' or '.join(map(repr, among))}, not {shown(value)}{meant(value, among)}")


def instance(value: Any, kind: type[Any], words: str) -> None:
    """Raises TypeError with these words unless the value is of this kind."""
    if not isinstance(value, kind):
        raise TypeError(f"{words}, not {shown(value)}")


def mapping(value: Any, what: str) -> Mapping[Any, Any]:
    """Returns a dictionary, or a similar mapping; None is an empty one."""
    if value is None:
        return {}
    if isinstance(value, Mapping):
        return value
    raise TypeError(f"{what} is a dictionary, not {shown(value)}")


def fspath(value: Any, what: str) -> bytes:
    """Returns a path for a function in C."""
    if not isinstance(value, (str, bytes, os.PathLike)):
        raise TypeError(f"{what} is a path, not {shown(value)}")
    try:
        path = os.fsencode(value)
    except UnicodeEncodeError:
        raise ValueError(f"{what} has characters that no path has: {shown(value)}") from None
    if b"\0" in path:
        raise ValueError(f"{what} has a character 0: {shown(value)}")
    return path


def read_text(value: Any, what: str) -> str:
    """Returns the text of a file. Raises OSError if it cannot be read."""
    data = pathlib.Path(os.fsdecode(fspath(value, what))).read_bytes()
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise ValueError(f"{what}: {os.fsdecode(value)} is not a text in UTF-8: {error}") from None


def integers(value: Any, what: str, shape: tuple[int, ...]) -> NDArray[Any]:
    """Returns an array of integers with this shape."""
    try:
        given = np.asarray(value)
    except Exception:  # rows of different lengths; objects that are arrays of somebody else
        raise ValueError(f"{what} have the shape {shape}; of this no array can be made: {shown(value)}") from None
    if given.dtype.kind not in "iu":
        kind = shown(value) if given.ndim == 0 else str(given.dtype)
        if given.dtype == object and all(isinstance(one, int) for one in given.flat):
            raise ValueError(f"{what} are integers of at most 64 bits, not {shown(value)}")
        raise TypeError(f"{what} are integers, not {kind}")
    if given.shape != shape:
        raise ValueError(f"{what} have the shape {shape}, not {given.shape}")
    return given


def generator(seed: Any) -> np.random.Generator:
    """Returns random numbers of NumPy; None: different ones each time."""
    return np.random.default_rng(None if seed is None else integer(seed, "seed", 0))
