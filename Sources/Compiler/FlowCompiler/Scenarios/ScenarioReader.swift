import FlowChecks
import FlowLowering
package import FlowDiagnostics
package import FlowIR
package import FlowSyntax

/// Reads the scenarios of a document whose structure is valid.
package struct ScenarioReader {
    let tree: SyntaxTree
    /// The defined texts by name.
    private var definitions: [ByteString: String] = [:]
    /// The scenarios as written, in document order.
    private var written: [WrittenScenario] = []
    /// The index of each scenario in `written`, by name.
    private var indices: [ByteString: Int] = [:]
    /// The handlers that the flow calls; nil if they are not known.
    private let handlers: Set<String>?

    /// A scenario as written, without the lines of the scenario that it continues.
    struct WrittenScenario {
        let name: SourceName
        /// The name of the scenario that it continues, if any.
        let after: SourceName?
        var scenario: Scenario
    }

    /// Returns the scenarios in document order, and adds findings to the bag.
    ///
    /// `handlers` are those that the flow calls. If they are nil, the names of handlers are not checked.
    package static func read(
        _ tree: SyntaxTree, handlers: Set<String>? = nil, _ bag: inout DiagnosticBag
    ) -> [Scenario] {
        var reader = ScenarioReader(tree: tree, handlers: handlers)
        reader.readDefinitions(&bag)
        reader.checkUses(&bag)
        for element in tree.children(of: tree.root, named: .scenario) { reader.readScenario(element, &bag) }
        return reader.joinedScenarios(&bag)
    }

    /// Collects the texts that lines can use by name, and reports duplicate names.
    private mutating func readDefinitions(_ bag: inout DiagnosticBag) {
        var firstRanges: [ByteString: SourceRange] = [:]
        for element in tree.children(of: tree.root, named: .define) {
            guard let name = trimmedValue(.name, of: element) else { continue }
            if let first = firstRanges[ByteString(name.text)] {
                bag.add(NameFindings.duplicateName(name, "definition", first: first))
            } else {
                firstRanges[ByteString(name.text)] = name.range
                definitions[ByteString(name.text)] = checkedText(element, &bag)
            }
        }
    }

    /// Reports each definition that no line uses, unless a line uses an unknown name, which may mean any of them.
    private func checkUses(_ bag: inout DiagnosticBag) {
        let used = Set(tree.allElements.compactMap { trimmedValue(.use, of: $0).map { ByteString($0.text) } })
        guard used.isSubset(of: definitions.keys) else { return }
        for element in tree.children(of: tree.root, named: .define) {
            guard let name = trimmedValue(.name, of: element), !used.contains(ByteString(name.text)) else { continue }
            bag.add(
                Diagnostic(
                    .unusedDeclaration, at: name.range, "the definition '\(name.text)' is never used",
                    subjects: [name.text], help: ["use it, or remove it"]))
        }
    }

    /// Adds a scenario to `written`, or reports that its name is already in use. Ignores a scenario without a name.
    private mutating func readScenario(_ element: ElementID, _ bag: inout DiagnosticBag) {
        guard let name = trimmedValue(.name, of: element) else { return }
        if let first = indices[ByteString(name.text)] {
            bag.add(NameFindings.duplicateName(name, "scenario", first: written[first].name.range))
            return
        }
        var scenario = Scenario(
            name: name.text, prefixCount: 0, rows: words(.rows, of: element), traces: words(.traces, of: element),
            handlers: [:], lines: [])
        for child in tree.children(of: element) {
            if tree.name(of: child) == .handler {
                readHandler(child, &scenario, &bag)
            } else if let content = line(for: child, &bag) {
                let offset = Int(tree.tagRange(of: child).start)
                scenario.lines.append(.init(content, lineNumber: tree.file.position(ofOffset: offset).line))
            }
        }
        indices[ByteString(name.text)] = written.count
        written.append(WrittenScenario(name: name, after: trimmedValue(.after, of: element), scenario: scenario))
    }

    /// Adds the script of a handler to a scenario.
    ///
    /// Reports a second script for the same handler, which replaces the first, and one for a handler that the flow never
    /// calls.
    private func readHandler(_ element: ElementID, _ scenario: inout Scenario, _ bag: inout DiagnosticBag) {
        guard let name = trimmedValue(.name, of: element) else { return }
        if scenario.handlers[name.text] != nil { bag.add(NameFindings.duplicateName(name, "handler")) }
        if let handlers, !handlers.contains(name.text) {
            let near = NearNames.suggest(name.text, among: handlers.sorted())
            bag.add(
                Diagnostic(
                    .unknownHandler, at: name.range, "the flow calls no handler '\(name.text)'",
                    subjects: [name.text], help: NameFindings.help(near: near)))
        }
        let json = checkedText(element, &bag)
        scenario.handlers[name.text] = trimmedValue(.failure, of: element).map { .fails($0.text) } ?? .gives(json: json)
    }

    /// Returns the JSON of a line: its own text or, with `use`, the text of a definition.
    ///
    /// The own text of a reply can be any value. All other JSON, including that of definitions, must be an object.
    /// Reports invalid JSON, an unknown definition, and a line with both a text and `use`.
    func json(of element: ElementID, _ bag: inout DiagnosticBag) -> String {
        guard let use = trimmedValue(.use, of: element) else {
            return checkedText(element, anyValue: tree.name(of: element) == .reply, &bag)
        }
        if let range = tree.contentRange(of: element) {
            bag.add(
                Diagnostic(
                    .badJSON, at: range, "a line with the attribute 'use' cannot have its own text",
                    help: ["remove the text, or the attribute 'use'"]))
        }
        guard let text = definitions[ByteString(use.text)] else {
            bag.add(
                NameFindings.unknown(
                    use, "definition", .unknownDefinition, among: definitions.keys.sorted().map(\.text)))
            return "{}"
        }
        return text
    }

    /// Returns the JSON text of an element, or an empty object if the text is empty or invalid. Reports invalid JSON.
    ///
    /// The text must be a JSON object, unless `anyValue` is true.
    func checkedText(_ element: ElementID, anyValue: Bool = false, _ bag: inout DiagnosticBag) -> String {
        guard let text = tree.content(of: element) else { return "{}" }
        guard let fault = JSONChecker.firstFault(in: text, anyValue: anyValue) else { return text }
        let range = tree.range(ofDecoded: fault.offset..<fault.offset + 1, inContentOf: element)
        bag.add(Diagnostic(.badJSON, at: range, fault.message))
        return "{}"
    }

    /// Returns the trimmed value of an attribute with its location, or nil if the attribute is absent.
    func trimmedValue(_ attribute: AttributeName, of element: ElementID) -> SourceName? {
        tree.attribute(attribute, of: element).map {
            SourceName(text: tree.trimmedText(of: $0), range: tree.valueRange(of: $0))
        }
    }

    /// Returns the words of an attribute's value, or an empty array if the attribute is absent.
    private func words(_ attribute: AttributeName, of element: ElementID) -> [String] {
        tree.attribute(attribute, of: element).map { tree.tokens(of: $0).map(\.text) } ?? []
    }

    /// Returns the scenarios, each with the lines and handlers of the scenario that it continues.
    private func joinedScenarios(_ bag: inout DiagnosticBag) -> [Scenario] {
        let prefixes = resolvedPrefixes(&bag)
        var joined: [Scenario?] = written.map { _ in nil }
        for index in written.indices {
            // The scenarios that this one continues are joined first.
            let unjoined = chain(from: index, prefixes, until: { joined[$0] != nil })
            for member in unjoined.reversed() {
                var scenario = written[member].scenario
                if let prefix = prefixes[member].flatMap({ joined[$0] }) {
                    scenario.prefixCount = prefix.lines.count
                    scenario.lines = prefix.lines + scenario.lines
                    scenario.handlers.merge(prefix.handlers) { own, _ in own }
                }
                joined[member] = scenario
            }
        }
        return joined.compactMap { $0 }
    }

    /// Returns a scenario and those that it continues, nearest first. Stops before the first that meets `isEnd`.
    private func chain(from index: Int, _ prefixes: [Int?], until isEnd: (Int) -> Bool) -> [Int] {
        var members: [Int] = []
        var next: Int? = index
        while let member = next, !isEnd(member) {
            members.append(member)
            next = prefixes[member]
        }
        return members
    }

    /// Returns for each scenario the index of the scenario that it continues. Reports unknown scenarios and cycles.
    ///
    /// The index is nil if a scenario continues no other or an unknown one, or if it closes a cycle.
    private func resolvedPrefixes(_ bag: inout DiagnosticBag) -> [Int?] {
        var prefixes: [Int?] = written.map { scenario in scenario.after.flatMap { indices[ByteString($0.text)] } }
        for scenario in written {
            guard let after = scenario.after, indices[ByteString(after.text)] == nil else { continue }
            bag.add(NameFindings.unknown(after, "scenario", .unknownScenario, among: written.map(\.name.text)))
        }
        breakCycles(in: &prefixes, &bag)
        return prefixes
    }

    /// Reports each cycle of scenarios, and removes the prefix of the scenario that closes it.
    private func breakCycles(in prefixes: inout [Int?], _ bag: inout DiagnosticBag) {
        var visited: Set<Int> = []
        for index in written.indices {
            var members: [Int] = []
            var next: Int? = index
            while let member = next, visited.insert(member).inserted {
                members.append(member)
                next = prefixes[member]
            }
            // The chain ends, meets an earlier chain, or closes a cycle by leading back to one of its own members.
            guard let again = next, let start = members.firstIndex(of: again), let last = members.last,
                let after = written[last].after
            else { continue }
            bag.add(cycleFinding(members[start...] + [again], at: after.range))
            prefixes[last] = nil
        }
    }

    /// Creates a finding about a cycle of scenarios, of which the first is also the last.
    private func cycleFinding(_ scenarios: ArraySlice<Int>, at range: SourceRange) -> Diagnostic {
        let names = scenarios.map { written[$0].name.text }.joined(separator: " -> ")
        return Diagnostic(
            .scenarioCycle, at: range, "scenarios continue each other in a cycle",
            notes: [Diagnostic.Note("the cycle: \(names)")], help: ["remove 'after' from one of them"])
    }
}

