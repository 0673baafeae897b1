import ArgumentParser
import FlowCompiler
import FlowSyntax
import FlowTool

/// `flowc compile`, which writes tables.
struct Compile: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compile", abstract: "Compiles flows to transition tables.",
        discussion: """
            Each table is written atomically. If one flow has an error, no table is written.

            Examples:
              flowc compile flows/amplify.flow.xml -o amplify.flow
              flowc compile flows/*.flow.xml -o tables --strip
            """)

    @Argument(help: "Flows; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var files: [String]

    @Option(
        name: .shortAndLong, help: "The table to write, or a folder for several tables; '-' is standard output.",
        completion: .file())
    var output: String

    @Flag(help: "Omit the names of states, which are needed only for traces.")
    var strip = false

    @OptionGroup var findings: FindingOptions

    /// Checks that each table has its own destination.
    func validate() throws {
        if files.count > 1, output == "-" {
            throw ValidationError("several tables cannot be written to standard output; name a folder with --output")
        }
        if let shared = OutputPlace(output, for: files.count, suffix: ".flow").sharedPath(of: files) {
            throw ValidationError("two tables would be written to '\(shared)'; compile one into another folder")
        }
    }

    /// Compiles all flows, and then writes all tables or, if a flow has an error, no table.
    func run() throws {
        let place = OutputPlace(output, for: files.count, suffix: ".flow")
        var tables: [OutputFile] = []
        var failure: ExitCode?
        for path in files {
            do throws(ExitCode) {
                tables.append(OutputFile(path: place.path(for: path), bytes: try table(of: path)))
            } catch {
                // An unusable file takes precedence over findings.
                failure = failure == .unusableFile ? failure : error
            }
        }
        if let failure { throw failure }
        try place.prepare()
        try OutputFile.write(tables)
    }

    /// Compiles the flow in a file, and returns its table.
    private func table(of path: String) throws(ExitCode) -> [UInt8] {
        let compilation = try FlowSource.compile(path, options: findings.compilerOptions)
        return try FlowSource.table(compilation, names: !strip, marks: false)
    }
}

/// `flowc dump`, which explains a table.
struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump", abstract: "Explains every byte of a table.",
        discussion: """
            If the file is not a valid table, the command shows the first fault and its position, and exits with 1.

            Examples:
              flowc dump amplify.flow
              flowc compile a.flow.xml -o - | flowc dump -
            """)

    @Argument(help: "A table; '-' is standard input.", completion: .file(extensions: ["flow"]))
    var table: String

    /// Writes the explanation of the table, and throws an exit code if the table is not valid.
    func run() throws {
        let bytes = try Files.contents(of: table)
        Console.write(SafeText(lines: Disassembler.text(of: bytes)))
        // If the table is not valid, verification reports the first fault and throws.
        _ = try TableSource.verify(bytes, table)
    }
}
