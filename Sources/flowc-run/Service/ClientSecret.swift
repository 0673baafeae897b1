import ArgumentParser
import FlowTool
import Foundation

/// Gets the secret of an app client from where others cannot see it.
enum ClientSecret {
    /// The variable of the environment.
    private static let variable = "FLOWC_CLIENT_SECRET"

    /// The secret of a file's first line, or that of the environment; nil if there is neither.
    /// - Throws: an exit code, after what is wrong was said on standard error.
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
