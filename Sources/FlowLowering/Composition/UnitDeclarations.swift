import FlowDiagnostics
import FlowModel

/// A declared value, before it has a slot.
struct ValueDefinition: Sendable {
    let name: Symbol
    let type: ValueType
    let range: SourceRange
    /// The words of all asks and inputs that give it.
    var words: [Symbol] = []
    var ignoresCase = false
    var isInput = false
    /// Whether it is configuration, which survives a restart.
    var isConstant = false
    /// The asks and inputs that give it.
    var asks: [AskSyntax] = []
    /// The element of the data that declares it.
    var declaration: AskSyntax?

    /// Everything that says what it can be.
    var forms: [AskSyntax] { asks + [declaration].compactMap { $0 } }

    /// The numbers of characters that it can have; nil if it can have any.
    var lengths: Set<Int>? {
        let lengths = asks.compactMap(\.length)
        return asks.isEmpty || lengths.count < asks.count ? nil : Set(lengths)
    }
}

/// The declarations of a flow, those of the files that it extends and imports included.
struct UnitDeclarations: Sendable {
    fileprivate(set) var values: [Symbol: ValueDefinition] = [:]
    fileprivate(set) var handlers: [Symbol: HandlerDeclaration] = [:]
    fileprivate(set) var derived: [Symbol: DerivedDeclaration] = [:]
    fileprivate(set) var commands: Set<Symbol> = []
    /// Commands that carry an error of the host's.
    fileprivate(set) var failingCommands: Set<Symbol> = []
    fileprivate(set) var counters: Set<Symbol> = []
    /// The places of the counters, inherited ones first, in the order of writing.
    fileprivate(set) var counterPlaces: [SourceRange] = []
    /// By operation: the one that is called in its place.
    fileprivate(set) var substitutes: [Symbol: Name] = [:]

    /// Collects the declarations of a flow.
    /// - Returns: them, and what is wrong with them.
    static func collect(
        _ composition: Composition, _ symbols: SymbolTable
    ) -> (declarations: UnitDeclarations, findings: [Diagnostic]) {
        var collector = Collector(wording: NameDiagnostics(symbols: symbols))
        collector.collect(composition)
        return (collector.result, collector.findings)
    }

    fileprivate struct Collector {
        let wording: NameDiagnostics
        var result = UnitDeclarations()
        var findings: [Diagnostic] = []
    }
}

extension UnitDeclarations.Collector {
    fileprivate mutating func collect(_ composition: Composition) {
        for root in composition.importedRoots { for case .handler(let handler) in root.frame { add(handler) } }
        for root in composition.roots.reversed() {
            for case .removedInputs(let names) in root.frame { names.forEach { remove($0) } }
            for declaration in root.frame { add(declaration) }
        }
        for group in composition.groups { add(group.scope) }
        for root in composition.roots { add(root.scope) }
        for node in composition.nodes { for part in node.parts.reversed() { add(part.scope) } }
    }

    private mutating func add(_ declaration: FrameDeclaration) {
        switch declaration {
        case .data(let data): data.forEach { add($0) }
        case .handler(let handler):
            for (name, type) in handler.given where result.values[name.symbol] == nil {
                result.values[name.symbol] = ValueDefinition(name: name.symbol, type: type, range: name.range)
            }
            add(handler)
        case .derived(let derived): result.derived[derived.name.symbol] = derived
        case .command(let name, let isError):
            if name.symbol.isBuiltinEvent { findings.append(wording.builtinEvent(name)) }
            result.commands.insert(name.symbol)
            if isError { result.failingCommands.insert(name.symbol) }
        case .substitution(let operation?, let with?): result.substitutes[operation.symbol] = with
        case .substitution, .errorClass, .imported, .removedInputs, .assertion, .rounds: break
        }
    }

    private mutating func remove(_ input: Name) {
        if result.values[input.symbol]?.isInput == true {
            result.values[input.symbol] = nil
        } else {
            let inputs = result.values.values.filter(\.isInput).map(\.name)
            let known = wording.symbols.sorted(inputs)
            findings.append(wording.nothingInherited(input, "input", to: "remove", among: known))
        }
    }

    private mutating func add(_ data: DataDeclaration) {
        switch data {
        case .input(let input): add(input)
        case .value(let value): add(value)
        case .facts(let names):
            for name in names {
                result.values[name.symbol] = ValueDefinition(
                    name: name.symbol, type: .flag, range: name.range, isInput: true, isConstant: true)
            }
        case .counters(let names):
            for name in names where result.counters.insert(name.symbol).inserted {
                result.counterPlaces.append(name.range)
            }
        }
    }

    private mutating func add(_ ask: AskSyntax) {
        let name = ask.name
        if let first = result.values[name.symbol], first.range.file == name.range.file {
            findings.append(wording.duplicate(name, "value", first: first.range))
        }
        result.values[name.symbol] = ValueDefinition(
            name: name.symbol, type: ask.type?.type ?? .text, range: name.range, words: ask.words.map(\.symbol),
            ignoresCase: ask.ignoresCase, isInput: ask.kind == .input, isConstant: ask.isConstant,
            asks: ask.kind == .input ? [ask] : [], declaration: ask)
    }

    private mutating func add(_ handler: HandlerDeclaration) {
        let name = handler.name
        if let first = result.handlers[name.symbol]?.name.range, first.file == name.range.file {
            findings.append(wording.duplicate(name, "handler", first: first))
        }
        result.handlers[name.symbol] = handler
    }

    /// An ask declares the value that it stores.
    private mutating func add(_ scope: ScopeDeclaration) {
        for ask in scope.asks {
            let words = ask.words.map(\.symbol)
            guard var known = result.values[ask.stored.symbol] else {
                result.values[ask.stored.symbol] = ValueDefinition(
                    name: ask.stored.symbol, type: ask.type?.type ?? (words.isEmpty ? .text : .choice),
                    range: ask.stored.range, words: words, ignoresCase: ask.ignoresCase, asks: [ask])
                continue
            }
            if let (type, range) = ask.type, type != known.type {
                findings.append(otherType(ask.stored, type, at: range, known))
            }
            known.words += words.filter { !known.words.contains($0) }
            known.asks.append(ask)
            known.ignoresCase = known.ignoresCase || ask.ignoresCase
            result.values[ask.stored.symbol] = known
        }
        for transition in scope.transitions + scope.works.flatMap(\.scope.transitions) {
            guard let left = transition.attempts?.left, result.values[left.symbol] == nil else { continue }
            result.values[left.symbol] = ValueDefinition(name: left.symbol, type: .digits, range: left.range)
        }
    }

    private func otherType(
        _ name: Name, _ type: ValueType, at range: SourceRange, _ known: ValueDefinition
    ) -> Diagnostic {
        Diagnostic(
            .typeMismatch, at: range,
            "'\(wording.symbols[name.symbol])' is asked for as \(type.rawValue), but is of type \(known.type.rawValue)",
            notes: [Diagnostic.Note("its type is declared here", at: known.range)],
            help: ["use one type, or store this answer elsewhere with into=\"…\""])
    }
}
