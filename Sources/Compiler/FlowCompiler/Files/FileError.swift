package import FlowSyntax

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The reason why a file was not read or written.
enum FileError: Error {
    /// The system refused a call. The value is the `errno` of the call.
    case system(Int32)
    /// The file cannot be used, for this reason. The reason ends a message.
    case unfit(String)

    /// The file would lose what the command has read from it.
    static let source = FileError.unfit("it is also an input of this command")

    /// The reason. It begins in lower case, so that it can end a message.
    var reason: String {
        switch self {
        case .system(EISDIR): return "it is a folder"
        case .system(let code):
            let text = String(cString: strerror(code))
            return text.prefix(1).lowercased() + text.dropFirst()
        case .unfit(let reason): return reason
        }
    }

    /// Calls a function, again each time that a signal interrupts the call, and returns the function's result.
    ///
    /// - Throws: the error in `errno`, if the result is negative
    static func unlessNegative<Number: SignedInteger>(_ call: () -> Number) throws(FileError) -> Number {
        while true {
            let result = call()
            if result >= 0 { return result }
            if errno != EINTR { throw .system(errno) }
        }
    }
}

/// The reason why a file could not be written.
package struct WriteFailure: Error, Sendable {
    /// The file; `-` is standard output.
    package let path: String
    /// The reason, in lower case.
    package let reason: String

    /// Creates a failure with the reason of an error.
    init(path: String, _ error: FileError) { self.init(path: path, reason: error.reason) }

    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The message that the file cannot be written.
    package var message: SafeText { "cannot write \(SafeText(path: path, orStream: "standard output")): \(reason)" }
}

extension LoadFailure {
    /// Returns the message that the file at a path cannot be read.
    package func message(about path: String) -> SafeText {
        let reason =
            switch self {
            // A program's arguments contain this character in place of bytes that are not UTF-8.
            case .notFound where path.unicodeScalars.contains("\u{FFFD}"): "no such file, or its name is not UTF-8"
            case .notFound: "no such file"
            case .unreadable(let reason): reason
            }
        return "cannot read \(SafeText(path: path, orStream: "standard input")): \(reason)"
    }
}

extension SafeText {
    /// Creates a path in quotes or, for `-`, the name of the standard stream that it stands for.
    fileprivate init(path: String, orStream stream: SafeText) { self = path == "-" ? stream : "'\(path)'" }
}
