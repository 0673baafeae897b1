import ArgumentParser
import FlowTool
import Foundation

/// Loads the secret of an app client from a file or the environment.
enum ClientSecret {
    /// The environment variable that can contain the secret.
    private static let environmentVariable = "FLOWC_CLIENT_SECRET"

    /// Returns the secret in the first line of a file or, if the path is nil, in the variable `FLOWC_CLIENT_SECRET`.
    /// - Parameter file: the path of the file; nil to use the environment variable.
    /// - Returns: nil if the path is nil and the variable is unset or empty.
    /// - Throws: an exit code, after the reason is written to standard error.
    static func load(file: String?) throws(ExitCode) -> String? {
        guard let file else {
            return ProcessInfo.processInfo.environment[environmentVariable].flatMap { $0.isEmpty ? nil : $0 }
        }
        switch Files.read(file) {
        case .success(let bytes):
            let line = String(
                decoding: bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }, as: UTF8.self)
            guard !line.isEmpty else {
                Console.error("flowc: the first line of '\(file)' is empty; write the app client's secret there\n")
                throw .findings
            }
            return line
        case .failure(let failure): throw Failures.reportUnreadable(file, failure)
        }
    }
}
