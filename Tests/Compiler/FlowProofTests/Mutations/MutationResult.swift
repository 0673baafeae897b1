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
