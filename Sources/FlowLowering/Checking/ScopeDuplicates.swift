import FlowDiagnostics
import FlowSyntax

/// Finds what one element says twice, so that one of the two would count for nothing.
struct ScopeDuplicates {
    private let wording: NameDiagnostics
    /// What was found.
    private(set) var findings: [Diagnostic] = []

    /// The duplicates among what a scope says.
    init(_ scope: ScopeDeclaration, _ wording: NameDiagnostics) {
        self.wording = wording
        check(scope.asks.map(\.name), "ask")
        check(scope.receives.map(\.name), "receive")
        check(scope.items.compactMap { if case .show(let show) = $0 { show.name } else { nil } }, "show")
        for sends in scope.sends.values { check(sends, omitted: scope.omitted) }
        for work in scope.works { check(work.bindings) }
    }

    /// The duplicates among what the use of a sub-flow says.
    init(_ part: NodeFragment, _ wording: NameDiagnostics) {
        self.wording = wording
        check(part.bindings)
    }

    private mutating func check(_ bindings: [PortBinding]) {
        check(bindings.compactMap { if case .pass(let pass) = $0 { pass.name } else { nil } }, "pass")
        check(bindings.compactMap { if case .take(let take) = $0 { take.name } else { nil } }, "take")
    }

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

    /// Of several sends of a key the first whose guard holds counts: behind one without a guard none does, and none beside an omission.
    private mutating func check(_ sends: [SendDeclaration], omitted: Set<Symbol>) {
        guard let name = sends.first?.name else { return }
        let always = sends.firstIndex { $0.guardClause == nil } ?? sends.count
        if omitted.contains(name.symbol) {
            findings.append(wording.twice(name, "omit", first: nil))
        } else if always < sends.count - 1, let idle = sends[always + 1].name {
            findings.append(wording.twice(idle, "send", first: sends[always].range))
        }
    }
}
