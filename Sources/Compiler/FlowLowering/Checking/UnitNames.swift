import FlowDiagnostics
import FlowIR
import FlowTable

/// Looks up the names of a flow, and collects the findings about names and types.
struct UnitNames {
    let program: Program
    let unit: FlowUnit
    let wording: NameDiagnostics
    private(set) var findings: [Diagnostic] = []
    /// Whether this is the compiled flow, not a sub-flow.
    let isCompiled: Bool
    private let notes: SideTables
    /// The sends whose guards are already checked.
    private var checkedSends: Set<ObjectIdentifier> = []
    /// The keys of `send` elements that no request has and that are not reported yet, by place.
    private var sentKeys: [SourceRange: Name] = [:]
    /// The names of nodes that do not exist or are removed, by place.
    private var unknownTargets: [SourceRange: Name] = [:]
    /// The required `receive` elements by place, each with whether a reply in its scope can contain the output.
    private var requiredReceives: [SourceRange: (receive: ReceiveDeclaration, isFulfilled: Bool)] = [:]

    /// Prepares the checks of a flow; `notes` say which transitions and selections lowering reached.
    init(_ unit: FlowUnit, of program: Program, isCompiled: Bool, _ notes: SideTables) {
        self.unit = unit
        self.program = program
        self.isCompiled = isCompiled
        self.notes = notes
        wording = NameDiagnostics(symbols: program.symbols)
    }

    var services: ServiceSet { unit.services }

    mutating func report(_ finding: Diagnostic) { findings.append(finding) }

    func text(_ name: Name) -> String { program.symbols[name.symbol] }

    // MARK: Reached declarations

    /// Returns whether a file is the compiled one; always false in the check of a sub-flow.
    func isCompiledFile(_ file: FileID) -> Bool { isCompiled && file == unit.root?.file }

    /// Returns whether some state takes a transition.
    func isTaken(_ transition: TransitionDeclaration) -> Bool { notes.taken[transition.number] }

    /// Returns whether some state of a node tests the words of `selection`, an `on select`.
    func isReached(_ selection: TransitionDeclaration, atNode node: Int) -> Bool {
        notes.selections.contains(
            NodeSelection(document: unit.root?.document, node: node, transition: selection.number))
    }

    /// Checks the guard of a send, unless an earlier call has already checked it.
    mutating func checkGuard(of send: SendDeclaration) {
        guard send.guardClause != nil, checkedSends.insert(ObjectIdentifier(send)).inserted else { return }
        check(send.guardClause)
    }

    /// Records whether a reply to a request in the scope of a required `receive` can contain its output.
    ///
    /// One request whose reply can contain it is enough.
    mutating func recordRequired(_ receive: ReceiveDeclaration, isFulfilled: Bool) {
        let wasFulfilled = requiredReceives[receive.name.range]?.isFulfilled ?? false
        requiredReceives[receive.name.range] = (receive, wasFulfilled || isFulfilled)
    }

    /// Reports each required `receive` of the compiled file whose output no reply in its scope can contain.
    mutating func reportUnfulfilledReceives() {
        let unfulfilled = requiredReceives.values.filter { !$0.isFulfilled }.map(\.receive)
        for receive in unfulfilled where isCompiledFile(receive.name.range.file) {
            report(
                Diagnostic(
                    .unknownParameter, at: receive.name.range,
                    "no reply to a request in this scope contains '\(text(receive.name))'",
                    subjects: [text(receive.name)],
                    help: ["remove required=\"true\", or receive a value that the replies contain"]))
        }
    }

    // MARK: Look-up

    /// Returns the type of a value, or nil if there is no such value.
    func type(of name: Symbol) -> SlotType? {
        if let value = unit.declarations.values[name] { return value.type }
        switch name {
        case .selection where unit.impliesSelection: return .choice
        case .errorType, .errorMessage: return .text
        default: return services.outputTypes[name]
        }
    }

