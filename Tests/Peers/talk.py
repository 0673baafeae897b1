"""A driver of the line protocol of `flowc run --json`."""

import json
import os

from cells import Failed, equal, must, short
from servers import Program


class Talk:
    """One conversation with a flow. Use it in a `with`: its end ends the program."""

    def __init__(self, log, flowc, flow, service, secret=None, options={}, **inputs):
        """`service` has endpoint, pool and client; inputs are those of every start, `_` in their names for `-`."""
        self.log, self.calls, self.notices = log, [], []
        self._inputs = {
            name.replace("_v2", "\0").replace("_", "-").replace("\0", "_v2"): value for name, value in inputs.items()
        }
        arguments = [
            flowc,
            "run",
            flow,
            "--json",
            "--endpoint",
            service["endpoint"],
            "--pool-id",
            service["pool"],
            "--client-id",
            service["client"],
        ]
        arguments += [part for name, value in options.items() for part in ("--input", f"{name}={value}")]
        environment = dict(os.environ)
        environment.pop("FLOWC_CLIENT_SECRET", None)
        if secret:
            environment["FLOWC_CLIENT_SECRET"] = secret
        log(
            "$ " + " ".join(os.path.basename(part) if "/" in part and ":" not in part else part for part in arguments)
        )
        self._program = Program(arguments, environment, tell=log)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._program.stop()

    def say(self, **line):
        """Says one line and gives the step, the end or the refusal that follows."""
        text = json.dumps(line)
        self.log("> " + text)
        self._program.write(text + "\n")
        while True:
            text = self._program.line()
            if text is None:
                self._program.process.wait()
                raise Failed(f"flowc ended with status {self._program.process.returncode}")
            try:
                got = json.loads(text)
            except ValueError:
                raise Failed(f"this is no line of the protocol: {text[:300]}") from None
            self.log("< " + json.dumps(short(got)))
            if "call" in got:
                self.calls.append(got["call"])
            elif "notify" in got:
                self.notices.append(got["notify"])
            else:
                return Step(got)

    def start(self, **inputs):
        return self.say(start=self._inputs | inputs)

    def submit(self, **answers):
        return self.say(submit=answers)

    def select(self, word):
        return self.say(select=word)

    def event(self, name):
        return self.say(event=name)


class Step:
    """Where a conversation stands."""

    def __init__(self, line):
        equal(len(line), 1, "the number of members of a line")
        self.kind, self.body = next(iter(line.items()))
        must(self.kind in ("present", "end", "refused"), f"an unknown line '{self.kind}'")
        self.parameters = self.body.get("parameters") or {}
        self.error = self.body.get("error")

    @property
    def error_type(self):
        return self.error["type"] if self.error else None

    def presents(self, name, error=None):
        """Checks that this is a step of that name, shown with that error."""
        equal((self.kind, self.body.get("step"), self.error_type), ("present", name, error), "the step")
        return self

    def ends(self, outcome, error=None):
        """Checks that this is the end, with that outcome and error."""
        equal((self.kind, self.body.get("outcome"), self.error_type), ("end", outcome, error), "the end")
        return self

    def fails_with_any_error(self):
        """Checks that this is a failure that says what it is."""
        equal((self.kind, self.body.get("outcome")), ("end", "failed"), "the end")
        must(self.error_type and self.error.get("message") is not None, f"the failure has no error: {self.body}")
        return self
