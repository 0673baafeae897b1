import ArgumentParser
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

    /// Returns whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }
}

/// A value that is guarded by a POSIX lock.
///
/// `Mutex` requires newer Apple systems, and `NSLock` requires Foundation.
package final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Creates a lock that guards a value.
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
