import FlowAnalysis
import FlowDiagnostics
import FlowIR
import FlowTable

extension HostInterface {
    /// Creates the interface of a compiled flow; nil if the compilation has no flow.
    package init?(_ compilation: Compilation) {
        // The annotations number the states of the flow before pruning.
        guard compilation.flow != nil, let flow = compilation.unproven else { return nil }
        self = InterfaceBuilder(flow, compilation.annotations, DeclarationReader(compilation)).interface()
    }
}

/// Collects what a host sees of a flow.
private struct InterfaceBuilder {
    private let flow: LoweredFlow
    private let places: Table<Node, NodePlace>
    private let declarations: DeclarationReader
    private let commandDocs: [String: String]
    /// The states that can be reached, in order.
    private let states: [StateID]
    /// By state: the errors that may be pending at its entry; nil if the state cannot be reached.
    private let errors: Table<State, PendingErrors?>
    /// By name of a notification: the errors that may be pending.
    private let notificationErrors: [ByteString: PendingErrors]
    /// The values that are always present where they are shown or given to a handler.
    private let present: Set<ProvenPresence.Use>
    /// The slots whose secrets the host gives as texts.
    private let inspected: InspectedSlots

    /// Runs the analyses that the interface needs: possible errors, and values that are always present.
    init(_ flow: LoweredFlow, _ annotations: FlowAnnotations, _ declarations: DeclarationReader) {
        self.flow = flow
        places = annotations.nodes
        self.declarations = declarations
        inspected = InspectedSlots(of: flow)
        commandDocs = declarations.commandDocs
        let analyses = AnalysisCache(flow, annotations)
        let (errors, notificationErrors) = PendingErrors.all(in: analyses.controlFlow)
        self.errors = errors
        self.notificationErrors = notificationErrors
        states = flow.states.indices.filter { errors[$0] != nil }
        let uses = states.flatMap { state in
            flow.states[state].readSources.map { ProvenPresence.Use(state: state, source: $0) }
        }
        present = ProvenPresence.proven(uses, in: flow, annotations, analyses)
    }

    func interface() -> HostInterface {
        HostInterface(
            name: flow.name, swiftName: declarations.names.flow, doc: declarations.doc,
            inputs: flow.inputs.map { input($0, .input) }, steps: steps(), outcomes: outcomes(), handlers: handlers(),
            notifications: notifications())
    }

    // MARK: Steps and outcomes

    /// Returns the steps in the order in which the flow declares their first node.
    private func steps() -> [HostInterface.Step] {
        groups { if case .present(let presentation) = $0 { (presentation.step.text, presentation) } else { nil } }
            .map { name, presentations in
                let states = presentations.map(\.state)
                return HostInterface.Step(
                    name: name, swiftName: declarations.names.name(of: .step, name), doc: doc(of: states),
                    shown: shown(presentations.map { ($0, $1.shows) }), answers: answers(presentations),
                    commands: commands(at: states), errors: errors(at: states),
                    isLimited: presentations.contains { $1.timeLimit != nil || !$1.deadlines.isEmpty })
            }
    }

    /// Returns the outcomes in the order in which the flow declares their first end.
    private func outcomes() -> [HostInterface.Outcome] {
        groups { if case .end(let ending) = $0 { (ending.outcome.text, ending) } else { nil } }.map { name, endings in
            let states = endings.map(\.state)
            return HostInterface.Outcome(
                name: name, swiftName: declarations.names.name(of: .outcome, name), doc: doc(of: states),
                shown: shown(endings.map { ($0, $1.shows) }), commands: commands(at: states),
                errors: errors(at: states))
        }
    }

    /// Returns the different `doc`s of the nodes of states, each as one paragraph.
    private func doc(of states: [StateID]) -> String {
        var docs: [String] = []
        for node in states.compactMap({ flow.states[$0].node }) where places.indices.contains(node) {
            let doc = declarations.nodes.doc(ofNodeAt: places[node].range)
            if !doc.isEmpty, !docs.contains(doc) { docs.append(doc) }
        }
        return docs.joined(separator: "\n\n")
    }

    /// Returns the reachable states that `part` gives a name, each with its part.
    ///
    /// They are grouped by name, in the order of the first state of each group.
    private func groups<Part>(
        _ part: (State.Kind) -> (name: String, part: Part)?
    ) -> [(name: String, members: [(state: StateID, part: Part)])] {
        var groups: [(name: String, members: [(state: StateID, part: Part)])] = []
        var indices: [String: Int] = [:]
        // The initial state is an end without an outcome.
        for state in states where state != flow.initialState {
            guard let (name, part) = part(flow.states[state].kind) else { continue }
            let index = indices[name] ?? groups.count
            if index == groups.count { groups.append((name, [])) }
            indices[name] = index
            groups[index].members.append((state, part))
        }
        return groups
    }