extension ScenarioReader {
    /// Returns the scenario line of an element, or nil for documentation. Reports mistakes in the line's JSON.
    func line(for element: ElementID, _ bag: inout DiagnosticBag) -> Scenario.Line? {
        switch tree.name(of: element) {
        case .start: .start(json: json(of: element, &bag))
        case .submit: .submit(json: json(of: element, &bag))
        case .select: .select(tree.text(.value, of: element) ?? "")
        case .event: .event(requiredText(.name, of: element), json: json(of: element, &bag))
        case .back, .cancel, .timeout: .event(tree.name(of: element).spelling)
        case .reply: .reply(json: json(of: element, &bag))
        case .error: .error(type: requiredText(.type, of: element), message: tree.text(.message, of: element) ?? "")
        case .call: .call(operation: requiredText(.operation, of: element), json: json(of: element, &bag))
        case .present:
            .present(
                step: requiredText(.step, of: element),
                within: trimmedValue(.within, of: element).flatMap { Int($0.text) },
                error: trimmedValue(.error, of: element)?.text, category: trimmedValue(.class, of: element)?.text,
                json: json(of: element, &bag))
        case .notify: .notify(name: requiredText(.name, of: element), json: json(of: element, &bag))
        case .end:
            .end(
                outcome: requiredText(.outcome, of: element), error: trimmedValue(.error, of: element)?.text,
                category: trimmedValue(.class, of: element)?.text, json: json(of: element, &bag))
        case .refused:
            .refused(
                code: requiredText(.code, of: element), parameter: trimmedValue(.parameter, of: element)?.text)
        default: nil
        }
    }

    /// Returns the trimmed text of an attribute that the structure checks require, or an empty text if it is absent.
    private func requiredText(_ attribute: AttributeName, of element: ElementID) -> String {
        trimmedValue(attribute, of: element)?.text ?? ""
    }
}

extension DiagnosticCode {
    /// A JSON text in a scenario file is not valid, or its line also has the attribute `use`.
    package static let badJSON = DiagnosticCode(
        "bad-json", summary: "The text of a scenario line must be valid JSON.")
    /// A scenario continues another one that does not exist.
    package static let unknownScenario = DiagnosticCode(
        "unknown-scenario", summary: "A scenario can only continue another scenario of the same file.")
    /// A scenario line uses a definition that does not exist.
    package static let unknownDefinition = DiagnosticCode(
        "unknown-definition", summary: "A definition that a scenario line uses must exist in the same file.")
    package static let scenarioCycle = DiagnosticCode(
        "scenario-cycle", summary: "Scenarios must not continue each other in a cycle.")
}
