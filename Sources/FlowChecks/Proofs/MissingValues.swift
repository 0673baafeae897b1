import FlowAnalysis
import FlowAnnotations
package import FlowDiagnostics
import FlowModel

/// Rejects requests, handlers and steps that need a value which nothing gave on some path.
///
/// ```xml
/// <go to="login" when="not present password"/>
/// …
/// <call id="login" operation="Login" variant="PASSWORD">
///   <send name="Password" from="password"/>
/// </call>
/// ```
enum MissingValues: ProofCheck {
    static let codes: [DiagnosticCode] = [.missingValue]

    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<Key> = []
        for number in proof.graph.current {
            let node = proof.graph.nodes[number]
            for need in proof.annotations.states[node.state]?.needs ?? [] {
                guard let missing = missing(need, node.valuation, proof) else { continue }
                let key = Key(range: need.range, reason: need.reason)
                guard reported.insert(key).inserted else { continue }
                let name = need.source.slots.first.map { proof.flow.slots[$0].name } ?? ""
                // The finding says that the value is absent; the condition says what else holds.
                let others = missing.filter { $0.predicate != missing.first?.predicate }
                let absent = proof.context.theory.describe(others)
                proof.add(
                    .missingValue, at: need.range,
                    "'\(name)' may be absent here\(absent.isEmpty ? "" : " " + absent.whenPhrase), but \(need.reason)",
                    node: number, where: missing, help: [help(need, number, proof)], to: &findings)
            }
        }
    }

    private struct Key: Hashable {
        let range: SourceRange
        let reason: String
    }

    /// Returns the help. If a reply on the path could have brought the value, it suggests to require it there.
    private static func help(_ need: DataNeed, _ node: Int, _ proof: Proof) -> String {
        let help = "set it on every path, or take another path when it is absent"
        let brought = Set(
            proof.graph.path(to: node).dropLast().flatMap { step -> [SlotID] in
                let state = proof.flow.states[proof.graph.nodes[step.node].state]
                guard case .call(let request) = state.kind else { return [] }
                return request.reply.outputs.map(\.slot)
            })
        guard let slot = need.source.slots.first(where: brought.contains) else { return help }
        // A value under another name is required where it is received.
        let way =
            proof.annotations.service.outputs.contains(slot)
            ? "add requires=\"\(proof.flow.slots[slot].name)\" where the reply must contain it"
            : "add required=\"true\" where it is received"
        return help + ", or " + way
    }

    /// Returns literals under which a need is not met, or nil if it always is.
    private static func missing(_ need: DataNeed, _ valuation: AbstractState, _ proof: Proof) -> [Literal]? {
        if case .literal = need.source.origin { return nil }
        var valuation = valuation
        var literals: [Literal] = []
        for slot in need.source.slots {
            guard let predicate = proof.context.table.presence(slot),
                valuation.holds(predicate) != true,
                proof.context.theory.allows(predicate, false, in: valuation)
            else { return nil }
            valuation.set(predicate, false)
            literals.append(Literal(predicate, false))
        }
        return literals
    }
}

extension DiagnosticCode {
    /// A value that may be absent where it is needed.
    package static let missingValue = DiagnosticCode(
        "missing-value", .error, isAboutShape: true,
        summary: "A required value must be set on every path that leads to its use.")
}
