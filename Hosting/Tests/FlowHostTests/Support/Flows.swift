import FlowCompiler
import FlowRuntime
import FlowSealing
import Foundation
import Synchronization

/// The flows of the repository, each compiled once.
enum Flows {
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().path + "/../../../.."
    private static let tables = Mutex<[String: [UInt8]]>([:])

    /// The table of a flow, by its path in the repository. `edit` changes its text, for another version of it.
    static func table(_ path: String, edit: (String) -> String = { $0 }) throws -> TransitionTable {
        try TransitionTable(verifying: bytes(path, edit)) { TableIdentity(of: $0).bytes }
    }

    static func bytes(_ path: String, _ edit: (String) -> String = { $0 }) throws -> [UInt8] {
        let full = URL(fileURLWithPath: root + "/" + path).standardized.path
        let text = edit(try String(contentsOfFile: full, encoding: .utf8))
        let key = full + text
        // Others that need the same flow wait.
        return try tables.withLock { tables in
            if let known = tables[key] { return known }
            let compiled = FlowFile.compile(full) { file in
                file == full ? Array(text.utf8) : (try? Data(contentsOf: URL(fileURLWithPath: file))).map { Array($0) }
            }
            guard let table = compiled.table else { throw Failure(report: compiled.report) }
            tables[key] = table
            return table
        }
    }

    struct Failure: Error { let report: String }
}
