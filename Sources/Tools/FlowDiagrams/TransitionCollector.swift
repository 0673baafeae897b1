import FlowAnalysis
import FlowDiagnostics
import FlowIR
import FlowTable

/// Collects the transitions between the nodes of a flow.
struct TransitionCollector {
    private let flow: LoweredFlow
    private let guards: GuardText
    /// The states through which the flow enters nodes.
    private let entries: Set<StateID>
    private var transitions: [Transition] = []
    /// The transitions before their marks were set, so that each is collected once.
    private var collected: Set<Transition> = []
    private lazy var solver = ConditionSolver(flow)
    /// The answers of the solver, since many nodes have the same guards.
    private var answers: [[Condition]: Bool] = [:]

    /// The guard text of a transition that is taken if no earlier one is. Parentheses never surround a whole guard, so
    /// this is not the text of a guard about a fact with this name.
    static let otherwise = "(otherwise)"

    /// The maximum number of handlers of a node that are followed to their result.
    private static let maxHandlers = 8

    /// The trigger, guards and effects that apply at an instruction of a block.
    private struct BlockContext {
        var trigger: Trigger
        /// Whether the event begins the flow.
        var isStart = false
        var guards: [Condition] = []
        var attempts: Transition.Attempts?
        /// The counter that an earlier instruction has incremented; nil if there is none.
        var counter: CounterID?
        /// Whether an earlier guarded block leaves if its condition holds.
        var isOtherwise = false
        /// The conditions that the data satisfy here, because guards held or failed. A change of data empties the list.
        var known: [Condition] = []
        var carriesError: Bool
        var mark: TransitionID?
    }

    /// Returns the distinct transitions of a flow in the order of states, events and guards.
    static func transitions(of flow: LoweredFlow) -> [Transition] {
        var collector = TransitionCollector(flow: flow, guards: GuardText(flow: flow))
        for state in flow.states { collector.collect(state) }
        return collector.transitions
    }

    private init(flow: LoweredFlow, guards: GuardText) {
        self.flow = flow
        self.guards = guards
        entries = Self.entries(of: flow)
    }

    /// Returns the states that transitions from other nodes enter, and those after the start of a deadline.
    private static func entries(of flow: LoweredFlow) -> Set<StateID> {
        var entries: Set<StateID> = []
        for state in flow.states {
            for block in state.blocks {
                block.forEachTarget { target in
                    if flow.states[target].node != state.node || state.beginsDeadline { entries.insert(target) }
                }
            }
        }
        return entries
    }

    /// Collects the transitions of a state: those of a decision, and those of all events that can occur.
    private mutating func collect(_ state: State) {
        if case .choice(let block) = state.kind {
            var context = BlockContext(trigger: Trigger(kind: .branch, name: ""), carriesError: false)
            collect(block, from: state, &context)
        }
        for (event, block) in state.transitions where !isBarred(event, at: state) {
            let trigger = Trigger(event, at: state, in: flow)
            // An end that `cancel` reaches is drawn as a bad end, as if an error led to it.
            let isError = trigger.kind == .failure || trigger.kind == .timeout || event == .cancel
            var context = BlockContext(trigger: trigger, isStart: event == .start, carriesError: isError)
            collect(block, from: state, &context)
        }
    }

    /// Returns whether an event is a reply that the service never gives to the request of a state.
    private func isBarred(_ event: EventID, at state: State) -> Bool {
        guard case .call(let request) = state.kind else { return false }
        if event == .success { return request.barred.success }
        guard let definition = flow.ownEvent(event) else { return false }
        return definition.kind == .challenge && request.barred.contains(challenge: definition.name)
    }

    /// Collects the transitions of a block, and updates the context at each instruction.
    private mutating func collect(_ block: Block, from state: State, _ context: inout BlockContext) {
        for instruction in block.instructions {
            if instruction.changesData { context.known = [] }
            switch instruction.effect {
            case .mark(let mark): context.mark = mark
            case .change(.raise), .restore(.error): context.carriesError = true
            case .change(.clear(let slots)):
                if slots.contains(ErrorSlot.type) { context.carriesError = false }
            case .change(.count(let counter)): context.counter = counter
            case .branch(let condition, let inner):
                guard collect(inner, if: condition, from: state, &context) else { return }
            case .exit(.state(let target)): return add(.state(target), from: state, context)
            case .exit(.lastStep(let target)): return add(.lastStep(target), from: state, context)
            case .exit(.refusal(let code)): return add(.refusal(code.text), from: state, context)
            // These change or read values and counters, which a diagram does not show.
            case .change(.write), .change(.clearAll), .change(.reset), .read, .restore(.everything): continue
            }
        }
    }

    /// Collects the transitions of a guarded block, unless no data can reach it. If the block always leaves, records in
    /// the context that its condition did not hold.
    ///
    /// Returns whether some data can reach the next instruction.
    private mutating func collect(
        _ block: Block, if condition: Condition, from state: State, _ context: inout BlockContext
    ) -> Bool {
        if case .constant(false) = condition { return true }
        var inner = context
        inner.isOtherwise = false
        inner.known.append(condition)
        guard canHold(inner.known) else { return true }
        // A guard `not (counter < maximum)` after the counter was incremented means that no attempt remains.
        if case .not(.leaf(.below(let counter, let maximum))) = condition, counter == context.counter {
            inner.attempts = .exhausted(maximum)
            context.attempts = .counted(maximum)
        } else {
            inner.guards.append(condition)
            context.isOtherwise = context.isOtherwise || block.alwaysLeaves
            // The row of the last attempt has the guards before it, so a transition after another guard needs its own row.
            if case .counted = context.attempts {
                inner.attempts = nil
                if block.alwaysLeaves { context.attempts = nil }
            }
        }
        collect(block, from: state, &inner)
        if block.alwaysLeaves {
            context.known.append(.not(condition))
            return canHold(context.known)
        }
        if block.changesData { context.known = [] }
        return true
    }

