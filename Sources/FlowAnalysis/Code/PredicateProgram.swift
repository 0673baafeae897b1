import FlowModel

/// A block as far as it matters to what is proven: operations one behind the other, which only lead forward.
struct PredicateProgram: Sendable {
    /// One operation.
    enum Operation: Sendable {
        case jump(StateID)
        case jumpLast(otherwise: StateID)
        case refuse
        /// It does not come to this: no host gives such an answer.
        case discard
        /// Goes on at a position if a guard does not hold.
        case test(Guard, otherwise: Int)
        case change(PredicateUpdate)
        case copy(PredicateCopy)
        case merge(PredicateMerge)
        /// Clears all slots but some: the facts that stay, one bit each.
        case restart(kept: [UInt64])
        /// Counters by their positions in the layout, with the number up to which they count.
        case count(Int, upTo: Int)
        case reset([Int])
        case forgetReply
        case keepError
        /// Facts without which a reply is invalid.
        case require([PredicateID])
        case mark(TransitionID)
    }

    /// The operations.
    var operations: [Operation] = []
    /// The facts that it can change, one bit each.
    var changed: [UInt64] = []
    /// The positions at which tests go on if their guard does not hold.
    var joins: [Int] = []
    /// How many facts and counters a test looks at on average: what it costs.
    var guardSize = 0
}

extension PredicateProgram {
    /// Whether it can lead to the step presented last.
    var usesLastStep: Bool { operations.contains { if case .jumpLast = $0 { true } else { false } } }

    /// Whether it counts, or asks how far was counted.
    var usesCounters: Bool {
        operations.contains { operation in
            switch operation {
            case .count, .reset, .restart: true
            case .test(let condition, _): condition.usesCounters
            default: false
            }
        }
    }

    /// Calls a function with every state that it names.
    func forEachTarget(_ body: (StateID) -> Void) {
        for operation in operations {
            switch operation {
            case .jump(let state), .jumpLast(let state): body(state)
            default: break
            }
        }
    }
}

/// A value takes the place of another one.
final class PredicateCopy: Sendable {
    /// A fact about the target, and where it comes from.
    struct Pair: Sendable {
        let to: PredicateID
        let from: Origin
        let other: Origin
    }

    /// The source of a fact about the target.
    enum Origin: Sendable {
        case unknown
        case predicate(PredicateID)
        case constant(Bool)

        /// The fact that it is taken from.
        var predicate: PredicateID? { if case .predicate(let predicate) = self { predicate } else { nil } }
    }

    /// The facts that come along.
    let pairs: [Pair]
    /// Whether the source is there, where another one stands in for it.
    let isPresent: PredicateID?
    /// Whether what is taken over is decided in any case, as other facts about the source are tested beside the target.
    let isDecided: Bool

    init(pairs: [Pair], isPresent: PredicateID?, isDecided: Bool = false) {
        self.pairs = pairs
        self.isPresent = isPresent
        self.isDecided = isDecided
    }
}

/// The entries of a map are added to another one.
struct PredicateMerge: Sendable {
    /// Facts that hold of the result if they hold of one of the two.
    let either: [(to: PredicateID, from: PredicateID)]
    /// Facts of which nothing is known afterwards.
    let lost: [PredicateID]
}
