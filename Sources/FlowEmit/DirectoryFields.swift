import FlowTable

/// The numbers of a table's directory.
struct DirectoryFields {
    private var values = [Int](repeating: 0, count: DirectoryField.allCases.count)

    /// The number of one field.
    subscript(field: DirectoryField) -> Int {
        get { values[field.rawValue] }
        set { values[field.rawValue] = newValue }
    }

    /// Returns the whole table: header, directory and `body`.
    func table(body: [UInt8]) throws(TableLimit) -> [UInt8] {
        var rest = ByteWriter()
        for value in values {
            guard value <= ByteWriter.greatestNumber else {
                throw TableLimit(.size, count: value, maximum: ByteWriter.greatestNumber)
            }
            try rest.varint(value)
        }
        rest.append(body)
        let size = TableFormat.headerSize + rest.bytes.count
        guard size <= ByteWriter.greatestNumber else {
            throw TableLimit(.size, count: size, maximum: ByteWriter.greatestNumber)
        }
        var table = ByteWriter()
        table.append(TableFormat.magic)
        table.fixed(Int(TableFormat.version), width: 2)
        table.fixed(self[.ownNames] > 0 ? Int(TableFormat.flagNames) : 0, width: 2)
        var summed = ByteWriter()
        summed.fixed(size, width: 4)
        summed.append(rest.bytes)
        table.fixed(Int(summed.bytes.withUnsafeBytes { Checksum.of($0, from: 0) }), width: 4)
        table.append(summed.bytes)
        return table.bytes
    }
}
