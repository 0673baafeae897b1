/// Why bytes are not a table that can be run: a stable code and the place.
public struct TableError: Error, Sendable, Equatable {
    /// What is wrong.
    public enum Code: String, Sendable, CaseIterable {
        /// The bytes do not start with the magic of a table.
        case notATable = "not-a-table"
        /// The table is of a format that this reader does not read; a newer reader is needed, or the flow compiled again.
        case unsupportedVersion = "unsupported-table-version"
        /// The bytes end before the table does, or go on after it.
        case wrongLength = "wrong-table-length"
        /// The checksum does not hold: the bytes were changed.
        case wrongChecksum = "wrong-table-checksum"
        /// A count or size in the directory is impossible.
        case badDirectory = "bad-table-directory"
        /// A text is not UTF-8.
        case badText = "bad-table-text"
        /// A number points at nothing.
        case badReference = "bad-table-reference"
        /// An instruction is unknown, cut off, or leads out of its code.
        case badCode = "bad-table-code"
        /// A record is cut off or holds an unknown kind.
        case badRecord = "bad-table-record"
        /// States that wait for nothing lead to each other in a cycle.
        case endlessLoop = "endless-table-loop"
    }

    /// What is wrong.
    public let code: Code
    /// Where, as an offset from the start of the table, in bytes.
    public let byteOffset: Int

    package init(_ code: Code, at byteOffset: Int) {
        self.code = code
        self.byteOffset = byteOffset
    }
}
