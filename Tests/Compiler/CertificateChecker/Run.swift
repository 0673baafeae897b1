/// Takes events in situations, along every way through the code of a table.
struct Run {
    let table: Table
    let facts: Facts
    let claims: Claims
    private var waiting: [(place: Int, situation: Situation)] = []
    private var found: [Situation] = []
    private(set) var count = 0

    init(_ table: Table, _ facts: Facts, _ claims: Claims) {
        (self.table, self.facts, self.claims) = (table, facts, claims)
    }

    /// The events that can come in a state, each with what it does there; nothing for a state that goes on by itself.
    func events(in state: Int) throws(Refusal) -> [(event: Int?, value: Int)] {
        if let block = table.choices[state] { return [(nil, table.kinds.count + block)] }
        var result: [(event: Int?, value: Int)] = []
        let service = claims.services[state]
        for event in 0..<table.events {
            let value = table.own(state, event)
            let isPossible =
                switch table.kinds[state] {
                case _ where event == Table.timeout: table.limited.contains(state)
                case _ where table.isHost(event): true
                case .call where event == Table.success: service?.canSucceed ?? true
                case .call where event < Table.builtins: event == 7 || event == 8 || event == 9
                case .call: event < table.firstFailure && service?.events.contains(event) ?? true
                case .handler: event == Table.handled || event == Table.otherFailure || event >= table.firstFailure
                default: false
                }
            if isPossible, let value { result.append((event, value)) }
            let isDue = event < Table.builtins && !table.isHost(event) && event != Table.otherChallenge
            if isPossible, value == nil, isDue {
                throw Refusal(.untaken, name(state, event), "nothing takes this event")
            }
        }
        return result
    }

    /// All ways that an event can take in a situation.
    mutating func ways(_ beginning: Situation, in state: Int, on event: Int?, _ value: Int) throws(Refusal)
        -> [Situation]
    {
        found = []
        for situation in arrive(event, in: state, beginning) { try go(to: value, situation, state, event) }
        while let (place, situation) = waiting.popLast() {
            try follow(value - table.kinds.count, place, situation, state, event)
            if waiting.count + found.count > 1 << 14 {
                throw Refusal(.tooHard, name(state, event), "there are too many ways")
            }
        }
        count += found.count
        return found
    }

    func name(_ state: Int, _ event: Int?) -> String {
        func text(_ names: [[UInt8]], _ number: Int) -> String { String(decoding: names[number], as: UTF8.self) }
        let builtin = [
            "start", "submit", "cancel", "back", "timeout", "handled", "success", "invalid", "reply", "error",
            "failure",
        ]
        let named = state < table.stateNames.count ? " (\(text(table.stateNames, state)))" : ""
        guard let event else { return "state \(state)\(named)" }
        return
            "state \(state)\(named), event \(event < builtin.count ? builtin[event] : text(table.eventNames, event - builtin.count))"
    }

    // MARK: Events

    private func arrive(_ event: Int?, in state: Int, _ beginning: Situation) -> [Situation] {
        guard let event else { return [beginning] }
        var list = [beginning]
        let isReply = table.kinds[state] == .call && table.isReply(event)
        if table.kinds[state] == .call, table.isHost(event) || isReply {
            for session in claims.sessions[state] ?? [] { list = list.flatMap { use(session, $0) } }
        }
        for index in list.indices {
            switch event {
            case _ where isReply || table.deadlines.contains(event), 0...Table.timeout,
                _ where table.isHost(event) && !table.takesError(state, event):
                for slot in 0...1 { clear(slot, &list[index]) }
            case Table.handled: break
            default:
                for slot in 0...1 { give(slot, isPresent: !table.isHost(event), &list[index]) }
                if event >= table.firstError { assign(0, table.eventNames[event - Table.builtins], &list[index]) }
                guard event == Table.invalid else { break }
                for fact in facts.ofSlot[0] {
                    guard case .equals(_, let text) = facts.atoms[fact], !Table.errorsOfInvalid.contains(text) else {
                        continue
                    }
                    list[index].set(fact, 0)
                }
            }
        }
        if event == Table.start { return answer(table.inputs, list) }
        if event == Table.submit { return answer(table.asks[state] ?? [], list) }
        for index in list.indices {
            if isReply { receive(table.outputs[state] ?? [], event, &list[index]) }
            guard event == Table.handled else { continue }
            for (slot, isRequired) in table.gives[state] ?? [] {
                give(slot, isPresent: isRequired && table.types[slot] != Table.list, &list[index])
            }
        }
        return list
    }

