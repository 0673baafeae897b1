import FlowDiagnostics
import FlowIR
import FlowSyntax
import FlowTable

extension UnitNames {
    /// Checks the names in statements and in their guards.
    ///
    /// - Parameters:
    ///   - statements: the statements to check
    ///   - isOwn: whether the statements are in the compiled file
    mutating func check(_ statements: [StatementSyntax], isOwn: Bool) {
        for statement in statements {
            check(statement.action, isOwn: isOwn)
            check(statement.guardClause)
        }
    }

    /// Checks the names and types in a statement, without its guard.
    private mutating func check(_ action: StatementSyntax.Action, isOwn: Bool) {
        switch action {
        case .set(let name, let source): checkAssignment(of: source, to: name)
        case .merge(let name, let from):
            guard let type = requireValue(name), let fromType = requireValue(from) else { return }
            checkType(type, of: name, fits: .map, for: .operation("'merge'"))
            checkType(fromType, of: from, fits: .map, for: .operation("'merge'"))
        case .clear(let names, let entries):
            // `error` is the pending error, not a value.
            for name in names where name.symbol != .error { checkClearing(name, entries: entries) }
        case .resetAttempts(let names): names.forEach { checkReset(ofAttemptsAt: $0, isOwn: isOwn) }
        case .handle(let work): check(work, isOwn: isOwn)
        case .notify(_, let shows): shows.forEach { check($0) }
        case .count(let name): requireCounter(name)
        case .reset(let names): names.forEach { requireCounter($0) }
        case .error: break
        case .branch(let branch):
            requireNode(branch.to)
            check(branch.statements, isOwn: isOwn)
        }
    }

    /// Checks that a node exists whose attempts a statement resets and, for a statement in the compiled file, that the
    /// node has attempts of its own.
    private mutating func checkReset(ofAttemptsAt name: Name, isOwn: Bool) {
        guard let index = unit.composition.nodeIndex[name.symbol] else { return requireNode(name) }
        // An extension of an abstract flow can add the attempts.
        guard isOwn, !unit.isAbstract else { return }
        let attempts = unit.countedTransitions[index].compactMap(\.attempts)
        guard attempts.allSatisfy({ $0.counter != nil }) else { return }
        report(wording.idleReset(ofAttemptsAt: name, countedBy: attempts.first?.counter))
    }

    /// Checks that a cleared value exists, and that it is a map or list if only some entries are removed.
    private mutating func checkClearing(_ name: Name, entries: [Name]) {
        guard let type = requireValue(name), !entries.isEmpty, type != .map, type != .list else { return }
        report(
            Diagnostic(
                .typeMismatch, at: name.range, "'\(text(name))' is of type \(type.name), which has no entries",
                subjects: [text(name)], help: ["remove 'entries' to clear the whole value"]))
    }

    /// Checks that the value or literal of a `set` exists and fits the value that it sets.
    private mutating func checkAssignment(of source: OperandSyntax, to name: Name) {
        guard let type = requireValue(name), requireValues(of: source) else { return }
        requireWord(source.value, among: words(of: name.symbol) ?? [])
        checkOperand(source, fits: type, for: .typed("the value '\(text(name))'"))
    }

    // MARK: Handlers

    /// Checks a use of a handler: its declaration, the types of its inputs and outputs, and its transitions.
    ///
    /// `isOwn` is true for a `handle` in the compiled file. It has no effect for a `derive`, which has no transitions.
    mutating func check(_ work: WorkDeclaration, isOwn: Bool = false) {
        guard let name = work.handler else { return }
        guard let handler = unit.declarations.handlers[name.symbol] else {
            report(wording.unknown(name, "handler", .unknownHandler, sorting: unit.declarations.handlers.keys))
            return
        }
        let (passed, taken) = checkBindings(of: work, to: handler)
        for port in handler.needs where !passed.contains(port.name) {
            checkImplicitInput(port, of: handler, at: name.range)
        }
        for port in handler.gives where !taken.contains(port.name) {
            checkImplicitOutput(port, of: handler, at: name.range)
        }
        for transition in work.scope.ownTransitions { check(transition, isOwn: isOwn) }
    }

