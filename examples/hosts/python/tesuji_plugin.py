"""Plays games made by `tesuji compile` in Python: needs only the standard library and the game's
file.

    >>> from tesuji_plugin import Game
    >>> game = Game("hexapawn3.so")
    >>> white, black = game.legal(game.initial)
    >>> [game.move_name(move) for move in white]
    >>> state = game.step(game.initial, [white[0], black[0]])

States are `bytes`: compare them, keep them in sets, send them to another process. Moves are
numbers, the same for every role; a joint move is a list with one for each role. Terms are KIF,
lower case. Actions are other numbers (see Game): `step` takes moves, and `joint_move` makes these
of actions. A file that has changed since it was compiled is rejected before any of it runs. A Game
is for one thread at a time; each thread opens the file for itself.

    >>> batch = game.playouts(count=100_000, threads=2)   # random games, hundreds at a time
    >>> batch.mean_goals[0][0]                            # of the first role

random_play.py next to this file shows more."""
import array
import contextlib
import ctypes as c
import difflib
import operator
import os
import stat
import struct
import sys
import threading
import time
from collections import namedtuple

try:
    import numpy
except ImportError:
    numpy = None

MAGIC, ABI, MOST_STEPS = b"tesuji\r\n", 1, 10_000
MOST_EACH = 1 << 32
DRAWN, TERMINAL, STUCK = 0, 1, 2  # how a draw or a playout ended
MOST_THREADS = 1024  # of playouts
STOPPED, UNKNOWN = -2, -3


def _shown(value):
    """Shows a wrong value, in a few words."""
    if isinstance(value, int) and value.bit_length() > 128:
        return f"an integer of {value.bit_length()} bits"
    try:
        words = repr(value)
    except Exception:  # of a class of somebody else
        words = "an object"
    kind = "" if value is None or isinstance(value, (bool, int, float, str, bytes)) else f"{type(value).__name__} "
    return kind + (words if len(words) <= 80 else words[:77] + "...")


def _integer(value, what, least=None, most=None):
    """Returns the integer that `value` is. Raises TypeError if it is not one, ValueError if it is
    not from `least` to `most`."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{what} is an integer, not {_shown(value)}") from None
    if least is not None and number < least or most is not None and number > most:
        limits = f"at least {least}" if most is None else f"from {least} to {most}"
        raise ValueError(f"{what} is {limits}, not {_shown(number)}")
    return number


def _flag(value, what):
    """Returns a truth value: True, False, 1 or 0."""
    if isinstance(value, bool) or isinstance(value, int) and value in (0, 1) or numpy and isinstance(value, numpy.bool_):
        return bool(value)
    raise TypeError(f"{what} is True or False, not {_shown(value)}")


def _seconds(value, what="seconds"):
    """Returns a time as a float, or None."""
    if value is None:
        return None
    try:
        number = float(value) if not isinstance(value, (str, bytes)) else None
    except OverflowError:
        number = float("inf")
    except (TypeError, ValueError):
        number = None
    if number is None:
        raise TypeError(f"{what} is a number, not {_shown(value)}")
    if not number >= 0:
        raise ValueError(f"{what} is at least 0, not {_shown(value)}")
    return number


def _listed(values, what):
    """Returns the values as a list; texts and bytes are single values, not lists."""
    if not isinstance(values, (str, bytes, bytearray, memoryview)):
        try:
            return list(values)
        except TypeError:
            pass
    raise TypeError(f"{what}, not {_shown(values)}")


def _sequence(values, what):
    """As _listed, for objects that have a length."""
    if not hasattr(values, "__len__"):  # such as generators, which may have no end
        raise TypeError(f"{what}, not {_shown(values)}")
    return _listed(values, what)


def _encoded(value, what):
    """Encodes a text as bytes for a function in C."""
    if not isinstance(value, str):
        raise TypeError(f"{what} is a text, not {_shown(value)}")
    try:
        encoded = value.encode()
    except UnicodeEncodeError:
        raise ValueError(f"{what} has characters that no encoding has: {_shown(value)}") from None
    if b"\0" in encoded:
        raise ValueError(f"{what} has a character 0: {_shown(value)}")
    return encoded


def _meant(name, known):
    """Returns `, did you mean X?` if a name is close to a known one; else the empty text."""
    close = difflib.get_close_matches(name, known, 1) if isinstance(name, str) else []
    return f"; did you mean {close[0]!r}?" if close else ""


@contextlib.contextmanager
def _raised_in_callbacks():
    """Raises a Ctrl-C that came while a function in C called one in Python: ctypes reports it only
    to sys.unraisablehook. Only the main thread gets signals."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    raised, before = [], sys.unraisablehook
    try:
        sys.unraisablehook = lambda what: raised.append(what.exc_value) if isinstance(
            what.exc_value, KeyboardInterrupt) else before(what)
        yield
    finally:
        sys.unraisablehook = before
        if raised:
            raise raised[0]


