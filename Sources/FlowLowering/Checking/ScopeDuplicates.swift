import FlowDiagnostics
import FlowSyntax

/// Finds elements in one scope that are for the same name, so that one of them has no effect.
struct ScopeDuplicates {
    private let wording: NameDiagnostics
    private(set) var findings: [Diagnostic] = []

    /// Checks the asks, receives, shows, sends and bindings in a scope.
    init(_ scope: ScopeDeclaration, _ wording: NameDiagnostics) {
        self.wording = wording
        check(scope.asks.map(\.name), "ask")
        check(scope.receives.map(\.name), "receive")
        check(scope.items.compactMap { if case .show(let show) = $0 { show.name } else { nil } }, "show")
        for sends in scope.sends.values { check(sends, omitted: scope.omitted) }
        for work in scope.handlerUses { check(work.bindings) }
    }

    /// Checks the bindings of the use of a sub-flow.
    init(_ part: NodeFragment, _ wording: NameDiagnostics) {
        self.wording = wording
        check(part.bindings)
    }

    /// Reports bindings of a name that is already bound.
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
                findings.append(wording.twice(name, kind, first: known.range))
            } else {
                first[name.symbol] = name
            }
        }
    }

    /// Reports a send of a key that can never apply.
    ///
    /// The first send of a key whose guard holds applies. So a send after one without a guard never applies, nor does
    /// any send of an omitted key.
    private mutating func check(_ sends: [SendDeclaration], omitted: Set<Symbol>) {
        guard let name = sends.first?.name else { return }
        let unguarded = sends.firstIndex { $0.guardClause == nil } ?? sends.count
        if omitted.contains(name.symbol) {
            findings.append(wording.twice(name, "omit", first: nil))
        } else if unguarded < sends.count - 1, let unreachable = sends[unguarded + 1].name {
            findings.append(wording.twice(unreachable, "send", first: sends[unguarded].range))
        }
    }
}
