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

    /// The possible taint of an operand, including the taint of the slot that replaces it if it is absent.
    subscript(_ source: Source) -> Taint { source.slots.reduce(into: []) { $0.formUnion(self[$1]) } }
}

/// The propagation of taint along all paths. It ignores guards.
struct TaintPropagation: ForwardAnalysis {
    private let flow: LoweredFlow
    private let sources: TaintSources
    let initial: TaintState

    /// Creates the analysis, in whose initial element only the slots of secret types are tainted.
    init(_ flow: LoweredFlow, _ sources: TaintSources) {
        (self.flow, self.sources) = (flow, sources)
        initial = TaintState(granted: SlotBits(count: flow.slots.count), secret: sources.secretTypes)
    }

    /// Adds the taint of another path. Returns whether this added any.
    func join(_ element: inout TaintState, _ other: TaintState) -> Bool {
        let isNewlyGranted = element.granted.formUnion(other.granted)
        return element.secret.formUnion(other.secret) || isNewlyGranted
    }

    /// Replaces the taint of a slot. The slot keeps the taint of its type.
    private func set(_ slot: SlotID, _ taint: Taint, _ state: inout TaintState) {
        state[slot] = sources.secretTypes.contains(slot) ? taint.union(.secret) : taint
    }

    // MARK: Events

    /// Replaces the taint of the slots that an event assigns.
    func transfer(_ taint: inout TaintState, over transition: ControlFlow.Transition, in state: StateID) {
        switch transition.effect.values {
        case .none: break
        case .answers(let asks): for ask in asks { assign(ask, &taint) }
        case .reply(let form, let kind): applyReply(kind, form, to: state, &taint)
        case .result(let use): applyResult(of: use, &taint)
        }
    }

    /// Applies a reply. Its values have the taint that the service description states.
    private func applyReply(
        _ kind: EventEffect.ReplyKind, _ form: ReplyForm, to state: StateID, _ taint: inout TaintState
    ) {
        for output in form.outputs { set(output.slot, [], &taint) }
        for value in sources.tainted[state] ?? [] {
            let isSecret = value.secretIn.contains { isPossible(kind, among: $0, in: flow.states[state]) }
            let added = isSecret ? value.taint.union(.secret) : value.taint
            // Several values of a reply can have the same slot, so join their taint.
            let joined = taint[value.slot].union(added)
            set(value.slot, joined, &taint)
        }
    }

    /// Applies the answer to an ask.
    ///
    /// The answer, and the declared spelling of the selected word, inherit the taint of the offered list. The declared
    /// spelling is also secret if the type of the answer is. A constant can keep its value, and then keeps its taint.
    private func assign(_ ask: Ask, _ taint: inout TaintState) {
        let offered = ask.offered.map { taint[$0] } ?? []
        let assigned = sources.secretTypes.contains(ask.slot) ? offered.union(.secret) : offered
        for slot in ask.assignedSlots {
            let kept = ask.isConstant ? taint[slot] : []
            set(slot, kept.union(assigned), &taint)
        }
    }

    /// Returns whether a kind of reply to a state's request includes one of some replies.
    private func isPossible(_ kind: EventEffect.ReplyKind, among replies: Replies, in state: State) -> Bool {
        guard case .otherChallenge = kind, let all = replies.challenges else { return kind.isAmong(replies) }
        let named = flow.names(of: .challenge, acceptedBy: state)
        return all.contains { !named.contains($0) }
    }

    /// Applies the result of a handler, each of whose outputs can derive from any input.
    ///
    /// An input that the handler declares as secret makes no output secret. The handler declares its secret outputs.
    private func applyResult(of use: HandlerUse, _ taint: inout TaintState) {
        var inherited: Taint = []
        for input in use.inputs {
            let ignored: Taint = input.isSecret ? .secret : []
            inherited.formUnion(taint[input.source].subtracting(ignored))
        }
        for output in use.outputs {
            let declared: Taint = output.isSecret ? .secret : []
            set(output.slot, inherited.union(declared), &taint)
        }
    }

    // MARK: Instructions

    /// Copies the taint of an assigned value to its slot, and removes the taint of cleared slots.
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

    /// Restores the taint from before the event, if the data are restored. The pending error has no taint.
    func transfer(_ taint: inout TaintState, over restoration: Restoration, before: TaintState) {
        switch restoration {
        case .everything: taint = before
        case .error: break
        }
    }
}
