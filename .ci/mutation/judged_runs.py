"""Runs of the tests with a mutant, the quick and telling ones first, each ended at its first failure."""
import os
import re
import signal
import subprocess
import threading
import time

FEW = {"PROOF_FLOWS": "60", "PROOF_RUNS": "5", "SECRETS": "100"}
# About bytes, the service's description and triggers: none of it is the analysis.
ASIDE = "FormatBytesTests|ServiceFactsTests|TriggerTests"
# Name, filter, what is left out and environment of each stage. The last ones take a while, and so come last.
STAGES = [
    ("findings", r"^(FlowAutomataTests|FlowChecksTests|DiagnosticPagesTests)\.|^FlowCompilerTests\.(Golden|LanguageRef|RoundFind)", "", {}),
    ("proofs", r"^FlowProofTests\.", "ShippedFlowTests|FlowMutationTests", FEW),
    ("compiler", r"^(FlowLoweringTests|FlowCompilerTests)\.", f"{ASIDE}|NameMutationTests|SizeTests", {}),
    ("more proofs", r"^FlowProofTests\.", "", {}),
    ("names", r"^FlowLoweringTests\.|NameMutationTests", "", {}),
    ("meaning", r"^FlowReferenceTests\.", "", {}),
]
QUICK = 3
# About names and what a table does: only the lowering can change either.
LOWERING = {"names", "meaning"}
# What differs with the load of the machine, and could kill without a reason.
SKIPPED = "CheckTimeTests"

FAILED = re.compile(r"^\S+ +Test (?:case passing .* to )?(.+?) recorded an issue", re.M)


class Outcome:
    """What became of a mutant in a stage: survived, killed by a test, or ended."""

    def __init__(self, kind, by="", seconds=0.0):
        self.kind, self.by, self.seconds = kind, by, seconds

    @property
    def is_killed(self):
        return self.kind != "survived"


def run(folder, stage, mutant, limit):
    """Runs the tests of a stage with a mutant, 0 for none. Ends them at the first failure or after so many seconds."""
    _, chosen, without, environment = stage
    binary = test_binary(folder)
    command = [binary, "--testing-library", "swift-testing", "--filter", chosen, "--skip", f"{SKIPPED}|{without}" if without else SKIPPED]
    process = subprocess.Popen(
        command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True,
        env={**os.environ, **environment, "MUTANT": str(mutant), "SWIFT_BACKTRACE": "enable=no"})
    began, timed_out = time.monotonic(), threading.Event()
    timer = threading.Timer(limit, lambda: (timed_out.set(), end(process)))
    timer.start()
    failed, passed = None, None
    for line in process.stdout:
        match = FAILED.match(line)
        if match and failed is None:
            failed = match.group(1)
            end(process)
        passed = passed or re.search(r"Test run with (\d+) tests? .*passed", line)
    code = process.wait()
    timer.cancel()
    seconds = time.monotonic() - began
    if failed:
        return Outcome("killed", failed, seconds)
    if timed_out.is_set():
        return Outcome("timeout", stage[0], seconds)
    if code < 0 or code > 1:
        return Outcome("killed", f"crash in {stage[0]}", seconds)
    if code != 0 or not passed or passed.group(1) == "0":
        return Outcome("killed", f"{stage[0]}, code {code}", seconds)
    return Outcome("survived", "", seconds)


def end(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def test_binary(folder):
    place = os.path.join(os.path.realpath(folder), ".build", "release")
    names = [name for name in os.listdir(place) if name.endswith("PackageTests.xctest")]
    return os.path.join(place, names[0])


class Judge:
    """Knows how long the tests take without a mutant, and runs them with one."""

    def __init__(self, folder, is_quick, say):
        self.folder, self.limits, self.stages = folder, {}, STAGES[:QUICK] if is_quick else STAGES
        for stage in self.stages:
            outcome = run(folder, stage, 0, 3600)
            say(f"  {stage[0]}: {outcome.seconds:.1f} s")
            if outcome.is_killed:
                raise SystemExit(f"the tests fail without a mutant: {stage[0]}, {outcome.by}")
            self.limits[stage[0]] = max(30, 5 * outcome.seconds)

    def judge(self, mutant, path):
        """The outcome of a mutant in a file."""
        seconds = 0.0
        for stage in self.stages:
            if stage[0] in LOWERING and "/FlowLowering/" not in path:
                continue
            outcome = run(self.folder, stage, mutant, self.limits[stage[0]])
            seconds += outcome.seconds
            if outcome.is_killed:
                break
        outcome.seconds = seconds
        return outcome
