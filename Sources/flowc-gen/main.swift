// Generates Swift for the plugins. It is `flowc generate swift` without an argument parser, so that hosts build it fast.
import FlowBindings

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Writes a text to standard error.
func report(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(STDERR_FILENO, bytes, bytes.count)
}

/// Carries out what the arguments request.
/// - Returns: the status of the process: 0, 1 after findings, 2 if a file cannot be written, 3 if files are out of date,
///   or 64 for wrong arguments.
private func status(_ arguments: [String]) -> Int32 {
    switch Request(arguments) {
    case .file(let flow, let output):
        switch GeneratedSwift.result(of: flow, access: .internal, command: "swift build") {
        case .code(let text): return TextFile.write(text, to: output) ? 0 : 2
        // The build expects a file.
        case .abstract: return TextFile.write("// An abstract flow has no host.\n", to: output) ? 0 : 2
        case .failed: return 1
        }
    case .folder(let folder): return folder.update()
    case .check(let folder): return folder.check()
    case nil:
        report(Request.usage)
        return 64
    }
}

exit(status(Array(CommandLine.arguments.dropFirst())))
