"""Serves a player to game servers, such as `tesuji match --player http://..`, by the protocol of general game playing."""
from __future__ import annotations

import http.server
import socketserver
import sys
import threading
import traceback
import urllib.parse
from typing import Any

from . import _ggp
from ._check import flag, instance, integer, shown
from ._errors import TesujiError
from ._game import Game
from ._load import loads
from ._players import AnyPlayer, Named, OfFunction, Player, PlayerError, Random, player_of
from ._position import Position
from ._rules import Rules

MOST_BYTES = 16 << 20
MOST_MATCHES = 16  # that are kept; one of which no STOP came goes when another begins
MARGIN = 0.4  # seconds of the clock that the player does not get


class _ServedMatch:
    """A match, from START to STOP: for one message at a time."""

    def __init__(self, player: Player, rules: Rules, role: int, clock: float, number: int) -> None:
        self.lock = threading.Lock()
        self._player, self._rules, self._role, self._clock, self._number = player, rules, role, clock, number
        self._state = rules.game.initial
        self._history: list[tuple[bytes, list[int]]] = []
        self._last: tuple[list[str], str] | None = None  # the moves of the last message, and its answer

    def play(self, names: list[str]) -> str:
        """Returns the move, after the others' and its own last ones."""
        joint = self._joint(names)
        if joint is None and self._last is not None and self._last[0] == names:
            return self._last[1]  # the message was repeated
        if names and joint is None:
            raise TesujiError(f"these moves are not legal now: {', '.join(names)}")
        if joint is not None:
            self._history.append((self._state, joint))
            self._state = self._rules.game.step(self._state, joint, checked=False)
        answer = self._move()
        self._last = names, answer
        return answer

    def _joint(self, names: list[str]) -> list[int] | None:
        """Returns the joint move if it is legal now."""
        game = self._rules.game
        if len(names) != len(game.roles):
            return None
        legal, joint = game.legal(self._state), []
        for role, name in enumerate(names):
            move = game.find_move(name)
            if move is None or move not in legal[role]:
                return None
            joint.append(move)
        return joint

    def _move(self) -> str:
        game = self._rules.game
        legal = [] if game.terminal(self._state) else self._rules.legal_actions(self._state, self._role)
        if not legal:
            raise TesujiError(f"{game.roles[self._role]} has no move: the match is over")
        action = legal[0]
        if len(legal) > 1:
            position = Position(self._rules, self._state, self._role, history=tuple(self._history), match=self._number,
                                seconds=max(self._clock - MARGIN, self._clock / 2))
            action = self._player.choose(position, [joint for _, joint in self._history])
        return game.move_name(game.action_move(self._role, action))


