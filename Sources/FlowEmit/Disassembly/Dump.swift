import FlowTable

/// Collects the lines of a disassembly, part by part in the order of the bytes.
struct Dump {
    let table: TransitionTable
    let view: TableView
    /// What was collected.
    private(set) var lines: [DumpLine] = []
    /// The first byte that has no line yet.
    private(set) var offset = 0

    init(_ table: TransitionTable) {
        self.table = table
        view = table.view.pointee
    }

    /// All bytes of the table.
    var bytes: UnsafeRawBufferPointer { table.rawBytes }

    /// A reader that checks its bounds, though a verified table needs none.
    var reader: ByteReader { ByteReader(bytes, from: offset, to: bytes.count) }

    /// Where a pointer into the table points.
    func offset(of pointer: UnsafeRawPointer) -> Int {
        bytes.baseAddress.map { pointer - $0 } ?? 0
    }

    /// Adds a heading.
    mutating func heading(_ text: String) {
        lines.append(DumpLine(range: offset..<offset, meaning: text))
    }

    /// Adds lines for the next `count` bytes: the first tells what they mean, each has sixteen of them at most.
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

    /// Adds what lies between the last line and `end`, if there is something: nothing points there.
    mutating func addUnused(to end: Int) {
        if end > offset { add(end - offset, "unused") }
    }

    /// Adds a column, one line for each element.
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
