/// The binary format of a compiled flow.
///
/// A table is little-endian and position-independent. It starts with a fixed header of ``headerSize`` bytes:
///
/// | offset | size | content |
/// | ---: | ---: | --- |
/// | 0 | 4 | magic `FLOW` |
/// | 4 | 2 | format version |
/// | 6 | 2 | flags, see ``flagNames`` |
/// | 8 | 4 | checksum: FNV-1a, 32 bits, of all bytes from offset 12 on |
/// | 12 | 4 | length of the whole table in bytes |
///
/// A directory follows, with a variable-length integer for each ``DirectoryField``. After it come the lengths of all
/// strings, and then the sections, in the order of the columns and addresses of ``TableView``. The width of a column
/// depends on the number of elements that it refers to (``width(forCount:)``).
package enum TableFormat {
    /// The bytes `FLOW`.
    package static let magic: [UInt8] = [0x46, 0x4C, 0x4F, 0x57]
    /// Size of the fixed header in bytes.
    package static let headerSize = 16
    static let versionOffset = 4
    static let flagsOffset = 6
    static let checksumOffset = 8
    /// The offset of the table's length, which is the first byte that the checksum covers.
    static let lengthOffset = 12
    /// The version that the writer writes.
    package static let version: UInt16 = 0
    /// The oldest version that the reader reads.
    static let oldestReadableVersion: UInt16 = 0
    /// Header flag: the table contains the names of states, for traces and diagrams.
    package static let flagNames: UInt16 = 1
    /// The number of the first event that the table defines. The ``BuiltinEvent``s come before it.
    package static let firstOwnEvent = BuiltinEvent.allCases.count
    /// The slot that holds the type of the pending error.
    package static let errorTypeSlot = 0
    /// The slot that holds the message of the pending error.
    package static let errorMessageSlot = 1
    /// The kind of a time limit that is a number of seconds. Kind 0 means that the step has no limit of its own.
    package static let limitInSeconds = 1
    /// The kind of a time limit whose number of seconds is in a slot.
    package static let limitInSlot = 2
    /// The number that is added to the kind of a time limit if a list of deadlines follows.
    package static let deadlines = 3
    /// The maximum number of counters; a session stores each in one byte.
    package static let maximumCounters = 16
    /// The maximum length of a path in a request or reply, which bounds the recursion along a path.
    package static let maximumPathLength = 32

    /// Returns the width in bytes of a column whose entries each refer to one of `count` elements.
    ///
    /// If there are no elements, the width is 0.
    package static func width(forCount count: Int) -> Int {
        if count == 0 { return 0 }
        if count <= 0x100 { return 1 }
        return count <= 0x1_0000 ? 2 : 4
    }

    /// Returns the number of different values that an optional reference to one of `count` elements can have.
    ///
    /// Such a reference is 1 + the index of the element, or 0 if it refers to no element. If there are no elements, the
    /// column of references is omitted, and the result is 0.
    package static func targets(orNoneOf count: Int) -> Int { count == 0 ? 0 : count + 1 }

    /// Returns the size in bytes of a set of replies, which has a bit for success and a bit for each challenge.
    package static func barredSetBytes(challenges: Int) -> Int { challenges / 8 + 1 }
}

/// The counts and sizes in a table's directory, in order.
package enum DirectoryField: Int, CaseIterable {
    case presents, calls, handlers, choices, ends
    case hostEvents, challenges, errors, failures
    case slots, counters
    case strings, stringBytes
    case combEntries, entryWidth, fallbackRows, blocks, codeBytes, recordBytes
    case startRecord, initialState, name, version
    case errorClasses, classes, patterns, patternBytes, barredSets
    /// 1 + the number of own state names, or 0 if the table has no names. An own name equals no other string.
    ///
    /// This field ends the directory, and the names end the table. All other bytes after the header are the same with
    /// and without names.
    case ownNames
}

/// An array of unsigned integers of 0, 1, 2 or 4 bytes each. If the width is 0, every element is 0.
package struct Column {
    package var base: UnsafeRawPointer
    package var width: Int

    /// Creates an array whose elements of `width` bytes start at `base`.
    package init(base: UnsafeRawPointer, width: Int) {
        self.base = base
        self.width = width
    }

    /// The element at `index`, which must be in range.
    @inline(never)  // Copies in its many callers would enlarge the interpreter.
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

/// The checksum of a table: FNV-1a, 32 bits. Changing a single byte always changes it.
package enum Checksum {
    /// Returns the checksum of `bytes` from offset `start` to the end.
    package static func of(_ bytes: UnsafeRawBufferPointer, from start: Int) -> UInt32 {
        let (offsetBasis, prime): (UInt32, UInt32) = (0x811C_9DC5, 0x0100_0193)
        var hash = offsetBasis
        var index = start
        while index < bytes.count {
            hash = (hash ^ UInt32(bytes[index])) &* prime
            index &+= 1
        }
        return hash
    }
}
