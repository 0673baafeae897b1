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

    /// Writes to standard output at once.
    ///
    /// The first failure is reported, and the program then exits with 2.
    package static func out(_ text: SafeText) {
        do {
            _ = try FileDescriptor.standardOutput.writeAll(text.string.utf8)
        } catch {
            fail(error)
        }
    }

    /// Writes to standard error at once. Failures are ignored.
    package static func error(_ text: SafeText) {
        _ = try? FileDescriptor.standardError.writeAll(text.string.utf8)
    }

    /// Makes the program exit with 2 if standard output cannot be written.
    ///
    /// This includes output of the argument parser.
    package static func checkOutputAtExit() {
        atexit {
            if fflush(nil) != 0 { Console.fail(Errno(rawValue: errno)) }
            if Console.hasFailed.withLock({ $0 }) { _exit(ExitCode.unusableFile.rawValue) }
        }
    }

    private static func fail(_ error: any Error) {
        let isFirst = hasFailed.withLock { failed in
            defer { failed = true }
            return !failed
        }
        if isFirst { _ = Failures.unwritable(WriteFailure(path: "-", reason: Failures.reason(error))) }
    }

    /// Whether an output may have colors.
    ///
    /// It must be a terminal, and the user must not have disabled colors (https://no-color.org).
    package static func hasColour(_ output: FileDescriptor) -> Bool {
        let forbids = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return !forbids && isTerminal(output)
    }

    /// Whether a descriptor is a terminal.
    package static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }
}
