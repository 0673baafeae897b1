import ArgumentParser
import Dispatch
import FlowAnalysis
import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowDiagrams
import FlowSyntax
import FlowTool
import SystemPackage

/// `flowc check`, which reports the findings of files.
struct Check: ParsableCommand {
    /// The output format of findings.
    enum Format: String, ExpressibleByArgument, CaseIterable {
        case terminal, json, sarif
    }

    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Checks flows, services and scenarios.",
        discussion: """
            Findings go to standard output. The exit code is 1 if a finding is an error, and 2 if a file cannot be read \
            or written. For a file that cannot be read, the JSON output contains an object without a line, and the SARIF \
            output a notification.

            Examples:
              flowc check flows/amplify.flow.xml
              flowc check flows/*.xml --json
              flowc check flows/*.xml --format sarif > findings.sarif
              flowc check a.flow.xml --view pages
              flowc check a.flow.xml --watch
              flowc check a.flow.xml --severity late-timeout=ignored --warnings-as-errors

            To suppress a finding in one place, put a processing instruction directly before its element:
              <?flowc allow="dead-branch" because="pools created before 2020 send it"?>
            """)

    @Argument(help: "Files to check; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(help: "The output format: terminal, json or sarif.")
    var format: Format?

    @Flag(help: "Write findings as a JSON array; the same as --format json.")
    var json = false

    @Option(
        help: ArgumentHelp(
            "The URL of the pages that explain findings; SARIF links to them.", valueName: "address"))
    var pages: String?

    @Option(
        help: ArgumentHelp(
            "For each finding with a counterexample, write a web page that replays the counterexample.",
            valueName: "folder"))
    var view: String?

    @Flag(
        help: "Check again whenever one of the files, or a file that they refer to, changes. Ctrl-C ends the command.")
    var watch = false

    @OptionGroup var findings: FindingOptions

    /// Checks that the options do not contradict each other, and that the URL of the pages is absolute.
    func validate() throws {
        try PathArguments.checkInputs(files)
        if json, let format, format != .json {
            throw ValidationError("--json excludes --format \(format.rawValue): remove one of them")
        }
        if let pages, !pages.contains(":") {
            throw ValidationError("the URL '\(pages)' is not absolute; begin it with a scheme such as https:")
        }
        if watch, json || format != nil && format != .terminal {
            throw ValidationError("--watch writes findings for people: remove --watch, or --json and --format")
        }
        if watch, files.contains("-") { throw ValidationError("--watch needs files, and '-' is standard input") }
    }

    /// Checks all files, writes their findings, and then throws the exit code if a file or a finding requires it.
    ///
    /// With `--watch`, checks them again after each change, until the user interrupts the program.
    func run() throws {
        if watch { return try checkAfterEachChange() }
        let round = try checkOnce()
        if !round.unreadable.isEmpty { throw ExitCode.unusableFile }
        if round.readable.contains(where: { Findings.hasErrors($0.diagnostics) }) { throw ExitCode.findings }
    }

    /// Checks all files, and writes their findings.
    /// - Returns: the reports on the files that can be read, and the files that cannot.
    private func checkOnce() throws -> (readable: [Report], unreadable: [UnreadableFile]) {
        let reports = checkFiles()
        let unreadable = reports.compactMap { report -> UnreadableFile? in
            if case .failure(let file) = report { file } else { nil }
        }
        // All files are reported before the exit code is thrown.
        for file in unreadable { _ = Failures.reportUnreadable(file.path, file.failure) }
        let readable = Report.withoutRepetitions(reports.compactMap { try? $0.get() })
        writeFindings(of: readable, unreadable)
        if let view { try CounterexamplePages.write(readable.map(\.compilation), to: view) }
        return (readable, unreadable)
    }

    /// Checks all files now and after each change of a file that they consist of.
    private func checkAfterEachChange() throws {
        var changes = FileWatch()
        changes.add(files)
        while true {
            Console.write("\(FileWatch.timeOfDay) checking \(files.joined(separator: ", "))\n")
            let round = try checkOnce()
            if round.unreadable.isEmpty { Console.write(Self.summary(round.readable.flatMap(\.diagnostics))) }
            for report in round.readable { changes.add(report.inputs) }
            changes.waitForChange()
        }
    }

    /// Returns a line with the numbers of errors and warnings, or one that says that there are no findings.
    private static func summary(_ diagnostics: [Diagnostic]) -> SafeText {
        let errors = diagnostics.count(where: { $0.severity == .error })
        let warnings = diagnostics.count - errors
        if diagnostics.isEmpty { return "no findings\n" }
        return "\(counted(errors, "error")), \(counted(warnings, "warning"))\n"
    }

    /// Checks all files concurrently, and returns their reports in the order of the files.
    private func checkFiles() -> [Result<Report, UnreadableFile>] {
        let options = findings.compilerOptions
        return files.concurrentMap { path in
            Files.read(path).mapError { UnreadableFile(path: path, failure: $0) }
                .map { Report(path: path, bytes: $0, options: options) }
        }
    }

    /// A file that cannot be read.
    private struct UnreadableFile: Error {
        let path: String
        let failure: LoadFailure

        /// The message that the file cannot be read.
        var message: String { failure.message(about: path).string }

        /// The message as a JSON finding, without a location in the file.
        var json: String {
            let code = if case .notFound = failure { "file-not-found" } else { "file-unreadable" }
            let members: [(String, JSONValue)] = [
                ("path", .string(path)), ("severity", .string("error")), ("code", .string(code)),
                ("message", .string(message)),
                ("notes", .array([])), ("help", .array([])),
            ]
            return SafeText(json: .object(members.map { JSONMember($0.0, $0.1) })).string
        }
    }

    /// Writes the findings to standard output in the chosen format. JSON and SARIF also contain the unreadable files.
    private func writeFindings(of reports: [Report], _ unreadable: [UnreadableFile]) {
        switch format ?? (json ? .json : .terminal) {
        case .terminal:
            for report in reports { Findings.write(report.diagnostics, in: report.sources, to: .standardOutput) }
        case .json:
            let items = reports.flatMap { JSONLines.items(JSONRenderer.render($0.diagnostics, in: $0.sources)) }
            Console.write(SafeText(lines: JSONLines.array(unreadable.map(\.json) + items)))
        case .sarif:
            let base = pages.map { $0.hasSuffix("/") ? $0 : $0 + "/" }
            let renderer = SARIFRenderer(version: Flowc.configuration.version, pages: base) {
                DiagnosticPages.page(for: $0.rawValue)
            }
            Console.write(SafeText(lines: renderer.render(reports.map(\.sarif), failures: unreadable.map(\.message))))
        }
    }
}

