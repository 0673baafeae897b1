import FlowModel

/// An instruction as far as it matters to what is proven: what it does to facts and where it leads.
indirect enum ProofStep: Sendable {
    case jump(StateID)
    case jumpLast(StateID)
    case refuse
    case when(Guard, [ProofStep])
    /// Claims that hold from now on.
    case assign([Claim])
    /// Facts of which nothing is known from now on.
    case forget([FactID])
    case copy(CopyPlan)
    case merge(MergePlan)
    /// Clears all slots but these.
    case restart(kept: Set<SlotID>)
    case count(CounterID)
    case reset([CounterID])
    case forgetReply
    case keepError
    /// Facts without which a reply is invalid.
    case require([FactID])
    case mark(TransitionID)
}

/// A value takes the place of another one.
struct CopyPlan: Sendable {
    /// A fact about the target, and where it comes from.
    struct Pair: Sendable {
        let to: FactID
        let from: FactID?
        let other: FactID?
    }

    /// The facts that come along.
    let pairs: [Pair]
    /// Whether the source is there, where another one stands in for it.
    let isPresent: FactID?
}

/// The entries of a map are added to another one.
struct MergePlan: Sendable {
    /// Facts that hold of the result if they hold of one of the two.
    let either: [(to: FactID, from: FactID)]
    /// Facts of which nothing is known afterwards.
    let lost: [FactID]
}
