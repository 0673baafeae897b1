"""Cells of the matrix: one real check each, with the conversation that led to its end."""

import threading
import traceback

_LONGEST = 300


class Failed(Exception):
    """A check does not hold."""


class Skipped(Exception):
    """A check cannot be made here; the text says why."""


class Log:
    """What was said in a cell, line by line."""

    def __init__(self):
        self.lines = []
        self._lock = threading.Lock()

    def __call__(self, text):
        text = str(text)
        if len(text) > 6 * _LONGEST:
            text = text[: 6 * _LONGEST] + " …"
        with self._lock:
            self.lines.append(text)


class Cell:
    """A check: the row and the peer it stands for, and a sentence that says what is checked."""

    def __init__(self, row, peer, checked, check, section, needs):
        """`needs` is the option without which it is skipped, if there is one."""
        self.row, self.peer, self.checked, self.check = row, peer, checked, check
        self.section, self.needs = section, needs
        self.outcome, self.reason, self.log = None, "", Log()

    @property
    def name(self):
        return f"{self.peer} · {self.row} · {self.checked}"

    def run(self, world):
        try:
            self.check(world, self.log)
            self.outcome = "holds"
        except Skipped as reason:
            self.outcome, self.reason = "skipped", str(reason)
        except Exception as error:  # Whatever a check meets, the others go on.
            self.outcome, self.reason = "fails", f"{type(error).__name__}: {error}"
            if not isinstance(error, Failed):
                self.log("".join(traceback.format_exception(error)[-4:]))


class Group:
    """Cells that share servers, and are run one after another."""

    def __init__(self, name, world):
        """`world` is called with the tools and is a context manager of what the checks are given."""
        self.name, self.world, self.cells = name, world, []

    def cell(self, row, peer, checked, section="flows", needs=None):
        def add(check):
            self.cells.append(Cell(row, peer, checked, check, section, needs))
            return check

        return add

    def run(self, tools, tell):
        try:
            with self.world(tools) as world:
                for cell in self.cells:
                    cell.run(world)
                    tell(cell)
        except Exception as error:
            # A server that does not start, or is found dead at the end.
            for cell in self.cells:
                if cell.outcome in (None, "holds"):
                    cell.outcome, cell.reason = "fails", f"{type(error).__name__}: {error}"
                    tell(cell)


def short(value):
    """A value for people: long texts cut, wherever they are."""
    if isinstance(value, str):
        return value if len(value) <= _LONGEST else f"{value[:60]}…({len(value)})"
    if isinstance(value, dict):
        return {key: short(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [short(item) for item in value]
    return value


def must(condition, text):
    """Fails the cell unless the condition holds."""
    if not condition:
        raise Failed(text)


def equal(found, expected, what):
    must(found == expected, f"{what} is {short(found)!r}, not {short(expected)!r}")
