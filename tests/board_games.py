"""Board games in plain Python, written from their rules in words: models for tests/board_matches.py.

A model is a position. `facts()` returns its fluents as the example of that name has them, `legal()` the
moves of the player in control, `after(move)` the next position, `goals()` the goals of both roles if the
game is over there, else None. Moves are terms.
"""
import itertools

FILES = "abcdefghi"


def squares(size):
    return [(file, rank) for file in FILES[:size] for rank in range(1, size + 1)]


def shifted(square, files, up):
    """Returns the square so many files and ranks further on; nothing that is on no board."""
    index = FILES.index(square[0]) + files
    return (FILES[index], square[1] + up) if 0 <= index < len(FILES) else None


def term(*words):
    return f"({' '.join(map(str, words))})"


def winner_takes_all(points):
    """100 for more points than the other player, 50 for as many."""
    return [50 if points[0] == points[1] else 100 * (count == max(points)) for count in points]


class Reversi:
    file, players = "reversi.kif", ("black", "white")
    directions = [step for step in itertools.product((-1, 0, 1), repeat=2) if step != (0, 0)]

    def __init__(self, discs=None, mover=0):
        self.discs = discs or {("d", 4): 1, ("e", 5): 1, ("e", 4): 0, ("d", 5): 0}
        self.mover = mover

    def facts(self):
        return {term("cell", *square, self.players[who]) for square, who in self.discs.items()} | {
            term("control", self.players[self.mover])}

    def turned(self, square, mover):
        """The discs that a move to this square turns over."""
        turned = []
        for files, up in self.directions:
            run, place = [], shifted(square, files, up)
            while self.discs.get(place) == 1 - mover:
                run.append(place)
                place = shifted(place, files, up)
            if self.discs.get(place) == mover:
                turned += run
        return turned

    def places(self, mover):
        return [square for square in squares(8) if square not in self.discs and self.turned(square, mover)]

    def legal(self):
        return [term("place", *square) for square in self.places(self.mover)] or ["pass"]

    def after(self, move):
        discs = dict(self.discs)
        if move != "pass":
            _, file, rank = move.strip("()").split()
            square = (file, int(rank))
            discs.update(dict.fromkeys([square, *self.turned(square, self.mover)], self.mover))
        return Reversi(discs, 1 - self.mover)

    def goals(self):
        if self.places(0) or self.places(1):
            return None
        return winner_takes_all([list(self.discs.values()).count(who) for who in (0, 1)])


class Hex:
    file, players, size = "hex.kif", ("red", "blue"), 9

    def __init__(self, stones=None, mover=0):
        self.stones = stones or {}
        self.mover = mover

    def facts(self):
        return {term("cell", *square, self.players[who]) for square, who in self.stones.items()} | {
            term("control", self.players[self.mover])}

    def legal(self):
        return [term("place", *square) for square in squares(self.size) if square not in self.stones]

    def after(self, move):
        _, file, rank = move.strip("()").split()
        return Hex({**self.stones, (file, int(rank)): self.mover}, 1 - self.mover)

    def joins(self, who):
        """Whether a chain joins the player's edges: ranks 1 and 9 for red, files a and i for blue."""
        last = FILES[self.size - 1]
        at_first = (lambda s: s[1] == 1) if who == 0 else (lambda s: s[0] == "a")
        at_last = (lambda s: s[1] == self.size) if who == 0 else (lambda s: s[0] == last)
        todo = [square for square, owner in self.stones.items() if owner == who and at_first(square)]
        seen = set(todo)
        while todo:
            square = todo.pop()
            if at_last(square):
                return True
            for step in ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)):
                neighbour = shifted(square, *step)
                if neighbour not in seen and self.stones.get(neighbour) == who:
                    seen.add(neighbour)
                    todo.append(neighbour)
        return False

    def goals(self):
        return next(([100 * (who == 0), 100 * (who == 1)] for who in (0, 1) if self.joins(who)), None)