    /// The service may have used up a session that is sent, and whatever may be the same.
    private func use(_ session: Claims.Session, _ situation: Situation) -> [Situation] {
        fork(session.unless.map { .present($0) }, situation, unknownIs: false).map { isLeftOut, situation in
            var situation = situation
            if isLeftOut { return situation }
            for case .fresh(let slot) in facts.atoms where facts.areKin(slot, session.slot) {
                let isApart = facts.number[.apart(pair: slot, session.slot)].map { situation.value($0) == 1 } ?? false
                if slot == session.slot || !isApart { forget(.fresh(slot), &situation) }
            }
            return situation
        }
    }

    /// The situations in which a fact holds and in which it does not.
    private func fork(_ atom: Atom?, _ situation: Situation, unknownIs: Bool) -> [(holds: Bool, situation: Situation)] {
        guard let fact = atom.flatMap({ facts.number[$0] }) else { return [(unknownIs, situation)] }
        let value = situation.value(fact)
        if value < 2 { return [(value == 1, situation)] }
        return [true, false].compactMap { holds in
            var situation = situation
            return situation.decide(value, holds, facts) ? (holds, situation) : nil
        }
    }

    /// The host answers asks: what it gives has the form that they demand.
    private func answer(_ asks: [Table.Ask], _ list: [Situation]) -> [Situation] {
        var list = list
        for ask in asks {
            guard let offered = ask.offered, ask.isRequired, ask.fallback == nil else { continue }
            // Whoever answered was offered something that the ask takes.
            let demands: [Atom] =
                ask.words.isEmpty || ask.ignoresCase ? [.present(offered)] : ask.words.map { .contains(offered, $0) }
            list = list.flatMap { situation in
                var (open, taken) = ([situation], [Situation]())
                for demand in demands {
                    let ways = open.flatMap { fork(demand, $0, unknownIs: true) }
                    taken += ways.filter(\.holds).map(\.situation)
                    open = ways.filter { !$0.holds }.map(\.situation)
                }
                return taken
            }
        }
        for ask in asks {
            let isGiven = ask.isRequired || ask.fallback != nil
            guard let known = facts.known(ask, ask.slot, isGiven: isGiven) else { return [] }
            // A constant that has a value may stay, and with it what it means; so does that of a default.
            let isList = table.types[ask.slot] == Table.list
            let staying =
                !ask.isConstant
                ? []
                : isList
                    ? list
                    : list.flatMap {
                        fork(.present(ask.slot), $0, unknownIs: true).filter(\.holds).map(\.situation)
                    }
            var given = list
            for index in given.indices { give(ask.slot, known, &given[index]) }
            guard let meant = ask.meant else {
                list = given + staying
                continue
            }
            let defaults = ask.fallback == nil ? [] : given
            let isMeant = ask.isRequired && ask.fallback == nil
            let meaning = facts.known(ask, meant, isGiven: isMeant || ask.fallback != nil) ?? []
            for index in given.indices { give(meant, meaning, &given[index]) }
            list = given + staying + defaults
        }
        for (number, ask) in asks.enumerated() where !isOverwritten(ask, asks[(number + 1)...]) {
            list = link(ask, list)
        }
        return list
    }

    private func isOverwritten(_ ask: Table.Ask, _ later: ArraySlice<Table.Ask>) -> Bool {
        later.contains {
            [ask.slot, ask.meant].contains($0.slot) || $0.meant.map { [ask.slot, ask.meant].contains($0) } == true
        }
    }

