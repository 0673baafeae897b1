import CognitoHandlers

extension TokenModel {
    /// The worlds that can come next.
    func successors(_ limits: (operations: Int, failures: Int, kills: Int)) -> [(world: TokenModel, fault: String?)] {
        var next: [(TokenModel, String?)] = []
        for index in processes.indices {
            if processes[index].active != nil {
                next.append(advanced(index, failing: false))
                if failures < limits.failures { next.append(advanced(index, failing: true)) }
            } else {
                if operations < limits.operations {
                    next += Operation.allCases.map { (began($0, index), nil) }
                }
                for call in processes[index].calls { next += answered(call, index).map { ($0, nil) } }
            }
            let isIdle = processes[index] == Process()
            if kills < limits.kills, !isIdle { next.append((killed(index), nil)) }
        }
        return next
    }

    private func killed(_ index: Int) -> TokenModel {
        var world = self
        world.kills += 1
        world.processes[index] = Process()
        return world
    }

    private func began(_ operation: Operation, _ index: Int) -> TokenModel {
        var world = self
        world.operations += 1
        let origin = world.operations
        let since = processes[index].state.signOuts
        let kind: Active.Kind =
            switch operation {
            case .signInAna: .signIn("ana", since: since)
            case .signInBob: .signIn("bob", since: since)
            case .signOut: .signOut
            case .refresh: .begin("refresh \(origin)")
            }
        world.begin(kind, origin, index)
        return world
    }

    private mutating func begin(_ kind: Active.Kind, _ origin: Int, _ index: Int) {
        let state = processes[index].state
        processes[index].active = Active(kind: kind, origin: origin, began: state, states: [state])
    }

    /// The service's answers to a request: fresh tokens, or a refusal; tokens that were used up are always refused. Or it was not reached.
    private func answered(_ call: Call, _ index: Int) -> [TokenModel] {
        let (name, origin, round) = Self.parts(call.tokens)
        var outcomes: [TokenRefresh] = [.failed]
        if rotated[origin, default: 0] == round {
            outcomes.append(.tokens(Self.tokens(name, origin, round + 1)))
        } else {
            outcomes = [.refused]
        }
        return outcomes.map { outcome in
            var world = self
            if case .tokens = outcome { world.rotated[origin] = round + 1 }
            world.processes[index].calls.removeAll { $0 == call }
            world.begin(.end(call, outcome), origin, index)
            return world
        }
    }

    /// The operation's first step.
    private func first(_ active: Active) -> TokenStep {
        switch active.kind {
        case .signIn(let name, let since):
            .signIn(Self.tokens(name, active.origin, 0), of: name, isAlone: isAlone, since: since)
        case .signOut: .signOut(nil, isAlone: isAlone)
        case .begin(let id): .beginRefresh(of: nil, anew: true, id: id, now: 0, attempts: 3) { _ in true }
        case .end(let call, let outcome): .endRefresh(of: call.name, call.id, outcome, attempts: 3)
        }
    }

    /// Where the operation stands: its steps are a function of the state that it began in and of the store's answers.
    private func standing(_ active: Active, _ state: inout TokenCacheState) -> TokenStep {
        state = active.began
        var step = first(active)
        for answer in active.answers {
            guard case .call(_, let then) = step else { break }
            step = then(&state, answer)
        }
        return step
    }

    /// Carries out one call of the store, and ends the operation if that was its last.
    private func advanced(_ index: Int, failing: Bool) -> (TokenModel, String?) {
        var world = self
        guard var active = processes[index].active else { return (world, nil) }
        var state = active.began
        if case .call(let call, _) = standing(active, &state) {
            if failing {
                world.failures += 1
                active.hadFailure = true
                active.answers.append(.failed(.unavailable("told by the test")))
            } else {
                active.answers.append(world.carry(call))
            }
        }
        let step = standing(active, &state)
        world.processes[index].active = active
        guard case .end(let result) = step else { return (world, world.fault) }
        let before = world.processes[index].state
        world.processes[index].state = state
        world.processes[index].active = nil
        if case .lease(let id, let tokens, let name) = result {
            world.processes[index].calls.append(Call(id: id, name: name, tokens: tokens))
        }
        let fault = world.ended(active, result, before)
        return (world, fault ?? world.fault)
    }

    /// Whether tokens stand under another's name, or were signed out.
    private var fault: String? {
        for (name, tokens) in stored {
            let parts = Self.parts(tokens)
            if parts.name != name { return "tokens of \(parts.name) under \(name)" }
            if dead.contains(parts.origin) { return "tokens that were signed out are stored" }
        }
        return nil
    }

    /// Judges an operation that has ended.
    private mutating func ended(_ active: Active, _ result: TokenResult, _ before: TokenCacheState) -> String? {
        if case .failed = result { return active.hadFailure ? nil : "it failed although the store did not" }
        switch active.kind {
        case .signOut: return endedSignOut(result, active)
        case .signIn(let name, _):
            if active.hadFailure { return "a sign-in that the store refused is \(result)" }
            let isStored = stored.contains { $0.name == name && Self.parts($0.tokens).origin == active.origin }
            return isStored || result == .superseded ? nil : "a sign-in is done and not stored"
        case .begin, .end:
            if case .tokens(let tokens, let name) = result, Self.parts(tokens).name != name {
                return "\(name) got tokens of another"
            }
            if case .end(_, .tokens) = active.kind, active.hadFailure { return "fresh tokens were lost in silence" }
            return nil
        }
    }

    private mutating func endedSignOut(_ result: TokenResult, _ active: Active) -> String? {
        if active.hadFailure { return "a sign-out that the store refused is \(result)" }
        guard result == .done || result == .nobody else { return "a sign-out is \(result)" }
        if isAlone, !stored.isEmpty { return "signed out, and tokens are stored" }
        // Every sign-in that has ended is over; those that are under way in the other process may come later.
        let pending = processes.compactMap(\.active).compactMap { other -> Int? in
            if case .signIn = other.kind { other.origin } else { nil }
        }
        if isAlone { dead.formUnion(Set(1...max(operations, 1)).subtracting(pending)) }
        return nil
    }

    /// Whether nothing is under way.
    var isAtRest: Bool { processes.allSatisfy { $0.active == nil && $0.calls.isEmpty } }

    /// At rest, without a kill: whether the latest tokens of each sign-in that is stored are stored, or wait to be.
    var lostTokens: String? {
        guard isAtRest, kills == 0 else { return nil }
        let waiting = processes.flatMap { $0.state.unsaved.values.map(\.tokens) }
        for (_, tokens) in stored {
            let parts = Self.parts(tokens)
            let latest = rotated[parts.origin, default: 0]
            let isThere = parts.round == latest || waiting.contains { Self.parts($0).round == latest }
            if !isThere { return "the refresh token that the service accepts was lost" }
        }
        return nil
    }
}
