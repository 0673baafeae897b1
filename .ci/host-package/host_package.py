"""Builds the package of a host app that a page shows or `flowc init` writes.

`FlowPlugin` compiles the compiler in a configuration of its own, and the traits of a host compile the libraries anew, which takes minutes.
Without the plugin, `flowc generate swift` generates the same files before the build, and the package is built by `.ci/nested`.
"""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SWIFT = os.environ.get("SWIFT", "swift")
PLUGIN = 'plugins: [.plugin(name: "FlowPlugin", package: "flowc")]'
# The tests of an app import it with `@testable`.
TESTABLE = 'swiftSettings: [.unsafeFlags(["-enable-testing"])]'


class HostPackage:
    """The package in a folder. If `flowc` is given, the package is changed so that it does without the plugin."""

    def __init__(self, folder, scratch, flowc=None):
        self.folder = pathlib.Path(folder)
        self.build_folder, self.flowc = ROOT / (".build" if flowc else scratch), flowc
        if flowc:
            self._generate()

    def _generate(self):
        manifest = self.folder / "Package.swift"
        before = manifest.read_text()
        after = re.sub(r", traits: \[[^]]*\]", "", before.replace(PLUGIN, TESTABLE))
        assert TESTABLE in after, f"{manifest} uses no plugin"
        manifest.write_text(after)
        for flow in self.folder.glob("Sources/*/*.flow.xml"):
            generated = flow.parent / f"{flow.name.removesuffix('.flow.xml')}.swift"
            subprocess.run([self.flowc, "generate", "swift", flow, "-o", generated], check=True)
        # SwiftPM warns of files that no target handles.
        for document in self.folder.glob("Sources/*/*.xml"):
            document.unlink()

    def run(self, command, *words, **settings):
        """Runs a command of SwiftPM on the package."""
        if self.flowc:
            return subprocess.run([ROOT / ".ci/nested", self.folder, command, *words], text=True, **settings)
        return subprocess.run([SWIFT, command, "--scratch-path", self.build_folder, *words], cwd=self.folder, text=True, **settings)

    def app(self):
        """The path of the built app."""
        return self.build_folder / ("release" if self.flowc else "debug") / "App"