    /// An answer is one of what is offered, and what it means is what is written there.
    private func link(_ ask: Table.Ask, _ list: [Situation]) -> [Situation] {
        var list = list
        for fact in facts.ofSlot[ask.slot] {
            guard let offered = ask.offered, !ask.ignoresCase, case .equals(_, let text) = facts.atoms[fact] else {
                continue
            }
            list = list.flatMap { situation in
                fork(facts.atoms[fact], situation, unknownIs: false).flatMap { isGiven, situation in
                    isGiven
                        ? fork(.contains(offered, text), situation, unknownIs: true).filter(\.holds).map(\.situation)
                        : [situation]
                }
            }
        }
        guard let meant = ask.meant else { return list }
        for fact in facts.ofSlot[meant] {
            guard let origin = meaning(facts.atoms[fact], ask), facts.number[origin] != nil else { continue }
            list = list.flatMap { situation in
                fork(origin, situation, unknownIs: false).map { holds, situation in
                    var situation = situation
                    situation.set(fact, holds ? 1 : 0)
                    return situation
                }
            }
        }
        return list
    }

    /// What a test of what an answer means tests of the answer; nothing where that is not known.
    private func meaning(_ atom: Atom, _ ask: Table.Ask) -> Atom? {
        switch atom {
        case .present: .present(ask.slot)
        case .folded(_, let text): .folded(ask.slot, text)
        case .equals(_, let text) where !ask.ignoresCase: .equals(ask.slot, text)
        case .equals(_, let text) where ask.words.contains(text): .folded(ask.slot, text.map(\.lowered))
        case .contains(_, let text) where !ask.ignoresCase: .contains(ask.slot, text)
        case .matches(_, let pattern) where !ask.ignoresCase: .matches(ask.slot, pattern)
        default: nil
        }
    }

    private func receive(_ outputs: [Table.Output], _ event: Int, _ situation: inout Situation) {
        var first: [[[UInt8]]: Int] = [:]
        var index = 0
        while index < outputs.count {
            // Readings of one value stand one behind the other.
            let readings = outputs[index...].prefix { $0.slot == outputs[index].slot }
            let slot = outputs[index].slot
            // A reply is read the last way that it is among; one of many challenges, in any of them.
            let ways =
                event == Table.otherChallenge
                ? Array(readings) : readings.last { isAmong($0.replies, event) }.map { [$0] } ?? []
            let isDemanded = !ways.isEmpty && ways.allSatisfy { $0.demand.map { isAmong($0, event) } ?? false }
            let reading = readings.map(\.reading).reduce([], +)
            if let same = first[reading] {
                copy(slot, same, &situation)
            } else {
                give(slot, isPresent: false, &situation)
            }
            if isDemanded {
                for given in [slot, first[reading] ?? slot] {
                    facts.number[.present(given)].map { situation.set($0, 1) }
                }
            }
            if first[reading] == nil { first[reading] = slot }
            index += readings.count
        }
    }

    private func isAmong(_ replies: Table.Replies, _ event: Int) -> Bool {
        if event == Table.success { return replies.flags & 1 != 0 }
        return replies.flags & 2 != 0
            || event >= Table.builtins && replies.names.contains(table.eventNames[event - Table.builtins])
    }

    // MARK: Code

    private mutating func go(to value: Int, _ situation: Situation, _ state: Int, _ event: Int?) throws(Refusal) {
        if value < table.kinds.count { return finish(value, situation, state, event) }
        try follow(value - table.kinds.count, 0, situation, state, event)
    }

    private mutating func finish(_ target: Int?, _ situation: Situation, _ state: Int, _ event: Int?) {
        var situation = situation
        situation.target = target
        if let target {
            if table.kinds[target] == .step { situation.last = target }
            if table.kinds[target] == .end { situation.last = Situation.never }
            if situation.isRestarted || event == Table.start {
                situation.passed = []
            } else if !situation.isInvalid {
                for exit in claims.exits[state] ?? [] where exit.event == event && !exit.unless.contains(target) {
                    situation.passed.insert(exit.bit)
                }
                situation.passed.subtract(claims.begun[target] ?? [])
            }
        }
        found.append(situation)
    }

