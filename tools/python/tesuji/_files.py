"""Reads files of games, and suggests names if there is no such file."""
from __future__ import annotations

import difflib
import os
import pathlib
import sys

from ._errors import LoadError, Message

MOST_BYTES = 256 << 20  # as the library has it
SUFFIXES = (".kif", ".gdl", ".tir", ".so")
PACKAGE = pathlib.Path(__file__).resolve().parent
# The examples of a wheel, of a checkout, and those installed with the package in
# PREFIX/lib/python3/dist-packages.
EXAMPLES = (PACKAGE / "games", *(folder / place for place in ("examples", "share/doc/tesuji/examples", "share/doc/tesuji-doc/examples") for folder in PACKAGE.parents[2:4]))
WANTED = "the path of a rulesheet (.kif, .gdl), of IR text (.tir) or of a plugin (.so) is wanted"


def read_game(name: bytes) -> tuple[bytes, bytes | None]:
    """Returns name and text of a file, or the path of a plugin and None; `connect-four` is the
    example of that name, unless there is a file of that name. Raises LoadError if there is no such
    file."""
    if b"/" not in name and b"." not in name and not os.path.exists(name):
        name = _example(name)
    try:
        if name == b"-":
            text = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with open(name, "rb") as file:
                text = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise _no_file(os.fsdecode(name), error) from None
    if len(text) > MOST_BYTES:
        raise _refused(f"cannot read `{os.fsdecode(name)}`: it is larger than {MOST_BYTES >> 20} MiB")
    if text.startswith(b"\x7fELF"):
        return os.path.abspath(name), None
    return name, text


def games() -> list[str]:
    """Returns the names of the examples that `load` knows, such as "connect-four"."""
    return sorted({name for folder in EXAMPLES for name in _games_in(folder) if (folder / f"{name}.kif").exists()})


def _example(name: bytes) -> bytes:
    for folder in EXAMPLES:
        path = os.fsencode(folder / (os.fsdecode(name) + ".kif"))
        if os.path.exists(path):
            return path
    return name


def _refused(text: str) -> LoadError:
    return LoadError(f"error: {text}", [Message("error", "io", text, "", 0, 0, 0, 0, f"error: {text}\n")])


def _no_file(name: str, error: OSError) -> LoadError:
    text = f"cannot read `{name[:200]}`: {error.strerror}"
    if "(" in name or "\n" in name:
        return _refused(f"{text}; {WANTED} (tesuji.loads compiles a text)")
    close = _close_to(name)
    meant = f"; did you mean {' or '.join(map(repr, close))}?" if close else ""
    if not meant and not pathlib.PurePath(name).suffix and os.sep not in name and (known := games()):
        meant = f"; examples are {', '.join(known[:8])}, .. (tesuji.games() lists all {len(known)})"
    return _refused(f"{text}; {WANTED}{meant}")


def _close_to(name: str) -> list[str]:
    """Returns paths of games with similar names: in the folder that was named, else the examples of
    this package."""
    path = pathlib.Path(name)
    inside = path.is_dir()
    for folder in dict.fromkeys((path if inside else path.parent, *EXAMPLES)):
        found = _games_in(folder)
        same = [stem for stem in found if stem == path.stem.lower()]
        stems = same or (sorted(found) if inside and folder == path else difflib.get_close_matches(
            path.stem.lower(), sorted(found), 3, 0.7))
        if stems:
            return [found[stem] for stem in stems[:3]]
    return []


def _games_in(folder: pathlib.Path) -> dict[str, str]:
    """Returns paths of the folder's games, by their names in lower case without the suffix."""
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return {}
    return {os.path.splitext(name)[0].lower(): str(folder / name) for name in reversed(names) if name.endswith(SUFFIXES)}