class PluginError(Exception):
    """Raised if the file is not a plugin for this machine, or the game cannot answer."""


Resize = c.CFUNCTYPE(c.c_void_p, c.c_void_p, c.c_void_p, c.c_size_t)
FoundTerm = c.CFUNCTYPE(None, c.c_void_p, c.c_uint32, c.c_char_p)


Choice = namedtuple("Choice", "move predicate role waiting")
Predicate = namedtuple("Predicate", "name reading")


class Random(c.Structure):
    """A stream of random numbers, made by Game.random. Copies and pickled ones continue with the
    same numbers."""
    _fields_ = [("words", c.c_uint64 * 4)]
    __hash__ = None  # it changes

    def __eq__(self, other):
        return bytes(self) == bytes(other) if isinstance(other, Random) else NotImplemented

    def __repr__(self):
        return f"<Random {bytes(self).hex()}>"

    def __reduce__(self):
        return _random_of, (type(self), bytes(self))


def _random_of(kind, words):
    return kind.from_buffer_copy(words)


class MemorySource(c.Structure):
    _fields_ = [("resize", Resize), ("context", c.c_void_p), ("stop", c.c_void_p),
                ("row_limit", c.c_uint64), ("byte_limit", c.c_uint64)]


class Moves(c.Structure):
    _fields_ = [("moves", c.POINTER(c.c_uint64)), ("count", c.c_uint64)]


class PredicateTable(c.Structure):
    _fields_ = [("name", c.c_char_p), ("reading", c.c_char_p), ("arity", c.c_uint32),
                ("memo_slot", c.c_uint32), ("search", c.c_void_p), ("self", c.c_void_p)]


class ChoiceTable(c.Structure):
    _fields_ = [("move", c.c_uint64), ("waiting", c.c_uint64), ("role", c.c_uint32),
                ("predicate", c.c_uint32)]


class BatchTable(c.Structure):
    _fields_ = [("states", c.c_char_p)] + [(name, c.c_uint64) for name in (
        "state_count", "playouts", "most_steps", "seed", "part", "parts", "lanes")]


SUMS = ("playouts", "terminal", "cut", "stuck", "steps", "shortest", "longest", "goals_missing",
        "goals_several", "goals_no_integer")


class SumsTable(c.Structure):
    _fields_ = [(name, c.c_uint64) for name in SUMS]


class ResultsTable(c.Structure):
    _fields_ = [("sums", c.POINTER(SumsTable)), ("goal_sums", c.c_void_p),
                ("goal_counts", c.c_void_p), ("ends", c.c_void_p), ("lengths", c.c_void_p),
                ("last_states", c.c_void_p), ("goals", c.c_void_p)]


words, numbers, scratch = c.c_char_p, c.POINTER(c.c_uint64), c.c_void_p
text, texts = c.c_char_p, c.POINTER(c.c_char_p)


def function(result, *arguments):
    """Declares a member of the table, whose first argument is the table."""
    return c.CFUNCTYPE(result, c.c_void_p, *arguments)


class Table(c.Structure):
    """struct tsj_plugin of tesuji/plugin.h, which documents every member."""
    _fields_ = [
        ("magic", c.c_char * 8), ("abi", c.c_uint32), ("size", c.c_uint32), ("cpu_features", c.c_uint64),
        ("name", text), ("compiler", text), ("source_hash", text), ("cpu", text), ("engine", text),
        ("net_answers", text), ("role_count", c.c_uint32), ("has_percepts", c.c_uint32),
        ("roles", texts), ("state_words", c.c_uint64), ("move_limit", c.c_uint64),
        ("initial", c.c_void_p), ("waiting_moves", texts), ("control_fluents", texts),
        ("data", c.c_void_p),
        ("missing_cpu_features", function(c.c_uint64)), ("scratch_bytes", function(c.c_uint64)),
        ("open_scratch", function(c.c_int32, scratch, c.POINTER(MemorySource))),
        ("close_scratch", function(None, scratch)),
        ("legal", function(c.c_int32, scratch, words, c.POINTER(Moves))),
        ("terminal", function(c.c_int32, scratch, words)),
        ("next", function(c.c_int32, scratch, words, numbers, c.c_void_p)),
        ("goal_values", function(c.c_int32, scratch, words, c.POINTER(c.c_int32))),
        ("goals", function(c.c_int32, scratch, words, FoundTerm, c.c_void_p)),
        ("percepts", function(c.c_int32, scratch, words, numbers, FoundTerm, c.c_void_p)),
        ("seed", c.CFUNCTYPE(None, c.POINTER(Random), c.c_uint64, c.c_uint64)),
        ("draw", function(c.c_int32, scratch, words, c.POINTER(Random), numbers)),
        ("playout", function(c.c_int32, scratch, c.POINTER(Random), c.c_uint64, c.c_void_p, numbers)),
        ("fluents", function(c.c_int32, scratch, words, FoundTerm, c.c_void_p)),
        ("state_of", function(c.c_int32, scratch, texts, c.c_size_t, c.c_void_p, texts)),
        ("move_name", function(c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t)),
        ("find_move", function(c.c_int32, text, numbers)),
        # Plugins made before strategies existed end here.
        ("strategy", text), ("strategy_hash", text), ("predicates", c.POINTER(PredicateTable)),
        ("order", c.POINTER(c.c_uint32)), ("predicate_count", c.c_uint32),
        ("order_count", c.c_uint32), ("memo_slots", c.c_uint32),
        ("choose", function(c.c_int32, scratch, words, c.POINTER(ChoiceTable))),
        ("forget", function(None, scratch)),
        # .. before features ..
        ("features", texts), ("feature_count", c.c_uint32),
        ("count_features", function(c.c_int32, scratch, words, numbers)),
        # .. before batches ..
        ("most_lanes", function(c.c_uint32)),
        ("playouts", function(c.c_int32, scratch, c.POINTER(BatchTable), c.POINTER(ResultsTable))),
        # .. before dense numbers.
        ("fluent_count", c.c_uint64),
        ("fluent_name", function(c.c_uint64, c.c_uint64, c.c_void_p, c.c_size_t)),
        ("fluent_bits", function(c.c_int32, words, c.c_void_p)),
        ("check_state", function(c.c_int32, words)),
        ("action_count", function(c.c_uint64, c.c_uint32)),
        ("action_move", function(c.c_uint64, c.c_uint32, c.c_uint64)),
        ("move_action", function(c.c_uint64, c.c_uint32, c.c_uint64)),
    ]


