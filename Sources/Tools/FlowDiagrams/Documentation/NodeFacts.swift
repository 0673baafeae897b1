import FlowCompiler
import FlowDiagnostics
import FlowIR
import FlowTable

/// What a page says about a node: what it shows, asks and sends, and where it leads.
struct NodeFacts {
    /// The node; nil for the start.
    var node: NodeID?
    var title: String
    var kind: Card.Kind
    /// The node's `doc` as one line, or else that of the challenge that it answers; empty if there is none.
    var doc = ""
    var place: NodeSource.Place?
    /// The names of the steps that the host shows, or of an end's outcome.
    var names: [String] = []
    var shows: [ShownValue] = []
    var asks: [AskFacts] = []
    /// The time limit and the deadlines in words; empty if there are none.
    var time: String
    var handlers: [String] = []
    var requests: [Card.Entry]
    var notifications: [String]
    /// The errors that the service documents for the node's requests, and for which the flow has no transition of their
    /// own.
    var unnamedErrors: [String] = []
    var leads: [Lead] = []

    /// A value that the host shows.
    struct ShownValue: Hashable {
        var name: String
        var type: SlotType
    }

    /// Transitions of a node that lead to the same target under the same condition.
    struct Lead {
        /// The part of a node's table of leads, in the order of the table.
        enum Group: Int, CaseIterable {
            case course, errors, time, commands
        }

        var group: Group
        /// The names of the events; empty if the flow decides by its data.
        var events: [String]
        var guardText: String
        var attempts: Transition.Attempts?
        var target: Transition.Target
    }

    /// Creates the facts that a card itself contains. The facts of its states are still missing.
    init(_ card: Card) {
        func texts(_ kind: Card.Entry.Kind) -> [String] { card.entries.filter { $0.kind == kind }.map(\.text) }
        node = card.node
        title = card.title
        kind = card.kind
        doc = card.doc
        place = card.place
        time = texts(.time).joined(separator: ", ")
        requests = card.entries.filter { $0.kind == .sends }
        notifications = texts(.notifies)
    }
}

/// A value that the host gives, with its constraints in words.
struct AskFacts: Hashable {
    var name: String
    var type: SlotType
    var isRequired: Bool
    /// What the value must be; empty if any value will do.
    var rule: String

    init(_ ask: Ask, in flow: LoweredFlow) {
        let rule = Self.rule(
            words: ask.words.map(\.text), isOffered: ask.offered != nil,
            pattern: ask.pattern.flatMap { flow.patterns[ifPresent: $0]?.source }, length: ask.length,
            fallback: ask.fallback?.text)
        self.init(
            name: ask.name.text, type: flow.slots[ask.slot].type, isRequired: ask.isRequired && ask.fallback == nil,
            rule: rule)
    }

    init(_ input: HostInterface.Input) {
        let rule = Self.rule(
            words: input.rule.words, isOffered: input.rule.isOffered, pattern: input.rule.pattern,
            length: input.rule.length, fallback: input.fallback)
        self.init(name: input.name, type: input.type, isRequired: input.isRequired, rule: rule)
    }

    private init(name: String, type: SlotType, isRequired: Bool, rule: String) {
        self.name = name
        self.type = type
        self.isRequired = isRequired
        self.rule = rule
    }

    /// Returns the constraints on a value in words; empty if there are none. `isOffered` is whether the value must be
    /// one of those that the flow offers at run time.
    private static func rule(
        words: [String], isOffered: Bool, pattern: String?, length: Int?, fallback: String?
    ) -> String {
        var parts: [String] = []
        let list = words.joined(separator: ", ")
        if isOffered {
            parts.append("one of the offered values" + (words.isEmpty ? "" : ", from " + list))
        } else if !words.isEmpty {
            parts.append("one of " + list)
        }
        if let pattern { parts.append("matches " + pattern) }
        if let length { parts.append(counted(length, "character")) }
        if let fallback { parts.append("by default " + (fallback.isEmpty ? "an empty text" : fallback)) }
        return parts.joined(separator: "; ")
    }
}

/// Collects the facts of all nodes of a flow.
struct NodeCollector {
    private let flow: LoweredFlow
    private let errorsByState: [StateID: [String]]

