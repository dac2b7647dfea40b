"""Loads games from files and texts, and learns strategies of them."""
from __future__ import annotations

import os
import warnings
from typing import Any

from ._ask import ask
from ._check import flag, fspath, integer, shown
from ._files import read_game
from ._game import LANES, Game, Source
from ._jobs import one_frame

Cache = str | os.PathLike[str] | bool | None


def _folder(cache: Cache) -> bytes | None:
    """Returns the folder in the form that tsj_game_options needs."""
    if cache is None or cache is True:
        return None
    if cache is False or cache == "":
        return b""
    return fspath(cache, "cache, if not True or False,")


def _game(name: bytes, text: bytes | None, lanes: Any, native: bool, cache: Cache) -> Game:
    if integer(lanes, "lanes") not in LANES:
        raise ValueError(f"unsupported number of lanes: {shown(lanes)}; give 64, 256, 512, or 0 for the widest")
    game = Game(Source(name, text, int(lanes), flag(native, "native"), _folder(cache)))
    # If the default folder cannot be used, that is only an error if the caller has requested a
    # cache.
    asked = cache is not None or "TESUJI_CACHE" in os.environ
    for message in game.messages:
        if message.severity == "warning" and (asked or message.code != "cache"):
            warnings.warn(message.full.rstrip("\n"), stacklevel=4)
    return game


@one_frame
def load(path: str | os.PathLike[str], *, lanes: int = 0, native: bool = False, cache: Cache = None) -> Game:
    """Compiles a rulesheet (.kif, .gdl) or IR text (.tir), or opens a plugin (.so);
    load("connect-four") loads the example of that name. `lanes`: games in a word of vectors, 64,
    256 or 512; 0: the most that the processor has. `native`: compile native code for single games,
    too, which takes longer. `cache`: the folder of compiled code, which makes later loading fast;
    None: $TESUJI_CACHE or else ~/.cache/tesuji; False: no cache. Raises LoadError; warnings of the
    compiler become Python warnings."""
    name = fspath(path, "path")
    return _game(*read_game(name), lanes, native, cache)


@one_frame
def loads(text: str | bytes, name: str = "game.kif", *, lanes: int = 0, native: bool = False,
          cache: Cache = None) -> Game:
    """Compiles a text, with the options of load; messages call it `name`."""
    if isinstance(text, str):
        try:
            source = text.encode()
        except UnicodeEncodeError:
            raise ValueError("text has characters that no encoding has") from None
    else:
        try:
            source = bytes(memoryview(text))
        except TypeError:
            raise TypeError(f"text is the text of a rulesheet, not {shown(text)}") from None
    return _game(fspath(name, "name"), source, lanes, native, cache)


@one_frame
def learn(game: Game | str | os.PathLike[str], *, learner: str = "migo-mixed", games: int = 200, seed: int = 1,
          runs: int = 1, threads: int = 1, boards: str = "symmetric", opponent: str = "perfect", seconds: float = 0,
          **options: Any) -> dict[str, Any]:
    """Learns a strategy by playing. Returns the output of `tesuji learn --json`
    (docs/cli/learn.md), with `strategy`, the learned program (Prolog), `curve` (regret after each
    game), `not_learned`; with several `runs` a list of these.

    `game`: one, or a file. `learner`: "migo-mixed", "migo-separated" or "tesuji". `seconds` (0: no
    limit) ends it with what has been learned so far, or with StoppedError if the game is not solved
    yet. Further options are those of `tsj_game_ask` (docs/engines/library.md), such as
    `max_clauses`, `refute`, `unsolved`."""
    asked = game if isinstance(game, Game) else load(game)
    return ask(asked._handle(False), "learn", learner=learner, games=games, seed=seed, runs=runs, threads=threads,
               boards=boards, opponent=opponent, seconds=seconds, **options)
