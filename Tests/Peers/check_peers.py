"""The matrix of peers: our client and flows against others' servers, others' clients against our pool.

Run it by .ci/check-peers, which makes the virtual environments first.
"""

import argparse
import concurrent.futures
import importlib
import os
import subprocess
import sys
import tempfile
import threading
import time

import page
from servers import clean_up, guard, stop_all

GROUPS = ["against_ministack", "against_moto", "by_boto3", "by_pycognito", "by_awscli", "by_passkeys", "by_totp"]


class Tools:
    """Where things are that checks need."""

    def __init__(self, options):
        self.flowc = os.path.abspath(options.flowc)
        self.root = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
        self.passkey_cases = options.passkey_cases and os.path.abspath(options.passkey_cases)
        self._compiling = threading.Lock()
        self._moto = options.moto
        self._environments = options.environments
        self._scratch = tempfile.mkdtemp(prefix="flowc-peers-")
        clean_up(self._scratch)

    def python(self, environment):
        """The interpreter that a server runs in."""
        if environment == "moto":
            return self._moto
        return os.path.join(self._environments, environment, "bin", "python")

    def program(self, name):
        """A program of the clients' environment."""
        return os.path.join(self._environments, "clients", "bin", name)

    def flow(self, name):
        """The table of a shipped flow, compiled once."""
        with self._compiling:
            table = os.path.join(self._scratch, name + ".flow")
            if not os.path.exists(table):
                source = os.path.join(self.root, "flows", name + ".flow.xml")
                subprocess.run([self.flowc, "compile", source, "-o", table], check=True, capture_output=True)
            return table

    def scratch(self, name):
        return tempfile.mkdtemp(prefix=name + "-", dir=self._scratch)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("flowc")
    parser.add_argument("--environments", required=True)
    parser.add_argument("--moto", required=True, help="a Python that has moto")
    parser.add_argument("--passkey-cases", metavar="FILE", help="what PASSKEY_CASES=FILE had the tests write")
    parser.add_argument("--check", action="store_true", help="compare with the committed page, do not write it")
    parser.add_argument("--only", metavar="GROUP", action="append", help="run this group alone; no page")
    parser.add_argument("--newest", action="store_true", help="these are not the peers that the page tells of: no page")
    parser.add_argument("--verbose", action="store_true", help="tell every cell's conversation")
    options = parser.parse_args()
    guard()
    tools = Tools(options)
    groups = [importlib.import_module(name).GROUP for name in options.only or GROUPS]
    lock = threading.Lock()

    def tell(cell):
        with lock:
            if cell.outcome == "fails" or options.verbose:
                print(f"\n{cell.outcome.upper()}: {cell.name}\n  {cell.reason}", flush=True)
                for line in cell.log.lines:
                    print("    " + line.replace("\n", "\n    "))
            elif cell.outcome == "skipped":
                print(f"skipped: {cell.name}: {cell.reason}", flush=True)

    def run(group):
        begin = time.monotonic()
        group.run(tools, tell)
        with lock:
            held = sum(cell.outcome == "holds" for cell in group.cells)
            print(f"{group.name}: {held} of {len(group.cells)} hold, {time.monotonic() - begin:.0f} s", flush=True)

    try:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            list(pool.map(run, groups))
    finally:
        stop_all()
    cells = [cell for group in groups for cell in group.cells]
    failing = [cell for cell in cells if cell.outcome == "fails"]
    for cell in failing:
        print(f"fails: {cell.name}: {cell.reason}", file=sys.stderr)
    docs = os.path.join(tools.root, "Docs", "Evidence", "Peers.md")
    is_current = bool(options.only) or options.newest or page.settle(docs, cells, options.check)
    print(f"{len(cells)} checks with peers, {len(failing)} fail")
    return 0 if is_current and not failing else 1


if __name__ == "__main__":
    sys.exit(main())
