"""Games that `tesuji compile` made, in Python: needs the standard library and the game's file alone.

    >>> from tesuji_plugin import Game
    >>> game = Game("hexapawn3.so")
    >>> white, black = game.legal(game.initial)
    >>> [game.move_name(move) for move in white]
    >>> state = game.step(game.initial, [white[0], black[0]])

States are `bytes`: compare them, keep them in sets, send them to another process. Moves are numbers,
the same for every role; a joint move is a list with one for each role. Terms are KIF, lower case.
A Game is for one thread at a time; others open the file for themselves.
random_play.py beside this file shows more of it.
"""
import ctypes as c
import os
from collections import namedtuple

MAGIC, ABI, MOST_STEPS = b"tesuji\r\n", 1, 10_000
DRAWN, TERMINAL, STUCK = 0, 1, 2  # how a draw or a playout ended
UNKNOWN = -3


class PluginError(Exception):
    """The file is no plugin for this machine, or the game cannot answer."""


Resize = c.CFUNCTYPE(c.c_void_p, c.c_void_p, c.c_void_p, c.c_size_t)
FoundTerm = c.CFUNCTYPE(None, c.c_void_p, c.c_uint32, c.c_char_p)


Choice = namedtuple("Choice", "move predicate role waiting")
Predicate = namedtuple("Predicate", "name reading")


class Random(c.Structure):
    """A stream of random numbers, as Game.random makes it."""
    _fields_ = [("words", c.c_uint64 * 4)]


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


words, numbers, scratch = c.c_char_p, c.POINTER(c.c_uint64), c.c_void_p
text, texts = c.c_char_p, c.POINTER(c.c_char_p)


def function(result, *arguments):
    """A member of the table, which is its first argument."""
    return c.CFUNCTYPE(result, c.c_void_p, *arguments)


class Table(c.Structure):
    """struct tsj_plugin of tesuji/plugin.h, which says what every member is."""
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
        # Plugins that were made before there were strategies end here.
        ("strategy", text), ("strategy_hash", text), ("predicates", c.POINTER(PredicateTable)),
        ("order", c.POINTER(c.c_uint32)), ("predicate_count", c.c_uint32),
        ("order_count", c.c_uint32), ("memo_slots", c.c_uint32),
        ("choose", function(c.c_int32, scratch, words, c.POINTER(ChoiceTable))),
        ("forget", function(None, scratch)),
    ]


_libc = c.CDLL(None)
_libc.realloc.restype, _libc.realloc.argtypes = c.c_void_p, [c.c_void_p, c.c_size_t]
_libc.free.restype, _libc.free.argtypes = None, [c.c_void_p]


@Resize
def _resize(_context, memory, size):
    return _libc.realloc(memory, size) if size else _libc.free(memory)


