import ArgumentParser
import FlowCompiler
import FlowEmit
import FlowTool
import SystemPackage

/// `flowc lambda`, which writes the trigger of a flow with rounds.
struct Lambda: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lambda",
        abstract: "Writes the DefineAuthChallenge trigger of a custom sign-in, as JavaScript for AWS Lambda.",
        discussion: """
            The trigger issues the challenges of the flow's <rounds> in order, so that app and user pool agree on them.

            Examples:
              flowc lambda passwordless.flow.xml -o define-auth-challenge/index.js
              flowc lambda passwordless.flow.xml --module -o define-auth-challenge/index.mjs
            """)

    @Argument(help: "A flow with rounds; '-' is standard input.", completion: .file(extensions: ["xml"]))
    var file: String

    @Flag(help: "Write an ES module instead of CommonJS.")
    var module = false

    @Option(
        name: .shortAndLong, help: "The script to write; '-' is standard output.",
        completion: .file(extensions: ["js", "cjs", "mjs"]))
    var output = "-"

    @OptionGroup var findings: FindingOptions

    /// Compiles the flow, and writes its trigger or a finding that it has no rounds.
    func run() throws {
        let compilation = try FlowSource.compile(file, options: findings.compilerOptions)
        if let finding = compilation.missingRounds {
            Findings.write([finding], in: compilation.sources, to: .standardError)
            throw ExitCode.findings
        }
        guard let script = compilation.trigger(as: module ? .module : .commonJS) else { throw ExitCode.findings }
        try OutputFile.write([OutputFile(path: output, bytes: Array(script.utf8))])
    }
}
