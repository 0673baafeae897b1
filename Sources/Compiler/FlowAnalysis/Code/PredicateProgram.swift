import FlowIR

/// A predicate program: a block, translated to tests and updates of predicates. All tests continue at later operations.
struct PredicateProgram: Sendable {
    /// An operation of a program.
    enum Operation: Sendable {
        case jump(StateID)
        /// Leaves the program for the step presented last, or for a state if there is none.
        case jumpLast(otherwise: StateID)
        /// Rejects the event.
        case refuse
        /// Ends a path that no run can take.
        case discard
        /// Continues with the next operation if a guard is true, and at the operation `otherwise` if it is false.
        case test(Guard, otherwise: Int)
        case change(PredicateUpdate)
        /// Assigns one slot to another.
        case copy(PredicateCopy)
        /// Adds the entries of one map to another.
        case merge(PredicateMerge)
        /// Clears all slots, except those whose predicates are in the mask.
        case restart(kept: [UInt64])
        /// Increments the counter at a position of the layout, up to a maximum.
        case count(Int, upTo: Int)
        /// Sets the counters at some positions to zero.
        case reset([Int])
        /// Restores the data from before the event.
        case forgetReply
        /// Restores the pending error from before the event.
        case keepError
        /// Makes the reply invalid, unless all predicates are true.
        case require([PredicateID])
        /// Records that a transition is taken.
        case mark(TransitionID)
    }

    var operations: [Operation] = []
    /// A mask of the predicates that the program can change.
    var changed: [UInt64] = []
    /// The indices of the operations at which tests continue if they are false, in ascending order.
    var joins: [Int] = []
    /// The average number of leaves of a guard, which estimates the cost of a test.
    var guardSize = 0
}

extension PredicateProgram {
    /// Whether the program can jump to the step presented last.
    var usesLastStep: Bool { operations.contains { if case .jumpLast = $0 { true } else { false } } }

    /// Whether the program changes or tests a counter.
    var usesCounters: Bool {
        operations.contains { operation in
            switch operation {
            case .count, .reset: true
            case .test(let condition, _): condition.usesCounters
            default: false
            }
        }
    }

    var testedPredicates: Set<PredicateID> {
        var result: Set<PredicateID> = []
        for case .test(let condition, _) in operations {
            condition.forEachLeaf { if case .predicate(let predicate) = $0 { result.insert(predicate) } }
        }
        return result
    }

    /// Calls `body` with the target of every jump, including the fallback of a jump to the last step.
    func forEachTarget(_ body: (StateID) -> Void) {
        for operation in operations {
            switch operation {
            case .jump(let state), .jumpLast(let state): body(state)
            case .refuse, .discard, .test, .change, .copy, .merge, .restart, .count, .reset, .forgetReply, .keepError,
                .require, .mark:
                break
            }
        }
    }
}

/// The assignment of one slot to another.
final class PredicateCopy: Sendable {
    /// A predicate over the target, and where it gets its value.
    struct Pair: Sendable {
        let to: PredicateID
        /// The origin if the source is present.
        let from: Origin
        /// The origin if another slot replaces the source.
        let other: Origin
    }

    /// Where a predicate over the target gets its value.
    enum Origin: Sendable {
        case unknown
        /// The value of a predicate over the source, or over the slot that replaces it.
        case predicate(PredicateID)
        case constant(Bool)

        /// The predicate that has the value, or nil for other origins.
        var predicate: PredicateID? { if case .predicate(let predicate) = self { predicate } else { nil } }
    }

    let pairs: [Pair]
    /// The predicate that the source is present, or nil if no other slot replaces it.
    let sourcePresence: PredicateID?
    /// Whether the interpreter decides every source predicate, because later guards test both source and target.
    let isDecided: Bool

    init(pairs: [Pair], sourcePresence: PredicateID?, isDecided: Bool = false) {
        self.pairs = pairs
        self.sourcePresence = sourcePresence
        self.isDecided = isDecided
    }
}

/// The union of two maps.
struct PredicateMerge: Sendable {
    /// The predicates that are true of the union if they are true of either map.
    let either: [(to: PredicateID, from: PredicateID)]
    /// The predicates that become unknown.
    let lost: [PredicateID]
}
