/// The first pass over a table: checks its header and directory, and locates every section.
struct TableLayout {
    var view: TableView
    /// The start of each string, and the end of the last. The caller of the initializer owns the memory.
    let stringOffsets: UnsafeMutablePointer<UInt32>
    /// The offset of the code.
    let codeStart: Int
    /// The offset of the records.
    let recordStart: Int
    /// The start of every section in order, and the end of the last.
    let parts: [Int]

    /// Checks the header and the directory of a table, and locates its sections.
    /// - Throws: ``TableError`` for the first fault.
    init(_ bytes: UnsafeRawBufferPointer) throws(TableError) {
        try Self.checkHeader(bytes)
        var reader = ByteReader(bytes, from: TableFormat.headerSize, to: bytes.count)
        var fields = [Int](repeating: 0, count: DirectoryField.allCases.count)
        for index in fields.indices {
            // A table never counts more than two elements per byte. This bound keeps every later sum in range.
            fields[index] = try reader.readVarint(below: 2 * bytes.count, .badDirectory)
        }
        let flags = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: TableFormat.flagsOffset, as: UInt16.self))
        try Self.checkDirectory(fields, flags: flags, at: reader.offset)
        var layout = SectionLayout(bytes: bytes, offset: reader.offset, fields: fields)
        let offsets = try layout.placeStrings()
        do throws(TableError) {
            view = try layout.placeColumns(stringOffsets: offsets)
        } catch {
            offsets.deallocate()
            throw error
        }
        stringOffsets = offsets
        codeStart = layout.codeStart
        recordStart = layout.recordStart
        parts = layout.parts
    }

    /// Checks the magic number, the version, the length, the checksum and the flags.
    private static func checkHeader(_ bytes: UnsafeRawBufferPointer) throws(TableError) {
        let magic = TableFormat.magic
        guard bytes.count >= magic.count, bytes[0] == magic[0], bytes[1] == magic[1], bytes[2] == magic[2],
            bytes[3] == magic[3]
        else { throw TableError(.notATable, at: 0) }
        guard bytes.count >= TableFormat.headerSize else { throw TableError(.wrongLength, at: bytes.count) }
        let versionOffset = TableFormat.versionOffset
        let version = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: versionOffset, as: UInt16.self))
        guard version >= TableFormat.oldestReadableVersion, version <= TableFormat.version else {
            throw TableError(.unsupportedVersion, at: versionOffset)
        }
        let lengthOffset = TableFormat.lengthOffset
        let length = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: lengthOffset, as: UInt32.self))
        guard length == UInt32(exactly: bytes.count) else { throw TableError(.wrongLength, at: lengthOffset) }
        let checksumOffset = TableFormat.checksumOffset
        let checksum = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: checksumOffset, as: UInt32.self))
        guard checksum == Checksum.of(bytes, from: lengthOffset) else {
            throw TableError(.wrongChecksum, at: checksumOffset)
        }
        let flagsOffset = TableFormat.flagsOffset
        let flags = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: flagsOffset, as: UInt16.self))
        guard flags & ~TableFormat.flagNames == 0 else { throw TableError(.badDirectory, at: flagsOffset) }
    }

    /// Checks that the fields of the directory are consistent. The directory ends at `offset`.
    ///
    /// Every table has the two slots of the pending error, so fewer than two slots are not possible.
    private static func checkDirectory(_ fields: [Int], flags: UInt16, at offset: Int) throws(TableError) {
        /// Returns the value of a field of the directory.
        func field(_ name: DirectoryField) -> Int { fields[name.rawValue] }
        let states = field(.presents) + field(.calls) + field(.handlers) + field(.choices) + field(.ends)
        let isConsistent =
            states > 0 && field(.initialState) < states && field(.strings) > 0
            && field(.name) < field(.strings) && field(.version) < field(.strings)
            && field(.counters) <= TableFormat.maximumCounters && field(.slots) >= 2
            && (field(.entryWidth) == 1 || field(.entryWidth) == 2 || field(.entryWidth) == 4)
            && (field(.startRecord) == 0 || field(.startRecord) < field(.recordBytes))
            && (field(.ownNames) > 0) == (flags & TableFormat.flagNames != 0)
            && (field(.errorClasses) == 0 || field(.errorClasses) == field(.errors))
        if !isConsistent { throw TableError(.badDirectory, at: offset) }
    }
}
