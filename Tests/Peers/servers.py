"""Programs that are started for a while: on 127.0.0.1 alone, and ended by their own process id whatever happens."""

import atexit
import contextlib
import os
import queue
import random
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request

from cells import Failed

_running = {}
_lock = threading.Lock()


def _free_port():
    """A port that nobody listens on, below those that systems give to outgoing connections."""
    while True:
        port = random.randrange(20000, 32000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


# Ends what is left, once its own standard input ends: with the program that started it, however that ended.
_WATCH = """
import os, shutil, signal, sys, time
signal.signal(signal.SIGINT, signal.SIG_IGN)
running, folders = set(), []
for line in sys.stdin:
    kind, rest = line[0], line[1:].strip()
    if kind == "/":
        folders.append(rest)
    else:
        (running.add if kind == "+" else running.discard)(int(rest))
for number in (signal.SIGTERM, signal.SIGKILL):
    for process in list(running):
        try:
            os.kill(process, number)
        except OSError:
            running.discard(process)
    if running and number == signal.SIGTERM:
        time.sleep(3)
for folder in folders:
    shutil.rmtree(folder, ignore_errors=True)
"""
_watch = None


def _tell_watch(text):
    if _watch:
        try:
            _watch.stdin.write(text + "\n")
            _watch.stdin.flush()
        except OSError:
            pass  # Nobody watches any more; this program itself still ends what it started.


def clean_up(folder):
    """Has a folder removed at the end of this program, however it ends."""
    _tell_watch("/" + folder)


class Program:
    """A process, with its lines of output in a queue."""

    def __init__(self, arguments, environment=None, log_file=None, tell=None):
        self.arguments, self._tell = arguments, tell
        self._lines = queue.Queue()
        with _lock:
            self.process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=log_file or subprocess.PIPE,
                stderr=log_file or subprocess.PIPE,
                env=environment,
                start_new_session=True,
            )
            _running[self.process.pid] = self
            _tell_watch(f"+{self.process.pid}")
        if log_file is None:
            threading.Thread(target=self._read, args=(self.process.stdout, ""), daemon=True).start()
            threading.Thread(target=self._read, args=(self.process.stderr, "standard error: "), daemon=True).start()

    def _read(self, stream, prefix):
        for line in stream:
            text = line.decode("utf-8", "replace").rstrip("\n")
            if prefix and self._tell:
                self._tell(prefix + text)
            if not prefix:
                self._lines.put(text)
        if not prefix:
            self._lines.put(None)

    def write(self, text):
        try:
            self.process.stdin.write(text.encode())
            self.process.stdin.flush()
        except BrokenPipeError:
            raise Failed(f"{self.arguments[0]} ended before it was told all") from None

    def line(self, seconds=60):
        """The next line; None at the end of the output."""
        try:
            return self._lines.get(timeout=seconds)
        except queue.Empty:
            self.stop()
            raise Failed(f"nothing was said for {seconds} seconds") from None

    def waiting(self):
        """The lines that are there already."""
        while not self._lines.empty():
            line = self._lines.get()
            if line is not None:
                yield line

    def is_alive(self):
        return self.process.poll() is None

    def stop(self):
        """Asks it to end, and ends it if it does not."""
        if self.process.poll() is None:
            try:
                self.process.terminate()
                self.process.wait(5)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        with _lock:
            if _running.pop(self.process.pid, None):
                _tell_watch(f"-{self.process.pid}")
        self.process.stdin.close()


@contextlib.contextmanager
def serving(what, folder, command, health, seconds=60):
    """A server that has to be told its port: gives its URL once it answers, and ends it afterwards.

    `command` is given the port and returns arguments and environment; `health` is a path that answers. Somebody else may
    take the port first, so that another one is tried.
    """
    for attempt in (1, 2, 3):
        port = _free_port()
        path = os.path.join(folder, f"log-{attempt}")
        with open(path, "wb") as file:
            program = Program(*command(port), file)
        try:
            url = f"http://127.0.0.1:{port}"
            if _answers(program, url + health, seconds):
                yield url
                return
            with open(path, errors="replace") as file:
                reason = "".join(file.readlines()[-5:])
            if attempt == 3 or "in use" not in reason:
                raise Failed(f"{what} does not serve (status {program.process.poll()}): {reason}")
        finally:
            program.stop()


def _answers(program, url, seconds):
    """Waits until a server answers; it may have a busy machine to itself only now and then."""
    end = time.monotonic() + seconds
    while program.is_alive() and time.monotonic() < end:
        try:
            with urllib.request.urlopen(url, timeout=5) as reply:
                reply.read()
            return program.is_alive()
        except OSError:
            time.sleep(0.1)
    return False


def stop_all():
    with _lock:
        programs = list(_running.values())
    for program in programs:
        program.stop()


def _interrupted(number, _):
    # The watcher ends the servers: here a lock may be held.
    os._exit(128 + number)


def guard():
    """From now on no way out of this program leaves a server behind."""
    global _watch
    _watch = subprocess.Popen(
        [sys.executable, "-c", _WATCH], stdin=subprocess.PIPE, text=True, start_new_session=True
    )
    atexit.register(stop_all)
    signal.signal(signal.SIGINT, _interrupted)
    signal.signal(signal.SIGTERM, _interrupted)
    signal.signal(signal.SIGHUP, _interrupted)