class Game:
    """A plugin: `name`, `roles`, `initial` (a state), `has_percepts`, `strategy` (a name, or None),
    its `predicates` (name and reading), and what the methods answer."""

    def __init__(self, path):
        self._scratch = None
        try:
            library = c.CDLL(os.path.abspath(path))
            table = self._table = Table.in_dll(library, "tesuji_plugin")
        except (OSError, ValueError) as error:
            raise PluginError(f"{path}: this is no plugin: {error}") from None
        if table.magic != MAGIC:
            raise PluginError(f"{path}: this is no plugin of tesuji")
        if table.abi != ABI or table.size < Table.strategy.offset:
            raise PluginError(f"{path}: made for another version of the interface")
        self._game = c.addressof(table)
        if self._call("missing_cpu_features"):
            raise PluginError(f"{path}: compiled for another processor")
        self._library = library  # stays loaded as long as the game
        self.name, self.has_percepts = table.name.decode(), bool(table.has_percepts)
        self.roles = [role.decode() for role in table.roles[:table.role_count]]
        self.strategy, self.predicates = None, []
        if table.size >= c.sizeof(Table) and table.strategy is not None:
            self.strategy = table.strategy.decode()
            self.predicates = [Predicate(one.name.decode(), one.reading.decode())
                               for one in table.predicates[:table.predicate_count]]
        self.initial = c.string_at(table.initial, 8 * table.state_words)
        self._memory = c.create_string_buffer(self._call("scratch_bytes") + 63)
        start = (c.addressof(self._memory) + 63) // 64 * 64
        self._checked("open_scratch", start, MemorySource(_resize))
        self._scratch = start
        self._joint_type, self._moves_type = (kind * len(self.roles) for kind in (c.c_uint64, Moves))
        self._values_type = c.c_int32 * len(self.roles)

    def __del__(self):
        if self._scratch:
            self._call("close_scratch", self._scratch)

    def _call(self, name, *arguments):
        return getattr(self._table, name)(self._game, *arguments)

    def _checked(self, name, *arguments):
        status = self._call(name, *arguments)
        if status < 0:
            raise PluginError(f"{name}: nothing tells whose turn it is" if status == UNKNOWN else
                              f"{name}: a limit of rows or memory was reached")
        return status

    def _terms(self, name, *arguments):
        """Terms by role, sorted."""
        found = [set() for _ in self.roles] or [set()]
        collect = FoundTerm(lambda _, role, term: found[role].add(term.decode()))
        self._checked(name, self._scratch, *arguments, collect, None)
        return [sorted(terms) for terms in found]

    def _state(self, state):
        if len(state) == len(self.initial):
            return state
        raise ValueError(f"states of {self.name} have {len(self.initial)} bytes")

    def _joint(self, joint):
        if len(joint) == len(self.roles):
            return self._joint_type(*joint)
        raise ValueError(f"a joint move of {self.name} has {len(self.roles)} moves")

    def legal(self, state):
        """For each role the legal moves, ascending."""
        moves = self._moves_type()
        self._checked("legal", self._scratch, self._state(state), moves)
        return [one.moves[:one.count] for one in moves]

    def terminal(self, state):
        return self._checked("terminal", self._scratch, self._state(state)) == 1

    def step(self, state, joint):
        """The state after a joint move."""
        after = c.create_string_buffer(len(state))
        self._checked("next", self._scratch, self._state(state), self._joint(joint), c.addressof(after))
        return after.raw

    def goal_values(self, state):
        """For each role its goal from 0 to 100; None where it has none, or several."""
        values = self._values_type()
        self._checked("goal_values", self._scratch, self._state(state), values)
        return [value if value >= 0 else None for value in values]

    def goals(self, state):
        """For each role all its goals, as terms."""
        return self._terms("goals", self._state(state))

    def percepts(self, state, joint):
        """What each role perceives when a joint move is made (GDL-II)."""
        return self._terms("percepts", self._state(state), self._joint(joint))

    def fluents(self, state):
        """The fluents that hold, sorted."""
        return self._terms("fluents", self._state(state))[0]

    def state_of(self, fluents):
        """The state in which exactly these fluents hold."""
        terms = [fluent.encode() for fluent in fluents]
        state, wrong = c.create_string_buffer(len(self.initial)), text()
        if self._call("state_of", self._scratch, (text * len(terms))(*terms), len(terms),
                      c.addressof(state), wrong) < 0:
            raise PluginError(f"no state of the game, because of {(wrong.value or b'?').decode()}")
        return state.raw

    def move_name(self, move):
        room = c.create_string_buffer(self._call("move_name", move, c.create_string_buffer(1), 1) + 1)
        self._call("move_name", move, room, len(room))
        return room.value.decode()

    def find_move(self, name):
        """The move with this name, or None."""
        move = c.c_uint64()
        return move.value if self._call("find_move", name.encode(), move) == 0 else None

    def choose(self, state):
        """The strategy's Choice: move, predicate (its number), role, and the other role's move; None
        where no predicate has one (`legal` tells whose turn it is). Fails with PluginError where nothing tells
        whose turn it is, in this state or in one that a predicate looks at."""
        if self.strategy is None:
            raise PluginError(f"{self.name} was compiled without a strategy")
        choice = ChoiceTable()
        if not self._checked("choose", self._scratch, self._state(state), choice):
            return None
        return Choice(choice.move, choice.predicate, choice.role, choice.waiting)

    def forget(self):
        """Drops what `choose` remembers of states."""
        if self.strategy is not None:
            self._call("forget", self._scratch)

    def random(self, seed, stream=0):
        """A stream of the seed's random numbers; playout i of `tesuji simulate` has stream i."""
        random = Random()
        self._table.seed(random, seed, stream)
        return random

    def draw(self, state, random):
        """How it ended, and a joint move at random, None unless DRAWN."""
        joint = self._joint_type()
        drawn = self._checked("draw", self._scratch, self._state(state), random, joint)
        return drawn, list(joint) if drawn == DRAWN else None

    def playout(self, random, state=None, most_steps=MOST_STEPS):
        """Random moves to the end: how it ended (DRAWN: cut), the last state, joint moves made."""
        last = c.create_string_buffer(self._state(state or self.initial), len(self.initial))
        steps = c.c_uint64()
        end = self._checked("playout", self._scratch, random, most_steps, c.addressof(last), steps)
        return end, last.raw, steps.value