class DotsAndBoxes:
    """Lines are pairs of dots; boxes are called by their lower left dots."""

    file, players = "dots-and-boxes.kif", ("red", "blue")
    dots = squares(5)
    lines = [(first, second) for first, second in itertools.product(dots, repeat=2)
             if second in (shifted(first, 1, 0), shifted(first, 0, 1))]

    def __init__(self, drawn=frozenset(), boxes=None, mover=0):
        self.drawn, self.boxes, self.mover = drawn, boxes or {}, mover

    def facts(self):
        counts = [list(self.boxes.values()).count(who) for who in (0, 1)]
        return ({term("line", *first, *second) for first, second in self.drawn} |
                {term("box", *dot, self.players[who]) for dot, who in self.boxes.items()} |
                {term("score", player, count) for player, count in zip(self.players, counts)} |
                {term("control", self.players[self.mover])})

    def legal(self):
        return [term("draw", *first, *second) for first, second in self.lines if (first, second) not in self.drawn]

    def after(self, move):
        _, file, rank, to, to_rank = move.strip("()").split()
        drawn = self.drawn | {((file, int(rank)), (to, int(to_rank)))}
        boxes = dict(self.boxes)
        for dot in squares(4):
            right, up, across = shifted(dot, 1, 0), shifted(dot, 0, 1), shifted(dot, 1, 1)
            if {(dot, right), (dot, up), (up, across), (right, across)} <= drawn:
                boxes.setdefault(dot, self.mover)
        again = len(boxes) > len(self.boxes)
        return DotsAndBoxes(drawn, boxes, self.mover if again else 1 - self.mover)

    def goals(self):
        if len(self.drawn) < len(self.lines):
            return None
        return winner_takes_all([list(self.boxes.values()).count(who) for who in (0, 1)])


class Checkers:
    file, players = "checkers.kif", ("black", "white")
    crowned = (1, 8)
    inside = set(squares(8))

    def __init__(self, pieces=None, mover=0, jumping=None, quiet=0):
        self.pieces = pieces or {
            (file, rank): ("man", 0 if rank > 5 else 1) for file, rank in squares(8)
            if rank not in (4, 5) and (FILES.index(file) + rank) % 2 == 1}
        self.mover, self.jumping, self.quiet = mover, jumping, quiet

    def facts(self):
        facts = {term("cell", *square, self.players[who], kind) for square, (kind, who) in self.pieces.items()}
        if self.jumping:
            facts.add(term("jumping", *self.jumping))
        return facts | {term("control", self.players[self.mover]), term("quiet", self.quiet)}

    def moves(self):
        """(from, over, to) of the player in control; over is None without a capture."""
        walks, jumps = [], []
        for square, (kind, who) in self.pieces.items():
            if who != self.mover or self.jumping not in (None, square):
                continue
            for files, up in itertools.product((-1, 1), repeat=2):
                if kind == "man" and up != (-1, 1)[who]:
                    continue
                near, far = shifted(square, files, up), shifted(square, 2 * files, 2 * up)
                if near in self.inside and near not in self.pieces:
                    walks.append((square, None, near))
                if far in self.inside and far not in self.pieces and self.pieces.get(near, (0, who))[1] != who:
                    jumps.append((square, near, far))
        return jumps or walks

    def apply(self, start, over, end):
        pieces = dict(self.pieces)
        kind, who = pieces.pop(start)
        if over:
            del pieces[over]
        crowned = kind == "man" and end[1] == self.crowned[who]
        pieces[end] = ("king" if crowned else kind, who)
        quiet = 0 if over or kind == "man" else self.quiet + 1
        if over and not crowned:
            again = Checkers(pieces, who, end, quiet)
            if any(jumped for _, jumped, _ in again.moves()):
                return again
        return Checkers(pieces, 1 - who, None, quiet)

    def legal(self):
        return [term("move", *start, *end) for start, _, end in self.moves()]

    def after(self, move):
        return next(self.apply(*each) for each in self.moves() if term("move", *each[0], *each[2]) == move)

    def goals(self):
        if not self.moves():
            return [100 if who != self.mover else 0 for who in (0, 1)]
        return [50, 50] if self.quiet == 80 else None


def count_turns(position, depth):
    """Sequences of so many turns of checkers: all jumps of a capture are one turn."""
    total = 0
    for move in position.moves():
        following = position.apply(*move)
        left = depth - (following.jumping is None)
        total += count_turns(following, left) if left > 0 else 1
    return total