    private mutating func follow(_ block: Int, _ start: Int, _ beginning: Situation, _ state: Int, _ event: Int?)
        throws(Refusal)
    {
        var (place, situation) = (start, beginning)
        while true {
            let instruction = table.blocks[block][place]
            place += 1
            switch instruction {
            case .jump(let target): return finish(target, situation, state, event)
            case .jumpLast(let other):
                if situation.last == Situation.unknown {
                    throw Refusal(.unsupported, name(state, event), "the last step is not told")
                }
                return finish(situation.last == Situation.never ? other : situation.last, situation, state, event)
            case .refuse: return finish(nil, situation, state, event)
            case .skip(let target): place = target
            case .test(let test, let outcome, let target):
                let (isTrue, isFalse) = decide(test, situation)
                if isTrue == nil, isFalse == nil { return }
                let (skipping, staying) = outcome ? (isTrue, isFalse) : (isFalse, isTrue)
                if let skipping, let staying {
                    waiting.append((target, skipping))
                    situation = staying
                } else if let skipping {
                    (situation, place) = (skipping, target)
                } else if let staying {
                    situation = staying
                }
            case .require(let slots):
                guard let rest = try require(slots, situation, state, event) else { return }
                situation = rest
            case .copy(let slot, let source, let other):
                guard let other else {
                    copy(slot, source, &situation)
                    continue
                }
                let ways = fork(.present(source), situation, unknownIs: true)
                guard facts.number[.present(source)] != nil else {
                    for fact in facts.ofSlot[slot] { situation.forget(fact) }
                    continue
                }
                guard let first = ways.first else { return }
                for (holds, way) in ways.dropFirst() {
                    var way = way
                    copy(slot, holds ? source : other, &way)
                    waiting.append((place, way))
                }
                situation = first.situation
                copy(slot, first.holds ? source : other, &situation)
            default: try change(instruction, &situation, state, event)
            }
        }
    }

    /// The situations in which a test holds and in which it does not.
    private func decide(_ test: Instruction.Test, _ situation: Situation) -> (isTrue: Situation?, isFalse: Situation?) {
        var (isTrue, isFalse) = (situation, situation)
        switch test {
        case .known(let holds): return holds ? (situation, nil) : (nil, situation)
        case .below(let counter, let bound):
            let canHold = isTrue.bound(counter, below: bound, true)
            return (canHold ? isTrue : nil, isFalse.bound(counter, below: bound, false) ? isFalse : nil)
        case .atom(let atom):
            let ways = fork(atom, situation, unknownIs: true)
            return (ways.first(where: \.holds)?.situation, ways.first { !$0.holds }?.situation)
        }
    }

    /// What is demanded is there; where it is not, the reply was an invalid one.
    private mutating func require(_ slots: [Int], _ beginning: Situation, _ state: Int, _ event: Int?) throws(Refusal)
        -> Situation?
    {
        var situation = beginning
        for slot in slots {
            var isThere: Situation?
            for (holds, way) in fork(.present(slot), situation, unknownIs: true) {
                if holds { isThere = way } else { try miss(way, state, event) }
            }
            guard let isThere else { return nil }
            situation = isThere
        }
        return situation
    }

    private mutating func miss(_ missing: Situation, _ state: Int, _ event: Int?) throws(Refusal) {
        guard event != nil, event != Table.invalid, !missing.isInvalid, let value = table.own(state, Table.invalid)
        else {
            throw Refusal(.unsupported, name(state, event), "nothing takes a reply that lacks something")
        }
        var situation = missing
        situation.goBack()
        situation.isInvalid = true
        assign(0, Array("missing-parameter".utf8), &situation)
        give(1, isPresent: true, &situation)
        var run = Run(table, facts, claims)
        try run.go(to: value, situation, state, Table.invalid)
        while let (place, situation) = run.waiting.popLast() {
            try run.follow(value - table.kinds.count, place, situation, state, Table.invalid)
        }
        found += run.found
    }
}
