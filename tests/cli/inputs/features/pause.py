"""pause.py COMMAND..: writes two positions and half a third, waits for the rows of the two, then
writes the rest. Fails where they do not come while the pipe is open."""
import select
import subprocess
import sys

process = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)


def rows(count):
    text = b""
    while text.count(b"\n") < count:
        ready, _, _ = select.select([process.stdout], [], [], 20)
        if not ready:
            process.kill()
            sys.exit(f"nothing comes, only {text!r}")
        text += process.stdout.read(1 << 16)
    return text.decode()


process.stdin.write(b"xx-o x\nxxxx\n--")
print("before:", *rows(3).split())
process.stdin.write(b"-x\n")
print("then:", *rows(1).split())
process.stdin.close()
print("end:", process.stdout.read(), process.wait())
