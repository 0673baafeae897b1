import FlowDiagnostics
import FlowModel
import FlowSyntax
import FlowTable

extension UnitNames {
    /// Checks what statements name.
    /// - Parameters:
    ///   - statements: the statements.
    ///   - inOwn: whether they belong to a transition of the compiled file.
    mutating func check(_ statements: [StatementSyntax], inOwn: Bool = false) {
        for statement in statements {
            check(statement.action, inOwn: inOwn)
            check(statement.guardClause)
        }
    }

    private mutating func check(_ action: StatementSyntax.Action, inOwn: Bool) {
        switch action {
        case .set(let name, let source): checkAssignment(of: source, to: name)
        case .merge(let name, let from):
            guard let target = value(name), let added = value(from) else { return }
            check(target, of: name, into: .map, "'merge'")
            check(added, of: from, into: .map, "'merge'")
        case .clear(let names, let entries):
            for name in names where name.symbol != .error {
                guard let type = value(name), !entries.isEmpty, type != .map, type != .list else { continue }
                report(
                    Diagnostic(
                        .typeMismatch, at: name.range, "'\(text(name))' has no entries: it is of type \(type.rawValue)",
                        subjects: [text(name)], help: ["remove 'entries' to clear the whole value"]))
            }
        case .resetAttempts(let names): names.forEach { target($0) }
        case .handle(let work): check(work, inOwn: inOwn)
        case .notify(_, let shows): shows.forEach { check($0) }
        case .count(let name): counter(name)
        case .reset(let names): names.forEach { counter($0) }
        case .error: break
        case .branch(let branch):
            target(branch.to)
            check(branch.statements)
        }
    }

    private mutating func checkAssignment(of source: OperandSyntax, to name: Name) {
        guard let type = value(name), self.source(source) else { return }
        literal(source.value, among: words(of: name.symbol) ?? [])
        check(source, into: type, "'\(text(name))'")
    }

    // MARK: Handlers

    /// Checks the work of a handler: that there is one, and what its ports are bound to.
    mutating func check(_ work: WorkDeclaration, inOwn: Bool = false) {
        guard let name = work.handler else { return }
        guard let handler = unit.declarations.handlers[name.symbol] else {
            report(wording.unknown(name, "handler", .unknownHandler, sorted: unit.declarations.handlers.keys))
            return
        }
        let (passed, taken) = checkBindings(of: work, to: handler)
        for port in handler.needs where !passed.contains(port.name) { check(port, of: handler, name) }
        for port in handler.gives where !taken.contains(port.name) {
            guard let type = type(of: port.name) else { continue }
            let given = Name(symbol: port.name, range: name.range)
            check(port.type, of: given, into: type, "the value of that name")
        }
        for transition in work.scope.ownTransitions { check(transition, isOwn: inOwn) }
    }

    /// - Returns: the ports that something is passed to, and those of which something is taken.
    private mutating func checkBindings(
        of work: WorkDeclaration, to handler: HandlerDeclaration
    ) -> (passed: Set<Symbol>, taken: Set<Symbol>) {
        var (passed, taken): (Set<Symbol>, Set<Symbol>) = ([], [])
        for binding in work.bindings {
            switch binding {
            case .pass(let pass):
                guard let port = port(pass.name, of: handler, "needs", among: handler.needs), source(pass.source) else {
                    continue
                }
                passed.insert(port.name)
                check(
                    pass.source, into: port.type, "port '\(text(pass.name))' of handler '\(text(handler.name))'")
            case .take(let take):
                guard let port = port(take.name, of: handler, "gives", among: handler.gives) else { continue }
                taken.insert(port.name)
                check(port.type, of: take.name, into: take.into)
            }
        }
        return (passed, taken)
    }

    private mutating func port(
        _ name: Name, of handler: HandlerDeclaration, _ verb: String, among ports: [HandlerDeclaration.Port]
    ) -> HandlerDeclaration.Port? {
        if let port = ports.first(where: { $0.name == name.symbol }) { return port }
        report(
            wording.unknownPort(
                name, of: "the handler '\(text(handler.name))'", at: handler.name.range, verb,
                among: ports.map(\.name)))
        return nil
    }

    /// Checks a port that takes the value of its own name.
    private mutating func check(_ port: HandlerDeclaration.Port, of handler: HandlerDeclaration, _ use: Name) {
        guard let type = type(of: port.name) else {
            let (handlerName, portName) = (text(handler.name), program.symbols[port.name])
            report(
                Diagnostic(
                    .unknownValue, at: use.range,
                    "handler '\(handlerName)' needs '\(portName)', but no value has this name",
                    subjects: [handlerName, portName],
                    notes: [Diagnostic.Note("the handler is declared here", at: handler.name.range)],
                    help: ["pass another value with <pass name=\"\(portName)\" from=\"…\"/>"]))
            return
        }
        check(
            type, of: Name(symbol: port.name, range: use.range), into: port.type,
            "the port of that name of handler '\(text(handler.name))'")
    }

