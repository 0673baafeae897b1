import ArgumentParser
import FlowAnalysis
import FlowCompiler
import FlowDiagnostics
import FlowSyntax
import FlowTool
import FlowDiagrams

/// Writes the pages of counterexamples: each begins with a walk along the path.
enum CounterexamplePages {
    /// Writes a page for each counterexample of the compilations to a folder, and its path to standard error.
    static func write(_ compilations: [Compilation], to folder: String) throws(ExitCode) {
        var pages: [OutputFile] = []
        for compilation in compilations {
            guard let viewed = compilation.withRefutedFlow else { continue }
            for counterexample in compilation.counterexamples {
                pages.append(try page(of: counterexample, in: viewed, number: pages.count + 1, folder))
            }
        }
        if pages.isEmpty { return Console.error("flowc: there is no counterexample to view\n") }
        try Files.makeFolder(folder)
        try OutputFile.write(pages)
        for page in pages { Console.error("view \(page.path)\n") }
    }

    /// Returns the page of a counterexample, whose name has a number and the code of the finding.
    private static func page(
        of counterexample: Counterexample, in compilation: Compilation, number: Int, _ folder: String
    ) throws(ExitCode) -> OutputFile {
        let table = try FlowSource.table(compilation, names: false, marks: true)
        let finding = compilation.diagnostics.first {
            $0.code == counterexample.code && $0.range == counterexample.range
        }
        var extras = PageExtras()
        extras.walk = WalkData.walk(
            along: counterexample, title: finding?.message ?? counterexample.code.rawValue, compilation,
            try TableSource.verify(table, folder))
        let file = Files.name(of: compilation.graph.root?.tree.file.path ?? "")
        let path = Files.path(of: "\(number)-\(counterexample.code.rawValue).html", in: folder)
        return OutputFile(path: path, bytes: try PageSource.page(of: compilation, file: file, extras: extras))
    }
}