SEAL = struct.Struct("<8sQQ")  # behind the library: a word, the library's length, its FNV-1a 64


def _fnv1a(data):
    digest = 0xCBF29CE484222325
    for byte in data:
        digest = (digest ^ byte) * 0x100000001B3 & 0xFFFFFFFFFFFFFFFF
    return digest


def _fault_of(data):
    """Returns what is wrong with a file's bytes, or None: checks that it is a plugin as it was
    compiled."""
    if not data.startswith(b"\x7fELF"):
        return "it is no shared library"
    if len(data) < SEAL.size or data[-SEAL.size:][:8] != b"tsj-seal":
        return "it is none of tesuji, or was cut short or changed"
    library = memoryview(data)[:-SEAL.size]
    if data[-SEAL.size:] != SEAL.pack(b"tsj-seal", len(library), _fnv1a(library)):
        return "it is damaged: its bytes are not those that the compiler wrote"
    return None


_libraries = {}  # by device and inode: the library, its seal, and its open file
_loading = threading.Lock()


def _load(path):
    """Loads the library of a plugin, once for each file; if a path's file was replaced, the new
    one."""
    file = os.open(path, os.O_RDONLY | getattr(os, "O_CLOEXEC", 0))
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise PluginError(f"{path}: this is no plugin: not a plain file")
        with open(file, "rb", closefd=False) as stream:
            data = stream.read()
        fault = _fault_of(data)
        if fault:
            raise PluginError(f"{path}: this is no plugin: {fault}")
        key, seal = (status.st_dev, status.st_ino), data[-SEAL.size:]
        if key in _libraries:
            library, loaded_seal, _ = _libraries[key]
            if seal != loaded_seal:
                raise PluginError(f"{path}: this file was loaded before, and written over meanwhile: "
                                  "load it in another process, or replace files instead (as compile does)")
            os.close(file)
            return library
        # Linkers identify libraries by name, and this name may have been another file's. The file
        # stays open, so that no other file gets its number.
        library = c.CDLL(f"/proc/self/fd/{file}" if os.path.exists("/proc/self/fd") else os.path.abspath(path))
        _libraries[key] = library, seal, file
        return library
    except BaseException:
        os.close(file)
        raise


_libc = c.CDLL(None)
_libc.realloc.restype, _libc.realloc.argtypes = c.c_void_p, [c.c_void_p, c.c_size_t]
_libc.free.restype, _libc.free.argtypes = None, [c.c_void_p]


@Resize
def _resize(_context, memory, size, realloc=_libc.realloc, free=_libc.free):  # which are there to the end
    return realloc(memory, size) if size else free(memory)


class Scratch:
    """Scratch memory of one thread, at the address `at`. Setting `stop` ends its playouts."""

    at = None

    def __init__(self, table):
        self._table, self._resize, self.stop = table, _resize, c.c_int()
        self._memory = c.create_string_buffer(table.scratch_bytes(c.addressof(table)) + 63)
        start = (c.addressof(self._memory) + 63) // 64 * 64
        self._game = c.addressof(table)
        source = MemorySource(_resize, None, c.addressof(self.stop))
        if table.open_scratch(c.addressof(table), start, source) < 0:
            raise PluginError("open_scratch: there is no memory")
        self.at = start

    def __del__(self):
        if self.at:
            self._table.close_scratch(self._game, self.at)


