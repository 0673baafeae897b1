/// What came of a mutation.
enum MutationOutcome: Sendable, Equatable {
    /// The compiler rejects it, with this code first.
    case rejected(String)
    /// The compiler warns of it, with this code first; runs find no fault.
    case warned(String)
    /// Nothing is said, and the table has the same bytes.
    case sameTable
    /// Nothing is said, the table differs, and all recorded scenarios go as before.
    case sameScenarios
    /// Nothing is said, and a recorded scenario goes another way.
    case otherScenarios

    /// Whether the compiler says nothing.
    var isSilent: Bool {
        switch self {
        case .rejected, .warned: false
        case .sameTable, .sameScenarios, .otherScenarios: true
        }
    }

    /// In words, for lists.
    var words: String {
        switch self {
        case .rejected(let code): "error: \(code)"
        case .warned(let code): "warning: \(code)"
        case .sameTable: "the same table"
        case .sameScenarios: "no scenario differs"
        case .otherScenarios: "a scenario differs"
        }
    }
}

/// A mutation with what came of it.
struct MutationResult: Sendable {
    let flow: String
    let mutation: Mutation
    let outcome: MutationOutcome
    /// What went wrong in random runs, of a rejected flow too if it could be run.
    let faults: String

    /// Whether something went wrong although the compiler found no error.
    var isHarmful: Bool { !faults.isEmpty && !isRejected }

    /// Whether runs show what the compiler rejects.
    var isSeen: Bool { !faults.isEmpty && isRejected }

    /// Whether it is rejected and runs show nothing.
    var isUnseen: Bool { faults.isEmpty && isRejected && mutation.action == .removed }

    private var isRejected: Bool { if case .rejected = outcome { true } else { false } }

    /// The line of the list of silent mutations.
    var line: String { "\(flow) | \(mutation) | \(outcome.words)" }
}
