import FlowDiagnostics
import FlowCore
import FlowIR
import FlowTable
import TestSupport

/// A host that gives anything that is accepted, and now and then what is not.
struct RandomHost {
    let flow: LoweredFlow
    let pool: ValuePool
    /// How often in a hundred it leaves out what it need not give.
    let thrift: Int

    /// Answers to what is asked; `parameters` has what is offered.
    func answers(_ asks: [Ask], _ parameters: FlowParameters, _ random: inout Seeded) -> JSONValue {
        var members: [JSONMember] = []
        for ask in asks {
            let isLeftOut = !ask.isRequired && random.chance(thrift)
            if isLeftOut { continue }
            members.append(JSONMember(ask.name.text, value(ask, parameters, &random)))
        }
        if random.chance(4) { spoil(&members, &random) }
        return .object(members)
    }

    private func spoil(_ members: inout [JSONMember], _ random: inout Seeded) {
        let index = random.below(members.count)
        switch random.below(4) {
        case 0: members.append(JSONMember("no-such", .string("x")))
        case 1 where !members.isEmpty: members.remove(at: index)
        case 2 where !members.isEmpty: members[index].value = .array([.number("1")])
        case 3 where !members.isEmpty: members[index].value = .string("")
        default: break
        }
    }

    private func value(_ ask: Ask, _ parameters: FlowParameters, _ random: inout Seeded) -> JSONValue {
        switch flow.slots[ask.slot].type {
        case .secret where ask.isPlain && random.chance(50): return .string(RandomService.planted)
        case .flag: return .bool(random.chance(60))
        // A session that was used up is not the host's any more: what it gives is always another one.
        case .session: return .string("session-of-host-\(random.next())")
        case .list: return .array(pool.list(&random).map { .string($0) })
        case .map: return .object(pool.list(&random).uniqued.map { JSONMember($0, .string(pool.text(&random))) })
        case .digits:
            let count = ask.length ?? 1 + random.below(6)
            return .string(String((0..<count).map { _ in random.pick(Array("0123456789")) ?? "0" }))
        case .seconds: return .string(String(1 + random.below(86_400)))
        default: return .string(text(ask, parameters, &random))
        }
    }

    private func text(_ ask: Ask, _ parameters: FlowParameters, _ random: inout Seeded) -> String {
        var words = ask.words.map(\.text)
        if let slot = ask.offered, case .list(let offered) = parameters[slot] {
            words = words.isEmpty ? offered : words.filter { offered.contains($0) }
        }
        if let word = random.pick(words) { return ask.ignoresCase && random.chance(30) ? word.uppercased() : word }
        if let pattern = ask.pattern, let text = random.pick(pool.accepted[pattern]) { return text }
        if let length = ask.length { return String(repeating: "a", count: length) }
        let text = pool.text(&random)
        return text.isEmpty && ask.isNonEmpty ? "b" : text
    }
}

extension Ask {
    /// Whether any text will do.
    fileprivate var isPlain: Bool { words.isEmpty && pattern == nil && length == nil && offered == nil }
}
