import ArgumentParser
import FlowCompiler
import FlowTool

/// The program `flowc`.
///
/// Each command states its name, so that the argument parser need not derive the name from the type.
@main
struct Flowc: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "flowc",
        abstract: "Checks, compiles, draws and runs sign-in flows.",
        discussion: """
            The exit code is 0 for success, 1 for errors in files and for failed checks such as scenarios, 2 if a file \
            or another program cannot be used, and 64 for incorrect usage. Unless a command excludes it, '-' in place of \
            a file means standard input.

            Examples:
              flowc init my-app
              flowc check flows/*.flow.xml
              flowc compile flows/amplify.flow.xml -o amplify.flow
              flowc test flows/scenarios/*.xml --minimum-coverage 95
            """,
        version: FlowCompiler.version,
        subcommands: [
            Init.self, Check.self, Format.self, Compile.self, Dump.self, Diagram.self, View.self, Docs.self,
            Generate.self, Lambda.self, Run.self, Test.self, Pool.self, Explain.self, Grammar.self,
        ])

    /// Runs the command that the arguments name.
    static func main() { runProgram() }
}
