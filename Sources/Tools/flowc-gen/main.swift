// Generates Swift for the plugins. It is `flowc generate swift` without an argument parser, so that hosts build it fast.
import FlowCompiler

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Performs the task that the arguments describe.
/// - Returns: the status of the process: 0, 1 after errors, 2 if a file cannot be read or written, 3 if files are out
///   of date, or 64 for wrong arguments.
private func status(_ arguments: [String]) -> Int32 {
    switch Request(arguments) {
    case .file(let flow, let output):
        switch GeneratedSwift.result(of: flow, access: .internal, command: "swift build") {
        case .code(let text): return Outputs.write([(output, text)])
        // The build expects a file.
        case .abstract: return Outputs.write([(output, "// An abstract flow has no host.\n")])
        case .failed(let status): return status
        }
    case .folder(let folder): return folder.update()
    case .check(let folder): return folder.check()
    case nil:
        Console.error(Request.usage)
        return 64
    }
}

// Builds show the lines that begin with this prefix.
Console.setPrefix("error: ")
Console.checkOutputAtExit()
exit(status(Array(CommandLine.arguments.dropFirst())))
