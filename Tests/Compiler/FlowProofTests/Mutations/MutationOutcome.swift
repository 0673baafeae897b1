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
