import FlowTable

extension Dump {
    /// Adds header and directory.
    mutating func addHeader() {
        heading("header")
        add(4, "magic")
        add(2, "format version " + String(fixed(2)))
        add(2, fixed(2) & Int(TableFormat.flagNames) != 0 ? "flags: names" : "flags: none")
        add(4, "checksum 0x" + DumpText.hex(UInt64(fixed(4)), digits: 8))
        add(4, "length of the table: " + String(fixed(4)))
        heading("directory")
        for field in DirectoryField.allCases {
            _ = addNumber { String(describing: field) + " = " + String($0) }
        }
    }

    /// Adds the strings: first their lengths, then their bytes.
    mutating func addStrings() {
        heading("lengths of the strings")
        for index in 0..<view.strings {
            _ = addNumber { "string " + String(index) + " has " + String($0) }
        }
        heading("strings")
        for index in 0..<view.strings { add(table.utf8(index).count, String(index) + " " + string(index)) }
    }

    /// The number in the next `width` bytes.
    private func fixed(_ width: Int) -> Int {
        guard offset + width <= bytes.count else { return 0 }
        return (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}