def _numbers(table):
    """Returns an array of 64-bit numbers, or of structures of them, as one memoryview."""
    view = memoryview(table).cast("B")
    return view.cast("Q") if view.nbytes else memoryview(array.array("Q"))


_CODES = {c.c_uint8: "B", c.c_uint64: "Q", c.c_int32: "i"}  # of the arrays of a batch


def _array(numbers):
    return array.array("Q", numbers)


class Batch:
    """Random playouts from several states. Arrays are NumPy's if that is installed, else
    memoryviews: `array[i, j]`, `array.tolist()`.

    By state: playouts, terminal, cut, stuck, steps, longest (joint moves), shortest (2**64 - 1
    without playouts). By state and role: goal_sums, goal_counts, and mean_goals (a list of lists;
    None if there was no goal). With each=True, by state and playout: ends (DRAWN: cut, TERMINAL,
    STUCK), lengths, goals (one for each role, -1 if it has none, or several); last_state(state,
    playout)."""

    def __init__(self, table, state_count, count, each):
        self._roles, self._words, self._count = table.role_count, table.state_words, count
        self._shape = (state_count, count)
        self._sums = (SumsTable * state_count)()
        self._arrays = {name: (c.c_uint64 * (state_count * self._roles))()
                        for name in ("goal_sums", "goal_counts")}
        if each:
            total = state_count * count
            self._arrays.update(ends=(c.c_uint8 * total)(), lengths=(c.c_uint64 * total)(),
                                last_states=(c.c_uint64 * (total * self._words))(),
                                goals=(c.c_int32 * (total * self._roles))())

    def __getstate__(self):
        """Returns plain data, for copies and other processes."""
        return {"shape": self._shape, "roles": self._roles, "words": self._words, "sums": bytes(self._sums),
                "arrays": {name: (_CODES[array._type_], bytes(array)) for name, array in self._arrays.items()}}

    def __setstate__(self, state):
        self._shape, self._roles, self._words = state["shape"], state["roles"], state["words"]
        self._count = self._shape[1]
        self._sums = (SumsTable * self._shape[0]).from_buffer_copy(state["sums"])
        kinds = {code: kind for kind, code in _CODES.items()}
        self._arrays = {name: (kinds[code] * (len(data) // c.sizeof(kinds[code]))).from_buffer_copy(data)
                        for name, (code, data) in state["arrays"].items()}

    __hash__ = None

    def __eq__(self, other):
        return self.__getstate__() == other.__getstate__() if isinstance(other, Batch) else NotImplemented

    def __len__(self):
        """Returns the number of start states."""
        return self._shape[0]

    def __repr__(self):
        return f"<Batch of {self._count} playouts from {self._shape[0]} states>"

    def _results(self):
        return ResultsTable(self._sums, **{name: c.addressof(array)
                                           for name, array in self._arrays.items()})

    def _part(self, table):
        """Returns the part of one thread, which writes its playouts here, and its sums separately."""
        part = Batch(table, *self._shape, False)
        for name in ("ends", "lengths", "last_states", "goals"):
            if name in self._arrays:
                part._arrays[name] = self._arrays[name]
        return part

    def _add(self, part, is_first):
        """Adds one thread's sums; copies the first."""
        if is_first:
            self._sums = part._sums
            self._arrays.update((name, part._arrays[name]) for name in ("goal_sums", "goal_counts"))
            return
        mine, theirs = _numbers(self._sums), _numbers(part._sums)
        for column, name in enumerate(SUMS):
            join = {"shortest": min, "longest": max}.get(name, operator.add)
            mine[column::len(SUMS)] = _array(map(join, mine[column::len(SUMS)], theirs[column::len(SUMS)]))
        for name in ("goal_sums", "goal_counts"):
            mine, theirs = _numbers(self._arrays[name]), _numbers(part._arrays[name])
            mine[:] = _array(map(operator.add, mine, theirs))

    def _view(self, name, *shape):
        array = self._arrays.get(name)
        if array is None:
            raise AttributeError(f"{name} is for playouts(each=True)")
        if numpy:
            return numpy.ctypeslib.as_array(array).reshape(shape)
        kind = _CODES[array._type_]
        view = memoryview(array).cast("B")
        return view.cast(kind, shape=shape) if view.nbytes else view  # none has no shape

    def __getattr__(self, name):
        if name in SUMS:
            values = _numbers(self._sums)[SUMS.index(name)::len(SUMS)].tolist()
            return numpy.array(values, dtype=numpy.uint64) if numpy else values
        if name in ("goal_sums", "goal_counts"):
            return self._view(name, self._shape[0], self._roles)
        if name in ("ends", "lengths"):
            return self._view(name, *self._shape)
        if name == "goals":
            return self._view(name, *self._shape, self._roles)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    @property
    def mean_goals(self):
        pairs = list(zip(self._arrays["goal_sums"], self._arrays["goal_counts"]))
        means = [total / count if count else None for total, count in pairs]
        return [means[i:i + self._roles] for i in range(0, len(means), self._roles)]

    def last_state(self, state, playout):
        """Returns the last state of a playout from states[state]."""
        state, playout = _integer(state, "state"), _integer(playout, "playout")
        if not (0 <= state < self._shape[0] and 0 <= playout < self._shape[1]):
            raise IndexError(f"there is no playout {_shown(playout)} from state {_shown(state)}: there are "
                             f"{self._shape[1]} from each of {self._shape[0]} states")
        size = 8 * self._words
        if "last_states" not in self._arrays:
            raise ValueError("last_state is for playouts(each=True)")
        begin = (state * self._shape[1] + playout) * size
        return bytes(memoryview(self._arrays["last_states"]).cast("B")[begin:begin + size])


class Game:
    """A plugin: `name`, `roles`, `initial` (a state), `has_percepts`, `source_hash` (SHA-256 of what it was
    compiled of), `strategy` (a name, or None), its `predicates` (name and reading), `most_lanes` (how many random games it plays at a time),
    `fluent_count` and `action_counts` (by role), and what the methods answer.

    Moves are numbers with gaps. For tables and networks there are dense ones: action a of a role, from 0 to
    action_counts[role] - 1, and fluent f, from 0 to fluent_count - 1. In states that play can reach,
    all legal moves are actions.

    >>> game.step(state, game.joint_move(actions))
    >>> game.actions(0)                    # names, by action
    >>> game.action_mask(state, 0)         # which of them are legal
    >>> game.fluent_bits(state)            # which fluents hold"""

    # Subclasses may replace these by subclasses of them.
    _error, _scratch_class = PluginError, Scratch

    def __init__(self, path):
        if not isinstance(path, (str, bytes, os.PathLike)):
            raise TypeError(f"path is the path of a plugin, not {_shown(path)}")
        self._path = os.path.abspath(os.fsdecode(path))
        try:
            with _loading:
                library = _load(path)
            table = self._table = Table.in_dll(library, "tesuji_plugin")
        except (OSError, ValueError) as error:
            raise PluginError(f"{path}: this is no plugin: {error}") from None
        if table.magic != MAGIC:
            raise PluginError(f"{path}: this is no plugin of tesuji")
        if table.abi != ABI or table.size < Table.strategy.offset:
            raise PluginError(f"{path}: made for another version of the interface")
        self._open(table, library, path)

    def _open(self, table, library, path):
        """Reads the table once; keeps `library` as long as the game."""
        self._table, self._library = table, library
        self._game = c.addressof(table)
        self._playing = threading.Lock()  # while playouts() runs
        if self._call("missing_cpu_features"):
            raise self._error(f"{path}: compiled for another processor")
        self.name, self.has_percepts = table.name.decode(), bool(table.has_percepts)
        self.source_hash = table.source_hash.decode()
        self.roles = [role.decode() for role in table.roles[:table.role_count]]
        self.strategy, self.predicates = None, []
        if self._has("forget") and table.strategy is not None:
            self.strategy = table.strategy.decode()
            self.predicates = [Predicate(one.name.decode(), one.reading.decode())
                               for one in table.predicates[:table.predicate_count]]
        self.initial = c.string_at(table.initial, 8 * table.state_words)
        self.most_lanes = self._call("most_lanes") if self._has("most_lanes") else 0
        self._dense = self._has("move_action")
        self._checks = self._has("check_state")
        self._known = self.initial  # the last state that was checked, or came from here
        self._asked = None, []  # the last state whose legal moves were asked for, and these
        self.fluent_count, self.action_counts = 0, []
        if self._dense:
            self.fluent_count = table.fluent_count
            self.action_counts = [self._call("action_count", role) for role in range(len(self.roles))]
        self._pool = [self._scratch_class(table)]  # one for each thread; the first is this one's
        self._scratch = self._pool[0].at
        self._joint_type, self._moves_type = (kind * len(self.roles) for kind in (c.c_uint64, Moves))
        self._values_type = c.c_int32 * len(self.roles)

    def __reduce__(self):
        """Copies, and those in other processes, open the file again."""
        return _reopened, (type(self), self._path, self.source_hash)

    def _identity(self):
        """Returns a key that is the same for equal games: states and moves of one are those of the
        other."""
        return self.source_hash, self.strategy, self.initial, tuple(self.roles), tuple(self.action_counts)

    def __eq__(self, other):
        return type(self) is type(other) and self._identity() == other._identity()

    def __hash__(self):
        return hash(self._identity())

    def __repr__(self):
        return f"<{type(self).__name__} {self.name}: {', '.join(self.roles)}>"

    def _has(self, name):
        """Whether the library was made when the function existed, and has it."""
        field = getattr(Table, name)
        return self._table.size >= field.offset + field.size and bool(getattr(self._table, name))

    def _call(self, name, *arguments):
        if self._playing.locked():
            raise self._error(f"{name}: another thread plays with this Game; open the file again for this one")
        return getattr(self._table, name)(self._game, *arguments)

    def _checked(self, name, *arguments):
        status = self._call(name, *arguments)
        if status < 0:
            raise self._error(f"{name}: nothing tells whose turn it is" if status == UNKNOWN else
                              f"{name}: stopped" if status == STOPPED else
                              f"{name}: a limit of rows or memory was reached")
        return status

    def _terms(self, name, *arguments):
        """Returns terms by role, sorted."""
        found = [set() for _ in self.roles] or [set()]
        collect = FoundTerm(lambda _, role, term: found[role].add(term.decode()))
        with _raised_in_callbacks():
            self._checked(name, self._scratch, *arguments, collect, None)
        return [sorted(terms) for terms in found]

    def _state(self, state):
        if state is self._known:
            return state
        if not isinstance(state, bytes):  # which may change
            try:
                state = bytes(memoryview(state))
            except TypeError:
                raise TypeError(f"states of {self.name} are bytes (playouts take a list of them), not {_shown(state)}"
                                ) from None
        if len(state) != len(self.initial):
            raise ValueError(f"states of {self.name} have {len(self.initial)} bytes, not {len(state)}")
        if self._checks and self._call("check_state", state) != 0:
            raise ValueError(f"this is no state of {self.name}")
        self._known = state
        return state

    def _made(self, state):
        """Returns a state computed by the game."""
        self._known = state
        return state

    def _move(self, move):
        move = _integer(move, "a move")
        if 0 <= move < self._table.move_limit:
            return move
        raise ValueError(f"{_shown(move)} is no move of {self.name}")

    def _joint(self, joint):
        moves = _sequence(joint, "a joint move is a list with the number of each role's move")
        if len(moves) == len(self.roles):
            return self._joint_type(*map(self._move, moves))
        raise ValueError(f"a joint move of {self.name} has {len(self.roles)} moves, not {len(moves)}")

    @staticmethod
    def _random(random):
        if isinstance(random, Random):
            return random
        raise TypeError(f"random numbers come from Game.random, not {_shown(random)}")

    def _role(self, role):
        """Returns the role's number; accepts a name, too."""
        if isinstance(role, str):
            if role in self.roles:
                return self.roles.index(role)
        else:
            number = _integer(role, "a role that is not a name")
            if 0 <= number < len(self.roles):
                return number
        raise ValueError(f"{_shown(role)} is no role of {self.name}; they are {', '.join(self.roles)}"
                         f"{_meant(role, self.roles)}")

    def _need_dense(self):
        if not self._dense:
            raise self._error(f"{self.name} was compiled before there were dense numbers")

    def fluent_name(self, fluent):
        """Returns the term of a fluent by its dense number."""
        self._need_dense()
        fluent = _integer(fluent, "a fluent")
        if not 0 <= fluent < self.fluent_count:
            raise ValueError(f"{self.name} has {self.fluent_count} fluents; {_shown(fluent)} is not one of them")
        return self._text("fluent_name", fluent)

    def fluent_bits(self, state):
        """Returns for each fluent whether it holds, 1 or 0: an array of NumPy (uint8) if that is
        installed, else bytes."""
        self._need_dense()
        packed = c.create_string_buffer(8 * ((self.fluent_count + 63) // 64))
        self._checked("fluent_bits", self._state(state), c.addressof(packed))
        if numpy:
            bits = numpy.frombuffer(packed.raw, dtype=numpy.uint8)
            return numpy.unpackbits(bits, count=self.fluent_count, bitorder="little")
        raw = packed.raw
        return bytes(raw[f // 8] >> f % 8 & 1 for f in range(self.fluent_count))

    def actions(self, role):
        """Returns the names of a role's actions."""
        return [self.move_name(self.action_move(role, action))
                for action in range(self.action_counts[self._role(role)])]

    def action_move(self, role, action):
        """Returns the move of a role's action."""
        self._need_dense()
        role, action = self._role(role), _integer(action, "an action")
        if not 0 <= action < self.action_counts[role]:
            raise ValueError(f"{self.roles[role]} has {self.action_counts[role]} actions; {_shown(action)} is not one "
                             "of them")
        return self._call("action_move", role, action)

    def move_action(self, role, move):
        """Returns the action of a role's move."""
        self._need_dense()
        role = self._role(role)
        action = self._call("move_action", role, self._move(move))
        if action >= self.action_counts[role]:
            raise ValueError(f"{self.move_name(move)} is never a move of {self.roles[role]}")
        return action

    def action_mask(self, state, role):
        """Returns for each action of the role whether it is legal, as fluent_bits does."""
        role = self._role(role)
        self._need_dense()
        mask = bytearray(self.action_counts[role])
        for move in self.legal(state)[role]:
            action = self._call("move_action", role, move)
            if action >= len(mask):  # of a state from elsewhere
                raise ValueError(f"no play leads to this state: {self.move_name(move)} is legal in it, and no action")
            mask[action] = 1
        return numpy.frombuffer(mask, dtype=numpy.uint8) if numpy else bytes(mask)

    def legal(self, state):
        """Returns for each role the legal moves, ascending."""
        moves = self._moves_type()
        state = self._state(state)
        self._checked("legal", self._scratch, state, moves)
        legal = [one.moves[:one.count] for one in moves]
        self._asked = state, [tuple(one) for one in legal]
        return legal

    def is_legal(self, state, joint):
        """Whether each role's move is legal. Almost free directly after `legal`."""
        return self._illegal(state, self._joint(joint)) is None

    def _illegal(self, state, joint):
        """Returns the first role whose move is not legal, or None."""
        state = self._state(state)
        asked, legal = self._asked
        if asked is None or asked != state:
            legal = self.legal(state)
        return next((role for role, move in enumerate(joint) if move not in legal[role]), None)

    def joint_move(self, actions):
        """Returns the joint move in which each role makes this action of its own."""
        actions = _sequence(actions, "actions are a list with a number for each role")
        if len(actions) != len(self.roles):
            raise ValueError(f"{self.name} has {len(self.roles)} roles, with an action for each; "
                             f"{len(actions)} were given")
        return [self.action_move(role, action) for role, action in enumerate(actions)]

    def terminal(self, state):
        """Whether the game is over in a state."""
        return self._checked("terminal", self._scratch, self._state(state)) == 1

    def step(self, state, joint, *, checked=True):
        """Returns the state after a joint move (not: actions). Raises ValueError if one of its
        moves is not legal, unless checked=False, which is faster unless `legal` was just called for
        the state."""
        joint = self._joint(joint)
        role = self._illegal(state, joint) if _flag(checked, "checked") else None
        if role is not None:
            raise ValueError(f"{joint[role]}, {self.move_name(joint[role])}, is no legal move of {self.roles[role]} "
                             "in this state (numbers of actions are no moves: joint_move)")
        after = c.create_string_buffer(len(self.initial))
        self._checked("next", self._scratch, self._state(state), joint, c.addressof(after))
        return self._made(after.raw)

    def goal_values(self, state):
        """Returns for each role its goal from 0 to 100; None if it has none, or several."""
        values = self._values_type()
        self._checked("goal_values", self._scratch, self._state(state), values)
        return [value if value >= 0 else None for value in values]

    def goals(self, state):
        """Returns for each role all its goals, as terms."""
        return self._terms("goals", self._state(state))

    def percepts(self, state, joint):
        """Returns what each role perceives when a joint move is made (GDL-II)."""
        return self._terms("percepts", self._state(state), self._joint(joint))

    def fluents(self, state):
        """Returns the fluents that hold, sorted."""
        return self._terms("fluents", self._state(state))[0]

    def state_of(self, fluents):
        """Returns the state in which exactly these fluents hold."""
        terms = [_encoded(fluent, "a fluent") for fluent in _listed(fluents, "fluents are a list of terms")]
        state, wrong = c.create_string_buffer(len(self.initial)), text()
        if self._call("state_of", self._scratch, (text * len(terms))(*terms), len(terms),
                      c.addressof(state), wrong) < 0:
            raise self._error(f"no state of the game, because of {(wrong.value or b'?').decode()}")
        return self._made(state.raw)

    def _text(self, name, number):
        room = c.create_string_buffer(self._call(name, number, c.create_string_buffer(1), 1) + 1)
        self._call(name, number, room, len(room))
        return room.value.decode()

    def move_name(self, move):
        """Returns the term of a move. Raises ValueError if the number is not a move."""
        return self._text("move_name", self._move(move))

    def find_move(self, name):
        """Returns the move with this name, written as by move_name, or None, without ValueError."""
        move = c.c_uint64()
        try:
            encoded = _encoded(name, "a move's name")
        except ValueError:
            return None  # no move has such characters
        return move.value if self._call("find_move", encoded, move) == 0 else None

    def choose(self, state):
        """Returns the strategy's Choice: move, predicate (its number), role, and the other role's
        move; None if no predicate has one (`legal` shows whose turn it is). Raises PluginError if
        it is unclear whose turn it is, in this state or in one that a predicate visits."""
        if self.strategy is None:
            raise self._error(f"{self.name} was compiled without a strategy")
        choice = ChoiceTable()
        if not self._checked("choose", self._scratch, self._state(state), choice):
            return None
        return Choice(choice.move, choice.predicate, choice.role, choice.waiting)

    def forget(self):
        """Forgets the states that `choose` has stored."""
        if self.strategy is not None:
            self._call("forget", self._scratch)

    def random(self, seed, stream=0):
        """Returns a stream of the seed's random numbers; playout i of `tesuji simulate` has stream
        i."""
        seed, stream = _integer(seed, "seed", 0, (1 << 64) - 1), _integer(stream, "stream", 0, (1 << 64) - 1)
        random = Random()
        self._table.seed(random, seed, stream)
        return random

    def draw(self, state, random):
        """Draws a random joint move; returns how it ended, and the move, None unless DRAWN."""
        joint = self._joint_type()
        drawn = self._checked("draw", self._scratch, self._state(state), self._random(random), joint)
        return drawn, list(joint) if drawn == DRAWN else None

    def playout(self, random, state=None, most_steps=MOST_STEPS):
        """Makes random moves to the end; returns how it ended (DRAWN: cut), the last state, joint
        moves made."""
        start = self._state(self.initial if state is None else state)
        last, steps = c.create_string_buffer(bytes(start), len(self.initial)), c.c_uint64()
        most_steps = _integer(most_steps, "most_steps", 0, (1 << 64) - 1)
        end = self._checked("playout", self._scratch, self._random(random), most_steps, c.addressof(last), steps)
        return end, self._made(last.raw), steps.value

    def playouts(self, states=None, count=1000, *, seed=1, most_steps=MOST_STEPS, threads=1, lanes=0,
                 seconds=None, each=False):
        """Plays `count` random playouts from each of the states (None: the initial one), and
        returns a Batch; with each=True including every single one. The games are the same for any
        number of threads and `lanes` (64, 256, 512; 0: most_lanes; without lanes they are those of
        Game.random(seed, 0), (seed, 1), ..). After `seconds`, or Ctrl-C, no more begin, and lanes
        play on for at most 4,096 moves (longer games are dropped): batch.playouts is their number.
        Other Python threads run meanwhile."""
        if not self._has("playouts"):
            raise self._error(f"{self.name} was compiled before there were batches")
        most = (1 << 64) - 1
        count, most_steps = _integer(count, "count", 0, most), _integer(most_steps, "most_steps", 0, most)
        seed, lanes = _integer(seed, "seed", 0, most), _integer(lanes, "lanes", 0, 512)
        threads, seconds = _integer(threads, "threads", 1, MOST_THREADS), _seconds(seconds)
        each = _flag(each, "each")
        states = [self.initial] if states is None else _listed(states, "states are a list of states")
        start = b"".join(map(self._state, states))
        if each and count * len(states) > MOST_EACH:
            raise ValueError(f"each=True is for at most {MOST_EACH} playouts at once")
        if not self._playing.acquire(blocking=False):
            raise self._error("playouts: another thread plays with this Game; open the file again for this one")
        try:
            return self._play(start, len(states), count, seed, most_steps, threads, lanes, seconds, each)
        finally:
            self._playing.release()

    def _play(self, start, states, count, seed, most_steps, threads, lanes, seconds, each):
        batch = Batch(self._table, states, count, each)
        while len(self._pool) < threads:
            self._pool.append(self._scratch_class(self._table))
        jobs = [Job(self._table, scratch, batch, BatchTable(
            start, states, count, most_steps, seed, part, threads, lanes))
            for part, scratch in enumerate(self._pool[:threads])]
        end = None if seconds is None else time.monotonic() + seconds
        how = 2  # unless nothing is thrown, as by Ctrl-C, games that run are given up
        try:
            for job in jobs:
                job.start()
            for job in jobs:
                while job.is_alive():  # in slices, so that Ctrl-C comes through
                    job.join(0.2 if end is None else max(0, min(0.2, end - time.monotonic())))
                    if end is not None and time.monotonic() >= end:
                        break
                if job.status not in (0, STOPPED):
                    break  # nor do the others play on
            how = 1
        finally:
            for job in jobs:
                job.stop(how)
            for job in jobs:
                if job.ident is not None:
                    job.join()
                job.stop(0)  # the scratch memory is for other calls, too
        for part, job in enumerate(jobs):
            if job.status not in (0, STOPPED):
                raise self._error(f"playouts: {self.name} has no code for {lanes} lanes here"
                                  if job.status == UNKNOWN else
                                  "playouts: a limit of rows or memory was reached")
            batch._add(job.batch, part == 0)
        return batch


def _reopened(kind, path, source_hash):
    """Returns the game that another one was, in this process or another."""
    game = kind(path)
    if game.source_hash != source_hash:
        raise kind._error(f"{path}: this is another game by now than the one that was copied or pickled")
    return game


class Job(threading.Thread):
    """A thread's part of a batch."""

    def __init__(self, table, scratch, whole, wanted):
        super().__init__(daemon=True)
        self.batch, self.status = whole._part(table), STOPPED
        self._table, self._scratch, self._wanted = table, scratch, wanted
        scratch.stop.value = 0

    def run(self):
        self.status = self._table.playouts(c.addressof(self._table), self._scratch.at, self._wanted,
                                           self.batch._results())

    def stop(self, value):
        """With 1, begins no more playouts; with 2, also drops those that run."""
        self._scratch.stop.value = value
