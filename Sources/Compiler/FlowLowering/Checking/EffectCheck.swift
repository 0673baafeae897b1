import FlowDiagnostics
import FlowSyntax

/// Finds elements of nodes that have no effect where they are.
enum EffectCheck {
    /// Reports elements of a choice, challenge, call or step that have no effect, because the node presents no step,
    /// sends no request, or always takes an earlier branch. Also reports a branch that prevents the step or request,
    /// and a transition that prevents the request.
    ///
    /// Checks only the compiled file, and no abstract flow, because an extension can complete the nodes of such a flow.
    static func check(_ node: UnitNode, _ names: inout UnitNames) {
        guard !names.unit.isAbstract else { return }
        if node.kind != .choice {
            for part in node.parts where names.isCompiledFile(part.scope.file) {
                for item in part.scope.items {
                    if let finding = finding(about: item, at: node) { names.report(finding) }
                }
            }
        }
        checkOrder(node.body.statementsBeforeAsk, before: node.shape.presents ? .step : .request, node, &names)
        checkOrder(node.body.statementsAfterAsk, before: .request, node, &names)
        checkSubmit(at: node, &names)
    }

    /// What a node does after some of its statements.
    private enum Continuation {
        case step
        case request
    }

    /// Reports an unguarded branch that keeps a node from its step or request, and each statement after that branch.
    ///
    /// The check of dead branches reports a later branch.
    private static func checkOrder(
        _ statements: [StatementSyntax], before next: Continuation, _ node: UnitNode, _ names: inout UnitNames
    ) {
        guard let index = statements.firstIndex(where: { $0.isBranch && $0.guardClause == nil }) else { return }
        for statement in statements[(index + 1)...]
        where !statement.isBranch && names.isCompiledFile(statement.range.file) {
            names.report(
                finding(
                    statement.kind.spelling, at: statement.range, "the flow always takes the branch before it",
                    help: "move it before the branch, or give the branch a guard"))
        }
        let branch = statements[index]
        guard next == .step ? node.shape.presents : node.shape.requests, names.isCompiledFile(branch.range.file) else {
            return
        }
        names.report(
            Diagnostic(
                .misplacedElement, at: branch.range,
                "'\(names.text(node.id))' always takes this branch, so it never "
                    + (next == .step ? "presents its step" : "sends its request"),
                subjects: [names.text(node.id)],
                help: [
                    "give the branch a guard, or "
                        + (node.kind == .challenge ? "use <otherwise> if the node only branches" : "use a choice")
                ]))
    }

    /// Reports a transition that takes every answer of the host, so that a node with a step never sends its request.
    ///
    /// A `retry` on another event of the host, or on a failure, can still send the request.
    private static func checkSubmit(at node: UnitNode, _ names: inout UnitNames) {
        guard node.shape.presents, node.shape.requests else { return }
        let unit = names.unit
        let transitions = node.scopes.flatMap { unit.transitions(in: $0) }
        let taken = transitions.first {
            $0.selector.kind == .event && $0.selector.contains(.submit) && $0.guardClause == nil && !$0.target.isNowhere
        }
        guard let taken, names.isCompiledFile(taken.range.file), !transitions.contains(where: \.sendsWithoutReply)
        else {
            return
        }
        names.report(
            Diagnostic(
                .misplacedElement, at: taken.selector.range,
                "'\(names.text(node.id))' always takes this transition on 'submit', so it never sends its request",
                subjects: [names.text(node.id)],
                help: [
                    "remove it, so that the answer is sent, or give it a guard; if nothing should be sent, "
                        + (node.kind == .step ? "remove the <answer>" : "use a step")
                ]))
    }

    /// Returns a finding if an item of a node has no effect there; otherwise nil.
    private static func finding(about item: ScopeDeclaration.Item, at node: UnitNode) -> Diagnostic? {
        switch item {
        case .show(let show) where !node.shape.presents:
            finding(
                "show", at: show.name.range, "this node presents no step",
                help: node.kind == .challenge && node.body.hasOtherwise
                    ? "remove it, or move it to the node that <otherwise> leads to"
                    : "add an <ask> or present=\"…\" to the node, or remove the <show>")
        case .send(let send) where !node.shape.requests: unsent("send", at: send.name?.range ?? send.range, node)
        case .receive(let receive) where !node.shape.requests: unsent("receive", at: receive.name.range, node)
        case .omit(let keys) where !node.shape.requests: keys.first.map { unsent("omit", at: $0.range, node) }
        default: nil
        }
    }

    /// Returns the finding about an element for a request at a node that sends none.
    private static func unsent(_ element: String, at range: SourceRange, _ node: UnitNode) -> Diagnostic {
        let isStep = node.kind == .step
        return finding(
            element, at: range, isStep ? "a step without <answer> sends no request" : "this node sends no request",
            help: isStep ? "put it into an <answer>, or remove it" : "remove it, or remove the <otherwise>")
    }

    /// Returns the finding about an element that has no effect.
    private static func finding(
        _ element: String, at range: SourceRange, _ reason: String, help: String
    ) -> Diagnostic {
        Diagnostic(
            .misplacedElement, at: range, "<\(element)> has no effect here, because \(reason)", subjects: [element],
            help: [help])
    }
}

extension TransitionDeclaration {
    /// Whether the transition sends the request of its node on an event that no reply causes.
    fileprivate var sendsWithoutReply: Bool {
        switch (selector.kind, target.kind) {
        case (.event, .request), (.event, .computation):
            !selector.names.allSatisfy { Symbol.replyEvents.contains($0.symbol) }
        case (.select, .request), (.select, .computation), (.failure, .request), (.failure, .computation): true
        default: false
        }
    }
}
