package import FlowAnnotations
package import FlowModel

/// The places that must have been passed, one bit for each assertion: whoever answered a challenge, or entered a node, has its
/// bits.
package struct PassingBits: Sendable {
    /// The bit for a proof of identity.
    package static let proof: UInt64 = 1 << 63
    /// The most assertions that are followed at once.
    package static let most = 63

    /// By requesting state: the bits that a reply gives that is no error.
    private(set) var onReply: [StateID: UInt64] = [:]
    /// By state: the bits that entering it gives.
    private(set) var onEntry: [StateID: UInt64] = [:]

    /// The bits of some lists of states, in their order, and that of proofs.
    package init(_ flow: CheckedFlow, _ annotations: FlowAnnotations, _ passings: [[StateID]]) {
        for (bit, states) in passings.enumerated() {
            for state in states {
                if flow.states[state].isCall {
                    onReply[state, default: 0] |= 1 << UInt64(bit)
                } else {
                    onEntry[state, default: 0] |= 1 << UInt64(bit)
                }
            }
        }
        for (state, request) in annotations.requests where request.provesIdentity {
            onReply[state, default: 0] |= Self.proof
        }
    }
}
