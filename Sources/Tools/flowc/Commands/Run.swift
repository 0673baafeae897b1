import FlowCompiler
import ArgumentParser
import FlowTool
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// `flowc run`, which runs a scripted conversation in lines, or starts `flowc-run` for any other.
struct Run: ParsableCommand {
    static let configuration = RunOptions.configuration

    @OptionGroup var options: RunOptions

    /// Runs the conversation here or, if it needs a terminal, cryptography or a network, in `flowc-run`.
    func run() throws {
        guard options.runsWithoutCompanion else { throw Companion.start(Array(CommandLine.arguments.dropFirst())) }
        let table = try TableSource.load(options.file, options: options.findings.compilerOptions)
        let isExternal = options.handlers == .external
        if options.json {
            var conversation = LineConversation(table, externalHandlers: isExternal, echoes: options.echo)
            conversation.run()
        } else {
            var conversation = TerminalConversation(table, externalHandlers: isExternal)
            conversation.run()
        }
    }
}

/// `flowc pool`, which the program `flowc-run` executes.
struct Pool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pool", abstract: "Serves the local user pool on a port.",
        discussion: """
            'flowc pool --help' lists its options.

            Examples:
              flowc pool --port 9229
              flowc pool --seed users.json --json
            """)

    @Argument(parsing: .captureForPassthrough, help: .hidden)
    var arguments: [String] = []

    /// Replaces this process with `flowc-run`, or throws an exit code if that fails.
    func run() throws {
        throw Companion.start(["pool"] + arguments)
    }
}

/// The program `flowc-run`, which runs the commands that need cryptography or a network.
///
/// Without these dependencies, `flowc` itself starts fast.
private enum Companion {
    private static let name = "flowc-run"

    /// Replaces this process with the companion beside this program, or else with the one on the search path.
    ///
    /// On success, it does not return.
    /// - Parameter arguments: the command and its arguments, without the program's name.
    /// - Returns: the exit code of a failure, after writing the reason to standard error.
    static func start(_ arguments: [String]) -> ExitCode {
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        // The companion can lie beside the program, or beside a symbolic link to it.
        let link = CommandLine.arguments.first.flatMap { $0.contains("/") ? FilePath($0) : nil }
        for own in [OwnProgram.path, link].compactMap({ $0 }) {
            execv(own.removingLastComponent().appending(name).string, &words)
        }
        execvp(name, &words)
        let alternative: SafeText =
            arguments.first == "run"
            ? ", or use --service scripted --json without \(RunOptions.companionOptions)" : ""
        Console.error("flowc: cannot start '\(name)'. Install it beside flowc\(alternative)\n")
        return .unusableFile
    }
}
