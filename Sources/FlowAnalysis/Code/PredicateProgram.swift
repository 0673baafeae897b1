import FlowModel

/// A predicate program: the abstraction of a block to its predicates. All jumps lead forward.
struct PredicateProgram: Sendable {
    /// One operation.
    enum Operation: Sendable {
        case jump(StateID)
        case jumpLast(otherwise: StateID)
        case refuse
        /// Infeasible: no host gives such an answer.
        case discard
        /// Continues at a position if a guard is false.
        case test(Guard, otherwise: Int)
        case change(PredicateUpdate)
        case copy(PredicateCopy)
        case merge(PredicateMerge)
        /// Clears all slots but some: the mask of the predicates that stay.
        case restart(kept: [UInt64])
        /// Counters by their positions in the layout, with the number up to which they count.
        case count(Int, upTo: Int)
        case reset([Int])
        case forgetReply
        case keepError
        /// Predicates without which a reply is invalid.
        case require([PredicateID])
        case mark(TransitionID)
    }

    /// The operations.
    var operations: [Operation] = []
    /// The predicates that it can change, one bit each.
    var changed: [UInt64] = []
    /// The targets of tests.
    var joins: [Int] = []
    /// The average number of leaves of a test, which estimates its cost.
    var guardSize = 0
}

extension PredicateProgram {
    /// Whether it can jump to the step presented last.
    var usesLastStep: Bool { operations.contains { if case .jumpLast = $0 { true } else { false } } }

    /// Whether it counts or tests a counter.
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

/// The assignment of one slot to another.
final class PredicateCopy: Sendable {
    /// A predicate over the target, and its source.
    struct Pair: Sendable {
        let to: PredicateID
        let from: Origin
        let other: Origin
    }

    /// The source of a predicate over the target.
    enum Origin: Sendable {
        case unknown
        case predicate(PredicateID)
        case constant(Bool)

        /// The source predicate.
        var predicate: PredicateID? { if case .predicate(let predicate) = self { predicate } else { nil } }
    }

    /// The copied predicates.
    let pairs: [Pair]
    /// Whether the source is present, if another one replaces it otherwise.
    let isPresent: PredicateID?
    /// Whether the sources are always decided, since guards test other predicates over them beside the target.
    let isDecided: Bool

    init(pairs: [Pair], isPresent: PredicateID?, isDecided: Bool = false) {
        self.pairs = pairs
        self.isPresent = isPresent
        self.isDecided = isDecided
    }
}

/// The union of two maps.
struct PredicateMerge: Sendable {
    /// Predicates that are true of the union if they are true of either map.
    let either: [(to: PredicateID, from: PredicateID)]
    /// Predicates that become unknown.
    let lost: [PredicateID]
}
