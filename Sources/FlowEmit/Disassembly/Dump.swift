import FlowTable

/// Collects the lines of a disassembly in byte order.
struct Dump {
    let table: TransitionTable
    let view: TableView
    /// The lines so far.
    private(set) var lines: [DumpLine] = []
    /// The first byte without a line.
    private(set) var offset = 0

    init(_ table: TransitionTable) {
        self.table = table
        view = table.view.pointee
    }

    /// The bytes of the table.
    var bytes: UnsafeRawBufferPointer { table.rawBytes }

    /// A bounds-checked reader, although a verified table does not need it.
    var reader: ByteReader { ByteReader(bytes, from: offset, to: bytes.count) }

    /// The offset of a pointer into the table.
    func offset(of pointer: UnsafeRawPointer) -> Int {
        bytes.baseAddress.map { pointer - $0 } ?? 0
    }

    mutating func heading(_ text: String) {
        lines.append(DumpLine(range: offset..<offset, meaning: text))
    }

    /// Adds lines for the next `count` bytes, at most sixteen each.
    ///
    /// The first line contains the meaning.
    mutating func add(_ count: Int, _ meaning: String) {
        var meaning = meaning
        let end = min(offset + count, bytes.count)
        while offset < end {
            let next = min(offset + 16, end)
            lines.append(DumpLine(range: offset..<next, meaning: meaning))
            offset = next
            meaning = ""
        }
    }

    /// Adds any unreferenced bytes between the last line and `end`.
    mutating func addUnused(to end: Int) {
        if end > offset { add(end - offset, "unused") }
    }

    /// Adds a column, one line per element.
    mutating func addColumn(_ title: String, _ column: Column, count: Int, _ meaning: (Int, Int) -> String) {
        if column.width == 0 || count == 0 { return }
        heading(title + ", " + String(column.width) + " bytes each")
        for index in 0..<count { add(column.width, meaning(index, column[index])) }
    }

    /// Reads the next variable-length integer and adds its line.
    mutating func addNumber(_ meaning: (Int) -> String) -> Int {
        var reader = reader
        guard let value = try? reader.varint(.badRecord) else { return 0 }
        add(reader.offset - offset, meaning(value))
        return value
    }
}

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

extension Dump {
    /// A state's name, or its number if names were stripped.
    func state(_ state: Int) -> String {
        table.stateName(state).map { $0 + " (" + String(state) + ")" } ?? "state " + String(state)
    }

    /// The name of an event.
    func event(_ event: Int) -> String {
        if let builtin = BuiltinEvent(rawValue: event) { return String(describing: builtin) }
        return kind(ofEvent: event) + " " + table.eventName(event)
    }

    /// The kind of an own event.
    func kind(ofEvent event: Int) -> String {
        if event < view.firstChallenge { return "command" }
        if event < view.firstError { return "challenge" }
        return event < view.firstFailure ? "error" : "failure"
    }

    /// The target of a row's entry.
    func target(_ value: Int) -> String {
        value < view.states ? state(value) : "block " + String(value - view.states)
    }

    /// The name of a parameter.
    func slot(_ slot: Int) -> String { table.string(view.slotName[slot]) }

    /// A quoted string.
    func string(_ index: Int) -> String { DumpText.quoted(table.string(index)) }

    /// A record's offset, or a note that there is none.
    func record(_ offset: Int) -> String { offset == 0 ? "no record" : "record " + String(offset) }
}