    // MARK: Transitions

    /// Checks what a transition names. Where an extension hides an inherited one, what it names may be removed: transitions that a base
    /// hides everywhere are judged where the base is compiled, with all its nodes.
    mutating func check(_ transition: TransitionDeclaration, isOwn: Bool) {
        checkNames(of: transition.selector)
        guard isOwn || isTaken(transition) else { return }
        if let node = transition.target.node { target(node) }
        if let attempts = transition.attempts {
            attempts.then.map { target($0) }
            attempts.counter.map { counter($0) }
            if let left = attempts.left, let type = value(left), type != .digits, type != .text {
                report(
                    Diagnostic(
                        .typeMismatch, at: left.range,
                        "'\(text(left))' is of type \(type.rawValue), so it cannot hold the attempts that are left",
                        subjects: [text(left)], help: ["declare it with type=\"digits\", or remove its declaration"]))
            }
        }
        checkTimeLimit(of: transition)
        checkAttempts(of: transition)
        checkRefusal(of: transition)
        for name in transition.target.kept { _ = value(name) }
        if let after = transition.after { checkLimitOfTime(after) }
        check(transition.guardClause)
        check(transition.statements, inOwn: isOwn)
    }

    /// Only `timeout` has a time.
    private mutating func checkTimeLimit(of transition: TransitionDeclaration) {
        let selector = transition.selector
        guard let after = transition.after, selector.names.contains(where: { $0.symbol != .timeout }) else { return }
        let isKnown = selector.names.allSatisfy {
            unit.declarations.commands.contains($0.symbol) || $0.symbol.isBuiltinEvent
        }
        guard isKnown else { return }
        report(
            Diagnostic(
                .conflictingAttributes, at: after.range, "'after' sets the time of 'timeout', not of other events",
                subjects: ["after"], help: ["add a separate transition for 'timeout'"]))
    }

    /// A start sets all attempts and counters back: none of them is ever the last.
    private mutating func checkAttempts(of transition: TransitionDeclaration) {
        let selector = transition.selector
        guard let attempts = transition.attempts, selector.kind == .event,
            selector.names.contains(where: { $0.symbol == .start })
        else { return }
        report(
            Diagnostic(
                .conflictingAttributes, at: attempts.range,
                "attempts are counted from the latest 'start', so they cannot limit it", subjects: ["attempts"],
                help: ["limit the transitions to the node where the user starts again"]))
    }

    /// Only an event of the host can be refused: a reply has come, and a time is over.
    private mutating func checkRefusal(of transition: TransitionDeclaration) {
        guard case .refuse(let code) = transition.target.kind, let name = unrefusable(transition.selector) else {
            return
        }
        report(
            Diagnostic(
                .conflictingAttributes, at: code.range,
                "'refuse' is for events of the user, and '\(name)' is not one",
                subjects: ["refuse"], help: ["lead to a node with to=\"…\""]))
    }

    /// What a selector takes that the host does not send.
    private func unrefusable(_ selector: TransitionSelector) -> String? {
        switch selector.kind {
        case .select: return nil
        case .event:
            let name = selector.names.first { Symbol.replyEvents.contains($0.symbol) || $0.symbol == .timeout }
            return name.map { text($0) }
        case .error, .challenge, .failure, .outcome: return selector.kind.rawValue
        }
    }

    private mutating func checkNames(of selector: TransitionSelector) {
        for name in selector.names where name.symbol != .any {
            switch selector.kind {
            case .event: event(name)
            case .error:
                if !services.hasError(name.symbol), reserved(name)?.event != .error {
                    let errors = services.all.flatMap(\.errors)
                    report(wording.unknownError(name, among: program.symbols.texts(errors), raised: errors))
                }
            case .challenge: challenge(name)
            case .failure:
                let failures = unit.declarations.handlers.values.map(\.fails)
                if !failures.contains(where: { $0.contains(name.symbol) }), reserved(name)?.event != .failure {
                    report(wording.unknown(name, "failure", .unknownFailure, sorted: Set(failures.joined())))
                }
            case .select, .outcome: break
            }
        }
    }

    private func reserved(_ name: Name) -> ReservedError? { ReservedError(rawValue: text(name)) }

    private mutating func event(_ name: Name) {
        let commands = unit.declarations.commands
        let builtin = Symbol.hostEvents + Symbol.replyEvents
        if commands.contains(name.symbol) || builtin.contains(name.symbol) { return }
        report(
            wording.unknown(
                name, "event", .unknownEvent, among: builtin + program.symbols.sorted(commands),
                help: ["declare a command with <command name=\"\(text(name))\"/>"]))
    }
}
