import FlowCore
import FlowIR
import TestSupport

/// What is known of a value before it is chosen.
indirect enum Symbol {
    /// The value itself.
    case known(FlowValue?)
    /// What the host, the service or a handler gives: a variable.
    case variable(Int)
    /// The word of an ask that a variable stands for.
    case meaning(Int, Ask)
    /// The entries of two maps.
    case merged(Symbol, Symbol)
    /// The first of two that is there.
    case either(Symbol, Symbol)

    /// The value, once variables have values.
    func value(_ assignment: [FlowValue?]) -> FlowValue? {
        switch self {
        case .known(let value): value
        case .variable(let index): assignment[index]
        case .meaning(let index, let ask): Self.meaning(assignment[index], ask)
        case .merged(let first, let second): .merged(first.value(assignment), second.value(assignment))
        case .either(let first, let second): first.value(assignment) ?? second.value(assignment)
        }
    }

    /// The variables in it.
    var variables: [Int] {
        switch self {
        case .known: []
        case .variable(let index), .meaning(let index, _): [index]
        case .merged(let first, let second), .either(let first, let second): first.variables + second.variables
        }
    }

    /// What an ask keeps of an answer as the word that is meant.
    static func meaning(_ value: FlowValue?, _ ask: Ask) -> FlowValue? {
        value.map { value in value.text.map { .text(ask.meaning(of: $0)) } ?? value }
    }
}
