import FlowIR

/// The taint of all slots at a point of a flow.
struct TaintState {
    fileprivate var granted: SlotBits
    fileprivate var secret: SlotBits

    fileprivate(set) subscript(_ slot: SlotID) -> Taint {
        get {
            let taint: Taint = granted.contains(slot) ? .granted : []
            return secret.contains(slot) ? taint.union(.secret) : taint
        }
        set {
            granted.set(slot, newValue.contains(.granted))
            secret.set(slot, newValue.contains(.secret))
        }
    }

    /// The possible taint of an operand, including that of the slot that replaces it if it is absent.
    subscript(_ source: Source) -> Taint { source.slots.reduce(into: []) { $0.formUnion(self[$1]) } }
}

/// The propagation of taint along all paths. It ignores guards.
struct TaintPropagation: ForwardAnalysis {
    private let flow: LoweredFlow
    private let sources: TaintSources
    let initial: TaintState

    init(_ flow: LoweredFlow, _ sources: TaintSources) {
        (self.flow, self.sources) = (flow, sources)
        initial = TaintState(granted: SlotBits(count: flow.slots.count), secret: sources.secretTypes)
    }

    func join(_ element: inout TaintState, _ other: TaintState) -> Bool {
        let isNewlyGranted = element.granted.formUnion(other.granted)
        return element.secret.formUnion(other.secret) || isNewlyGranted
    }

    /// Replaces the taint of a slot. The slot keeps the taint of its type.
    private func set(_ slot: SlotID, _ taint: Taint, _ state: inout TaintState) {
        state[slot] = sources.secretTypes.contains(slot) ? taint.union(.secret) : taint
    }

    // MARK: Events

    func transfer(_ taint: inout TaintState, over transition: ControlFlow.Transition, in state: StateID) {
        switch transition.effect.values {
        case .none: break
        case .answers(let asks): for ask in asks { assign(ask, &taint) }
        case .reply(let form, let kind):
            for output in form.outputs { set(output.slot, [], &taint) }
            for value in sources.tainted[state] ?? [] {
                let isSecret = value.secretIn.contains { isPossible(kind, among: $0, in: flow.states[state]) }
                // A slot can occur several times, so add the taint.
                set(value.slot, taint[value.slot].union(isSecret ? value.taint.union(.secret) : value.taint), &taint)
            }
        case .result(let use): applyResult(of: use, &taint)
        }
    }

    /// Applies the answer to an ask.
    ///
    /// The answer, and the declared spelling of the selected word, inherit the taint of the offered list. A constant can
    /// keep its value, and then keeps its taint.
    private func assign(_ ask: Ask, _ taint: inout TaintState) {
        let offered = ask.offered.map { taint[$0] } ?? []
        let assigned = sources.secretTypes.contains(ask.slot) ? offered.union(.secret) : offered
        for slot in ask.assignedSlots { set(slot, ask.isConstant ? taint[slot].union(assigned) : assigned, &taint) }
    }

    /// Returns whether an event of a state can be one of some replies.
    private func isPossible(_ kind: EventEffect.ReplyKind, among replies: Replies, in state: State) -> Bool {
        guard case .otherChallenge = kind, let all = replies.challenges else { return kind.isAmong(replies) }
        let named = flow.names(of: .challenge, acceptedBy: state)
        return all.contains { name in !named.contains { $0.utf8.elementsEqual(name.utf8) } }
    }

    /// Applies the result of a handler, each of whose outputs can derive from any input.
    ///
    /// An input that the handler declares as secret makes no output secret. The handler declares its secret outputs.
    private func applyResult(of use: HandlerUse, _ taint: inout TaintState) {
        let inherited = use.inputs.reduce(into: Taint()) {
            $0.formUnion($1.isSecret ? taint[$1.source].subtracting(.secret) : taint[$1.source])
        }
        for output in use.outputs { set(output.slot, output.isSecret ? inherited.union(.secret) : inherited, &taint) }
    }

    // MARK: Instructions

    func transfer(_ taint: inout TaintState, over change: DataChange) {
        switch change {
        case .write(let slot, .copy(let source)): set(slot, taint[source], &taint)
        case .write(let slot, .union(let other)): set(slot, taint[slot].union(taint[other]), &taint)
        case .write(_, .rest): break
        case .write(let slot, .computed): set(slot, [], &taint)
        case .clear(let slots): for slot in slots { set(slot, [], &taint) }
        case .clearAll(let kept):
            let surviving = SlotBits(kept + ErrorSlot.all, of: SlotBits(count: flow.slots.count))
            taint.granted.formIntersection(surviving)
            taint.secret.formIntersection(surviving)
            taint.secret.formUnion(sources.secretTypes)
        case .raise, .count, .reset: break
        }
    }

    func transfer(_ taint: inout TaintState, over restoration: Restoration, before: TaintState) {
        switch restoration {
        case .everything: taint = before
        case .error: break
        }
    }
}
