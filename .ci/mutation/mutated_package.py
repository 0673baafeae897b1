"""A copy of the package in which one build has all mutants of a draw, and only the tests that judge them."""
import glob
import os
import re
import shutil
import subprocess

SUITES = ["FlowAutomataTests", "FlowChecksTests", "FlowLoweringTests", "FlowCompilerTests", "DiagnosticPagesTests", "FlowProofTests",
          "FlowReferenceTests"]

# Keeps what the tests need; what mutants make superfluous is no error.
MANIFEST = """
var wanted: Set<String> = [{suites}]
var isMore = true
while isMore {{
    isMore = false
    for target in package.targets where wanted.contains(target.name) {{
        for dependency in target.dependencies {{
            switch dependency {{
            case .byNameItem(let name, _), .targetItem(let name, _): if wanted.insert(name).inserted {{ isMore = true }}
            default: break
            }}
        }}
    }}
}}
package.products = []
package.dependencies = []
package.targets.removeAll {{ !wanted.contains($0.name) }}
for target in package.targets where [{modules}].contains(target.name) {{ target.dependencies.append("CMutants") }}
package.targets.append(.target(name: "CMutants", path: "Sources/CMutants"))
"""

# On one line: the operators of the mutants follow, a line each.
SWITCH = ("import CMutants; @inline(__always) func moved<T: BinaryInteger>(_ number: Int32, _ bound: T) -> T "
          "{ mutant(number) ? bound + 1 : bound }\n")
HEADER = """#pragma once
#include <stdbool.h>
extern int the_mutant;
static inline bool mutant(int number) { return the_mutant == number; }
"""
# Read before anything else runs.
CODE = """#include "CMutants.h"
#include <stdlib.h>
int the_mutant = 0;
__attribute__((constructor)) static void read_mutant(void) {
    const char *number = getenv("MUTANT");
    the_mutant = number ? atoi(number) : 0;
}
"""


class MutatedPackage:
    """The copy, in a folder of its own that is kept: what did not change is not built again."""

    def __init__(self, folder, modules):
        self.folder, self.modules = folder, modules

    def copy(self):
        """Makes the copy anew, but for what was built."""
        files = subprocess.run(["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True, check=True)
        names = [name for name in files.stdout.decode().split("\0") if name and os.path.lexists(name)]
        os.makedirs(self.folder, exist_ok=True)
        for name in os.listdir(self.folder):
            if name != ".build" and name not in {path.split("/")[0] for path in names}:
                self._remove(os.path.join(self.folder, name))
        for top in ("Sources", "Tests"):
            kept = {name for name in names if name.startswith(top + "/")}
            for place, _, present in os.walk(os.path.join(self.folder, top)):
                for name in present:
                    path = os.path.relpath(os.path.join(place, name), self.folder)
                    if path not in kept and "CMutants" not in path:
                        os.remove(os.path.join(self.folder, path))
        for name in names:
            self._copy(name)
        self._add_switch()
        manifest = re.sub(r" *\.treatAllWarnings\(as: \.error\),\n", "", open("Package.swift", encoding="utf-8").read())
        quoted = lambda words: ", ".join(f'"{word}"' for word in words)
        self.write("Package.swift", manifest + MANIFEST.format(suites=quoted(SUITES), modules=quoted(self.modules)))

    @staticmethod
    def _remove(path):
        shutil.rmtree(path) if os.path.isdir(path) and not os.path.islink(path) else os.remove(path)

    def _copy(self, name):
        place = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if os.path.islink(name):
            if not os.path.lexists(place):
                os.symlink(os.readlink(name), place)
        elif name != "Package.swift":
            self.write(name, open(name, "rb").read())

    def _add_switch(self):
        self.write("Sources/CMutants/include/CMutants.h", HEADER)
        self.write("Sources/CMutants/CMutants.c", CODE)

    def write(self, name, content):
        """Writes a file unless it is so already: the build goes by times."""
        content = content.encode() if isinstance(content, str) else content
        place = os.path.join(self.folder, name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        if not os.path.exists(place) or open(place, "rb").read() != content:
            with open(place, "wb") as file:
                file.write(content)

    # Mutants

    def mutate(self, sources, mutants):
        """Writes the sources with some mutants: (number, site)."""
        for module in self.modules:
            declared = [declaration(number, site) for number, site in mutants
                        if site.declaration and f"/{module}/" in site.path]
            folder = glob.glob(f"Sources/*/{module}")[0]
            self.write(f"{folder}/Mutants.swift", SWITCH + "".join(declared))
        for source in sources:
            own = [(number, site) for number, site in mutants if site.path == source.path]
            self.write(source.path, mutated(source.text, own) if own else source.text)

    def build(self):
        """Builds everything. Returns the places of errors, (path, line), or nothing if it was built; with the compiler's words."""
        run = subprocess.run(["swift", "build", "-c", "release", "--product", "flowcPackageTests"], cwd=self.folder, stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True, errors="replace")
        if run.returncode == 0:
            return None, run.stdout
        root = os.path.realpath(self.folder)
        errors = re.findall(r"^(/[^:\n]*\.swift):(\d+):\d+: error: ", run.stdout, re.M)
        return sorted({(os.path.relpath(path, root), int(line)) for path, line in errors}), run.stdout


def operator_name(number):
    """An operator of its own for a mutant: swift operators have no digits."""
    return "^%" + "".join("%" if bit == "1" else "^" for bit in f"{number:b}") + "^"


def declaration(number, site):
    return site.declaration.replace("OPERATOR", operator_name(number)).replace("#", str(number))


def mutated(text, mutants):
    """A file's text with mutants. Where several begin or end at one place, the wider ones are outside."""
    edits = []
    for number, site in mutants:
        width = site.end - site.start
        for start, end, new in site.edits:
            words = new.replace("#", str(number)).replace("OPERATOR", operator_name(number))
            if start < end:
                rank = (2, (0, number))
            elif start < site.end and (start <= site.start or new.endswith(("(", "{ "))):
                rank = (1, (-width, number))
            else:
                rank = (0, (width, -number))
            edits.append((start, end, rank, words))
    # At one place: first what closes, the narrow before the wide, then what opens, the wide before the narrow, then what replaces.
    edits.sort(key=lambda edit: (edit[0], edit[2]))
    result, at = [], 0
    for start, end, _, words in edits:
        result += [text[at:start], words]
        at = max(at, end)
    result.append(text[at:])
    return with_import("".join(result))


def with_import(text):
    """The file with one more import, on the line of its first one or of its first declaration."""
    match = re.search(r"^(package |public |internal )?import |^(?!//|\s|$)", text, re.M)
    return text[:match.start()] + "import CMutants; " + text[match.start():]
