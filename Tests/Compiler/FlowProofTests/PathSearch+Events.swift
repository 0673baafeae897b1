import FlowDiagnostics
import FlowCore
import FlowIR
import FlowTable
import TestSupport

extension PathSearch {
    /// The run with an event at hand: what it brings is staged, and planned. Several where it can come in several ways.
    func stagings(_ event: EventID, _ state: StateID, _ before: SymbolicState) -> [SymbolicState] {
        var next = before
        next.staged = [(0, .known(nil)), (1, .known(nil))]
        let own = flow.ownEvent(event)
        let name = own?.name.text
        switch (event, own?.kind) {
        case (0, _): return [given(flow.inputs, next) { .start($0) }]
        case (1, _):
            guard case .present(let presentation) = flow.states[state].kind else { return [] }
            return [given(presentation.asks, next) { .submit($0) }]
        case (2, _), (3, _), (4, _):
            return [command(["cancel", "back", "timeout"][event.rawValue - 2], next)]
        case (_, .deadline):
            next.plan.append(.deadline(flow.slots.firstIndex { $0.name == name } ?? 0))
            return [next]
        case (_, .command): return commands(name ?? "", next)
        case (5, _): return handled(state, next).map { [$0] } ?? []
        case (6, _): return replied(state, nil, next).map { [$0] } ?? []
        case (8, _): return replied(state, "NO_SUCH", next).map { [$0] } ?? []
        case (_, .challenge): return replied(state, name, next).map { [$0] } ?? []
        case (7, _): return invalid(state, before)
        case (9, _), (_, .error): return [failed(name, before)]
        case (10, _): return otherFailures.map { handlerFailed($0, before) }
        case (_, .failure): return [handlerFailed(name ?? "", before)]
        default: return []
        }
    }

    // MARK: The host

    private func given(
        _ asks: [Ask], _ before: SymbolicState, _ plan: ([(ask: Ask, symbol: Symbol)]) -> PlannedEvent
    ) -> SymbolicState {
        var state = before
        var given: [(ask: Ask, symbol: Symbol)] = []
        for ask in asks {
            let symbol = state.variable(candidates.values(ask))
            given.append((ask, symbol))
            state.staged.append((ask.slot, symbol))
            guard case .variable(let index) = symbol else { continue }
            let meaning = Symbol.meaning(index, ask)
            if let meant = ask.meant { state.staged.append((meant, meaning)) }
            if let offered = ask.offered { state = offering(meaning, before.symbol(offered), ask, state) }
        }
        state.plan.append(plan(given))
        return state
    }

    /// Only what is offered is taken.
    private func offering(_ word: Symbol, _ offered: Symbol, _ ask: Ask, _ state: SymbolicState) -> SymbolicState {
        state.relating(Array(Set(word.variables + offered.variables))) { values in
            guard let text = word.value(values)?.text else { return true }
            guard case .list(let items) = offered.value(values) else { return false }
            return items.contains { ask.ignoresCase ? $0.folded == text.folded : $0 == text }
        }
    }

    private func command(_ name: String, _ before: SymbolicState) -> SymbolicState {
        var state = before
        state.plan.append(.command(name, type: .known(nil), message: .known(nil)))
        return state
    }

    /// A command comes alone or with an error.
    private func commands(_ name: String, _ before: SymbolicState) -> [SymbolicState] {
        var state = before
        let (type, message) = (
            state.variable(candidates.texts(besides: [])), state.variable(candidates.texts(besides: []))
        )
        state.staged = [(0, type), (1, message)]
        state.plan.append(.command(name, type: type, message: message))
        return [command(name, before), state]
    }

    // MARK: The service and handlers

    private func replied(_ state: StateID, _ challenge: String?, _ before: SymbolicState) -> SymbolicState? {
        guard case .call(let request) = flow.states[state].kind else { return nil }
        var next = before
        var symbols: [[String]: Symbol] = [:]
        var outputs: [(output: ReplyForm.Output, symbol: Symbol)] = []
        for output in request.reply.outputs {
            let isChallenge = output.path == request.reply.challengePath
            let symbol =
                symbols[output.path.map(\.text)]
                ?? (isChallenge ? .known(challenge.map { .text($0) }) : next.variable(values(output, next)))
            symbols[output.path.map(\.text)] = symbol
            outputs.append((output, symbol))
            next.staged.append((output.slot, symbol))
            let isDemanded = output.demand.map { demand in
                challenge.map { demand.contains(challenge: ByteString($0)) } ?? demand.success
            }
            if isDemanded ?? false {
                guard let narrowed = next.requiring(symbol, true, { $0?.isPresent == true }) else { return nil }
                next = narrowed
            }
        }
        next.plan.append(.reply(challenge: challenge, outputs))
        return next
    }

    private func values(_ output: ReplyForm.Output, _ state: SymbolicState) -> [FlowValue?] {
        let count = state.domains.count
        // A flow may compare a session or a token with words and patterns.
        let others = candidates.values(.text, isOptional: true)
        if sessions.contains(output.path.map(\.text)) { return [.text("session-p\(count)")] + others }
        if grants.contains(output.path.map(\.text)) { return [.text(RandomService.grantPrefix + "p\(count)")] + others }
        switch output.encoding {
        case .list, .jsonListString, .csv: return candidates.values(.list, isOptional: true)
        case .map, .jsonMapString: return candidates.values(.map, isOptional: true)
        case .text: return candidates.values(.text, isOptional: true)
        }
    }

    private func invalid(_ state: StateID, _ before: SymbolicState) -> [SymbolicState] {
        [
            ("nonsense", "malformed-reply", "the reply is not a JSON object"),
            ("{\"Something\":1}", "unrecognised-reply", "the reply is neither a challenge nor a success"),
        ]
        .compactMap { text, type, message in
            guard case .call(let request) = flow.states[state].kind,
                text == "nonsense" || !request.reply.successPath.isEmpty
            else { return nil }
            var next = before
            next.staged = [(0, .known(.text(type))), (1, .known(.text(message)))]
            next.plan.append(.nonsense(text))
            return next
        }
    }

    private func failed(_ name: String?, _ before: SymbolicState) -> SymbolicState {
        var state = before
        let known = flow.events.filter { $0.kind == .error }.map(\.name.text)
        let type = name.map { Symbol.known(.text($0)) } ?? state.variable(candidates.texts(besides: known + [""]))
        let message = state.variable(candidates.texts(besides: []))
        state.staged = [(0, type), (1, message)]
        state.plan.append(.error(type: type, message: message))
        return state
    }

    /// Failures that the flow has no event for; a flow may compare them with its words.
    private var otherFailures: [String] {
        let known = flow.events.filter { $0.kind == .failure }.map(\.name.text)
        return ["no-luck"] + candidates.texts(besides: known + [""]).prefix(20).compactMap { $0?.text }
    }

    private func handled(_ state: StateID, _ before: SymbolicState) -> SymbolicState? {
        guard case .handler(let use) = flow.states[state].kind else { return nil }
        var next = before
        next.staged = []
        var given: [(port: String, symbol: Symbol)] = []
        for output in use.outputs {
            let type = flow.slots[output.slot].type
            let symbol = next.variable(candidates.values(type, isOptional: !output.isRequired))
            given.append((output.port.text, symbol))
            next.staged.append((output.slot, symbol))
        }
        next.plan.append(.handled(given))
        return next
    }

    private func handlerFailed(_ name: String, _ before: SymbolicState) -> SymbolicState {
        var state = before
        state.staged = [(0, .known(.text(name))), (1, .known(.text("no")))]
        state.plan.append(.failure(name))
        return state
    }
}
