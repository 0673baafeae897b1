import ArgumentParser
import FlowDiagnostics
import FlowSyntax

extension ExitCode {
    /// Something was found in what was given.
    static let findings = ExitCode(1)
    /// A file cannot be read or written.
    static let unusableFile = ExitCode(2)
}

/// Ends of a command that are not about a flow.
enum Failures {
    /// Says that a file cannot be read.
    static func unreadable(_ path: String, _ failure: LoadFailure) -> ExitCode {
        let reason =
            switch failure {
            case .notFound: "there is no such file"
            case .unreadable(let reason): reason
            }
        Console.error("flowc: cannot read '\(path)': \(reason)\n")
        return .unusableFile
    }

    /// Says that a file cannot be written.
    static func unwritable(_ failure: WriteFailure) -> ExitCode {
        Console.error("flowc: cannot write '\(failure.path)': \(failure.reason)\n")
        return .unusableFile
    }
}