    /// Checks the `pass` and `take` elements of a use of a handler.
    ///
    /// - Returns: the inputs that a valid `pass` binds, and the outputs that a valid `take` stores
    private mutating func checkBindings(
        of work: WorkDeclaration, to handler: HandlerDeclaration
    ) -> (passed: Set<Symbol>, taken: Set<Symbol>) {
        var passed: Set<Symbol> = []
        var taken: Set<Symbol> = []
        for binding in work.bindings {
            switch binding {
            case .pass(let pass):
                guard let port = requirePort(pass.name, of: handler, "needs", among: handler.needs),
                    requireValues(of: pass.source)
                else { continue }
                passed.insert(port.name)
                checkOperand(
                    pass.source, fits: port.type,
                    for: .typed("input '\(text(pass.name))' of handler '\(text(handler.name))'"))
            case .take(let take):
                guard let port = requirePort(take.name, of: handler, "gives", among: handler.gives) else { continue }
                taken.insert(port.name)
                checkType(port.type, of: take.name, fitsValue: take.into)
            }
        }
        return (passed, taken)
    }

    /// Returns a port of a handler, or reports its name and returns nil if the handler has no such port.
    private mutating func requirePort(
        _ name: Name, of handler: HandlerDeclaration, _ verb: String, among ports: [HandlerDeclaration.Port]
    ) -> HandlerDeclaration.Port? {
        if let port = ports.first(where: { $0.name == name.symbol }) { return port }
        report(
            wording.unknownPort(
                name, of: "the handler '\(text(handler.name))'", at: handler.name.range, verb,
                among: ports.map(\.name)))
        return nil
    }

    /// Checks an input without a `pass`, which takes the value of its own name.
    private mutating func checkImplicitInput(
        _ port: HandlerDeclaration.Port, of handler: HandlerDeclaration, at range: SourceRange
    ) {
        let (handlerName, portName) = (text(handler.name), program.symbols[port.name])
        guard let type = type(of: port.name) else {
            report(
                Diagnostic(
                    .unknownValue, at: range,
                    "handler '\(handlerName)' needs '\(portName)', but no value has this name",
                    subjects: [handlerName, portName],
                    notes: [Diagnostic.Note("the handler is declared here", at: handler.name.range)],
                    help: [
                        "pass another value with <pass name=\"\(portName)\" from=\"…\"/>, or declare this value"
                    ]))
            return
        }
        checkType(
            type, of: Name(symbol: port.name, range: range), fits: port.type,
            for: .typed("input '\(portName)' of handler '\(handlerName)'"))
    }

    /// Checks an output without a `take`, which is stored in the value of its own name if there is one.
    private mutating func checkImplicitOutput(
        _ port: HandlerDeclaration.Port, of handler: HandlerDeclaration, at range: SourceRange
    ) {
        guard let type = type(of: port.name), !port.type.fits(type) else { return }
        let name = program.symbols[port.name]
        let output = "output '\(name)' of handler '\(text(handler.name))'"
        report(typeMismatch(output, port.type, at: range, with: type, of: .typed("the value '\(name)'")))
    }

    // MARK: Transitions

    /// Checks the names in a transition, which is in the compiled file if `isOwn` is true.
    ///
    /// For a transition in another file that no state takes, only the selector is checked, because an extension may
    /// have removed the nodes that it names. The transition is checked completely when its own file is compiled.
    mutating func check(_ transition: TransitionDeclaration, isOwn: Bool) {
        checkNames(of: transition.selector)
        guard isOwn || isTaken(transition) else { return }
        if let node = transition.target.node { requireNode(node) }
        if let attempts = transition.attempts { checkNames(of: attempts) }
        checkAfterIsForTimeout(transition)
        checkAttemptsAreNotOnStart(transition)
        checkRefusal(of: transition)
        for name in transition.target.kept { _ = requireValue(name) }
        if let after = transition.after { checkTimeLimit(after) }
        check(transition.guardClause)
        check(transition.statements, isOwn: isOwn)
    }

    /// Checks the node, the counter and the value that limited attempts name.
    private mutating func checkNames(of attempts: AttemptsDeclaration) {
        if let then = attempts.then { requireNode(then) }
        if let counter = attempts.counter { requireCounter(counter) }
        guard let left = attempts.left, let type = requireValue(left), type != .digits, type != .text else { return }
        report(
            Diagnostic(
                .typeMismatch, at: left.range,
                "'\(text(left))' is of type \(type.name), so it cannot store the number of remaining attempts",
                subjects: [text(left)], help: ["declare it with type=\"digits\", or remove its declaration"]))
    }

