import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

extension Lowerer {
    /// The condition of an element's `when`; nothing if it has none. A guard with a fault counts as never.
    func condition(_ place: Place, _ context: FlowContext, node: Int? = nil) -> Condition? {
        guard let text = documents.text(.when, place) else { return nil }
        do throws(GuardParser.Fault) {
            let expression = try GuardParser.parse(text.text)
            return resolve(expression, place, context, node: node)
        } catch {
            bag.add(
                Diagnostic(
                    .guardSyntax, at: documents.range(error.range, of: .when, place), error.message,
                    help: ["a guard looks like: present password and not (flowType is userAuth or attempts below 3)"]))
            return .constant(false)
        }
    }

    private func resolve(_ expression: GuardExpression, _ place: Place, _ context: FlowContext, node: Int?) -> Condition
    {
        switch expression {
        case .not(let inner): .not(resolve(inner, place, context, node: node))
        case .and(let left, let right):
            .and(resolve(left, place, context, node: node), resolve(right, place, context, node: node))
        case .or(let left, let right):
            .or(resolve(left, place, context, node: node), resolve(right, place, context, node: node))
        case .atom(let atom): resolve(atom, place, context, node: node) ?? .constant(false)
        }
    }

    private func name(_ word: GuardWord, _ place: Place) -> Name {
        Name(text: word.text, range: documents.range(word.range, of: .when, place))
    }

    private func resolve(_ atom: GuardAtom, _ place: Place, _ context: FlowContext, node: Int?) -> Condition? {
        switch atom {
        case .fact(let word), .present(let word): return slot(name(word, place), context).map { .present($0) }
        case .equals(let word, let literal):
            guard let slot = slot(name(word, place), context) else { return nil }
            checkWord(literal, slot, place)
            if slots[slot].type != .flag {
                checkType(slots[slot].type, of: name(word, place), into: .text, "what is compared with a text")
            }
            let ignoresCase = context.values[word.text]?.ignoresCase ?? false
            return .equals(slot, literal.text, ignoringCase: ignoresCase)
        case .contains(let word, let literal):
            return slot(name(word, place), context).map { .contains($0, literal.text) }
        case .matches(let word, let literal):
            let start = literal.range.lowerBound
            let pattern = pattern(literal.text) {
                self.documents.range(start + $0.lowerBound..<start + $0.upperBound, of: .when, place)
            }
            guard let slot = slot(name(word, place), context), let pattern else { return nil }
            checkType(slots[slot].type, of: name(word, place), into: .text, "what is matched")
            return .matches(slot, pattern)
        case .hasAll(let word, let list):
            guard let holder = slot(name(word, place), context), let wanted = slot(name(list, place), context) else {
                return nil
            }
            checkType(slots[wanted].type, of: name(list, place), into: .list, "what must be there")
            return .hasAll(holder, wanted)
        case .below(let word, let limit):
            let name = name(word, place)
            guard let counter = counter(name, context) else { return nil }
            map.counterTests[counter, default: []].insert(CounterTest(limit: limit, range: name.range))
            return .below(counter, limit)
        case .sent(let word): return sent(name(word, place), context, node: node)
        }
    }

    /// A choice is only ever one of its words.
    private func checkWord(_ literal: GuardWord, _ slot: SlotID, _ place: Place) {
        guard let known = words[slot], !known.contains(literal.text) else { return }
        bag.add(Findings.unknown(name(literal, place), "word", .unknownWord, among: known))
    }

    /// Whether the last request of the node carried a key: what it carried has not changed while the reply was awaited.
    private func sent(_ key: Name, _ context: FlowContext, node: Int?) -> Condition? {
        guard service.requestKeys.contains(key.text) else {
            bag.add(Findings.unknown(key, "parameter", .unknownParameter, among: service.requestKeys.sorted()))
            return nil
        }
        guard let node, let input = requests[context.nodes[node].request ?? -1]?.keys[key.text] else {
            return .constant(false)
        }
        switch input.origin {
        case .literal: return .constant(true)
        case .slot(let slot):
            return input.otherwise.map { .or(.present(slot), .present($0)) } ?? .present(slot)
        }
    }
}