class _Http(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def server_bind(self) -> None:
        """Binds without a look-up of the machine's name, which may take seconds."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = str(self.server_address[0]), int(self.server_address[1])


class Server:
    """A server of one player, made by tesuji.serve. `url`: its address; `errors`: the errors of the
    player so far. `with` closes it at the end."""

    def __init__(self, player: Player, game: Game | None, host: str, port: int, name: str) -> None:
        if not isinstance(player, (OfFunction, Named, Random)):
            raise TypeError(f"servers are made by tesuji.serve, not of {shown(player)}")
        self._player, self._game, self._name = player, game, name
        self._rules: dict[str, Rules] = {}
        self._matches: dict[str, _ServedMatch] = {}
        self._lock, self._begun = threading.Lock(), 0
        self.errors: list[PlayerError] = []
        try:
            self._http = _Http((host, port), _handler_of(self))
        except (OSError, OverflowError, ValueError, TypeError) as error:
            raise TesujiError(f"cannot listen on port {port} of {host}: {error}") from None
        self.url = f"http://{host}:{self._http.server_address[1]}"
        self._thread = threading.Thread(target=self._http.serve_forever, name="tesuji.serve", daemon=True)
        self._thread.start()

    def _wait(self) -> None:
        """Waits until it is closed, or Ctrl-C comes."""
        while self._thread.is_alive():
            self._thread.join(0.2)

    def close(self) -> None:
        """Ends it; the port is free afterwards."""
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<tesuji.Server of {self._name} at {self.url}>"

    def answer(self, message: str) -> str:
        """Returns the answer to a message, as the server sends it."""
        instance(message, str, "a message is a text")
        try:
            return self._answer(_ggp.operands(message))
        except PlayerError as error:
            self.errors.append(error)
            print(f"tesuji.serve: {error}", file=sys.stderr, flush=True)
            if error.__cause__ is not None:
                traceback.print_exception(error.__cause__, file=sys.stderr)
            return _ggp.error(str(error).split("\n", 1)[0])
        except (TesujiError, ValueError) as error:
            print(f"tesuji.serve: {error}", file=sys.stderr, flush=True)
            return _ggp.error(str(error))

    def _answer(self, parts: list[str]) -> str:
        kind = parts[0].lower() if parts else ""
        if kind == "info":
            return f"((name {self._name}) (status available) (species alien))"
        if kind == "preview":
            return "READY"
        if kind == "start" and len(parts) >= 6:
            self._start(parts)
            return "READY"
        if kind in ("play", "stop", "abort") and len(parts) >= 2:
            with self._lock:
                match = self._matches.get(parts[1])
                if kind != "play":
                    self._matches.pop(parts[1], None)
            if kind == "play" and len(parts) == 3:
                if match is None:
                    raise TesujiError(f"there is no match {parts[1]}: START comes first")
                with match.lock:
                    return match.play(_ggp.terms(parts[2]))
            if kind != "play":
                return "DONE" if kind == "stop" else "ABORTED"
        raise _ggp.MessageError("a message is INFO, PREVIEW, START, PLAY, STOP or ABORT, with its operands")

    def _start(self, parts: list[str]) -> None:
        rules = self._rules_of(_ggp.rules(parts[3]))
        game, role = rules.game, _ggp.term(parts[2])
        if role not in game.roles:
            raise TesujiError(f"{role} is not a role of the game; its roles are {', '.join(game.roles)}")
        try:
            clock = float(parts[5])
        except ValueError:
            raise _ggp.MessageError(f"the play clock is a number, not {parts[5]}") from None
        with self._lock:
            self._begun += 1
            while len(self._matches) >= MOST_MATCHES:
                self._matches.pop(next(iter(self._matches)))
            self._matches[parts[1]] = _ServedMatch(self._player, rules, game.roles.index(role), clock, self._begun)

    def _rules_of(self, text: str) -> Rules:
        """Returns the game of these rules: the one that the player knows, if it was given one."""
        with self._lock:
            if text in self._rules:
                return self._rules[text]
        found = loads(text)
        if found.has_percepts:
            raise TesujiError("games with `sees` (GDL-II) are not served: their players do not know the state")
        if self._game is not None:
            known = self._game
            same = known.roles == found.roles and set(known.fluent_names) - {""} == set(found.fluent_names) - {""} and all(
                sorted(known.actions(role)) == sorted(found.actions(role)) for role in known.roles)
            if not same:
                raise TesujiError(f"the player plays {known.name}, and these are the rules of another game")
            found = known
        rules = Rules(found)
        with self._lock:
            self._rules = {text: rules}
        return rules


def _handler_of(server: Server) -> type[http.server.BaseHTTPRequestHandler]:
    class Handler(http.server.BaseHTTPRequestHandler):
        timeout = 10  # seconds in which a request arrives
        server_version = "tesuji"

        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length") or 0)
            if not 0 < length <= MOST_BYTES:
                self._send(_ggp.error("a message has a length, of at most 16 MiB"))
                return
            self._send(server.answer(self.rfile.read(length).decode(errors="replace")))

        def do_GET(self) -> None:
            self._send(server.answer(urllib.parse.unquote_plus(self.path[1:])))

        def do_OPTIONS(self) -> None:
            self._send("")

        def _send(self, text: str) -> None:
            body = text.encode()
            self.send_response(200)
            self.send_header("Content-type", "text/acl")
            self.send_header("Content-length", str(len(body)))
            for name, value in (("Origin", "*"), ("Methods", "POST, GET, OPTIONS"), ("Headers", "Content-Type")):
                self.send_header(f"Access-Control-Allow-{name}", value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *arguments: Any) -> None:
            """Prints nothing for a request."""

    return Handler


def serve(player: AnyPlayer, *, game: Game | None = None, port: int = 9147, host: str = "127.0.0.1", name: str = "python",
          seed: int = 1, block: bool = True) -> Server:
    """Serves a player, a function or a name as for tesuji.match, to game servers over HTTP, such as
    `tesuji match GAME --player http://127.0.0.1:9147 --player mcts`. It prints its address and answers
    until Ctrl-C; with block=False it returns at once, and answers in threads of its own. `port` 0: a
    free one. `host` "0.0.0.0": other machines reach it.

    `game`: the game that the player knows: it refuses others, and positions are of this one, with its
    numbers of fluents and actions. Without it, positions are of a game made of the rules that come.
    Errors of the player go to standard error and Server.errors, and to the server as the answer."""
    if game is not None:
        instance(game, Game, "game, if not None, is a game")
    if not isinstance(host, str) or not host:
        raise (ValueError if isinstance(host, str) else TypeError)(f"host is the name of a machine, not {shown(host)}")
    if not isinstance(name, str) or not name.isidentifier():
        raise (ValueError if isinstance(name, str) else TypeError)(f"name is one word of letters and digits, not {shown(name)}")
    block, port = flag(block, "block"), integer(port, "port", 0, 65535)
    server = Server(player_of(player, integer(seed, "seed", 0, (1 << 63) - 1), 1), game, host, port, name)
    if block:
        try:
            print(server.url, flush=True)
            server._wait()
        except KeyboardInterrupt:
            pass
        finally:
            server.close()
    return server
