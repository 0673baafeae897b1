package import ArgumentParser
import FlowDiagnostics
package import FlowSyntax
package import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard input, output and error.
package enum Console {
    /// Whether writing to standard output has failed.
    private static let hasFailed = Guarded(false)

    /// Writes a text to standard output immediately.
    ///
    /// The first failure is reported on standard error, and makes the program exit with 2.
    package static func out(_ text: SafeText) {
        do {
            _ = try FileDescriptor.standardOutput.writeAll(text.string.utf8)
        } catch {
            recordFailure(error)
        }
    }

    /// Writes a text to standard error immediately. Failures are ignored.
    package static func error(_ text: SafeText) {
        _ = try? FileDescriptor.standardError.writeAll(text.string.utf8)
    }

    /// Registers a check that makes the program exit with 2 if it could not write its output, including that of the
    /// argument parser.
    static func checkOutputAtExit() {
        atexit {
            if fflush(nil) != 0 { Console.recordFailure(Errno(rawValue: errno)) }
            if Console.hasFailed.withLock({ $0 }) { _exit(ExitCode.unusableFile.rawValue) }
        }
    }

    /// Records that standard output cannot be written, and reports the first such error on standard error.
    private static func recordFailure(_ error: any Error) {
        let isFirst = hasFailed.withLock { failed in
            defer { failed = true }
            return !failed
        }
        // The exit code is not thrown here: the program uses it when it exits.
        if isFirst { _ = Failures.reportUnwritable(WriteFailure(path: "-", reason: Failures.reason(error))) }
    }

    /// Returns whether an output may have colors.
    ///
    /// The output must be a terminal, and the user must not have disabled colors (https://no-color.org).
    package static func hasColor(_ output: FileDescriptor) -> Bool {
        // The variable disables colors unless its text is empty.
        if let variable = getenv("NO_COLOR"), variable.pointee != 0 { return false }
        return isTerminal(output)
    }

    package static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }
}

/// A value that is guarded by a POSIX lock.
///
/// `Mutex` requires newer Apple systems, and `NSLock` requires Foundation.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Calls a function with exclusive access to the value, and returns its result.
    package func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }
}

extension ExitCode {
    package static let findings = ExitCode(1)
    /// A file cannot be read or written.
    package static let unusableFile = ExitCode(2)
}

/// The reason why a file could not be written.
struct WriteFailure: Error {
    /// The file; `-` is standard output.
    let path: String
    let reason: String

    /// Creates a failure with the path of a file and the reason in the system's words.
    init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// Reports failures to read or write files.
package enum Failures {
    /// Writes to standard error that a file cannot be read, and returns the exit code.
    package static func reportUnreadable(_ path: String, _ failure: LoadFailure) -> ExitCode {
        Console.error("flowc: \(unreadableMessage(path, failure))\n")
        return .unusableFile
    }

    /// Returns the message that a file cannot be read, with the reason.
    package static func unreadableMessage(_ path: String, _ failure: LoadFailure) -> SafeText {
        let reason =
            switch failure {
            case .notFound: "no such file"
            case .unreadable(let reason): reason
            }
        let file = name(path, orStream: "standard input")
        return "cannot read \(file): \(reason)"
    }

    /// Returns the system's reason for an error. It begins in lower case, so that it can end a message.
    static func reason(_ error: any Error) -> String {
        if error as? Errno == .isDirectory { return "it is a folder" }
        let text = "\(error)"
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Writes to standard error that a file cannot be written, and returns the exit code.
    static func reportUnwritable(_ failure: WriteFailure) -> ExitCode {
        let file = name(failure.path, orStream: "standard output")
        Console.error("flowc: cannot write \(file): \(failure.reason)\n")
        return .unusableFile
    }

    /// Returns a path in quotes or, for `-`, the name of the standard stream that it stands for.
    private static func name(_ path: String, orStream stream: SafeText) -> SafeText {
        path == "-" ? stream : "'\(path)'"
    }
}

extension AsyncParsableCommand {
    /// Parses the program's arguments and runs the command. If that fails, writes the message and exits the program.
    ///
    /// Untrusted text in the messages of the argument parser is escaped, as in all other output.
    package static func runProgram() async {
        Console.checkOutputAtExit()
        do {
            if let error = unknownCommandError(CommandLine.arguments) { throw error }
            var command = try parseAsRoot()
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let code = exitCode(for: error)
            let message = SafeText(lines: fullMessage(for: error))
            if !message.isEmpty {
                if code.isSuccess { Console.out(message + "\n") } else { Console.error(message + "\n") }
            }
            exit(withError: code)
        }
    }

    /// Returns an error if the first argument is an unknown command, or nil if it is a command or an option.
    ///
    /// The argument parser itself reports such a command as an unexpected argument.
    private static func unknownCommandError(_ arguments: [String]) -> ValidationError? {
        let names = configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
        guard arguments.count > 1, !arguments[1].hasPrefix("-"), !names.contains(arguments[1]) else { return nil }
        let suggestion = NearNames.suggestion(for: arguments[1], among: names)
        return ValidationError("unknown command '\(arguments[1])'" + suggestion)
    }
}

extension NearNames {
    /// Returns the end of a message, `; did you mean 'NAME'?`, or an empty text if no candidate is similar to the name.
    package static func suggestion(for name: String, among candidates: [String]) -> String {
        let near = suggest(name, among: candidates).map { "'\($0)'" }.joined(separator: " or ")
        return near.isEmpty ? "" : "; did you mean \(near)?"
    }
}
