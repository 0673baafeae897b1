import FlowDiagnostics
import FlowModel

/// Rejects flows in which an event is not possible at some step although the author asserts it; warns where the host cannot cancel.
///
/// ```xml
/// <always event="resend"/>
/// ```
enum AlwaysPossible {
    static func check(_ proof: Proof, _ findings: inout ProofFindings) {
        var isCancelAsserted = false
        for case .always(let name, let range) in proof.map.assertions {
            if name == "cancel" { isCancelAsserted = true }
            if let gap = gaps(name, proof).first {
                let isRefused = gap.hop != nil
                let help =
                    isRefused
                    ? "let it lead somewhere there, whatever the data are"
                    : "add <on event=\"\(name)\" …/> there, to a group around it, or to the flow"
                proof.add(
                    .alwaysViolated, at: range,
                    "'\(name)' \(isRefused ? "can be refused" : "is not possible") at '\(gap.name)'", node: gap.node,
                    then: gap.hop, help: [help], to: &findings)
            }
        }
        if !isCancelAsserted { warnOfCancel(proof, &findings) }
    }

    private static func warnOfCancel(_ proof: Proof, _ findings: inout ProofFindings) {
        let gaps = gaps("cancel", proof)
        guard let first = gaps.first else { return }
        let others = gaps.dropFirst().prefix(3).map { Diagnostic.Note("nor at '\($0.name)'", at: $0.range) }
        let rest = gaps.count > 4 ? [Diagnostic.Note("nor at \(gaps.count - 4) other steps")] : []
        findings.bag.add(
            Diagnostic(
                .noCancel, at: first.range, "the host cannot cancel at '\(first.name)'", notes: others + rest,
                help: ["add <on event=\"cancel\" to=\"…\"/>, best to the flow"]))
    }

    private struct Gap {
        let name: String
        let range: SourceRange
        let node: Int
        let hop: Hop?
    }

    /// The steps at which an event is not taken, each once.
    private static func gaps(_ name: String, _ proof: Proof) -> [Gap] {
        guard let event = number(of: name, proof.flow) else { return allSteps(proof) }
        var told: Set<Int> = []
        var gaps: [Gap] = []
        for number in proof.product.current {
            let state = proof.flow.states[proof.product.nodes[number].state]
            guard state.isPresent, state.transitions[event] == nil else { continue }
            add(number, nil, proof, &told, &gaps)
        }
        for (number, hop) in proof.product.hostRefusals
        where hop.event == event && proof.flow.states[proof.product.nodes[number].state].isPresent {
            add(number, hop, proof, &told, &gaps)
        }
        return gaps
    }

    private static func allSteps(_ proof: Proof) -> [Gap] {
        var told: Set<Int> = []
        var gaps: [Gap] = []
        for number in proof.product.current
        where proof.flow.states[proof.product.nodes[number].state].isPresent {
            add(number, nil, proof, &told, &gaps)
        }
        return gaps
    }

    private static func add(_ number: Int, _ hop: Hop?, _ proof: Proof, _ told: inout Set<Int>, _ gaps: inout [Gap]) {
        let state = proof.product.nodes[number].state
        guard let node = proof.flow.states[state].node, told.insert(node).inserted else { return }
        gaps.append(Gap(name: proof.flow.nodes[node].id, range: proof.map.nodes[node], node: number, hop: hop))
    }

    private static func number(of name: String, _ flow: CheckedFlow) -> EventID? {
        if let builtin = EventKey.host(name).builtin { return builtin }
        return flow.events.firstIndex { $0.kind == .command && $0.name == name }.map { CheckedFlow.firstOwnEvent + $0 }
    }
}
