import FlowDiagnostics
import FlowSyntax

/// Finds elements of one scope that exclude each other, so that one of them has no effect.
struct ScopeDuplicates {
    private let wording: NameDiagnostics
    private(set) var findings: [Diagnostic] = []

    /// Finds duplicates among the asks, receives, shows, answers, sends, bindings and time limits in a scope.
    init(_ scope: ScopeDeclaration, _ wording: NameDiagnostics) {
        self.wording = wording
        check(scope.asks.map(\.name), "ask")
        check(scope.receives.map(\.name), "receive")
        check(scope.items.compactMap { if case .show(let show) = $0 { show.name } else { nil } }, "show")
        checkAnswers(scope.answers.compactMap(\.challenge))
        for sends in scope.sends.values { check(sends, omitted: scope.omitted) }
        for work in scope.handlerUses { check(work.bindings) }
        check(timeLimits: scope.ownTransitions.compactMap(\.after))
    }

    /// Finds duplicates among the bindings of the use of a sub-flow.
    init(_ part: NodeFragment, _ wording: NameDiagnostics) {
        self.wording = wording
        check(part.bindings)
    }

    /// Finds duplicates among the bindings of a derived value.
    init(_ work: WorkDeclaration, _ wording: NameDiagnostics) {
        self.wording = wording
        check(work.bindings)
    }

    /// Reports each `answer` after the first, because a node sends only one request.
    private mutating func checkAnswers(_ challenges: [Name]) {
        for challenge in challenges.dropFirst() {
            findings.append(
                Diagnostic(
                    .duplicateName, at: challenge.range, "only one <answer> can take effect here",
                    notes: [Diagnostic.Note("first defined here", at: challenges[0].range)],
                    help: ["put the other one into a step of its own"]))
        }
    }

    /// Reports each `pass` and each `take` that repeats the name of an earlier one.
    private mutating func check(_ bindings: [PortBinding]) {
        check(bindings.compactMap { if case .pass(let pass) = $0 { pass.name } else { nil } }, "pass")
        check(bindings.compactMap { if case .take(let take) = $0 { take.name } else { nil } }, "take")
    }

    /// Reports each element of a kind whose name an earlier element has.
    private mutating func check(_ names: [Name], _ kind: String) {
        guard names.count > 1 else { return }
        var first: [Symbol: Name] = [:]
        for name in names {
            if let known = first[name.symbol] {
                findings.append(wording.conflictingElement(name, kind, first: known.range))
            } else {
                first[name.symbol] = name
            }
        }
    }

    /// Reports each time limit that differs from the first, which limits the step, whatever the guards.
    private mutating func check(timeLimits: [Name]) {
        guard let first = timeLimits.first else { return }
        for limit in timeLimits where limit.symbol != first.symbol {
            findings.append(wording.secondTimeLimit(limit, first: first.range))
        }
    }

    /// Reports the first `send` of a key that can never apply, if there is one.
    ///
    /// A request uses the first send whose guard holds. So a send after one without a guard never applies. If the
    /// scope omits the key, none of its sends applies.
    private mutating func check(_ sends: [SendDeclaration], omitted: Set<Symbol>) {
        guard let name = sends.first?.name else { return }
        let firstUnguarded = sends.firstIndex { $0.guardClause == nil } ?? sends.count
        if omitted.contains(name.symbol) {
            findings.append(wording.omittedSend(name))
        } else if firstUnguarded < sends.count - 1, let unreachable = sends[firstUnguarded + 1].name {
            findings.append(wording.conflictingElement(unreachable, "send", first: sends[firstUnguarded].range))
        }
    }
}
