/// One line of a disassembly: some bytes and what they mean, or a heading without bytes.
package struct DumpLine: Sendable, Equatable {
    /// The bytes, as offsets from the start of the table; empty for a heading.
    package let range: Range<Int>
    /// What they mean.
    package let meaning: String
}