    /// Returns the type of a value, or reports the name and returns nil if there is no such value.
    ///
    /// Also reports the name of an undeclared value that the replies of several services contain.
    mutating func requireValue(_ name: Name) -> SlotType? {
        if let type = type(of: name.symbol) {
            let owners = unit.declarations.values[name.symbol] == nil ? services.withOutput(name.symbol) : []
            if owners.count > 1 { report(wording.ambiguousService(of: name, owners.compactMap(\.name))) }
            return type
        }
        let symbols = program.symbols
        let known =
            symbols.sorted(unit.declarations.values.keys) + symbols.sorted(services.outputTypes.keys)
            + [.errorType, .errorMessage]
        report(
            wording.unknown(
                name, "value", .unknownValue, among: known, help: [helpForUnknownValue(name)]))
        return nil
    }

    /// Returns the help of the finding about a value that does not exist.
    private func helpForUnknownValue(_ name: Name) -> String {
        guard unit.declarations.counters.contains(name.symbol) else {
            return "declare it in <data>, ask for it, or take it from a handler or a reply"
        }
        return "it is a counter, not a value: a guard can compare it, as in '\(text(name)) below 3'"
    }

    /// Returns the declared words of a choice, or nil for another value and for a choice without declared words.
    func words(of name: Symbol) -> [Symbol]? {
        guard let value = unit.declarations.values[name], value.type == .choice, !value.words.isEmpty else {
            return nil
        }
        return value.words
    }

    /// Returns the declared words of a value, or of each item of a list; nil if there are none.
    func possibleWords(of name: Symbol) -> [Symbol]? {
        if unit.declarations.values[name] != nil { return words(of: name) }
        return services.words(of: name)
    }

    // MARK: Checks

    /// Reports a counter that is not declared.
    mutating func requireCounter(_ name: Name) {
        let counters = unit.declarations.counters
        guard !counters.contains(name.symbol) else { return }
        var finding = wording.unknown(name, "counter", .unknownCounter, sorting: counters)
        if finding.help.isEmpty {
            finding.help = wording.helpLines("the flow has", listing: program.symbols.sorted(counters))
            finding.help.append("declare it in <data> with <counter name=\"\(text(name))\"/>")
        }
        report(finding)
    }

    /// Records a name if its node does not exist or is removed. ``reportUnknownTargets()`` reports it later.
    mutating func requireNode(_ name: Name) {
        if unit.composition.nodeIndex[name.symbol] == nil { unknownTargets[name.range] = name }
    }

    /// Reports the names of nodes that do not exist or are removed, each once for a file, with notes on further places.
    mutating func reportUnknownTargets() {
        var firstFindings: [Symbol: [FileID: Int]] = [:]
        for name in Self.inSourceOrder(unknownTargets.values, \.range) {
            if let index = firstFindings[name.symbol]?[name.range.file] {
                findings[index].notes.append(Diagnostic.Note("also named here", at: name.range))
                continue
            }
            firstFindings[name.symbol, default: [:]][name.range.file] = findings.count
            var finding = wording.unknownTarget(name, unit.composition)
            if finding.help.isEmpty { finding.help = ["add a node with this id, such as <end id=\"\(text(name))\"/>"] }
            report(finding)
        }
    }

    /// Returns elements in the order of their places in the source files.
    private static func inSourceOrder<Element>(
        _ elements: some Sequence<Element>, _ range: (Element) -> SourceRange
    ) -> [Element] {
        elements.sorted { (range($0).file, range($0).start) < (range($1).file, range($1).start) }
    }

    /// Reports a key that no request has.
    mutating func requireKey(_ name: Name) {
        guard !services.requestKeys.contains(name.symbol) else { return }
        var finding = wording.unknown(name, "parameter", .unknownParameter, sorting: services.requestKeys)
        if finding.help.isEmpty {
            finding.help = wording.helpLines(
                "the requests accept", listing: program.symbols.sorted(services.requestKeys))
            finding.help += helpWithoutService
        }
        report(finding)
    }

