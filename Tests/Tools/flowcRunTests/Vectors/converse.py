"""Talks to a program through a pseudo terminal of its own, as a person would.

Reads one JSON object: {"command": [...], "environment": {...}, "ignored": [signal, ...], "turns": [[what is waited for, what is typed], ...]}.
Typed text is sent as it is; "\u0003" is Ctrl-C. A third item of a turn names an action: "echo" notes whether the terminal shows what is typed,
and "hang up" sends SIGHUP before that. The program ignores the signals in "ignored", and no others, whatever started the tests.
Writes one JSON object: the transcript, the notes, whether the terminal shows what is typed after the program has ended, and
how it ended (an exit code, or the negative number of a signal).
"""
import json
import os
import pty
import select
import signal
import sys
import termios

PATIENCE = 60  # seconds without a byte, which only a broken program lets pass

order = json.load(sys.stdin)
main, side = pty.openpty()
child = os.fork()
if child == 0:
    os.login_tty(side) if hasattr(os, "login_tty") else None
    if not hasattr(os, "login_tty"):
        os.setsid()
        import fcntl

        fcntl.ioctl(side, termios.TIOCSCTTY, 0)
        for number in (0, 1, 2):
            os.dup2(side, number)
    for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP, signal.SIGTERM, signal.SIGPIPE):
        signal.signal(number, signal.SIG_IGN if number in order["ignored"] else signal.SIG_DFL)
    os.environ["TERM"] = "xterm"
    os.environ.update(order["environment"])
    os.execv(order["command"][0], order["command"])


def shows():
    return bool(termios.tcgetattr(side)[3] & termios.ECHO)


transcript = b""
seen = 0
notes = []
for expected, typed, *action in order["turns"]:
    while expected.encode() not in transcript[seen:]:
        ready, _, _ = select.select([main], [], [], PATIENCE)
        part = os.read(main, 65536) if ready else b""
        if not part:
            break
        transcript += part
    found = transcript.find(expected.encode(), seen)
    if found < 0:
        notes.append("not seen: " + expected)
        os.kill(child, 9)
        break
    seen = found + len(expected.encode())
    if "echo" in action:
        notes.append(shows())
    if "hang up" in action:
        os.kill(child, signal.SIGHUP)
    os.write(main, typed.encode())
ended = None
while ended is None:
    ready, _, _ = select.select([main], [], [], 0.05)
    if ready:
        transcript += os.read(main, 65536)
    done, status = os.waitpid(child, os.WNOHANG)
    if done:
        ended = os.waitstatus_to_exitcode(status)
while select.select([main], [], [], 0)[0]:
    transcript += os.read(main, 65536)
print(json.dumps({"transcript": transcript.decode(errors="replace"), "notes": notes, "shows": shows(), "ended": ended}))
