import FlowCompiler
import FlowDiagnostics
import TestSupport

/// Keeps flows with which something went wrong, where the environment names a folder for them: `PROOF_KEEP`.
enum Findings {
    /// Writes the files of a flow and what went wrong.
    static func keep(_ files: [(path: String, text: String)], _ name: String, _ report: String) {
        guard let folder = Environment.value("PROOF_KEEP") else { return }
        for file in files { try? PackageFiles.write(file.text, to: "\(folder)/\(name).\(file.path)") }
        try? PackageFiles.write(report, to: "\(folder)/\(name).txt")
    }

    /// Writes a flow that does not pass, and why, where the environment names a folder for these: `PROOF_REFUSED`.
    static func keepRefused(_ flow: GeneratedFlow, _ compilation: Compilation, _ number: Int) {
        guard let folder = Environment.value("PROOF_REFUSED"), compilation.flow == nil else { return }
        for file in flow.files { try? PackageFiles.write(file.text, to: "\(folder)/\(number).\(file.path)") }
        let report = TerminalRenderer(usesColors: false).render(compilation.diagnostics, in: compilation.sources)
        try? PackageFiles.write(report, to: "\(folder)/\(number).txt")
    }
}