    /// Records the key of a `send` if no request has it. Its node or ``reportSentKeys()`` reports it later.
    mutating func recordSentKey(_ name: Name) {
        if !services.requestKeys.contains(name.symbol) { sentKeys[name.range] = name }
    }

    /// Marks the key of a `send` as reported with the request of its node.
    mutating func recordReportedKey(_ name: Name) { sentKeys[name.range] = nil }

    /// Reports the keys of sends that no request has, and that no node has reported with its request.
    mutating func reportSentKeys() {
        for name in Self.inSourceOrder(sentKeys.values, \.range) { requireKey(name) }
    }

    /// Reports a challenge that no service of the flow has.
    mutating func requireChallenge(_ name: Name) {
        if services.withChallenge(name.symbol).isEmpty {
            let known = services.all.flatMap(\.challenges.keys)
            report(
                wording.unknown(name, "challenge", .unknownChallenge, sorting: known, help: helpWithoutService))
        }
    }

    /// Reports an operation that no service of the flow has.
    mutating func requireOperation(_ name: Name) {
        if services.withOperation(name.symbol).isEmpty {
            let known = services.all.flatMap(\.operations.keys)
            report(
                wording.unknown(name, "operation", .unknownOperation, sorting: known, help: helpWithoutService))
        }
    }

    /// The help for an unknown name of a service if the flow has no service; otherwise empty.
    private var helpWithoutService: [String] {
        guard services.all.isEmpty else { return [] }
        return ["the flow has no service: add service=\"…\" to <flow>, or check a flow that uses this one"]
    }

    /// If the compiled flow has no service, leaves only one finding about a name that a service could have.
    mutating func joinFindingsWithoutService() {
        let codes: [DiagnosticCode] = [.unknownOperation, .unknownChallenge, .unknownParameter, .unknownError]
        // An error with a suggestion is probably a misspelled one of the flow.
        let joined = Self.inSourceOrder(
            findings.filter { codes.contains($0.code) && ($0.code != .unknownError || $0.help.isEmpty) }, \.range)
        guard isCompiled, services.all.isEmpty,
            var first = joined.first(where: { $0.code == .unknownOperation }) ?? joined.first
        else { return }
        let places = Set(joined.map(\.range))
        findings.removeAll { codes.contains($0.code) && places.contains($0.range) }
        first.help = helpWithoutService
        if places.count > 1 {
            let others = places.count == 2 ? "1 other name is" : "\(places.count - 1) other names are"
            first.notes.append(Diagnostic.Note("\(others) unknown for the same reason"))
        }
        report(first)
    }

    /// Reports a literal that is not one of the known words. Any literal is accepted if there are no known words.
    mutating func requireWord(_ literal: WrittenText?, among known: [Symbol]) {
        guard let literal, !known.isEmpty,
            !program.symbols.names(known).contains(ByteString(literal.trimmed))
        else {
            return
        }
        report(wording.unknownWord(literal.trimmed, at: literal.range, among: known))
    }

    /// Returns whether an operand is a literal, or its `from` names an existing value.
    func resolves(_ operand: OperandSyntax) -> Bool {
        operand.value != nil || operand.from.flatMap { type(of: $0.symbol) } != nil
    }

    /// Reports each value that an operand names and that does not exist.
    ///
    /// - Returns: whether the operand is a literal, or its `from` names an existing value; `else` does not matter
    @discardableResult
    mutating func requireValues(of operand: OperandSyntax) -> Bool {
        if let otherwise = operand.otherwise { _ = requireValue(otherwise) }
        // Another check reports an operand with both `value` and `from`.
        if operand.value == nil, let from = operand.from, requireValue(from) == nil,
            services.all.contains(where: { $0.hasKeyWord(from.symbol) })
        {
            let help = "for the word itself, write value=\"\(text(from))\""
            findings[findings.count - 1].help.insert(help, at: 0)
        }
        return resolves(operand)
    }
}
