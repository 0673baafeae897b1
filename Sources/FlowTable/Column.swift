/// An array of unsigned integers of 0, 1, 2 or 4 bytes each inside a table; of width 0 all elements are 0.
package struct Column {
    /// Where the first element lies.
    package var base: UnsafeRawPointer
    /// Bytes per element.
    package var width: Int

    /// An array of elements of `width` bytes that starts at `base`.
    package init(base: UnsafeRawPointer, width: Int) {
        self.base = base
        self.width = width
    }

    /// The element at `index`, which must be in the column.
    @inline(never)
    package subscript(index: Int) -> Int {
        switch width {
        case 1: Int(base.load(fromByteOffset: index, as: UInt8.self))
        case 2: Int(UInt16(littleEndian: base.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)))
        case 0: 0
        default:
            // What a 32-bit machine cannot count is too large for any bound.
            Int(clamping: UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)))
        }
    }
}
