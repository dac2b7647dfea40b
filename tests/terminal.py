#!/usr/bin/env python3
"""Runs a command on a terminal of 80 columns and prints what appears there, with escape sequences as text:
`<ESC>` and `<CR>`. With --messages only standard error is the terminal, and standard output goes to this
program's. Exits as the command does.

usage: terminal.py [--messages] COMMAND ARGUMENT..
"""
import fcntl
import os
import pty
import struct
import subprocess
import sys
import termios


def run(command, only_messages):
    here, there = pty.openpty()
    fcntl.ioctl(there, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    environment = {**os.environ, "TERM": os.environ.get("TERM_OF_TEST", "xterm")}
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=None if only_messages else there, stderr=there,
                               env=environment)
    os.close(there)
    seen = b""
    while True:
        try:
            part = os.read(here, 65536)
        except OSError:  # the other end is closed
            break
        if not part:
            break
        seen += part
    text = seen.decode(errors="replace").replace("\r\n", "\n").replace("\x1b", "<ESC>").replace("\r", "<CR>")
    return process.wait(), text


def main(arguments):
    only_messages = arguments[:1] == ["--messages"]
    code, text = run(arguments[1:] if only_messages else arguments, only_messages)
    (sys.stderr if only_messages else sys.stdout).write(text)
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