    /// Returns whether some data satisfy all conditions. Returns true if the solver cannot decide this.
    private mutating func canHold(_ conditions: [Condition]) -> Bool {
        if let known = answers[conditions] { return known }
        let answer = solver.solve(all: conditions) != .unsatisfiable
        answers[conditions] = answer
        return answer
    }

    /// Follows the handlers of a node, beginning at a state, and returns the state after them.
    ///
    /// It follows a handler only if the handler belongs to the node and its success leads to exactly one state.
    private func stateAfterHandlers(_ first: StateID, of node: NodeID?) -> StateID {
        var target = first
        for _ in 0..<Self.maxHandlers {
            let state = flow.states[target]
            guard state.isHandler, state.node == node, let block = state.transitions[.handled]
            else { break }
            let targets = Set(block.jumpTargets)
            guard targets.count == 1, let next = targets.first else { break }
            target = next
        }
        return target
    }

    // MARK: Transitions

    /// The way that a block leaves its state.
    private enum Exit {
        case state(StateID)
        /// It returns to the last step that was shown or, if there was no step, enters this state.
        case lastStep(StateID)
        /// It refuses the event with this code.
        case refusal(String)
    }

    /// Adds the transition of an exit, unless it is already known or stays within its node.
    private mutating func add(_ exit: Exit, from state: State, _ context: BlockContext) {
        guard let target = target(exit, from: state, context) else { return }
        var transition = Transition(from: state.node, trigger: context.trigger, target: target)
        var conditions = context.guards
        // The word that the user must select is shown in place of the event, not in the guard.
        if context.trigger.kind == .answer, let slot = choiceSlot(of: state),
            let index = conditions.firstIndex(where: { guards.selection($0, in: slot) != nil })
        {
            transition.selection = guards.selection(conditions.remove(at: index), in: slot) ?? ""
        }
        transition.guardText = guards.text(all: conditions)
        if conditions.isEmpty, context.isOtherwise, transition.selection.utf8.isEmpty {
            transition.guardText = Self.otherwise
        }
        transition.attempts = context.attempts
        guard collected.insert(transition).inserted else { return }
        transition.carriesError = context.carriesError
        transition.mark = context.mark
        transitions.append(transition)
    }

    /// Returns the slot of the only choice that a step asks for, or nil if it asks for none or several.
    private func choiceSlot(of state: State) -> SlotID? {
        guard case .present(let step) = state.kind else { return nil }
        let choices = step.asks.map(\.slot).filter { flow.slots[ifPresent: $0]?.type == .choice }
        return choices.count == 1 ? choices[0] : nil
    }

    /// Returns the target of an exit, or nil if it is no transition between nodes.
    private func target(_ exit: Exit, from state: State, _ context: BlockContext) -> Transition.Target? {
        switch exit {
        case .refusal(let code): return .refused(code)
        case .lastStep(let target): return flow.states[target].node.map { .lastStep(otherwise: $0) }
        case .state(let first):
            let target = context.trigger.returnsToStep ? stateAfterHandlers(first, of: state.node) : first
            guard let node = flow.states[target].node else { return nil }
            if node == state.node, !context.trigger.returnsToStep {
                // At the first node, the start leads to where the flow is already.
                guard !context.isStart, reenters(first, from: state) else { return nil }
            }
            return .node(node)
        }
    }

    /// Returns whether a transition within the node of a state enters the node again through its state `first`, or
    /// through one that follows after handlers.
    ///
    /// A handler with a single target only continues an earlier transition, which is the one that counts.
    private func reenters(_ first: StateID, from state: State) -> Bool {
        if state.beginsDeadline { return false }
        if state.isHandler, let block = state.transitions[.handled], Set(block.jumpTargets).count == 1 { return false }
        let last = stateAfterHandlers(first, of: state.node)
        return entries.contains(first) || flow.states[last].node == state.node && entries.contains(last)
    }
}

extension GuardText {
    /// Returns the conjunction of conditions in words, or an empty text without conditions.
    func text(all conditions: [Condition]) -> String {
        guard let first = conditions.first else { return "" }
        return text(conditions.dropFirst().reduce(first) { .and($0, $1) })
    }
}

extension Trigger {
    /// Whether a transition to the same node shows the node's step again.
    fileprivate var returnsToStep: Bool {
        switch kind {
        case .reply, .failure, .command, .timeout: true
        case .branch, .start, .answer, .handled: false
        }
    }
}

extension State {
    /// Whether the state is the added one that begins the deadlines around a node before the node's entry.
    fileprivate var beginsDeadline: Bool {
        guard case .choice(let block) = kind else { return false }
        return block.instructions.contains { if case .begin = $0 { true } else { false } }
    }
}

extension Instruction {
    /// Whether the instruction itself, not only a guarded block in it, changes values or counters.
    fileprivate var changesData: Bool {
        switch effect {
        case .change, .restore: true
        case .read, .branch, .exit, .mark: false
        }
    }
}

extension Block {
    /// Whether an instruction of the block or of its guarded blocks changes values or counters.
    fileprivate var changesData: Bool {
        var result = false
        forEachInstruction { result = result || $0.changesData }
        return result
    }

    /// Whether the block itself, not only a guarded block in it, has an exit.
    fileprivate var alwaysLeaves: Bool {
        instructions.contains { if case .exit = $0.effect { true } else { false } }
    }

    /// The states that the exits of the block and of its guarded blocks enter.
    fileprivate var jumpTargets: [StateID] {
        var targets: [StateID] = []
        forEachExit { if case .state(let target) = $0 { targets.append(target) } }
        return targets
    }
}
