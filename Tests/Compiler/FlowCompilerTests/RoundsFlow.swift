import FlowCompiler
import FlowDiagnostics
import TestSupport

/// A custom sign-in over the library of Amazon Cognito, with rounds.
struct RoundsFlow {
    /// The node of the library that begins the sign-in: with SRP_A, or with nothing.
    enum Beginning: String {
        case srp = "initiate-custom-srp"
        case plain = "initiate-custom"
    }

    static let path = "flows/rounds.flow.xml"

    var beginning = Beginning.srp
    /// What stands in the element `rounds`; nothing for a flow without it.
    var rounds: String?
    /// What stands in the flow besides.
    var more = ""

    /// The text of the file.
    var text: String {
        """
        <flow name="rounds" extends="library/cognito.flow.xml" start="begin" version="v7">
          <data><input name="password" type="secret" required="true"/></data>
          <choice id="begin">
            <set name="requestUsername" from="username"/>
            <otherwise to="\(beginning.rawValue)"/>
          </choice>
          <challenge name="*" id="others"><otherwise to="failed"/></challenge>
          \(more)
          \(rounds.map { "<rounds>\($0)</rounds>" } ?? "")
        </flow>

        """
    }

    /// What the compiler makes of it; other files are put beside it or take the place of shipped ones.
    func compiled(with others: [String: String] = [:]) throws -> Compilation {
        var files = try PackageFiles.xml(below: "flows")
        files[Self.path] = Array(text.utf8)
        for (path, text) in others { files[path] = Array(text.utf8) }
        return FlowCompiler.compile(path: Self.path, loader: MemoryLoader(files: files))
    }

    /// The findings, each as its code and the text that it stands at.
    func findings(with others: [String: String] = [:]) throws -> [String] {
        let compilation = try compiled(with: others)
        return compilation.diagnostics.map { finding in
            "\(finding.code) \(compilation.sources[finding.range.file]?.text(finding.range.offsets) ?? "")"
        }
    }
}

extension RoundsFlow {
    /// A round.
    static func round(_ challenge: String, tries: Int? = nil) -> String {
        "<round challenge=\"\(challenge)\"\(tries.map { " tries=\"\($0)\"" } ?? "")/>"
    }

    /// No password, one answer.
    static let passwordless = RoundsFlow(rounds: round("SRP_A") + round("CUSTOM_CHALLENGE"))
    /// A password, then one answer.
    static let password = RoundsFlow(
        rounds: round("SRP_A") + round("PASSWORD_VERIFIER") + round("CUSTOM_CHALLENGE"))
    /// Three answers from the start.
    static let threeTries = RoundsFlow(beginning: .plain, rounds: round("CUSTOM_CHALLENGE", tries: 3))
}
