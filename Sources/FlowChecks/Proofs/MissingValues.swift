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
        for number in proof.product.current {
            let node = proof.product.nodes[number]
            for need in proof.annotations.states[node.state]?.needs ?? [] {
                guard let missing = missing(need, node.situation, proof) else { continue }
                let key = Key(range: need.range, reason: need.reason)
                guard reported.insert(key).inserted else { continue }
                let name = need.source.slots.first.map { proof.flow.slots[$0].name } ?? ""
                // That the value itself is absent is the finding; the words say what else is.
                let others = missing.filter { $0.fact != missing.first?.fact }
                let absent = proof.ground.consistency.words(others)
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

    /// The way out: where a reply on the way could have brought the value, that it must bring it, too.
    private static func help(_ need: DataNeed, _ node: Int, _ proof: Proof) -> String {
        let help = "give it on every path, or go another way when it is absent"
        let brought = Set(
            proof.product.path(to: node).dropLast().flatMap { step -> [SlotID] in
                let state = proof.flow.states[proof.product.nodes[step.node].state]
                guard case .call(let request) = state.kind else { return [] }
                return request.reply.outputs.map(\.slot)
            })
        guard let slot = need.source.slots.first(where: brought.contains) else { return help }
        // A value that is received under another name is asked for where it is received.
        let way =
            proof.annotations.service.outputs.contains(slot)
            ? "say requires=\"\(proof.flow.slots[slot].name)\" where the reply must bring it"
            : "say required=\"true\" where it is received"
        return help + ", or " + way
    }

    /// Claims under which a need is not met; nothing if it always is.
    private static func missing(_ need: DataNeed, _ situation: Situation, _ proof: Proof) -> [Claim]? {
        if case .literal = need.source.origin { return nil }
        var situation = situation
        var claims: [Claim] = []
        for slot in need.source.slots {
            guard let fact = proof.ground.table.presence(slot),
                situation.holds(fact) != true,
                proof.ground.consistency.allows(fact, false, in: situation)
            else { return nil }
            situation.set(fact, false)
            claims.append(Claim(fact, false))
        }
        return claims
    }
}

extension DiagnosticCode {
    /// A value that is needed and may be absent.
    package static let missingValue = DiagnosticCode(
        "missing-value", .error, isAboutShape: true,
        summary: "A required value must be set on every path that leads to its use.")
}
