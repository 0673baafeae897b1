import FlowModel

/// That a fact holds, or that it does not.
package struct Claim: Hashable, Comparable, Sendable {
    /// The fact, and in the lowest bit whether it holds.
    let code: Int32

    /// A fact holds, or it does not.
    package init(_ fact: FactID, _ holds: Bool) { code = fact << 1 | (holds ? 1 : 0) }

    /// The fact.
    package var fact: FactID { code >> 1 }
    /// Whether it holds.
    package var holds: Bool { code & 1 == 1 }

    /// By fact, the claim that it does not hold first.
    package static func < (left: Claim, right: Claim) -> Bool { left.code < right.code }
}
