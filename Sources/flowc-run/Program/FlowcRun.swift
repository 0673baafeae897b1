import ArgumentParser
import FlowCompiler
import FlowTool

/// The program that `flowc` starts for commands that need cryptography or a network.
///
/// Its messages have the name `flowc`, which is what the user typed.
@main
struct FlowcRun: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flowc",
        abstract: "Runs sign-in flows against a user pool, and serves one.",
        discussion: "'flowc' starts this program for its commands 'run' and 'pool'.",
        version: FlowCompiler.version,
        subcommands: [RunCommand.self, PoolCommand.self])

    static func main() async { await runProgram() }
}
