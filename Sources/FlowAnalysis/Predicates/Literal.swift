import FlowModel

/// That a fact holds, or that it does not.
package struct Literal: Hashable, Comparable, Sendable {
    /// The fact, and in the lowest bit whether it holds.
    let code: Int32

    /// A fact holds, or it does not.
    package init(_ predicate: PredicateID, _ holds: Bool) { code = predicate << 1 | (holds ? 1 : 0) }

    /// The fact.
    package var predicate: PredicateID { code >> 1 }
    /// Whether it holds.
    package var holds: Bool { code & 1 == 1 }

    /// By fact, the claim that it does not hold first.
    package static func < (left: Literal, right: Literal) -> Bool { left.code < right.code }
}
