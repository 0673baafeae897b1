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
    /// Whether something could not be written to standard output.
    private static let hasFailed = Guarded(false)

    /// Writes to standard output at once. The first failure is reported, and the program ends with 2.
    package static func out(_ text: SafeText) {
        do {
            _ = try FileDescriptor.standardOutput.writeAll(text.string.utf8)
        } catch {
            fail(error)
        }
    }

    /// Writes to standard error at once. If that fails, nobody is left to tell.
    package static func error(_ text: SafeText) {
        _ = try? FileDescriptor.standardError.writeAll(text.string.utf8)
    }

    /// Makes the program end with 2 if standard output could not be written, by this type or by the argument parser.
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

    /// Whether text on this output may have colours: it is a terminal, and the user did not forbid it
    /// (https://no-color.org).
    package static func hasColour(_ output: FileDescriptor) -> Bool {
        let forbids = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return !forbids && isTerminal(output)
    }

    /// Whether somebody sits at it.
    package static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }
}
