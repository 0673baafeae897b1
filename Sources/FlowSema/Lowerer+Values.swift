import FlowAutomata
import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// The slot of a value: a declared one, or something that a reply brings.
    func slot(_ name: Name, _ context: FlowContext) -> SlotID? {
        if let known = slotIfKnown(name.text, context) { return known }
        let known = context.values.keys.sorted() + service.outputTypes.keys.sorted()
        bag.add(
            Findings.unknown(
                name, "value", .unknownValue, among: known,
                help: ["a value is declared in <data>, asked for, given by a handler, or brought by a reply"]))
        return nil
    }

    func slotIfKnown(_ name: String, _ context: FlowContext) -> SlotID? {
        if let slot = context.slots[name] { return slot }
        if let value = context.values[name] {
            let slot = newSlot(context.prefix + name, value.type)
            context.slots[name] = slot
            if value.type == .choice, !value.words.isEmpty { words[slot] = value.words }
            return slot
        }
        if name == "error.type" { return 0 }
        if name == "error.message" { return 1 }
        return service.outputTypes[name] == nil ? nil : outputSlot(name)
    }

    /// The slot of something that a reply brings, shared by all flows at hand.
    func outputSlot(_ name: String) -> SlotID {
        if let slot = outputSlots[name] { return slot }
        let slot = newSlot(name, service.outputTypes[name] ?? .text)
        outputSlots[name] = slot
        return slot
    }

    func counter(_ name: Name, _ context: FlowContext) -> CounterID? {
        if let counter = context.counters[name.text] { return counter }
        bag.add(Findings.unknown(name, "counter", .unknownCounter, among: context.counters.keys.sorted()))
        return nil
    }

    /// The source of a value, from `from`, `value` and `else`.
    func source(_ place: Place, _ context: FlowContext) -> Source? {
        let otherwise = documents.attribute(.else, place).flatMap { slot($0, context) }
        if let literal = documents.text(.value, place) { return Source(.literal(literal.text), otherwise: otherwise) }
        guard let from = documents.attribute(.from, place), let slot = slot(from, context) else { return nil }
        return Source(.slot(slot), otherwise: otherwise)
    }

    /// The shown values among children of `place`.
    func shows(_ places: [Place], _ context: FlowContext) -> [Show] {
        places.compactMap { place in
            guard let name = documents.attribute(.name, place), let source = source(place, context) else { return nil }
            let isDisclosed = documents.isTrue(.disclose, place)
            if !isDisclosed { checkSecret(source, place) }
            return Show(name: name.text, source: source, isDisclosed: isDisclosed)
        }
    }

    private func checkSecret(_ source: Source, _ place: Place) {
        var shown: [(AttributeName, SlotID)] = source.otherwise.map { [(.else, $0)] } ?? []
        if case .slot(let slot) = source.origin { shown.append((.from, slot)) }
        for (attribute, slot) in shown where slots[slot].type.isSecret {
            bag.add(
                Diagnostic(
                    .secretShown, at: documents.attribute(attribute, place)?.range ?? documents.range(place),
                    "'\(slots[slot].name)' is secret and would be shown",
                    help: ["say disclose=\"true\" where it is shown on purpose"]))
        }
    }

    /// What an ask or input asks for.
    func ask(_ place: Place, _ context: FlowContext) -> Ask? {
        guard let name = documents.attribute(.name, place), let slot = slot(name, context) else { return nil }
        var ask = Ask(name: name.text, slot: slot)
        let isInput = documents.name(place) == .input
        ask.isRequired =
            isInput ? documents.isTrue(.required, place) : documents.attribute(.required, place)?.text != "false"
        ask.isNonEmpty = ask.isRequired && slots[slot].type != .list && slots[slot].type != .map
        ask.length = documents.attribute(.length, place).flatMap { Int($0.text) }
        ask.words = documents.names(.of, place).map(\.text)
        ask.ignoresCase = documents.isTrue(.ignoreCase, place)
        ask.isConstant = documents.isTrue(.constant, place)
        ask.fallback = fallback(place, slots[slot].type)
        checkLiteral(.default, place, among: ask.words)
        if let offered = documents.attribute(.offered, place) {
            ask.offered = self.slot(offered, context)
            if let slot = ask.offered { checkType(slots[slot].type, of: offered, into: .list, "what is offered") }
        }
        if let meant = documents.attribute(.meant, place) { ask.meant = self.slot(meant, context) }
        if let pattern = documents.text(.pattern, place) {
            ask.pattern = self.pattern(pattern.text) { self.documents.range($0, of: .pattern, place) }
        }
        return ask
    }

    /// What an input is where the host does not give it. A flag that is false is absent, by default too.
    private func fallback(_ place: Place, _ type: ValueType) -> String? {
        guard let literal = documents.text(.default, place) else { return nil }
        switch type {
        case .flag where literal.text == "false": return nil
        case .flag where literal.text != "true":
            let help = ["write default=\"true\" or default=\"false\""]
            bag.add(Diagnostic(.badValue, at: literal.range, "the default of a flag is true or false", help: help))
        case .map:
            let help = ["let the host give it, or merge entries from another map"]
            bag.add(Diagnostic(.badValue, at: literal.range, "an input of type map has no default", help: help))
        default: break
        }
        return literal.text
    }

    /// The number of a pattern.
    func pattern(_ source: String, _ range: (Range<Int>) -> SourceRange) -> PatternID? {
        if let known = patternIDs[source] { return known }
        switch PatternCompiler.compile(source) {
        case .success(let pattern):
            patternIDs[source] = patterns.count
            patterns.append(pattern)
            return patterns.count - 1
        case .failure(let fault):
            bag.add(
                Diagnostic(.badPattern, at: range(fault.offset..<max(fault.offset, source.utf8.count)), fault.message))
            return nil
        }
    }
}
