package import ArgumentParser
import FlowDiagnostics
package import FlowSyntax
import SystemPackage

extension ExitCode {
    /// Something was found in what was given.
    package static let findings = ExitCode(1)
    /// A file cannot be read or written.
    package static let unusableFile = ExitCode(2)
}

/// Why a file could not be written.
package struct WriteFailure: Error {
    /// The file; `-` is standard output.
    package let path: String
    /// The reason, in the words of the system.
    package let reason: String

    /// Creates a file and why it could not be written.
    package init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }
}

/// Ends of a command that are not about a flow.
package enum Failures {
    /// Says that a file cannot be read.
    package static func unreadable(_ path: String, _ failure: LoadFailure) -> ExitCode {
        Console.error("flowc: \(unreadableText(path, failure))\n")
        return .unusableFile
    }

    /// The sentence that a file cannot be read.
    package static func unreadableText(_ path: String, _ failure: LoadFailure) -> SafeText {
        let reason =
            switch failure {
            case .notFound: "there is no such file"
            case .unreadable(let reason): reason
            }
        return "cannot read \(name(path, "standard input")): \(reason)"
    }

    /// Why the system refuses something, as the end of a sentence.
    static func reason(_ error: any Error) -> String {
        if error as? Errno == .isDirectory { return "it is a folder" }
        let text = "\(error)"
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    /// Says that a file cannot be written.
    package static func unwritable(_ failure: WriteFailure) -> ExitCode {
        Console.error("flowc: cannot write \(name(failure.path, "standard output")): \(failure.reason)\n")
        return .unusableFile
    }

    private static func name(_ path: String, _ stream: SafeText) -> SafeText { path == "-" ? stream : "'\(path)'" }
}