/// Splits and joins JSON arrays with one element per line.
private enum JSONLines {
    /// Returns the elements of a JSON array, each as JSON on one line. The result is empty if the text is not an array.
    static func items(_ array: String) -> [String] {
        guard case .array(let items) = JSONValue(json: Array(array.utf8)) else { return [] }
        return items.map { SafeText(json: $0).string }
    }

    /// Returns a JSON array of elements that are already JSON, with one element per line.
    static func array(_ items: [String]) -> String {
        items.isEmpty ? "[]\n" : "[\n  " + items.joined(separator: ",\n  ") + "\n]\n"
    }
}

/// Writes the pages of counterexamples: each begins with a walk along the path.
enum CounterexamplePages {
    /// Writes a page for each counterexample of the compilations to a folder, and its path to standard error.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func write(_ compilations: [Compilation], to folder: String) throws(ExitCode) {
        var pages: [OutputFile] = []
        for compilation in compilations {
            // Without a flow to prove, there are no counterexamples.
            guard let viewed = compilation.withRefutedFlow else { continue }
            for counterexample in compilation.counterexamples {
                pages.append(try page(of: counterexample, in: viewed, number: pages.count + 1, folder))
            }
        }
        if pages.isEmpty { return Console.error("flowc: there is no counterexample to view\n") }
        try Files.makeFolders(FilePath(folder))
        try OutputFile.write(pages)
        for page in pages { Console.error("view \(page.path)\n") }
    }

    /// Returns the page of a counterexample. Its file name contains a number and the code of the finding.
    private static func page(
        of counterexample: Counterexample, in compilation: Compilation, number: Int, _ folder: String
    ) throws(ExitCode) -> OutputFile {
        let table = try FlowSource.table(compilation, names: false, marks: true)
        let file = Files.name(of: compilation.graph.root?.tree.file.path ?? "")
        let finding = compilation.diagnostics.first {
            $0.code == counterexample.code && $0.range == counterexample.range
        }
        var extras = PageExtras()
        extras.walk = WalkData.walk(
            along: counterexample, title: finding?.message ?? counterexample.code.rawValue, compilation,
            try TableSource.verify(table, file))
        let path = Files.path(of: "\(number)-\(counterexample.code.rawValue).html", in: folder)
        return OutputFile(path: path, bytes: try PageSource.page(of: compilation, file: file, extras: extras))
    }
}

extension Array where Element: Sendable {
    /// Returns the results of a function for all elements, in their order. It runs for several elements at a time.
    func concurrentMap<Result: Sendable>(_ transform: @Sendable (Element) -> Result) -> [Result] {
        // A single element stays on the main thread, and no other thread starts.
        if count < 2 { return map(transform) }
        let results = Guarded<[Int: Result]>([:])
        DispatchQueue.concurrentPerform(iterations: count) { index in
            let result = transform(self[index])
            results.withLock { $0[index] = result }
        }
        return results.withLock { results in indices.compactMap { results[$0] } }
    }
}
