import FlowDiagnostics
import FlowModel

/// The meaning of names in a flow, and the findings about those that have none.
struct UnitNames {
    let program: Program
    let unit: FlowUnit
    let wording: NameDiagnostics
    private(set) var findings: [Diagnostic] = []
    /// Whether it is the flow that is compiled, not a sub-flow.
    let isCompiled: Bool
    private let notes: SideTables
    private var checkedSends: Set<ObjectIdentifier> = []
    /// By place: the values that replies must bring, with whether some reply in their scope can.
    private var demands: [SourceRange: (receive: ReceiveDeclaration, isBrought: Bool)] = [:]

    /// The names of a flow, of which none was looked at.
    init(_ unit: FlowUnit, of program: Program, isCompiled: Bool, _ notes: SideTables) {
        self.unit = unit
        self.program = program
        self.isCompiled = isCompiled
        self.notes = notes
        wording = NameDiagnostics(symbols: program.symbols)
    }

    var services: ServiceSet { unit.services }

    /// Adds a finding.
    mutating func report(_ finding: Diagnostic) { findings.append(finding) }

    func text(_ name: Name) -> String { program.symbols[name.symbol] }

    // MARK: Hidden places

    /// Whether a file is the compiled one.
    func isOwn(_ file: FileID) -> Bool { isCompiled && file == unit.root?.file }

    /// Whether some state takes a transition.
    func isTaken(_ transition: TransitionDeclaration) -> Bool { notes.taken[transition.number] }

    /// Whether a selection is looked at in the steps of a node.
    func listens(_ node: Int, to selection: TransitionDeclaration) -> Bool {
        notes.selections.contains(
            NodeSelection(document: unit.root?.document, node: node, transition: selection.number))
    }

    /// Checks the guard of a send that some request carries, or that stands in the compiled file; once for all requests.
    mutating func checkGuard(of send: SendDeclaration) {
        guard send.guardClause != nil, checkedSends.insert(ObjectIdentifier(send)).inserted else { return }
        check(send.guardClause)
    }

    /// Notes a value that replies must bring, at one of the requests in its scope.
    mutating func demand(_ receive: ReceiveDeclaration, isBrought: Bool) {
        let known = demands[receive.name.range]?.isBrought ?? false
        demands[receive.name.range] = (receive, known || isBrought)
    }

    /// Reports the values that replies must bring and no reply in their scope can.
    mutating func reportDemands() {
        for (receive, isBrought) in demands.values where !isBrought && isOwn(receive.name.range.file) {
            report(
                Diagnostic(
                    .unknownParameter, at: receive.name.range,
                    "no reply to a request in this scope contains '\(text(receive.name))'",
                    subjects: [text(receive.name)],
                    help: ["remove required=\"true\", or receive a value that the replies contain"]))
        }
    }

    // MARK: Meanings

    /// The type of a value.
    /// - Returns: nil if there is no such value.
    func type(of name: Symbol) -> ValueType? {
        if let value = unit.declarations.values[name] { return value.type }
        switch name {
        case .selection where unit.impliesSelection: return .choice
        case .errorType, .errorMessage: return .text
        default: return services.outputTypes[name]
        }
    }

    /// The type of a value that must exist.
    mutating func value(_ name: Name) -> ValueType? {
        if let type = type(of: name.symbol) {
            let owners = unit.declarations.values[name.symbol] == nil ? services.withOutput(name.symbol) : []
            if owners.count > 1 { report(wording.ambiguous(name, owners.compactMap(\.name))) }
            return type
        }
        let symbols = program.symbols
        let known =
            symbols.sorted(unit.declarations.values.keys) + symbols.sorted(services.outputTypes.keys)
            + [.errorType, .errorMessage]
        report(
            wording.unknown(
                name, "value", .unknownValue, among: known,
                help: ["declare it in <data>, ask for it, or take it from a handler or a reply"]))
        return nil
    }

    /// The words of a choice.
    /// - Returns: nil for any other value, and for a choice of any words.
    func words(of name: Symbol) -> [Symbol]? {
        guard let value = unit.declarations.values[name], value.type == .choice, !value.words.isEmpty else {
            return nil
        }
        return value.words
    }

    /// The words that a value, or an item of it, is one of.
    /// - Returns: nil for a value that can be anything.
    func closedWords(of name: Symbol) -> [Symbol]? {
        if unit.declarations.values[name] != nil { return words(of: name) }
        return services.words(of: name)
    }

    /// A counter that must exist.
    mutating func counter(_ name: Name) {
        let counters = unit.declarations.counters
        if !counters.contains(name.symbol) {
            var finding = wording.unknown(name, "counter", .unknownCounter, sorted: counters)
            if finding.help.isEmpty {
                finding.help = wording.known("the flow has", program.symbols.sorted(counters))
                finding.help.append("declare it in <data> with <counter name=\"\(text(name))\"/>")
            }
            report(finding)
        }
    }

    /// A node that must exist.
    mutating func target(_ name: Name) {
        if unit.composition.nodeIndex[name.symbol] == nil { report(wording.target(name, unit.composition)) }
    }

    /// A key that some request must carry.
    mutating func key(_ name: Name) {
        if !services.requestKeys.contains(name.symbol) {
            report(wording.unknown(name, "parameter", .unknownParameter, sorted: services.requestKeys))
        }
    }

    /// A challenge that the service must know.
    mutating func challenge(_ name: Name) {
        if services.withChallenge(name.symbol).isEmpty {
            let known = services.all.flatMap(\.challenges.keys)
            report(wording.unknown(name, "challenge", .unknownChallenge, sorted: known))
        }
    }

    /// An operation that the service must have.
    mutating func operation(_ name: Name) {
        if services.withOperation(name.symbol).isEmpty {
            let known = services.all.flatMap(\.operations.keys)
            report(wording.unknown(name, "operation", .unknownOperation, sorted: known))
        }
    }

    /// A literal that must be one of some words, if there are any.
    mutating func literal(_ literal: WrittenText?, among known: [Symbol]) {
        guard let literal, !known.isEmpty,
            !known.contains(where: { program.symbols[$0].utf8.elementsEqual(literal.word.utf8) })
        else {
            return
        }
        report(wording.unknownWord(literal.word, at: literal.range, among: known))
    }

    /// Whether a source gives a value.
    func isKnown(_ source: OperandSyntax) -> Bool {
        source.value != nil || source.from.flatMap { type(of: $0.symbol) } != nil
    }

    /// Checks the names in a source.
    /// - Returns: whether it gives a value.
    @discardableResult
    mutating func source(_ source: OperandSyntax) -> Bool {
        for name in [source.otherwise, source.value == nil ? source.from : nil] { if let name { _ = value(name) } }
        return isKnown(source)
    }
}
