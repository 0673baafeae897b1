import FlowIR

/// A literal: a predicate or its negation.
package struct Literal: Hashable, Comparable, Sendable {
    /// The number of the predicate, shifted left by one, with the value in the lowest bit.
    let code: Int32

    package init(_ predicate: PredicateID, _ holds: Bool) { code = Int32(predicate.rawValue) << 1 | (holds ? 1 : 0) }

    package var predicate: PredicateID { PredicateID(Int(code >> 1)) }
    /// Whether the predicate is true.
    package var holds: Bool { code & 1 == 1 }

    /// Orders literals by predicate, with the negation first.
    package static func < (left: Literal, right: Literal) -> Bool { left.code < right.code }
}
