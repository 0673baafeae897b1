import FlowTable

/// The values of the fields in a table's directory.
struct DirectoryFields {
    private var values = [Int](repeating: 0, count: DirectoryField.allCases.count)

    /// The value of a field.
    subscript(field: DirectoryField) -> Int {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }

    /// Returns the whole table: header, directory and `body`.
    /// - Throws: ``TableLimit`` if a field or the whole table is too large for the format.
    func table(body: [UInt8]) throws(TableLimit) -> [UInt8] {
        var contents = ByteWriter()
        for value in values {
            try Self.checkSize(value)
            try contents.varint(value)
        }
        contents.append(body)
        let size = TableFormat.headerSize + contents.bytes.count
        try Self.checkSize(size)
        var checksummed = ByteWriter()
        checksummed.fixed(size, width: 4)
        checksummed.append(contents.bytes)
        var table = ByteWriter()
        table.append(TableFormat.magic)
        table.fixed(Int(TableFormat.version), width: 2)
        table.fixed(self[.ownNames] > 0 ? Int(TableFormat.flagNames) : 0, width: 2)
        table.fixed(Int(checksummed.bytes.withUnsafeBytes { Checksum.of($0, from: 0) }), width: 4)
        table.append(checksummed.bytes)
        return table.bytes
    }

    /// Checks that a count or a size fits into a variable-length integer.
    private static func checkSize(_ size: Int) throws(TableLimit) {
        if size > ByteWriter.greatestNumber {
            throw TableLimit(.size, count: size, maximum: ByteWriter.greatestNumber)
        }
    }
}
