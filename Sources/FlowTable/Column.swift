/// An array of unsigned integers of 0, 1, 2 or 4 bytes each. If the width is 0, every element is 0.
package struct Column {
    /// The address of the first element.
    package var base: UnsafeRawPointer
    /// The width of an element in bytes.
    package var width: Int

    /// Creates an array whose elements of `width` bytes start at `base`.
    package init(base: UnsafeRawPointer, width: Int) {
        self.base = base
        self.width = width
    }

    /// The element at `index`, which must be in range.
    @inline(never)
    package subscript(index: Int) -> Int {
        switch width {
        case 1: Int(base.load(fromByteOffset: index, as: UInt8.self))
        case 2: Int(UInt16(littleEndian: base.loadUnaligned(fromByteOffset: index &* 2, as: UInt16.self)))
        case 0: 0
        default:
            // Clamping is harmless: a value that overflows a 32-bit `Int` exceeds every bound anyway.
            Int(clamping: UInt32(littleEndian: base.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)))
        }
    }
}
