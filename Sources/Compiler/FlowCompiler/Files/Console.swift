#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Standard input, output and error.
package enum Console {
    /// The exit code of a program that could not read or write a file.
    package static let unusableFile: Int32 = 2

    /// Whether writing to standard output has failed.
    private static let hasFailed = Guarded(false)
    /// The prefix of the messages of the program.
    private static let prefix = Guarded<SafeText>("flowc: ")

    /// Sets the prefix of the messages of the program.
    package static func setPrefix(_ text: SafeText) { prefix.withLock { $0 = text } }

    /// Writes a text to standard output, unbuffered.
    ///
    /// If the pipe is closed, the program ends, unless it ignores SIGPIPE. The first other failure is reported on
    /// standard error. It makes the exit code 2 if the program has called ``checkOutputAtExit()``. A file that this
    /// process has read is not written.
    package static func write(_ text: SafeText) {
        do throws(FileError) {
            guard !FileIdentity.wasRead(.standardOutput) else { throw .source }
            try Descriptor.standardOutput.writeAll(Array(text.string.utf8))
        } catch {
            recordFailure(error)
        }
    }

    /// Writes a text to standard error, unbuffered. Failures are ignored.
    package static func error(_ text: SafeText) {
        try? Descriptor.standardError.writeAll(Array(text.string.utf8))
    }

    /// Writes a message of the program to standard error, on one line.
    package static func report(_ message: SafeText) { error(prefix.withLock { $0 } + message + "\n") }

    /// Registers a check at exit, which changes the exit code to 2 if an output could not be written.
    ///
    /// The check includes the output of the argument parser, which the C library buffers.
    package static func checkOutputAtExit() {
        atexit {
            if fflush(nil) != 0 { Console.recordFailure(.system(errno)) }
            if Console.hasFailed.withLock({ $0 }) { _exit(Console.unusableFile) }
        }
    }

    /// Lets signals end the program, whatever thread of another program started it.
    ///
    /// A program inherits the signal mask of the thread that starts it. The threads of Dispatch block all signals.
    package static func unblockSignals() {
        var signals = sigset_t()
        sigfillset(&signals)
        sigprocmask(SIG_UNBLOCK, &signals, nil)
    }

    /// Records that standard output cannot be written, and reports the first such error on standard error.
    private static func recordFailure(_ error: FileError) {
        let isFirst = hasFailed.withLock { failed in
            defer { failed = true }
            return !failed
        }
        if isFirst { report(WriteFailure(path: "-", reason: error.reason).message) }
    }
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
