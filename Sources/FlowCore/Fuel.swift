/// The work that one event may still take, in bytes compared and moved.
///
/// A table that was made to keep a machine busy is refused with it. (The name is that of WebAssembly's engines.)
package struct Fuel: Sendable {
    /// What is left; negative once more was taken than there was.
    private var left: Int

    /// What every instruction takes beside its bytes, and so does every text that is looked at.
    package static let instruction = 8
    /// What a change of a slot moves, and an entry of a map.
    package static let change = 64
    /// The fuel of an event: some hundredths of a second of a machine, and far more than any flow needs that was not made to keep one busy.
    package static let event = 1 << 23

    /// The fuel of an event, or another amount.
    package init(_ amount: Int = Fuel.event) { left = amount }

    /// Whether more was taken than there was.
    @inline(__always)
    package var isSpent: Bool { left < 0 }

    /// Takes fuel for so many bytes. Whoever compares or moves many asks ``isSpent`` on the way.
    @inline(__always)
    package mutating func spend(_ bytes: Int) {
        left = bytes <= left ? left - bytes : -1
    }

    /// Takes fuel for so many bytes so many times.
    package mutating func spend(_ bytes: Int, times count: Int) {
        let (product, isTooLarge) = bytes.multipliedReportingOverflow(by: count)
        spend(isTooLarge ? .max : product)
    }

    /// Adds fuel.
    package mutating func fill(_ bytes: Int) { left += bytes }

    /// Takes fuel for a comparison of two texts, which differ at once where their lengths do.
    @inline(__always)
    package mutating func spend(comparing count: Int, with other: Int) {
        spend(count == other ? Self.instruction + count : Self.instruction)
    }
}
