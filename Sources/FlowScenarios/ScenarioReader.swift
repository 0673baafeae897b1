package import FlowDiagnostics
package import FlowModel
package import FlowSyntax

/// Reads a structurally valid scenario document into plain values.
package struct ScenarioReader {
    let tree: SyntaxTree
    /// The defined texts by name.
    private var definitions: [ByteText: String] = [:]
    /// The scenarios without those that they continue, in document order.
    private var own: [OwnScenario] = []
    private var numbers: [ByteText: Int] = [:]

    /// A scenario as written.
    struct OwnScenario {
        let name: SourceName
        let after: SourceName?
        var scenario: Scenario
    }

    /// Returns the scenarios in document order, and adds problems to the bag.
    package static func read(_ tree: SyntaxTree, _ bag: inout DiagnosticBag) -> [Scenario] {
        var reader = ScenarioReader(tree: tree)
        reader.readDefinitions(&bag)
        for element in tree.children(of: tree.root, named: .scenario) { reader.readScenario(element, &bag) }
        return reader.resolved(&bag)
    }

    private init(tree: SyntaxTree) { self.tree = tree }

    private mutating func readDefinitions(_ bag: inout DiagnosticBag) {
        var places: [ByteText: SourceRange] = [:]
        for element in tree.children(of: tree.root, named: .define) {
            guard let name = name(.name, element) else { continue }
            if let first = places[ByteText(name.text)] {
                bag.add(NameFindings.duplicateName(name, "definition", first: first))
            } else {
                places[ByteText(name.text)] = name.range
                definitions[ByteText(name.text)] = checkedText(element, &bag)
            }
        }
    }

    private mutating func readScenario(_ element: ElementID, _ bag: inout DiagnosticBag) {
        guard let name = name(.name, element) else { return }
        if let first = numbers[ByteText(name.text)] {
            bag.add(NameFindings.duplicateName(name, "scenario", first: own[first].name.range))
            return
        }
        var scenario = Scenario(
            name: name.text, prefixCount: 0, rows: words(.rows, element), traces: words(.traces, element),
            handlers: [:], lines: [])
        for child in tree.children(of: element) {
            if tree.name(of: child) == .handler {
                readHandler(child, &scenario, &bag)
            } else if let line = line(child, &bag) {
                let offset = Int(tree.tagRange(of: child).start)
                scenario.lines.append(.init(line, lineNumber: tree.file.position(ofOffset: offset).line))
            }
        }
        numbers[ByteText(name.text)] = own.count
        own.append(OwnScenario(name: name, after: self.name(.after, element), scenario: scenario))
    }

    private func readHandler(_ element: ElementID, _ scenario: inout Scenario, _ bag: inout DiagnosticBag) {
        guard let name = name(.name, element) else { return }
        if scenario.handlers[name.text] != nil { bag.add(NameFindings.duplicateName(name, "handler")) }
        let json = checkedText(element, &bag)
        scenario.handlers[name.text] = self.name(.failure, element).map { .fails($0.text) } ?? .gives(json: json)
    }

    /// The JSON of a line: its own, or the definition that it uses.
    ///
    /// A reply can be any value, since services send such values.
    func json(_ element: ElementID, _ bag: inout DiagnosticBag) -> String {
        guard let use = name(.use, element) else {
            return checkedText(element, anyValue: tree.name(of: element) == .reply, &bag)
        }
        if let range = tree.contentRange(of: element) {
            bag.add(
                Diagnostic(
                    .badJSON, at: range, "a line that uses a definition cannot have its own text",
                    help: ["remove the text, or the attribute 'use'"]))
        }
        guard let text = definitions[ByteText(use.text)] else {
            bag.add(
                NameFindings.unknown(
                    use, "definition", .unknownDefinition, among: definitions.keys.sorted().map(\.text)))
            return "{}"
        }
        return text
    }

    /// The text of an element: a JSON object or any JSON value.
    ///
    /// An empty text means an empty object.
    func checkedText(_ element: ElementID, anyValue: Bool = false, _ bag: inout DiagnosticBag) -> String {
        guard let text = tree.content(of: element) else { return "{}" }
        guard let fault = JSONChecker.firstFault(in: text, anyValue: anyValue) else { return text }
        let range = tree.range(ofDecoded: fault.offset..<fault.offset + 1, inContentOf: element)
        bag.add(Diagnostic(.badJSON, at: range, fault.message))
        return "{}"
    }

    /// The value of an attribute, with its location.
    func name(_ attribute: AttributeName, _ element: ElementID) -> SourceName? {
        tree.attribute(attribute, of: element).map {
            SourceName(text: tree.word(of: $0), range: tree.valueRange(of: $0))
        }
    }

    private func words(_ attribute: AttributeName, _ element: ElementID) -> [String] {
        tree.attribute(attribute, of: element).map { tree.tokens(of: $0).map(\.text) } ?? []
    }

    /// Puts before each scenario the one that it continues.
    private func resolved(_ bag: inout DiagnosticBag) -> [Scenario] {
        let prefixes = prefixes(&bag)
        var result: [Scenario?] = own.map { _ in nil }
        for index in own.indices {
            var chain: [Int] = []
            var next: Int? = index
            while let number = next, result[number] == nil {
                chain.append(number)
                next = prefixes[number]
            }
            for number in chain.reversed() {
                var scenario = own[number].scenario
                if let prefix = prefixes[number].flatMap({ result[$0] }) {
                    scenario.prefixCount = prefix.lines.count
                    scenario.lines = prefix.lines + scenario.lines
                    scenario.handlers.merge(prefix.handlers) { own, _ in own }
                }
                result[number] = scenario
            }
        }
        return result.compactMap { $0 }
    }

    /// The number of the scenario that each one continues.
    ///
    /// In a cycle, the scenario that closes it continues none.
    private func prefixes(_ bag: inout DiagnosticBag) -> [Int?] {
        var result: [Int?] = own.map { scenario in scenario.after.flatMap { numbers[ByteText($0.text)] } }
        for scenario in own {
            guard let after = scenario.after, numbers[ByteText(after.text)] == nil else { continue }
            bag.add(NameFindings.unknown(after, "scenario", .unknownScenario, among: own.map(\.name.text)))
        }
        var visit = [Int](repeating: -1, count: own.count)
        for index in own.indices {
            var chain: [Int] = []
            var next: Int? = index
            while let number = next, visit[number] < 0 {
                visit[number] = index
                chain.append(number)
                next = result[number]
            }
            guard let again = next, visit[again] == index, let start = chain.firstIndex(of: again),
                let last = chain.last, let after = own[last].after
            else { continue }
            let cycle = (chain[start...] + [again]).map { own[$0].name.text }.joined(separator: " -> ")
            bag.add(
                Diagnostic(
                    .scenarioCycle, at: after.range, "scenarios continue each other in a cycle",
                    notes: [Diagnostic.Note("the cycle: \(cycle)")], help: ["make one of them start on its own"]))
            result[last] = nil
        }
        return result
    }
}
