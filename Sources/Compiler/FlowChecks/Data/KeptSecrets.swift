import FlowAnalysis
package import FlowDiagnostics
import FlowIR
import FlowTable

/// Warns of restarts that are the only reason for keeping a secret in memory.
///
/// ```xml
/// <on event="resend" restart="begin" keep="username password"/>
/// ```
enum KeptSecrets: StaticCheck {
    static let codes: [DiagnosticCode] = [.keptSecret]

    /// Adds a finding for each restart and each secret that it keeps, if the secret stays in memory only for restarts.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        let secretsByRestart = secretsKept(in: subject)
        guard !secretsByRestart.isEmpty else { return }
        let withoutRestarts = Liveness(subject.analyses.controlFlow, subject.annotations, .allBeforeRestart)
        for (transition, slots) in secretsByRestart.sorted(by: { $0.key < $1.key }) {
            for slot in slots.sorted() {
                let keepingSteps = steps(keeping: slot, subject, withoutRestarts)
                guard !keepingSteps.isEmpty else { continue }
                findings.append(
                    finding(
                        onSecret: subject.flow.slots[slot].name, at: subject.annotations.transitions[transition],
                        inMemoryAt: keepingSteps))
            }
        }
    }

    /// Returns, by restarting transition, the secrets that it keeps and that are live after it.
    private static func secretsKept(in subject: CheckSubject) -> [TransitionID: Set<SlotID>] {
        var result: [TransitionID: Set<SlotID>] = [:]
        for state in subject.flow.states {
            // A `start` is no restart of the author: it keeps only inputs and constants.
            for (event, block) in state.transitions where event != .start {
                addSecrets(keptBy: block, subject.analyses.secrets, to: &result)
            }
        }
        return result
    }

    /// Adds the secrets that restarts in a block keep and that are live after it, by restarting transition.
    private static func addSecrets(
        keptBy block: Block, _ secrets: DeadSecretElimination, to result: inout [TransitionID: Set<SlotID>]
    ) {
        var mark: TransitionID?
        var kept: [SlotID] = []
        block.forEachInstruction { instruction in
            switch instruction.effect {
            // Another transition begins, which keeps only the slots of its own restart.
            case .mark(let transition):
                mark = transition
                kept = []
            case .change(.clearAll(let slots)): kept = slots.filter(secrets.secrets.contains)
            case .exit(let exit):
                let live = kept.filter { secrets.isLive($0, after: exit) }
                // A finding needs the location of a transition.
                if let mark, !live.isEmpty { result[mark, default: []].formUnion(live) }
            case .change, .read, .restore, .branch: break
            }
        }
    }

    /// Returns the steps at which a secret may be present, but would be dead if no restart kept it.
    ///
    /// A step has the form `step 'code'`. `withoutRestarts` is the liveness if no restart kept a value.
    private static func steps(
        keeping slot: SlotID, _ subject: CheckSubject, _ withoutRestarts: Liveness
    ) -> [String] {
        var names: Set<ByteString> = []
        for (index, state) in subject.flow.states.indexed() {
            guard case .present(let presentation) = state.kind,
                subject.analyses.secrets.secrets(atEntryOf: index).contains(slot),
                !withoutRestarts.slots(atEntryOf: index).contains(slot)
            else { continue }
            names.insert(presentation.step)
        }
        return names.sorted().map { "step '\($0)'" }
    }

    /// Creates a finding at a restart that keeps a secret in memory at some steps.
    private static func finding(
        onSecret name: String, at place: TransitionPlace, inMemoryAt steps: [String]
    ) -> Diagnostic {
        let places = steps.count == 1 ? "at one step" : "at \(steps.count) steps"
        return Diagnostic(
            .keptSecret, at: place.range,
            "the secret '\(name)' stays in memory \(places) only because a restart keeps it", subjects: [name],
            notes: [Diagnostic.Note("it is in memory at " + steps.joined(separator: ", "))],
            help: ["remove it from 'keep' and restart at a step that asks for it again, or suppress this warning"])
    }
}

extension DiagnosticCode {
    /// A secret that stays in memory only for a restart.
    package static let keptSecret = DiagnosticCode(
        "kept-secret", .warning,
        summary: "A secret should not be kept in memory only for a restart.")
}
