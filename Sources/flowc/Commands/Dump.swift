import ArgumentParser
import FlowEmit
import FlowTool

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
        switch Files.read(table) {
        case .success(let bytes):
            Console.out(SafeText(lines: Disassembler.text(of: bytes)))
            // If the table is not valid, verification reports the first fault and throws.
            _ = try TableSource.verify(bytes, table)
        case .failure(let failure): throw Failures.reportUnreadable(table, failure)
        }
    }
}
