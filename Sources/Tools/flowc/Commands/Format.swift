import FlowCompiler
import ArgumentParser
import FlowDiagnostics
import FlowSyntax
import FlowTool
import SystemPackage

/// `flowc format`, which formats files in place.
struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Formats flows, services and scenarios.",
        discussion: """
            Formatting changes only the layout, never the meaning. Each changed file is written atomically and listed. \
            If a file is not well-formed, it stays unchanged, and the exit code is 2.

            Examples:
              flowc format flows/amplify.flow.xml
              flowc format --check flows/*.xml
              flowc format - < a.flow.xml
            """)

    @Argument(
        help: "Regular files to format; '-' formats standard input to standard output.",
        completion: .file(extensions: ["xml"]))
    var files: [String]

    @Flag(help: "List the files that would change, without changing them; exit with 1 if there are any.")
    var check = false

    /// Checks that standard input is formatted alone, because its result goes to standard output.
    func validate() throws {
        try PathArguments.checkInputs(files)
        if !check, files.count > 1, files.contains("-") {
            throw ValidationError("standard input cannot be formatted together with other files: use '-' alone")
        }
    }

    /// Formats all files, even if some of them fail, and then throws the exit code if it is not 0.
    func run() throws {
        var hasFailed = false
        var hasChanges = false
        for path in files {
            do throws(ExitCode) {
                if try format(path) { hasChanges = true }
            } catch {
                hasFailed = true
            }
        }
        if hasFailed { throw ExitCode.unusableFile }
        if check, hasChanges { throw ExitCode.findings }
    }

    /// Formats a file, and lists it if it changes. With `--check`, it does not write the file.
    /// - Returns: whether formatting changes the file.
    /// - Throws: an exit code if the file cannot be read, parsed or written.
    private func format(_ path: String) throws(ExitCode) -> Bool {
        // Only a regular file can be read and then replaced; a pipe would lose its text.
        let bytes = try Files.contents(of: path, mustBeRegular: path != "-" && !check)
        let file = SourceFile(path: path, bytes: bytes)
        var sources = SourceSet()
        var bag = DiagnosticBag()
        guard let formatted = Formatter.format(file: file, id: sources.add(file), bag: &bag) else {
            Findings.write(bag.sorted(in: sources), in: sources, to: .standardError)
            throw .unusableFile
        }
        let isChanged = formatted != bytes
        let output = OutputFile(path: path, bytes: formatted)
        if path == "-", !check {
            try OutputFile.write([output])
        } else if isChanged {
            if !check { try output.replaceSource() }
            Console.write("\(path)\n")
        }
        return isChanged
    }
}
