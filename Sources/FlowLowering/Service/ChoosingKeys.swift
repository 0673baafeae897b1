import FlowDiagnostics
import FlowSyntax

/// The keys that say which variant of an operation is meant, or which challenge is answered.
///
/// A service goes by the variant and the challenge that a request names: what a description says of them (`brings`, `proves`) holds only
/// where the request names one.
struct ChoosingKeys {
    /// Something that an operation lets choose.
    enum Choice {
        case none, variant, challenge
    }

    private struct Operation {
        let name: Name
        let keys: [SourceRange]
        let choice: Choice
    }

    private var operations: [Operation] = []
    /// Keys that choose although they belong to a variant already.
    private var misplaced: [SourceRange] = []

    /// Notes the keys of an operation that choose a variant.
    mutating func note(_ keys: [SourceRange], of name: Name, choosing choice: Choice) {
        operations.append(Operation(name: name, keys: keys, choice: choice))
    }

    /// Notes the keys of a variant that choose one.
    mutating func note(inVariant keys: [SourceRange]) { misplaced += keys }

    /// Operations without such a key that need one, keys where nothing is to be chosen, and keys too many. `mustName`: whether what is
    /// described depends on which challenge is answered.
    func findings(_ symbols: SymbolTable, challenges mustName: Bool) -> [Diagnostic] {
        operations.flatMap { operation in
            switch operation.choice {
            case .none: return operation.keys.map { idle($0, of: operation.name, symbols) }
            case .variant where operation.keys.isEmpty:
                return [missing(operation.name, "the variant", symbols)]
            case .challenge where operation.keys.isEmpty && mustName:
                return [missing(operation.name, "the challenge that it answers", symbols)]
            case .variant, .challenge: return operation.keys.dropFirst().map(tooMany)
            }
        } + misplaced.map(tooMany)
    }

    private func missing(_ name: Name, _ what: String, _ symbols: SymbolTable) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .missingElement, at: name.range, "no key of '\(text)' selects \(what)",
            subjects: [text], help: ["add an <input name=\"…\" variant=\"true\"/> to the operation"])
    }

    private func idle(_ range: SourceRange, of name: Name, _ symbols: SymbolTable) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .missingElement, at: range, "'\(text)' has no variant that this key could select", subjects: [text],
            help: ["remove variant=\"true\" here, or add a <variant name=\"…\"> to the operation"])
    }

    private func tooMany(_ range: SourceRange) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: range,
            "only one key of an operation selects the variant, and it must be outside the variants",
            help: ["remove variant=\"true\" here"])
    }
}
