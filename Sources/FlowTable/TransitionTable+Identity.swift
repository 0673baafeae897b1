extension TransitionTable {
    /// The bytes that define the flow. They are the same with and without state names, and valid while the table lives.
    ///
    /// They are the format version, the directory up to the number of names, and all columns before the names. The
    /// other bytes of the header depend only on these and on the names.
    package var bytesWithoutNames: [UnsafeRawBufferPointer] {
        let bytes = rawBytes
        guard let base = bytes.baseAddress else { return [] }
        var reader = ByteReader(bytes, from: TableFormat.headerSize, to: bytes.count)
        for _ in 0..<DirectoryField.ownNames.rawValue { _ = try? reader.readVarint(.badDirectory) }
        let directoryEnd = reader.offset
        _ = try? reader.readVarint(.badDirectory)
        let names = view.pointee.stateName.base - base
        let formatVersion = TableFormat.versionOffset..<TableFormat.flagsOffset
        let columns = reader.offset..<max(names, reader.offset)
        return [formatVersion, TableFormat.headerSize..<directoryEnd, columns].map {
            UnsafeRawBufferPointer(rebasing: bytes[$0])
        }
    }
}
