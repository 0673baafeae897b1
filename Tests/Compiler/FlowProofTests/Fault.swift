/// Something that a flow which passed the proofs must never do.
struct Fault: Error, CustomStringConvertible {
    /// The kinds of faults.
    enum Kind: String {
        /// An answer of the service or of a handler was refused.
        case hang
        /// Something was needed and absent.
        case miss
        /// A session was sent that was used up.
        case stale
        /// An end was reached that must not be.
        case forbidden
        /// An end was reached without a proof of identity although it hands out tokens.
        case unproven
        /// An event is not possible that must always be.
        case always
        /// Nothing that the host can say is taken, or nothing leads to an end.
        case stuck
        /// A secret was shown that nothing discloses.
        case secret
        /// A limit of tries was outlived.
        case limit
        /// The machine does something else than the model of the flow.
        case differs
    }

    let kind: Kind
    let detail: String

    init(_ kind: Kind, _ detail: String) {
        self.kind = kind
        self.detail = detail
    }

    var description: String { "\(kind.rawValue): \(detail)" }
}
