import FlowDiagnostics
import FlowSyntax

/// The keys that say which variant of an operation is meant.
///
/// What a description says of a variant (`brings`, `proves`) holds only where the service is told which one it is.
struct ChoosingKeys {
    private struct Operation {
        let name: Name
        let keys: [SourceRange]
        /// Whether there is something to choose: variants, or the challenges that the answer operation answers.
        let hasChoice: Bool
        let hasVariants: Bool
    }

    private var operations: [Operation] = []
    /// Keys that choose although they belong to a variant already.
    private var misplaced: [SourceRange] = []

    /// Notes the keys of an operation that choose a variant.
    mutating func note(_ keys: [SourceRange], of name: Name, hasVariants: Bool, isAnswer: Bool) {
        operations.append(
            Operation(name: name, keys: keys, hasChoice: hasVariants || isAnswer, hasVariants: hasVariants))
    }

    /// Notes the keys of a variant that choose one.
    mutating func note(inVariant keys: [SourceRange]) { misplaced += keys }

    /// Operations without such a key that need one, keys where nothing is to be chosen, and keys too many.
    func findings(_ symbols: SymbolTable) -> [Diagnostic] {
        operations.flatMap { operation in
            let lacking = operation.hasVariants && operation.keys.isEmpty ? [missing(operation.name, symbols)] : []
            if !operation.hasChoice { return operation.keys.map { idle($0, of: operation.name, symbols) } }
            return lacking + operation.keys.dropFirst().map(tooMany)
        } + misplaced.map(tooMany)
    }

    private func missing(_ name: Name, _ symbols: SymbolTable) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .missingElement, at: name.range, "no key of '\(text)' says which variant is meant",
            subjects: [text], help: ["add an <input name=\"…\" variant=\"true\"/> to the operation"])
    }

    private func idle(_ range: SourceRange, of name: Name, _ symbols: SymbolTable) -> Diagnostic {
        let text = symbols[name.symbol]
        return Diagnostic(
            .missingElement, at: range, "'\(text)' has no variant that this key could choose", subjects: [text],
            help: ["remove variant=\"true\" here, or add a <variant name=\"…\"> to the operation"])
    }

    private func tooMany(_ range: SourceRange) -> Diagnostic {
        Diagnostic(
            .duplicateName, at: range,
            "one key of an operation says which variant is meant, and it stands outside of variants",
            help: ["remove variant=\"true\" here"])
    }
}