    /// Returns the facts of the start and of each reachable node, in the order of the flow.
    static func nodes(of flow: LoweredFlow, _ compilation: Compilation) -> [NodeFacts] {
        let collector = NodeCollector(
            flow: flow, errorsByState: RequestNotes(compilation).byState.mapValues { $0.errors.map(\.text) })
        let transitions = TransitionCollector.transitions(of: flow)
        let texts = SourceTexts(compilation, flow)
        let options = DiagramOptions(detail: .all)
        let cards = DiagramBuilder.diagram(flow, SourceReader(compilation), options).cards
        return cards.map { card in
            var facts = NodeFacts(card)
            if facts.doc.isEmpty { facts.doc = card.node.flatMap { texts.nodes[$0] } ?? "" }
            // The initial state has no node, like the card of the start. It presents nothing.
            for (id, state) in flow.states.indexed() where state.node == card.node && id != flow.initialState {
                collector.add(state, id, to: &facts)
            }
            facts.unnamedErrors = Set(facts.unnamedErrors).sorted()
            if card.node == nil { facts.asks = flow.inputs.map { AskFacts($0, in: flow) } }
            facts.leads = leads(transitions.filter { $0.from == card.node })
            return facts
        }
    }

    /// Adds what a state shows, asks and calls.
    private func add(_ state: State, _ id: StateID, to facts: inout NodeFacts) {
        switch state.kind {
        case .present(let step):
            facts.names.appendIfNew(step.step.text)
            for show in step.shows { facts.shows.appendIfNew(shown(show)) }
            for ask in step.asks { facts.asks.appendIfNew(AskFacts(ask, in: flow)) }
        case .end(let ending):
            facts.names.appendIfNew(ending.outcome.text)
            for show in ending.shows { facts.shows.appendIfNew(shown(show)) }
        case .handler(let use): facts.handlers.appendIfNew(use.handler.text)
        case .call:
            let named = Set(flow.names(of: .error, acceptedBy: state).map(\.text))
            facts.unnamedErrors += (errorsByState[id] ?? []).filter { !named.contains($0) }
        case .choice: break
        }
    }

    /// Returns a shown value with the type of the first slot in its source, or the type text if its source has no slot.
    private func shown(_ show: Show) -> NodeFacts.ShownValue {
        let type = show.source.slots.first.flatMap { flow.slots[ifPresent: $0]?.type }
        return NodeFacts.ShownValue(name: show.name.text, type: type ?? .text)
    }

    /// Returns the leads of transitions, one for those with the same target and condition. Refusals that the flow does
    /// not state are left out.
    private static func leads(_ transitions: [Transition]) -> [NodeFacts.Lead] {
        var leads: [NodeFacts.Lead] = []
        for transition in transitions {
            if case .refused = transition.target, transition.mark == nil { continue }
            let lead = NodeFacts.Lead(transition)
            if let index = leads.firstIndex(where: { $0.accepts(lead) }) {
                for event in lead.events { leads[index].events.appendIfNew(event) }
            } else {
                leads.append(lead)
            }
        }
        return NodeFacts.Lead.Group.allCases.flatMap { group in leads.filter { $0.group == group } }
    }
}

extension NodeFacts.Lead {
    /// Creates the lead of one transition. The result of a handler needs no name if it has a guard.
    fileprivate init(_ transition: Transition) {
        switch transition.trigger.kind {
        case .start: group = transition.from == nil ? .course : .commands
        case .branch, .answer, .handled, .reply: group = .course
        case .failure: group = .errors
        case .timeout: group = .time
        case .command: group = .commands
        }
        guardText = transition.guardText
        attempts = transition.attempts
        target = transition.target
        let isUnnamed = transition.trigger.kind == .handled && !guardText.isEmpty
        let event = transition.selection.isEmpty ? transition.trigger.name : transition.selection
        events = event.isEmpty || isUnnamed ? [] : [transition.trigger.kind == .handled ? "after " + event : event]
    }

    /// Returns whether another lead differs only in its events.
    fileprivate func accepts(_ other: NodeFacts.Lead) -> Bool {
        group == other.group && guardText == other.guardText && attempts == other.attempts && target == other.target
            && events.isEmpty == other.events.isEmpty
    }
}

extension Array where Element: Equatable {
    /// Appends an element, unless the array contains it.
    fileprivate mutating func appendIfNew(_ element: Element) { if !contains(element) { append(element) } }
}