    /// Checks that a transition with `after` is for `timeout` and for no other event.
    private mutating func checkAfterIsForTimeout(_ transition: TransitionDeclaration) {
        let selector = transition.selector
        guard let after = transition.after, selector.names.contains(where: { $0.symbol != .timeout }) else { return }
        let isKnown = selector.names.allSatisfy {
            unit.declarations.commands.contains($0.symbol) || $0.symbol.isBuiltinEvent
        }
        // An unknown event is reported as such.
        guard isKnown else { return }
        report(
            Diagnostic(
                .conflictingAttributes, at: after.range,
                "'after' sets the time limit of 'timeout', not of other events",
                subjects: ["after"], help: ["move 'after' to a separate transition for 'timeout'"]))
    }

    /// Checks that attempts do not limit `start`, which resets all counters.
    private mutating func checkAttemptsAreNotOnStart(_ transition: TransitionDeclaration) {
        let selector = transition.selector
        guard let attempts = transition.attempts, selector.kind == .event,
            selector.names.contains(where: { $0.symbol == .start })
        else { return }
        report(
            Diagnostic(
                .conflictingAttributes, at: attempts.range,
                "'attempts' cannot limit 'start', because every start resets the counters", subjects: ["attempts"],
                help: ["put 'attempts' on the transitions that lead to the node where the user starts again"]))
    }

    /// Checks that a transition with `refuse` is only for events that the host sends.
    private mutating func checkRefusal(of transition: TransitionDeclaration) {
        guard case .refuse(let code) = transition.target.kind,
            let name = unrefusableEvent(in: transition.selector)
        else { return }
        report(
            Diagnostic(
                .conflictingAttributes, at: code.range,
                "'\(name)' is not an event of the host, so 'refuse' cannot reject it",
                subjects: ["refuse"], help: ["name the next node with to=\"…\" instead"]))
    }

    /// Returns the first event in a selector that `refuse` cannot reject, or nil if it can reject all of them.
    ///
    /// For errors, challenges, failures and outcomes, returns the kind of event.
    private func unrefusableEvent(in selector: TransitionSelector) -> String? {
        switch selector.kind {
        case .select: return nil
        case .event:
            let name = selector.names.first { Symbol.replyEvents.contains($0.symbol) || $0.symbol == .timeout }
            return name.map { text($0) }
        case .error, .challenge, .failure, .outcome: return selector.kind.rawValue
        }
    }

    /// Checks that the events, errors, challenges and failures in a selector exist.
    private mutating func checkNames(of selector: TransitionSelector) {
        for name in selector.names where name.symbol != .any {
            switch selector.kind {
            case .event: requireEvent(name)
            case .error: requireError(name)
            case .challenge: requireChallenge(name)
            case .failure: requireFailure(name)
            case .select, .outcome: break
            }
        }
    }

    /// Reports an error that is neither reserved nor an error of a service.
    private mutating func requireError(_ name: Name) {
        let reserved = reservedErrors(raising: .error)
        if services.hasError(name.symbol) || reserved.contains(text(name)) { return }
        let errors = services.all.flatMap(\.errors)
        report(wording.unknownError(name, among: program.symbols.texts(errors) + reserved, serviceErrors: errors))
    }

    /// Reports a failure that is neither reserved nor declared by a handler.
    private mutating func requireFailure(_ name: Name) {
        let failures = unit.declarations.failures
        let reserved = reservedErrors(raising: .failure)
        if failures.contains(name.symbol) || reserved.contains(text(name)) { return }
        let known = program.symbols.texts(program.symbols.sorted(failures)) + reserved
        report(wording.unknownFailure(name, among: known))
    }

    /// Returns the names of the reserved errors that raise an event.
    private func reservedErrors(raising event: ReservedError.Event) -> [String] {
        ReservedError.allCases.filter { $0.event == event }.map(\.rawValue)
    }

    /// Reports an event that is neither built in nor a declared command.
    private mutating func requireEvent(_ name: Name) {
        let commands = unit.declarations.commands
        let builtin = Symbol.hostEvents + Symbol.replyEvents
        if commands.contains(name.symbol) || builtin.contains(name.symbol) { return }
        let word = text(name)
        let help =
            switch TransitionSelector.Kind(rawValue: word) {
            case .error?, .challenge?, .failure?, .outcome?: "write <on \(word)=\"*\" to=\"…\"/>"
            case .select?: "write <on select=\"…\" to=\"…\"/>"
            case _ where services.hasError(name.symbol): "it is an error of the service: write error=\"\(word)\""
            default: "declare a command with <command name=\"\(word)\"/>"
            }
        var finding = wording.unknown(
            name, "event", .unknownEvent, among: builtin + program.symbols.sorted(commands))
        finding.help.append(help)
        report(finding)
    }
}
