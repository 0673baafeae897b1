import ArgumentParser
import FlowTool

/// What `flowc` becomes where cryptography or a network is needed; it bears its name, so that messages name what was typed.
@main
struct FlowcRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flowc",
        abstract: "Runs sign-in flows against a user pool, and serves one.",
        discussion: "'flowc' starts this program for its commands 'run' and 'pool'.",
        version: "0.1.0",
        subcommands: [RunCommand.self, PoolCommand.self])

    static func main() async { await runProgram() }
}
