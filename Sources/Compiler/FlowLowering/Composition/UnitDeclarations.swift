import FlowDiagnostics
import FlowIR
import FlowTable

/// A declared value, before it has a slot.
struct ValueDefinition: Sendable {
    let name: Symbol
    let type: SlotType
    let range: SourceRange
    /// The words in `of` of its declaration and asks; empty if none of them lists words.
    var words: [Symbol] = []
    var ignoresCase = false
    /// Whether the host, or the use of a sub-flow, can give the value at the start: it is an input or a fact.
    var isInput = false
    /// Whether the value is configuration or a fact, which survives a restart.
    var isConstant = false
    /// The asks and inputs through which the host gives the value.
    var asks: [AskSyntax] = []
    /// The `input` or `value` element that declares the value; nil if another element does.
    var declaration: AskSyntax?

    /// The declarations that restrict the form of the value.
    var forms: [AskSyntax] { asks + [declaration].compactMap { $0 } }

    /// The numbers of characters that the asks and inputs allow; nil if one of them allows any, or there are none.
    var lengths: Set<Int>? {
        let lengths = asks.compactMap(\.length)
        return asks.isEmpty || lengths.count < asks.count ? nil : Set(lengths)
    }
}

/// The declarations of a flow and its base flows, and the handlers of its imports.
struct UnitDeclarations: Sendable {
    fileprivate(set) var values: [Symbol: ValueDefinition] = [:]
    fileprivate(set) var handlers: [Symbol: HandlerDeclaration] = [:]
    /// The failures of the handlers.
    fileprivate(set) var failures: Set<Symbol> = []
    fileprivate(set) var derived: [Symbol: DerivedDeclaration] = [:]
    fileprivate(set) var commands: Set<Symbol> = []
    /// The commands that can carry an error.
    fileprivate(set) var errorCommands: Set<Symbol> = []
    fileprivate(set) var counters: Set<Symbol> = []
    /// The places of the counters, in source order, inherited ones first.
    fileprivate(set) var counterPlaces: [SourceRange] = []
    /// The operations to call instead of others, by the operation that each replaces.
    fileprivate(set) var substitutes: [Symbol: Name] = [:]

    /// Collects the declarations of a composed flow, and reports those that contradict each other.
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
        /// The place of the last declaration of each name, by kind.
        var places: [String: [Symbol: SourceRange]] = [:]
    }
}

extension UnitDeclarations.Collector {
    /// Collects all declarations, the flow's own last, so that nearer declarations replace inherited ones.
    fileprivate mutating func collect(_ composition: Composition) {
        for root in composition.importedRoots.flatMap({ $0.reversed() }) {
            for case .handler(let handler) in root.frame { add(handler) }
        }
        for root in composition.roots.reversed() {
            for case .removedInputs(let names) in root.frame { names.forEach { remove($0) } }
            for declaration in root.frame { add(declaration) }
            addSubstitutes(in: root.frame)
        }
        result.failures = Set(result.handlers.values.flatMap(\.fails))
        for root in composition.roots.reversed() { addOutputs(ofHandlersIn: root.frame) }
        // If its value is declared already, an ask only extends it, so the asks follow all declarations.
        let scopes = composition.groups.map(\.scope) + composition.roots.map(\.scope)
        for ask in scopes.flatMap(\.asks) + composition.nodes.flatMap({ $0.nearestAsks }) { addAnswer(of: ask) }
        let parts = composition.nodes.flatMap { $0.parts.reversed().map(\.scope) }
        for limit in (scopes + parts).flatMap(\.attempts) { addRemainingAttempts(of: limit) }
        for name in [Symbol.errorType, .errorMessage] {
            if let value = result.values[name] { findings.append(wording.pendingError(value)) }
        }
    }

    /// Adds a declaration of a flow file.
    private mutating func add(_ declaration: FrameDeclaration) {
        switch declaration {
        case .data(let data): data.forEach { add($0) }
        case .handler(let handler): add(handler)
        case .derived(let derived):
            reportSecond(derived.name, "derived value")
            result.derived[derived.name.symbol] = derived
        case .command(let name, let isError):
            if name.symbol.isBuiltinEvent { findings.append(wording.builtinEvent(name)) }
            reportSecond(name, "command")
            result.commands.insert(name.symbol)
            result.errorCommands.remove(name.symbol)
            if isError { result.errorCommands.insert(name.symbol) }
        case .substitution, .errorClass, .imported, .removedInputs, .assertion, .rounds: break
        }
    }

    /// Adds the substitutions of a file, which also replace the operations that its base flow calls by substitution.
    private mutating func addSubstitutes(in frame: [FrameDeclaration]) {
        var own: [Symbol: Name] = [:]
        for case .substitution(let operation?, let with?) in frame {
            reportSecond(operation, "substitute of", help: "remove one of them")
            own[operation.symbol] = with
        }
        result.substitutes = result.substitutes.mapValues { own[$0.symbol] ?? $0 }.merging(own) { $1 }
    }