    /// Returns the values that at least one of the states shows.
    ///
    /// A value is optional if a state does not show it, or if it may be absent in a state that shows it.
    private func shown(_ shows: [(state: StateID, shows: [Show])]) -> [HostInterface.Value] {
        var values: [HostInterface.Value] = []
        for (state, list) in shows {
            for show in list where isVisible(show) {
                let isOptional = !present.contains(ProvenPresence.Use(state: state, source: show.source))
                values.merge(value(show, isOptional: isOptional))
            }
        }
        for index in values.indices {
            let name = values[index].name
            let isShownByAll = shows.allSatisfy { $0.shows.contains { isVisible($0) && $0.name.text == name } }
            if !isShownByAll { values[index].isOptional = true }
        }
        return values
    }

    private func value(_ show: Show, isOptional: Bool) -> HostInterface.Value {
        HostInterface.Value(
            name: show.name.text, swiftName: declarations.names.name(of: .value, show.name.text),
            type: type(of: show.source), isOptional: isOptional)
    }

    /// Returns whether the host sees a shown value. A secret is visible only if the flow discloses it.
    private func isVisible(_ show: Show) -> Bool {
        show.isDisclosed || !show.source.slots.contains { flow.slots[$0].type.isSecret }
    }

    /// Returns the answers to a step; nil if no state accepts a submission.
    private func answers(_ presentations: [(state: StateID, part: Presentation)]) -> [HostInterface.Input]? {
        let accepting = presentations.filter { acceptance(of: .submit, at: $0.state).isAccepted }
        guard !accepting.isEmpty else { return nil }
        var answers: [HostInterface.Input] = []
        for (state, presentation) in accepting {
            for ask in presentation.asks { answers.merge(input(ask, .answer, at: state)) }
        }
        for index in answers.indices {
            let isAskedByAll = accepting.allSatisfy { $1.asks.contains { $0.name.text == answers[index].name } }
            if !isAskedByAll { answers[index].isRequired = false }
        }
        return answers
    }

    /// Returns the host's view of an ask at a step, or of an input if `step` is nil.
    ///
    /// A secret that the flow itself inspects is a plain text for the host.
    private func input(_ ask: Ask, _ kind: DeclaredNames.Kind, at step: StateID? = nil) -> HostInterface.Input {
        let type = flow.slots[ask.slot].type
        return HostInterface.Input(
            name: ask.name.text, swiftName: declarations.names.name(of: kind, ask.name.text),
            type: type.isSecret && inspected.contains(ask.slot, askedAt: step) ? .text : type,
            isRequired: ask.isRequired && ask.fallback == nil, isNonEmpty: ask.isNonEmpty,
            fallback: ask.fallback?.text,
            rule: HostInterface.InputRule(
                type: type, length: ask.length, pattern: ask.pattern.map { flow.patterns[$0].source },
                words: ask.words.map(\.text), ignoresCase: ask.ignoresCase, isOffered: ask.offered != nil))
    }

    /// Returns the errors that may be pending in one of the states.
    private func errors(at states: [StateID]) -> HostInterface.ErrorTypes {
        let all = states.compactMap { errors[$0] }.reduce(PendingErrors.impossible) { $0.union($1) }
        return HostInterface.ErrorTypes(
            named: all.types.sorted().map(\.text), allowsOthers: all.allowsOthers, isOptional: all.allowsNone)
    }

    // MARK: Commands

    /// Returns the commands that at least one of the states accepts.
    private func commands(at states: [StateID]) -> [HostInterface.Command] {
        let builtin = [(EventID.back, "back"), (EventID.cancel, "cancel")]
        let own = flow.events.enumerated().compactMap { index, event in
            event.kind == .command ? (EventID(own: index), event.name.text) : nil
        }
        return (own + builtin).compactMap { event, name in
            let acceptances = states.map { acceptance(of: event, at: $0) }
            guard acceptances.contains(where: \.isAccepted) else { return nil }
            let takesError = states.contains { flow.effect(of: event, in: flow.states[$0]).canTakeError }
            let refusals = Set(acceptances.flatMap(\.refusals)).sorted()
            return HostInterface.Command(
                name: name, swiftName: declarations.names.name(of: .command, name), doc: commandDocs[name] ?? "",
                takesError: takesError, refusals: refusals)
        }
    }

    /// Returns whether a state accepts an event on some path, and the codes of the refusals on other paths.
    private func acceptance(of event: EventID, at state: StateID) -> (isAccepted: Bool, refusals: [String]) {
        guard let block = flow.states[state].transitions[event] else { return (false, []) }
        var isAccepted = false
        var refusals: [String] = []
        block.forEachExit { exit in
            switch exit {
            case .state, .lastStep: isAccepted = true
            case .refusal(let code): refusals.append(code.text)
            }
        }
        return (isAccepted, refusals)
    }

