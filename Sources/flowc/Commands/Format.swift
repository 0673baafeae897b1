import ArgumentParser
import FlowDiagnostics
import FlowSyntax
import FlowTool
import SystemPackage

struct Format: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "format", abstract: "Lays flows, services and scenarios out in one way.",
        discussion: """
            Only the layout changes, never the meaning. A file is written only if it changes, and then whole or not at
            all; the changed files are listed. A file that is not well-formed stays as it is; the exit code is 2 then.

            Examples:
              flowc format flows/amplify.flow.xml
              flowc format --check flows/*.xml
              flowc format - < a.flow.xml
            """)

    @Argument(
        help: "Files to format; '-' formats standard input to standard output.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Flag(help: "Change nothing; list the files that would change, and exit with 1 if there are any.")
    var check = false

    func validate() throws {
        if !check, files.count > 1, files.contains("-") {
            throw ValidationError("standard input is formatted alone")
        }
    }

    func run() throws {
        var isUnusable = false
        var changed = 0
        for path in files {
            do throws(ExitCode) {
                if try format(path) { changed += 1 }
            } catch {
                isUnusable = true
            }
        }
        if isUnusable { throw ExitCode.unusableFile }
        if check, changed > 0 { throw ExitCode.findings }
    }

    /// Formats a file, or reports if its format would change.
    /// - Returns: whether its format differs.
    /// - Throws: an exit code if it cannot be read or written, or is not well-formed.
    private func format(_ path: String) throws(ExitCode) -> Bool {
        let bytes = try read(path)
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
            Console.out("\(path)\n")
        }
        return isChanged
    }

    private func read(_ path: String) throws(ExitCode) -> [UInt8] {
        switch Files.read(path) {
        case .success(let bytes): return bytes
        case .failure(let failure): throw Failures.unreadable(path, failure)
        }
    }
}
