import FlowCompiler
import FlowDiagnostics

/// Keeps flows with which something went wrong, where the environment names a folder for them: `PROOF_KEEP`.
enum Findings {
    /// Writes the files of a flow and what went wrong.
    static func keep(_ files: [(path: String, text: String)], _ name: String, _ report: String) {
        guard let folder = PackageFiles.environment("PROOF_KEEP") else { return }
        for file in files { PackageFiles.write(file.text, to: "\(folder)/\(name).\(file.path)") }
        PackageFiles.write(report, to: "\(folder)/\(name).txt")
    }

    /// Writes a flow that does not pass, and why, where the environment names a folder for these: `PROOF_REFUSED`.
    static func keepRefused(_ flow: GeneratedFlow, _ compilation: Compilation, _ number: Int) {
        guard let folder = PackageFiles.environment("PROOF_REFUSED"), compilation.flow == nil else { return }
        for file in flow.files { PackageFiles.write(file.text, to: "\(folder)/\(number).\(file.path)") }
        let report = TerminalRenderer(colour: false).render(compilation.diagnostics, in: compilation.sources)
        PackageFiles.write(report, to: "\(folder)/\(number).txt")
    }
}
