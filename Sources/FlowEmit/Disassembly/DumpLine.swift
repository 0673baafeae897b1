/// A line of a disassembly: some bytes with their meaning, or a heading.
package struct DumpLine: Sendable, Equatable {
    /// The bytes, as offsets from the start of the table; empty for a heading.
    package let range: Range<Int>
    package let meaning: String
}
