"""Reads and writes messages of the general game playing protocol: terms of KIF in HTTP requests."""
from __future__ import annotations

import re

TOKEN = re.compile(r";[^\n]*|[()]|[^\s();]+")


class MessageError(ValueError):
    """Raised if a text is not a message."""


def operands(text: str) -> list[str]:
    """Returns the texts of the terms in `(A B ..)`, comments included."""
    parts: list[str] = []
    depth, begin, over = 0, 0, False
    for found in TOKEN.finditer(text):
        token = found[0]
        if token.startswith(";"):
            continue
        if over or depth == 0 and token != "(":
            raise MessageError("a message is one list in parentheses")
        if depth == 1 and token != ")":
            begin = found.start()
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth == 1 and token != "(":
            parts.append(text[begin:found.end()])
        over = depth == 0
    if not over:
        raise MessageError("a parenthesis of the message is not closed")
    return parts


def term(text: str) -> str:
    """Returns a term as this package writes it: lower case, one blank between words."""
    words = [found[0].lower() for found in TOKEN.finditer(text) if not found[0].startswith(";")]
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def terms(text: str) -> list[str]:
    """Returns the terms of a list; none of NIL."""
    return [] if term(text) == "nil" else [term(one) for one in operands(text)]


def rules(text: str) -> str:
    """Returns the text of a rulesheet that is one list in a message."""
    first, last = text.find("("), text.rfind(")")
    if first < 0 or last < first:
        raise MessageError("the rules are not a list")
    return text[first + 1:last]


def error(words: str) -> str:
    """Returns an answer that says what is wrong: in ASCII, on one line."""
    plain = " ".join(words.encode("ascii", "replace").decode().split()).replace('"', "'")
    return f'(error "{plain[:500]}")'
