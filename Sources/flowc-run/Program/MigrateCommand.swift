import ArgumentParser
import FlowCompiler
import FlowSealing
import FlowTable
import FlowTool

/// `flowc migrate`
struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Maps pending sign-ins of one version of a flow to the next.",
        discussion: """
            Tells for each step whether a sign-in that waits there can go on in the new version: it can where the step asks \
            the same and needs no other data. The map goes to the app, which gives it to FlowMigration.

            Examples:
              flowc migrate v1/sign-in.flow.xml sign-in.flow.xml -o v1.migration.json
              flowc migrate v1/sign-in.flow.xml sign-in.flow.xml --all
            """)

    @Argument(help: "The old version of the flow.", completion: .file(extensions: ["xml"]))
    var old: String

    @Argument(help: "The new version.", completion: .file(extensions: ["xml"]))
    var new: String

    @Option(name: .shortAndLong, help: "The map to write; '-' is standard output.", completion: .file())
    var output: String?

    @Flag(help: "Fail if a step cannot go on.")
    var all = false

    @OptionGroup var findings: FindingOptions

    func run() throws {
        let versions = try [old, new].map { try FlowSource.compile($0, options: findings.compilerOptions) }
        guard let migration = versions[0].migration(to: versions[1]) else { throw ExitCode.findings }
        let report = output == "-" ? Console.error : Console.out
        for step in migration.steps { report("\(step): goes on\n") }
        for refusal in migration.refusals {
            report("\(refusal.state): refused: \(refusal.code)\(refusal.name.map { " '\($0)'" } ?? "")\n")
        }
        if let output {
            let identities = try versions.map { try identity($0) }
            do throws(WriteFailure) {
                try Files.write(Array(migration.text(from: identities[0], to: identities[1]).utf8), to: output)
            } catch {
                throw Failures.unwritable(error)
            }
        }
        if all, !migration.refusedSteps.isEmpty { throw ExitCode.findings }
    }

    private func identity(_ compilation: Compilation) throws -> String {
        let bytes = try FlowSource.table(compilation, names: false, marks: false)
        return TableIdentity(of: try TransitionTable(verifying: bytes)).hexadecimal
    }
}