    /// Removes an inherited input or fact, or reports that there is none of this name.
    private mutating func remove(_ input: Name) {
        if result.values[input.symbol]?.isInput == true {
            result.values[input.symbol] = nil
        } else {
            let inputs = result.values.values.filter(\.isInput).map(\.name)
            let known = wording.symbols.sorted(inputs)
            findings.append(wording.nothingInherited(input, "input", to: "remove", among: known))
        }
    }

    /// Adds the values or counters that a declaration in a `data` element declares.
    private mutating func add(_ declaration: DataDeclaration) {
        switch declaration {
        case .input(let input): add(input)
        case .value(let value): add(value)
        case .facts(let names):
            for name in names {
                reportSecond(name, "value")
                result.values[name.symbol] = ValueDefinition(
                    name: name.symbol, type: .flag, range: name.range, isInput: true, isConstant: true)
            }
        case .counters(let names):
            for name in names {
                reportSecond(name, "counter")
                if result.counters.insert(name.symbol).inserted { result.counterPlaces.append(name.range) }
            }
        }
    }

    /// Reports a second declaration of a name in the same file.
    ///
    /// In another file, the declaration replaces an inherited one.
    private mutating func reportSecond(_ name: Name, _ kind: String, help: String? = nil) {
        let first = places[kind, default: [:]].updateValue(name.range, forKey: name.symbol)
        // A flow and its base flow can import the same file.
        guard let first, first != name.range, first.file == name.range.file else { return }
        var finding = wording.duplicate(name, kind, first: first)
        if let help { finding.help = [help] }
        findings.append(finding)
    }

    /// Adds the value of an `input` or `value` element, which replaces an inherited value of the same name.
    private mutating func add(_ ask: AskSyntax) {
        let name = ask.name
        reportSecond(name, "value")
        result.values[name.symbol] = ValueDefinition(
            name: name.symbol, type: ask.type?.type ?? .text, range: name.range, words: ask.words.map(\.symbol),
            ignoresCase: ask.ignoresCase, isInput: ask.kind == .input, isConstant: ask.isConstant,
            asks: ask.kind == .input ? [ask] : [], declaration: ask)
    }

    /// Adds a handler, which replaces an inherited or imported one of the same name.
    private mutating func add(_ handler: HandlerDeclaration) {
        reportSecond(handler.name, "handler")
        result.handlers[handler.name.symbol] = handler
        for (kind, names) in handler.names { reportRepeated(names, kind) }
    }

    /// Reports each name of a port or failure that the same handler already declares.
    private mutating func reportRepeated(_ names: [Name], _ kind: String) {
        var first: [Symbol: SourceRange] = [:]
        for name in names {
            if let range = first[name.symbol] {
                var finding = wording.duplicate(name, kind, first: range)
                finding.help = ["remove one of them"]
                findings.append(finding)
            } else {
                first[name.symbol] = name.range
            }
        }
    }

    /// Declares the outputs of the handlers in a file as values, unless these are declared already.
    ///
    /// A handler that an extension replaces declares none.
    private mutating func addOutputs(ofHandlersIn frame: [FrameDeclaration]) {
        for case .handler(let handler) in frame
        where result.handlers[handler.name.symbol]?.name.range == handler.name.range {
            for (name, type) in handler.placedOutputs where result.values[name.symbol] == nil {
                result.values[name.symbol] = ValueDefinition(name: name.symbol, type: type, range: name.range)
            }
        }
    }

    /// Declares the value that stores the number of remaining attempts, unless it is declared already.
    private mutating func addRemainingAttempts(of limit: AttemptsDeclaration) {
        guard let left = limit.left, result.values[left.symbol] == nil else { return }
        result.values[left.symbol] = ValueDefinition(name: left.symbol, type: .digits, range: left.range)
    }

    /// Declares the value that stores the answer of an ask, or adds the ask to the value that is already declared.
    ///
    /// An ask with another type than that value is reported.
    private mutating func addAnswer(of ask: AskSyntax) {
        let words = ask.words.map(\.symbol)
        guard var known = result.values[ask.stored.symbol] else {
            result.values[ask.stored.symbol] = ValueDefinition(
                name: ask.stored.symbol, type: ask.type?.type ?? (words.isEmpty ? .text : .choice),
                range: ask.stored.range, words: words, ignoresCase: ask.ignoresCase, asks: [ask])
            return
        }
        if let (type, range) = ask.type, type != known.type {
            findings.append(conflictingType(type, of: ask.stored, at: range, known))
        }
        known.words += words.filter { !known.words.contains($0) }
        known.asks.append(ask)
        known.ignoresCase = known.ignoresCase || ask.ignoresCase
        result.values[ask.stored.symbol] = known
    }

    /// Returns the finding about an ask with another type than the value that stores its answer.
    private func conflictingType(
        _ type: SlotType, of name: Name, at range: SourceRange, _ known: ValueDefinition
    ) -> Diagnostic {
        Diagnostic(
            .typeMismatch, at: range,
            "'\(wording.symbols[name.symbol])' is asked for as \(type.name), but is of type \(known.type.name)",
            notes: [Diagnostic.Note("its type is declared here", at: known.range)],
            help: ["use one type, or store this answer elsewhere with into=\"…\""])
    }
}
