import FlowTable

/// Collects the lines of a disassembly in byte order.
struct Dump {
    /// The maximum number of bytes in a line.
    static let bytesPerLine = 16

    let table: TransitionTable
    let view: TableView
    /// The lines so far.
    private(set) var lines: [DumpLine] = []
    /// The first byte without a line.
    private(set) var offset = 0

    /// Creates a dump without lines, which starts at the first byte of a table.
    init(_ table: TransitionTable) {
        self.table = table
        view = table.view.pointee
    }

    var bytes: UnsafeRawBufferPointer { table.rawBytes }

    /// A bounds-checked reader that starts at the first byte without a line.
    var reader: ByteReader { ByteReader(bytes, from: offset, to: bytes.count) }

    /// Returns the offset of a pointer into the table, in bytes from the start of the table.
    func offset(of pointer: UnsafeRawPointer) -> Int {
        bytes.baseAddress.map { pointer - $0 } ?? 0
    }

    /// Adds a heading: a line that describes the next lines and has no bytes.
    mutating func addHeading(_ text: String) {
        lines.append(DumpLine(range: offset..<offset, meaning: text))
    }

    /// Adds lines for the next `count` bytes, with at most ``bytesPerLine`` bytes in each line.
    ///
    /// Only the first line contains the meaning of the bytes.
    mutating func addBytes(_ count: Int, _ meaning: String) {
        var meaning = meaning
        let end = min(offset + count, bytes.count)
        while offset < end {
            let next = min(offset + Self.bytesPerLine, end)
            lines.append(DumpLine(range: offset..<next, meaning: meaning))
            offset = next
            meaning = ""
        }
    }

    /// Adds the bytes up to offset `end` as unused. If the dump is already there, it adds no line.
    mutating func addUnused(to end: Int) {
        if end > offset { addBytes(end - offset, "unused") }
    }

    /// Adds a heading, and a line for each element of a column. An empty column adds no line.
    ///
    /// `meaning` receives this dump, the index of an element and its value, and returns the element's description.
    mutating func addColumn(_ title: String, _ column: Column, count: Int, _ meaning: (Dump, Int, Int) -> String) {
        if column.width == 0 || count == 0 { return }
        addHeading(title + ", " + String(column.width) + " bytes each")
        for index in 0..<count {
            let text = meaning(self, index, column[index])
            addBytes(column.width, text)
        }
    }

    /// Adds a line for the next variable-length integer.
    ///
    /// - Parameter meaning: receives this dump and the number, and returns the number's description
    /// - Returns: the number. If it is not a valid integer, the dump adds no line and returns 0.
    @discardableResult
    mutating func addNumber(_ meaning: (Dump, Int) -> String) -> Int {
        var reader = reader
        guard let value = try? reader.readVarint(.badRecord) else { return 0 }
        let text = meaning(self, value)
        addBytes(reader.offset - offset, text)
        return value
    }
}

extension Dump {
    /// Adds the lines of the header and of the directory.
    mutating func addHeader() {
        addHeading("header")
        addBytes(4, "magic")
        addBytes(2, "format version " + String(nextFixed(2)))
        addBytes(2, nextFixed(2) & Int(TableFormat.flagNames) != 0 ? "flags: names" : "no flags")
        addBytes(4, "checksum 0x" + DumpText.hex(UInt64(nextFixed(4)), digits: 8))
        addBytes(4, "length of the table: " + String(nextFixed(4)))
        addHeading("directory")
        for field in DirectoryField.allCases {
            addNumber { String(describing: field) + " = " + String($1) }
        }
    }

    /// Adds the lines of the strings: first their lengths, and then their bytes.
    mutating func addStrings() {
        addHeading("lengths of the strings")
        for index in 0..<view.strings {
            addNumber { "string " + String(index) + " has " + String($1) }
        }
        addHeading("strings")
        for index in 0..<view.strings { addBytes(table.utf8(index).count, String(index) + " " + quotedString(index)) }
    }

    /// Returns the little-endian number in the next `width` bytes of the header. It adds no line.
    private func nextFixed(_ width: Int) -> Int {
        (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}

extension Dump {
    /// Returns the label of a state: its name and number, or only its number if the table has no names.
    func stateLabel(_ state: Int) -> String {
        table.stateName(state).map { $0 + " (" + String(state) + ")" } ?? "state " + String(state)
    }

    /// Returns the label of an event: its kind and name, or only its name if it is built in.
    func eventLabel(_ event: Int) -> String {
        if let builtin = BuiltinEvent(rawValue: event) { return String(describing: builtin) }
        return kindLabel(ofEvent: event) + " " + table.eventName(event)
    }

    /// Returns the word for the kind of an event that the table defines. The table lists deadlines among the commands.
    func kindLabel(ofEvent event: Int) -> String {
        if event < view.firstChallenge { return "command" }
        if event < view.firstError { return "challenge" }
        return event < view.firstFailure ? "error" : "failure"
    }

    /// Returns the label of the state or block that the value of a row's entry refers to.
    func targetLabel(_ value: Int) -> String {
        value < view.states ? stateLabel(value) : "block " + String(value - view.states)
    }

    func slotName(_ slot: Int) -> String { table.string(view.slotName[slot]) }

    func quotedString(_ index: Int) -> String { DumpText.quoted(table.string(index)) }

    /// Returns the label of the record at an offset. Offset 0 refers to no record.
    func recordLabel(_ offset: Int) -> String { offset == 0 ? "no record" : "record " + String(offset) }
}

/// A line of a disassembly: some bytes with their meaning, or a heading.
package struct DumpLine: Sendable, Equatable {
    /// The bytes, as offsets from the start of the table; empty for a heading.
    package let range: Range<Int>
    package let meaning: String
}

/// Formats numbers and strings of a disassembly.
enum DumpText {
    /// Returns a number in hexadecimal, padded with zeros to at least `digits` digits.
    static func hex(_ value: UInt64, digits: Int) -> String {
        let text = String(value, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.utf8.count)) + text
    }

    /// Returns a text in double quotes. Quotes, backslashes, line breaks and invisible characters are escaped.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\" + String(scalar)
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                let escape = "\\u{" + hex(UInt64(scalar.value), digits: 1) + "}"
                result += scalar.properties.isVisible ? String(scalar) : escape
            }
        }
        return result + "\""
    }
}

extension Unicode.Scalar.Properties {
    /// Whether the character can be printed as it is. Controls, direction marks and line separators cannot.
    fileprivate var isVisible: Bool {
        switch generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: false
        default: true
        }
    }
}
