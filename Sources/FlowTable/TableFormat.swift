/// The layout of a compiled flow: what the writer writes and the reader reads.
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
/// A directory of variable-length integers follows, one for each ``DirectoryField``, then the columns in the order of
/// ``TableView``'s members. A column's width follows from the count of what it points at: see ``width(forCount:)``.
package enum TableFormat {
    /// The bytes `FLOW`.
    package static let magic: [UInt8] = [0x46, 0x4C, 0x4F, 0x57]
    /// Size of the fixed header in bytes.
    package static let headerSize = 16
    /// The version that the writer writes.
    package static let version: UInt16 = 0
    /// The oldest version that the reader reads.
    package static let oldestReadableVersion: UInt16 = 0
    /// Header flag: the names section (names of states, for traces and diagrams) is there.
    package static let flagNames: UInt16 = 1
    /// Events 0 to this number are the built-in ones of ``BuiltinEvent``; a table's own events follow.
    package static let firstOwnEvent = BuiltinEvent.allCases.count
    /// Slots 0 and 1 hold type and message of the pending error.
    package static let errorTypeSlot = 0
    /// See ``errorTypeSlot``.
    package static let errorMessageSlot = 1
    /// A step's record begins with the kind of its time limit: 0 none, 1 seconds, 2 a slot; this much more if a list of deadlines follows.
    package static let deadlines = 3
    /// Counters are kept in sixteen bytes of the session.
    package static let maximumCounters = 16
    /// Names of members on the way to one value in a request or a reply: walking along it is recursive.
    package static let maximumPathLength = 32

    /// Bytes per element of a column that points at one of `count` things: 0 where there is nothing to point at.
    package static func width(forCount count: Int) -> Int {
        if count == 0 { return 0 }
        if count <= 0x100 { return 1 }
        return count <= 0x1_0000 ? 2 : 4
    }

    /// What a column can point at whose numbers are 0 for none, and else 1 + the index of one of `count` things.
    package static func targets(orNoneOf count: Int) -> Int { count == 0 ? 0 : count + 1 }

    /// Bytes of a set of replies: a bit for success, and one for each challenge that has an event.
    package static func barredSetBytes(challenges: Int) -> Int { challenges / 8 + 1 }
}
