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

/// The program `flowc-run`, for work that needs cryptography or a network.
///
/// Without these dependencies, `flowc` itself starts fast.
enum Companion {
    private static let name = "flowc-run"

    /// Replaces this process with the companion.
    ///
    /// It is the one next to this program, or the one on the search path.
    /// - Returns: the exit code if the companion cannot be started; otherwise it does not return.
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
