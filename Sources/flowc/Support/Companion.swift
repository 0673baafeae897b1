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

/// The program `flowc-run`, which runs the commands that need cryptography or a network.
///
/// Without these dependencies, `flowc` itself starts fast.
enum Companion {
    private static let name = "flowc-run"

    /// Replaces this process with the companion beside this program, or else with the one on the search path.
    ///
    /// On success, it does not return.
    /// - Parameter arguments: the command and its arguments, without the program's name.
    /// - Returns: the exit code of a failure, after the reason is written to standard error.
    static func start(_ arguments: [String]) -> ExitCode {
        var words = ([name] + arguments).map { strdup($0) } + [nil]
        defer { for word in words { free(word) } }
        if let own = CommandLine.arguments.first, own.contains("/") {
            execv(FilePath(own).removingLastComponent().appending(name).string, &words)
        }
        execvp(name, &words)
        Console.error("flowc: cannot start '\(name)'. Install it beside flowc, or use --service scripted\n")
        return .unusableFile
    }
}