    // MARK: Handlers and notifications

    /// Returns the handlers that the flow calls, sorted by name.
    private func handlers() -> [HostInterface.Handler] {
        let declared = declarations.handlers
        let uses = states.compactMap { state -> (state: StateID, use: HandlerUse)? in
            if case .handler(let use) = flow.states[state].kind { (state, use) } else { nil }
        }
        return Dictionary(grouping: uses, by: \.use.handler.text).sorted { $0.key < $1.key }.map { name, uses in
            let declaration = declared[name] ?? DeclaredHandler()
            let gives = declaration.gives.map {
                HostInterface.Input(
                    name: $0.name, type: $0.type, isRequired: $0.isRequired, fallback: nil,
                    rule: HostInterface.InputRule())
            }
            return HostInterface.Handler(
                name: name, doc: declaration.doc, needs: needs(declaration, uses), gives: gives,
                failures: declaration.failures.sorted())
        }
    }

    /// Returns the inputs of a handler. An input is optional unless it is present at every call.
    private func needs(
        _ declaration: DeclaredHandler, _ uses: [(state: StateID, use: HandlerUse)]
    ) -> [HostInterface.Value] {
        declaration.needs.map { port in
            let isPresent = uses.allSatisfy { state, use in
                use.inputs.contains {
                    $0.port.text == port.name && present.contains(ProvenPresence.Use(state: state, source: $0.source))
                }
            }
            return HostInterface.Value(name: port.name, type: port.type, isOptional: !isPresent)
        }
    }

    /// Returns the notifications, sorted by name. Every value that a notification shows is optional.
    private func notifications() -> [HostInterface.Notification] {
        var shown: [ByteString: [HostInterface.Value]] = [:]
        for state in states {
            for block in flow.states[state].blocks {
                block.forEachInstruction { instruction in
                    guard case .notify(let notification) = instruction else { return }
                    shown[notification.name, default: []].merge(
                        notification.shows.filter(isVisible).map { value($0, isOptional: true) })
                }
            }
        }
        return shown.sorted { $0.key < $1.key }.map { name, shown in
            HostInterface.Notification(
                name: name.text, shown: shown, hasError: notificationErrors[name]?.allowsErrors ?? false)
        }
    }

    /// Returns the type of a source: the type of its first slot, or text for a literal.
    private func type(of source: Source) -> SlotType { source.slots.first.map { flow.slots[$0].type } ?? .text }
}

extension [HostInterface.Value] {
    /// Adds a value, or joins it with the one of the same name. Values of different types become texts.
    ///
    /// A list or a map cannot be read as a text, so the joined value is then optional.
    fileprivate mutating func merge(_ value: HostInterface.Value) {
        guard let index = firstIndex(where: { $0.name == value.name }) else { return append(value) }
        let types = [self[index].type, value.type]
        let isAbsentAsText = types[0] != types[1] && types.contains(where: \.isCollection)
        if types[0] != types[1] { self[index].type = .text }
        if value.isOptional || isAbsentAsText { self[index].isOptional = true }
    }

    /// Adds several values, or joins them with the ones of the same names.
    fileprivate mutating func merge(_ values: [HostInterface.Value]) { for value in values { merge(value) } }
}

extension [HostInterface.Input] {
    /// Adds an input, or joins it with the one of the same name. The result accepts what either accepts.
    fileprivate mutating func merge(_ input: HostInterface.Input) {
        guard let index = firstIndex(where: { $0.name == input.name }) else { return append(input) }
        if !input.isRequired { self[index].isRequired = false }
        if !input.isNonEmpty { self[index].isNonEmpty = false }
        if self[index].type != input.type { self[index].type = .text }
        if self[index].rule != input.rule { self[index].rule = self[index].rule.joined(with: input.rule) }
    }
}

extension HostInterface.InputRule {
    /// Returns a rule whose type, length, pattern and words accept what either rule accepts.
    fileprivate func joined(with other: HostInterface.InputRule) -> HostInterface.InputRule {
        let isAnyText = words.isEmpty || other.words.isEmpty
        return HostInterface.InputRule(
            type: type == other.type ? type : .text, length: length == other.length ? length : nil,
            pattern: pattern == other.pattern ? pattern : nil,
            words: isAnyText ? [] : words + other.words.filter { !words.contains($0) },
            ignoresCase: ignoresCase || other.ignoresCase, isOffered: isOffered || other.isOffered)
    }
}

extension State {
    /// The sources that the host or a handler reads in the state.
    fileprivate var readSources: [Source] {
        switch kind {
        case .present(let presentation): presentation.shows.map(\.source)
        case .end(let ending): ending.shows.map(\.source)
        case .handler(let use): use.inputs.map(\.source)
        case .call, .choice: []
        }
    }
}
