import FlowTable

/// The values of the fields in a table's directory.
struct DirectoryFields {
    private var values = [Int](repeating: 0, count: DirectoryField.allCases.count)

    /// The value of a field.
    subscript(field: DirectoryField) -> Int {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }

    /// Returns the bytes of the whole table: the header, the directory with these values, and `body`.
    ///
    /// - Throws: ``TableLimit`` if a field or the whole table is too large for the format
    func table(body: [UInt8]) throws(TableLimit) -> [UInt8] {
        var contents = ByteWriter()
        for value in values {
            try Self.checkSize(value)
            try contents.appendVarint(value)
        }
        contents.append(body)
        let size = TableFormat.headerSize + contents.bytes.count
        try Self.checkSize(size)
        // The checksum covers all bytes from the table's length on.
        var checksummed = ByteWriter()
        checksummed.appendFixed(size, width: 4)
        checksummed.append(contents.bytes)
        var table = ByteWriter()
        table.append(TableFormat.magic)
        table.appendFixed(Int(TableFormat.version), width: 2)
        table.appendFixed(self[.ownNames] > 0 ? Int(TableFormat.flagNames) : 0, width: 2)
        table.appendFixed(Int(checksummed.bytes.withUnsafeBytes { Checksum.of($0, from: 0) }), width: 4)
        table.append(checksummed.bytes)
        return table.bytes
    }

    /// Throws ``TableLimit`` if a count or a size exceeds the largest variable-length integer.
    private static func checkSize(_ size: Int) throws(TableLimit) {
        if size > ByteWriter.greatestNumber {
            throw TableLimit(.size, count: size, maximum: ByteWriter.greatestNumber)
        }
    }
}
