import ArgumentParser
import FlowTool

/// `flowc explain`, which shows the page of a finding.
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Explains a finding: the rule, the reason for the rule, and a bad and a good example.",
        discussion: """
            Examples:
              flowc explain unknown-target
            """)

    @Argument(help: "The code in brackets at the end of the finding.")
    var code: String

    /// Writes the page of the finding.
    func run() throws {
        guard let page = DiagnosticPages.page(for: code) else { return }
        Console.out(SafeText(lines: page.hasSuffix("\n") ? page : page + "\n"))
    }

    /// Checks that a finding has the code.
    func validate() throws {
        if DiagnosticPages.page(for: code) == nil { throw DiagnosticPages.unknownCodeError(code) }
    }
}
