import ArgumentParser
import FlowDiagnostics

/// `flowc explain`
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explains a finding: the rule that it stands for.",
        discussion: """
            Examples:
              flowc explain unknown-target
            """)

    @Argument(help: "The code of the finding, as it stands in brackets behind it.")
    var code: String

    func run() throws {
        if let page = DiagnosticPages.page(for: code) {
            Console.out(page.hasSuffix("\n") ? page : page + "\n")
            return
        }
        let near = NearNames.suggest(code, among: DiagnosticPages.codes).map { "'\($0)'" }.joined(separator: ", ")
        throw ValidationError("there is no finding '\(code)'" + (near.isEmpty ? "" : "; did you mean \(near)?"))
    }
}
