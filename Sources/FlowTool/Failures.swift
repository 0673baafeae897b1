package import ArgumentParser
import FlowDiagnostics
package import FlowSyntax

extension ExitCode {
    /// Something was found in what was given.
    package static let findings = ExitCode(1)
    /// A file cannot be read or written.
    package static let unusableFile = ExitCode(2)
}

/// Ends of a command that are not about a flow.
package enum Failures {
    /// Says that a file cannot be read.
    package static func unreadable(_ path: String, _ failure: LoadFailure) -> ExitCode {
        let reason =
            switch failure {
            case .notFound: "there is no such file"
            case .unreadable(let reason): reason
            }
        Console.error("flowc: cannot read '\(path)': \(reason)\n")
        return .unusableFile
    }

    /// Says that a file cannot be written.
    package static func unwritable(_ failure: WriteFailure) -> ExitCode {
        Console.error("flowc: cannot write '\(failure.path)': \(failure.reason)\n")
        return .unusableFile
    }
}
