import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects requests, handlers, steps and time limits that need a value which is absent on some path.
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

    /// Adds a finding for each need whose value can be absent. It concerns the first node of the graph where this is
    /// possible.
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var reported: Set<Key> = []
        for id in proof.graph.current {
            let node = proof.graph.nodes[id]
            for need in proof.annotations.states[node.state]?.needs ?? [] {
                guard let missing = proof.context.literalsOfAbsence(need.source, in: node.valuation) else { continue }
                let key = Key(range: need.range, reason: need.reason)
                guard reported.insert(key).inserted else { continue }
                let name = need.source.slots.first.map { proof.flow.slots[$0].authorName } ?? ""
                // The message already states that the first value is absent.
                let others = missing.filter { $0.predicate != missing.first?.predicate }
                let condition = proof.context.theory.describe(others)
                let phrase = condition.isEmpty ? "" : " " + condition.whenPhrase
                proof.add(
                    .missingValue, at: need.range, "'\(name)' may be absent here\(phrase), but \(need.reason)",
                    node: id, where: missing, help: [help(for: need, at: id, proof)], to: &findings)
            }
        }
    }

    /// A need, by which duplicate findings are recognized.
    private struct Key: Hashable {
        let range: SourceRange
        let reason: String
    }

    /// Returns the help of a finding about an absent value.
    ///
    /// If a reply or answer on the path to the node, or an input of the flow, can contain the value, the help suggests
    /// that it must.
    private static func help(for need: DataNeed, at node: GraphNodeID, _ proof: Proof) -> String {
        let advice = "set it on every path, or take another path when it is absent"
        // The reply to the node's own request comes after the need, so the last state does not count.
        let states = proof.graph.path(to: node).dropLast().map { proof.flow.states[proof.graph.nodes[$0.node].state] }
        let received = Set(
            states.flatMap { state -> [SlotID] in
                guard case .call(let request) = state.kind else { return [] }
                return request.reply.outputs.map(\.slot)
            })
        guard let slot = need.source.slots.first(where: received.contains) else {
            let isOptional: (Ask) -> Bool = { !$0.isRequired && need.source.slots.contains($0.slot) }
            if let input = proof.flow.inputs.first(where: isOptional) {
                return advice + ", or add required=\"true\" to <input name=\"\(input.name.text)\">"
            }
            let asks = states.flatMap { if case .present(let step) = $0.kind { step.asks } else { [Ask]() } }
            return asks.contains(where: isOptional) ? advice + ", or remove required=\"false\" from its <ask>" : advice
        }
        // `requires` takes the names in the service description. A `receive` that renames a value has `required`.
        let alternative =
            proof.annotations.service.outputs.contains(slot)
            ? "add requires=\"\(proof.flow.slots[slot].name)\" to the call or challenge whose reply must contain it"
            : "add required=\"true\" to the <receive> that stores it"
        return advice + ", or " + alternative
    }
}

extension DiagnosticCode {
    /// A value that may be absent where it is needed.
    package static let missingValue = DiagnosticCode(
        "missing-value", .error, isAboutShape: true,
        summary: "A required value must be set on every path that leads to its use.")
}
