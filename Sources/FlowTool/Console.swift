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
    /// Writes to standard output at once.
    package static func out(_ text: String) { write(text, to: .standardOutput) }

    /// Writes to standard error at once.
    package static func error(_ text: String) { write(text, to: .standardError) }

    /// Whether text on this output may have colours: it is a terminal, and the user did not forbid it
    /// (https://no-color.org).
    package static func hasColour(_ output: FileDescriptor) -> Bool {
        let forbids = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
        return !forbids && isTerminal(output)
    }

    /// Whether somebody sits at it.
    package static func isTerminal(_ descriptor: FileDescriptor) -> Bool { isatty(descriptor.rawValue) == 1 }

    /// Who reads may have gone; there is nobody left to tell.
    private static func write(_ text: String, to descriptor: FileDescriptor) {
        _ = try? descriptor.writeAll(text.utf8)
    }
}
