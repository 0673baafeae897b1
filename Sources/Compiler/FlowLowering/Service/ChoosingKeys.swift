import FlowDiagnostics
import FlowSyntax

/// The keys that select the variant of an operation or the challenge that a request answers (`variant="true"`).
///
/// A service acts on the variant or challenge that the request names. If no key names it, the service can act on
/// another one. What the description says about the intended one in `brings` and `proves` can then be wrong.
struct ChoosingKeys {
    /// What the selecting key of an operation selects; `none` if the operation must not have such a key.
    enum Choice {
        case none, variant, challenge
    }

    private struct Operation {
        let name: Name
        /// The places of its selecting keys.
        let keys: [SourceRange]
        let choice: Choice
    }

    private var operations: [Operation] = []
    /// Keys that select a variant although they belong to one.
    private var misplacedKeys: [SourceRange] = []

    /// Adds an operation with the places of its selecting keys.
    mutating func add(_ keys: [SourceRange], of name: Name, choosing choice: Choice) {
        operations.append(Operation(name: name, keys: keys, choice: choice))
    }

    /// Adds the places of selecting keys inside a variant.
    mutating func addMisplaced(_ keys: [SourceRange]) { misplacedKeys += keys }

    /// Returns the findings about selecting keys that are missing, without effect, or redundant.
    ///
    /// - Parameters:
    ///   - symbols: the names of the compilation
    ///   - mustNameChallenge: whether the description distinguishes the challenges, so that answers must name theirs
    /// - Returns: the findings about operations, then the findings about keys inside variants
    func findings(_ symbols: SymbolTable, mustNameChallenge: Bool) -> [Diagnostic] {
        let aboutOperations = operations.flatMap {
            findings(about: $0, symbols, mustNameChallenge: mustNameChallenge)
        }
        return aboutOperations + misplacedKeys.map(redundantKey)
    }

    /// Returns the findings about the selecting keys of an operation.
    private func findings(about operation: Operation, _ symbols: SymbolTable, mustNameChallenge: Bool) -> [Diagnostic] {
        switch operation.choice {
        case .none: operation.keys.map { ineffectiveKey(at: $0, of: operation.name, symbols) }
        case .variant where operation.keys.isEmpty:
            [missingKey(of: operation.name, selecting: "the variant", symbols)]
        case .challenge where operation.keys.isEmpty && mustNameChallenge:
            [missingKey(of: operation.name, selecting: "the challenge that it answers", symbols)]
        case .variant, .challenge: operation.keys.dropFirst().map(redundantKey)
        }
    }

    /// Returns the finding about an operation without a key that selects its variant or the challenge that it answers.
    private func missingKey(of name: Name, selecting what: String, _ symbols: SymbolTable) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .missingElement, at: name.range, "no key of '\(text)' selects \(what)",
            subjects: [text], help: ["add an <input name=\"…\" variant=\"true\"/> to the operation"])
    }

    /// Returns the finding about a key of an operation that has nothing to select.
    private func ineffectiveKey(at range: SourceRange, of name: Name, _ symbols: SymbolTable) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .missingElement, at: range, "'\(text)' has no variant that this key could select", subjects: [text],
            help: ["remove variant=\"true\" here, or add a <variant name=\"…\"> to the operation"])
    }

    /// Returns the finding about a second key, or a key inside a variant.
    private func redundantKey(at range: SourceRange) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: range,
            "only one key of an operation can select the variant or challenge, and it must be outside the variants",
            help: ["remove variant=\"true\" here"])
    }
}
