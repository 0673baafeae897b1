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

    /// Creates a dump of a table without lines.
    init(_ table: TransitionTable) {
        self.table = table
        view = table.view.pointee
    }

    /// The bytes of the table.
    var bytes: UnsafeRawBufferPointer { table.rawBytes }

    /// A bounds-checked reader that starts at the first byte without a line.
    var reader: ByteReader { ByteReader(bytes, from: offset, to: bytes.count) }

    /// Returns the offset of a pointer into the table.
    func offset(of pointer: UnsafeRawPointer) -> Int {
        bytes.baseAddress.map { pointer - $0 } ?? 0
    }

    /// Adds a line without bytes.
    mutating func addHeading(_ text: String) {
        lines.append(DumpLine(range: offset..<offset, meaning: text))
    }

    /// Adds lines for the next `count` bytes, with up to ``bytesPerLine`` bytes each.
    ///
    /// Only the first line contains the meaning.
    mutating func add(_ count: Int, _ meaning: String) {
        var meaning = meaning
        let end = min(offset + count, bytes.count)
        while offset < end {
            let next = min(offset + Self.bytesPerLine, end)
            lines.append(DumpLine(range: offset..<next, meaning: meaning))
            offset = next
            meaning = ""
        }
    }

    /// Adds the bytes up to `end`, if any, as unused.
    mutating func addUnused(to end: Int) {
        if end > offset { add(end - offset, "unused") }
    }

    /// Adds a column, one line per element.
    ///
    /// `meaning` describes an element, given this dump, the element's index and its value.
    mutating func addColumn(_ title: String, _ column: Column, count: Int, _ meaning: (Dump, Int, Int) -> String) {
        if column.width == 0 || count == 0 { return }
        addHeading(title + ", " + String(column.width) + " bytes each")
        for index in 0..<count {
            let text = meaning(self, index, column[index])
            add(column.width, text)
        }
    }

    /// Adds a line for the next variable-length integer.
    /// - Parameter meaning: describes the number, given this dump and the number.
    /// - Returns: the number, or 0 without a line if the table ends before.
    @discardableResult
    mutating func addNumber(_ meaning: (Dump, Int) -> String) -> Int {
        var reader = reader
        guard let value = try? reader.varint(.badRecord) else { return 0 }
        let text = meaning(self, value)
        add(reader.offset - offset, text)
        return value
    }
}

extension Dump {
    /// Adds the header and the directory.
    mutating func addHeader() {
        addHeading("header")
        add(4, "magic")
        add(2, "format version " + String(nextFixed(2)))
        add(2, nextFixed(2) & Int(TableFormat.flagNames) != 0 ? "flags: names" : "no flags")
        add(4, "checksum 0x" + DumpText.hex(UInt64(nextFixed(4)), digits: 8))
        add(4, "length of the table: " + String(nextFixed(4)))
        addHeading("directory")
        for field in DirectoryField.allCases {
            addNumber { String(describing: field) + " = " + String($1) }
        }
    }

    /// Adds the strings: first their lengths, then their bytes.
    mutating func addStrings() {
        addHeading("lengths of the strings")
        for index in 0..<view.strings {
            addNumber { "string " + String(index) + " has " + String($1) }
        }
        addHeading("strings")
        for index in 0..<view.strings { add(table.utf8(index).count, String(index) + " " + string(index)) }
    }

    /// Returns the little-endian number in the next `width` bytes without adding a line; 0 if the table ends before.
    private func nextFixed(_ width: Int) -> Int {
        guard offset + width <= bytes.count else { return 0 }
        return (0..<width).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
}

extension Dump {
    /// Returns a state's name and number, or only its number if the table has no names.
    func state(_ state: Int) -> String {
        table.stateName(state).map { $0 + " (" + String(state) + ")" } ?? "state " + String(state)
    }

    /// Returns an event's kind and name.
    func event(_ event: Int) -> String {
        if let builtin = BuiltinEvent(rawValue: event) { return String(describing: builtin) }
        return kind(ofEvent: event) + " " + table.eventName(event)
    }

    /// Returns the kind of an event that the table defines.
    func kind(ofEvent event: Int) -> String {
        if event < view.firstChallenge { return "command" }
        if event < view.firstError { return "challenge" }
        return event < view.firstFailure ? "error" : "failure"
    }

    /// Returns the state or block that the value of a row's entry refers to.
    func target(_ value: Int) -> String {
        value < view.states ? state(value) : "block " + String(value - view.states)
    }

    /// Returns the name of a parameter.
    func slot(_ slot: Int) -> String { table.string(view.slotName[slot]) }

    /// Returns a string of the table, quoted.
    func string(_ index: Int) -> String { DumpText.quoted(table.string(index)) }

    /// Returns a description of a reference to a record. Offset 0 refers to no record.
    func record(_ offset: Int) -> String { offset == 0 ? "no record" : "record " + String(offset) }
}
