package import ArgumentParser
import FlowDiagnostics
package import FlowSyntax
import SystemPackage

extension ExitCode {
    /// The input has findings.
    package static let findings = ExitCode(1)
    /// A file cannot be read or written.
    package static let unusableFile = ExitCode(2)
}

/// The reason why a file could not be written.
package struct WriteFailure: Error {
    /// The file; `-` is standard output.
    package let path: String
    /// The reason in the system's words.
    package let reason: String

    /// Creates a failure with the path of a file and the reason in the system's words.
    package init(path: String, reason: String) {
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
        return "cannot read \(name(path, orStream: "standard input")): \(reason)"
    }

    /// Returns the system's reason for an error. It begins in lower case, so that it can end a message.
    static func reason(_ error: any Error) -> String {
        if error as? Errno == .isDirectory { return "it is a folder" }
        let text = "\(error)"
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Writes to standard error that a file cannot be written, and returns the exit code.
    package static func reportUnwritable(_ failure: WriteFailure) -> ExitCode {
        Console.error("flowc: cannot write \(name(failure.path, orStream: "standard output")): \(failure.reason)\n")
        return .unusableFile
    }

    /// Returns a path in quotes or, for `-`, the name of the standard stream that it stands for.
    private static func name(_ path: String, orStream stream: SafeText) -> SafeText {
        path == "-" ? stream : "'\(path)'"
    }
}
