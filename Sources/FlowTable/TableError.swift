/// Reports the first fault of a table that is not valid.
public struct TableError: Error, Sendable, Equatable {
    /// The kinds of faults.
    public enum Code: String, Sendable, CaseIterable {
        /// The bytes do not start with the magic number.
        case notATable = "not-a-table"
        /// This reader does not support the table's format version. Use a newer reader or recompile the flow.
        case unsupportedVersion = "unsupported-table-version"
        /// The table is shorter or longer than its header says.
        case wrongLength = "wrong-table-length"
        /// The checksum does not match, so the bytes were changed.
        case wrongChecksum = "wrong-table-checksum"
        /// A count or size in the directory is not possible.
        case badDirectory = "bad-table-directory"
        /// A text is not UTF-8.
        case badText = "bad-table-text"
        /// A number refers to an element that does not exist.
        case badReference = "bad-table-reference"
        /// An instruction is unknown, truncated, or jumps out of its block.
        case badCode = "bad-table-code"
        /// A record is truncated or of an unknown kind.
        case badRecord = "bad-table-record"
        /// States that do not wait form a cycle.
        case endlessLoop = "endless-table-loop"
    }

    /// The kind of fault.
    public let code: Code
    /// The position of the fault, in bytes from the start of the table.
    public let byteOffset: Int

    /// Creates the error for a fault at an offset from the start of the table, in bytes.
    package init(_ code: Code, at byteOffset: Int) {
        self.code = code
        self.byteOffset = byteOffset
    }
}
