/// The work that an event may still do, in bytes compared and moved.
///
/// Fuel stops a table that was crafted to keep a machine busy. The term comes from WebAssembly engines.
package struct Fuel: Sendable {
    /// The remaining fuel. It is negative if more was spent than there was.
    private var left: Int

    /// The base cost of an instruction, and of each text that is read.
    package static let instruction = 8
    /// The cost of reading an element of an instruction's list.
    package static let operand = 2
    /// The cost of changing a slot, and of a map's entry.
    package static let change = 64
    /// The fuel of an event: a few hundredths of a second on current machines, far more than any real flow needs.
    package static let event = 1 << 23

    /// Creates fuel of this amount. By default, it suffices for an event of any real flow.
    package init(_ amount: Int = Fuel.event) { left = amount }

    /// Whether more was spent than there was.
    @inline(__always)
    package var isSpent: Bool { left < 0 }

    /// Spends fuel on `bytes` bytes. Loops must check ``isSpent`` and stop.
    @inline(__always)
    package mutating func spend(_ bytes: Int) {
        left = bytes <= left ? left - bytes : -1
    }

    /// Spends fuel on `bytes` bytes, `count` times. A product that overflows spends all fuel.
    package mutating func spend(_ bytes: Int, times count: Int) {
        let (product, isTooLarge) = bytes.multipliedReportingOverflow(by: count)
        spend(isTooLarge ? .max : product)
    }

    /// Adds fuel for comparing and moving `bytes` bytes.
    package mutating func add(_ bytes: Int) { left += bytes }

    /// Spends fuel on comparing a text of `count` bytes with a text of `other` bytes.
    ///
    /// If the lengths differ, no bytes are compared, so only the base cost is spent.
    @inline(__always)
    package mutating func spend(comparing count: Int, with other: Int) {
        spend(count == other ? Self.instruction + count : Self.instruction)
    }
}
