import ArgumentParser
import FlowTool
import Foundation

/// Loads an app client's secret from a private place.
enum ClientSecret {
    /// The name of the environment variable.
    private static let variable = "FLOWC_CLIENT_SECRET"

    /// The secret in a file's first line, or in the environment, or nil.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func load(file: String?) throws(ExitCode) -> String? {
        guard let file else { return ProcessInfo.processInfo.environment[variable].flatMap { $0.isEmpty ? nil : $0 } }
        switch Files.read(file) {
        case .success(let bytes):
            let line = String(
                decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            guard !line.isEmpty else {
                Console.error("flowc: '\(file)' has no secret in its first line\n")
                throw .findings
            }
            return line
        case .failure(let failure): throw Failures.unreadable(file, failure)
        }
    }
}
