"""Provides spaces of observations and actions: Gymnasium's if it is installed, else these, with the
same methods."""
from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .._check import generator, integer, shown
from ._optional import optional


class Space:
    """The base of all spaces: `shape` and `dtype` of their elements, `sample`, `seed`, `contains`."""

    def __init__(self, shape: tuple[int, ...] | None, dtype: Any) -> None:
        self.shape, self.dtype = shape, None if dtype is None else np.dtype(dtype)
        self._random = np.random.default_rng()

    def seed(self, seed: int | None = None) -> int | None:
        """Restarts the random numbers of `sample`."""
        self._random = generator(seed)
        return seed

    def contains(self, x: Any) -> bool:
        raise NotImplementedError

    def __contains__(self, x: Any) -> bool:
        return self.contains(x)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and self._key() == other._key()  # type: ignore[attr-defined]

    def __repr__(self) -> str:
        return f"{type(self).__name__}{self._key()}"

    def _key(self) -> tuple[Any, ...]:
        raise NotImplementedError


class OwnDiscrete(Space):
    """The integers from 0 to n - 1."""

    def __init__(self, n: int) -> None:
        super().__init__((), np.int64)
        self.n = integer(n, "n", 0)

    def sample(self, mask: NDArray[Any] | None = None) -> int:
        """Returns one element, all equally likely; with `mask`, (n,) of 0 and 1, one of those with
        1, or 0 if there is none."""
        if mask is None:
            return int(self._random.integers(self.n))
        try:
            mask = np.asarray(mask)
        except Exception:  # rows of different lengths
            raise ValueError(f"mask has the shape {(self.n,)}, of 0 and 1, not {shown(mask)}") from None
        if mask.shape != (self.n,) or mask.dtype.kind not in "biu":
            raise ValueError(f"mask has the shape {(self.n,)}, of 0 and 1, not {mask.shape} of {mask.dtype}")
        allowed = np.flatnonzero(mask)
        return int(self._random.choice(allowed)) if len(allowed) else 0

    def contains(self, x: Any) -> bool:
        return isinstance(x, (int, np.integer)) and 0 <= int(x) < self.n

    def _key(self) -> tuple[Any, ...]:
        return (self.n,)


class OwnMultiDiscrete(Space):
    """Arrays of integers, each from 0 to one of `nvec`, exclusive."""

    def __init__(self, nvec: Sequence[int] | NDArray[Any]) -> None:
        self.nvec = np.asarray(nvec, np.int64)
        super().__init__(self.nvec.shape, np.int64)

    def sample(self) -> NDArray[Any]:
        return self._random.integers(self.nvec)

    def contains(self, x: Any) -> bool:
        if not isinstance(x, (np.ndarray, Sequence)):
            return False
        try:
            x = np.asarray(x)
        except Exception:  # rows of different lengths
            return False
        return bool(x.shape == self.nvec.shape and x.dtype.kind in "iu" and (0 <= x).all() and (x < self.nvec).all())

    def _key(self) -> tuple[Any, ...]:
        return (self.nvec.tolist(),)


class OwnBox(Space):
    """Arrays of integers from `low` to `high`, inclusive."""

    def __init__(self, low: int, high: int, shape: tuple[int, ...], dtype: Any) -> None:
        super().__init__(shape, dtype)
        self.low, self.high = np.full(shape, low, dtype), np.full(shape, high, dtype)

    def sample(self) -> NDArray[Any]:
        return self._random.integers(self.low, self.high, endpoint=True, dtype=self.dtype)

    def contains(self, x: Any) -> bool:
        return bool(isinstance(x, np.ndarray) and x.shape == self.shape and np.can_cast(x.dtype, self.dtype)
                    and (self.low <= x).all() and (x <= self.high).all())

    def _key(self) -> tuple[Any, ...]:
        return (int(self.low.min(initial=0)), int(self.high.max(initial=0)), self.shape, str(self.dtype))


class OwnDict(Space):
    """Dictionaries with an element of each of `spaces`."""

    def __init__(self, spaces: Mapping[str, Any]) -> None:
        super().__init__(None, None)
        self.spaces = dict(spaces)

    def __getitem__(self, key: str) -> Any:
        try:
            return self.spaces[key]
        except (KeyError, TypeError):  # a KeyError, as of dictionaries, but with words
            raise KeyError(f"there is no space {shown(key)}; they are {', '.join(self.spaces)}") from None

    def __len__(self) -> int:
        return len(self.spaces)

    def __iter__(self) -> Iterator[str]:
        return iter(self.spaces)

    def seed(self, seed: int | None = None) -> int | None:
        for space in self.spaces.values():
            space.seed(seed)
        return seed

    def sample(self) -> dict[str, Any]:
        return {key: space.sample() for key, space in self.spaces.items()}

    def contains(self, x: Any) -> bool:
        return (isinstance(x, dict) and x.keys() == self.spaces.keys()
                and all(space.contains(x[key]) for key, space in self.spaces.items()))

    def _key(self) -> tuple[Any, ...]:
        return (self.spaces,)


Discrete: Any = optional("gymnasium.spaces", "Discrete", OwnDiscrete)
MultiDiscrete: Any = optional("gymnasium.spaces", "MultiDiscrete", OwnMultiDiscrete)
Box: Any = optional("gymnasium.spaces", "Box", OwnBox)
Dict: Any = optional("gymnasium.spaces", "Dict", OwnDict)


def bits(*shape: int) -> Any:
    """Returns the space of arrays of 0 and 1 with this shape."""
    return Box(low=0, high=1, shape=shape, dtype=np.int8)
