package import FlowModel

/// Where the pending sign-ins of one version of a flow stand in another one.
///
/// States and counters have the numbers of the two tables.
package struct MigrationPlan: Sendable {
    /// A state in which pending sign-ins go on.
    package struct Move: Sendable {
        /// Its name in the old version.
        package let name: String
        /// Whether it presents a step; otherwise it sends a request.
        package let isPresent: Bool
        /// Its numbers in the old and in the new table.
        package let states: (old: StateID, new: StateID)
        /// The values that go along: all that the new version may still need.
        package let slots: [(old: SlotID, new: SlotID)]
    }

    /// A state in which pending sign-ins cannot go on.
    package struct Refusal: Sendable {
        /// Its name in the old version.
        package let name: String
        /// Whether it presents a step; otherwise it sends a request.
        package let isPresent: Bool
        /// Why.
        package let obstacle: MigrationObstacle
    }

    /// The states in which they go on, in the order of the old version.
    package internal(set) var moves: [Move] = []
    /// The states in which they cannot.
    package internal(set) var refusals: [Refusal] = []
    /// Counters of both versions; those that the new one alone has start at zero.
    package internal(set) var counters: [(old: CounterID, new: CounterID)] = []
    /// How many slots the new table has.
    package let slotCount: Int
}

/// Why a pending sign-in cannot go on in another version of its flow.
package enum MigrationObstacle: Sendable, Equatable {
    /// The new version has no such state.
    case stateGone
    /// The step asks otherwise for a value.
    case askChanged(String)
    /// The state sends another request.
    case requestChanged
    /// The new version needs a value that the old one has not, or does not need any more and may have cleared.
    case valueMissing(String)
    /// The new version takes it for granted that a value is there, the old one does not.
    case valueUncertain(String)
    /// The new version takes some values of a parameter for impossible that the old one can have.
    case valuesChanged(String)

    /// The stable code.
    package var code: String {
        switch self {
        case .stateGone: "state-gone"
        case .askChanged: "ask-changed"
        case .requestChanged: "request-changed"
        case .valueMissing: "value-missing"
        case .valueUncertain: "value-uncertain"
        case .valuesChanged: "values-changed"
        }
    }

    /// The name of the ask or of the parameter; nil if it is about the state as a whole.
    package var name: String? {
        switch self {
        case .stateGone, .requestChanged: nil
        case .askChanged(let name), .valueMissing(let name), .valueUncertain(let name), .valuesChanged(let name): name
        }
    }
}
