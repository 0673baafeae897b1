import FlowAnalysis
package import FlowDiagnostics
import FlowIR
import FlowTable

/// Warns of unused declarations in the compiled file, and rejects values that are used but never assigned.
///
/// ```xml
/// <data><value name="lastUser"/></data>
/// ```
enum UnusedDeclarations: StaticCheck {
    static let codes: [DiagnosticCode] = [.unusedValue, .unusedDeclaration, .neverGiven]

    /// Adds a finding for each unused declaration, and for each value that is used but never assigned.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        guard !subject.annotations.statements.declared.isEmpty else { return }
        let uses = DefUse(subject.flow)
        for declared in subject.annotations.statements.declared {
            switch declared.kind {
            case .value(let slot): checkValue(declared, in: slot, subject.flow, uses, &findings)
            case .counter(let counter):
                if !uses.counters.contains(counter) {
                    findings.append(finding(onUnused: declared, .unusedValue, "is never tested"))
                }
            case .handler(let isUsed), .command(let isUsed), .flow(let isUsed):
                if !isUsed { findings.append(finding(onUnused: declared, .unusedDeclaration, "is never used")) }
            }
        }
    }

    /// Adds a finding if a declared value is never used, or if it is used but never assigned.
    ///
    /// If `slot` is nil, no part of the flow mentions the value.
    private static func checkValue(
        _ declared: Declared, in slot: SlotID?, _ flow: LoweredFlow, _ uses: DefUse, _ findings: inout [Diagnostic]
    ) {
        guard let slot, uses.read.contains(slot) else {
            let help = helpForUnusedValue(in: slot, flow, uses)
            findings.append(finding(onUnused: declared, .unusedValue, "is never used", help))
            return
        }
        guard !uses.written.contains(slot) else { return }
        findings.append(
            Diagnostic(
                .neverGiven, at: declared.range, "'\(declared.name)' never gets a value",
                help: ["assign it with 'set', 'merge', 'receive', 'ask' or 'take'"]))
    }

    /// The help for a declaration that has no effect.
    private static let removalHelp = "use it, or remove the declaration"

    /// Creates a finding on an unused declaration. `problem` is the predicate of the message, as in `is never used`.
    private static func finding(
        onUnused declared: Declared, _ code: DiagnosticCode, _ problem: String, _ help: String = removalHelp
    ) -> Diagnostic {
        var finding = Diagnostic(
            code, at: declared.range, "the \(declared.what) '\(declared.name)' \(problem)", help: [help])
        if let literal = declared.literal {
            let note = "this is the word '\(declared.name)', not the \(declared.what)"
            finding.notes.append(Diagnostic.Note(note, at: literal))
            finding.help.insert("to use the \(declared.what), write from=\"\(declared.name)\"", at: 0)
        }
        return finding
    }

    /// Returns the help for a value that is never read. If the flow assigns the value, suggests a use of it.
    ///
    /// If `slot` is nil, no part of the flow mentions the value.
    private static func helpForUnusedValue(in slot: SlotID?, _ flow: LoweredFlow, _ uses: DefUse) -> String {
        guard let slot, uses.written.contains(slot) else { return removalHelp }
        if flow.slots[slot].type == .session {
            return "send it back with the next request: <send name=\"…\" from=\"…\"/>"
        }
        return "use it, show it at an end, or remove it"
    }
}

extension DiagnosticCode {
    package static let unusedValue = DiagnosticCode(
        "unused-value", .warning, summary: "A declared value should be used.")
    package static let unusedDeclaration = DiagnosticCode(
        "unused-declaration", .warning, summary: "A declared handler, command, import or definition should be used.")
    /// A value that is used but never assigned.
    package static let neverGiven = DiagnosticCode(
        "never-given", .error, isAboutShape: true, summary: "A value that is used must be set somewhere.")
}

/// The slots that a flow defines and uses, and the counters that it tests.
struct DefUse {
    private(set) var read: SlotBits
    /// The slots that the flow assigns. The pending error counts as assigned by every flow.
    private(set) var written: SlotBits
    /// The counters that a guard or a limit of attempts tests.
    private(set) var counters: Set<CounterID> = []

    init(_ flow: LoweredFlow) {
        read = SlotBits(count: flow.slots.count)
        written = SlotBits(ErrorSlot.all + flow.inputs.map(\.slot), of: read)
        for state in flow.states {
            let received = state.received
            read.insert(state.readSlots)
            received.forEachSlot { written.insert($0) }
            if case .answers(let asks) = received {
                // The flow reads an answer to assign the declared spelling of the selected word.
                for ask in asks where ask.meant != nil { read.insert(ask.slot) }
            }
            for block in state.blocks { block.forEachInstruction { add($0.effect) } }
        }
    }

    /// Adds the definitions and uses of an instruction, but not of its inner block.
    private mutating func add(_ effect: InstructionEffect) {
        read.insert(effect.reads)
        if case .change(.write(let slot, _)) = effect { written.insert(slot) }
        guard case .branch(let condition, _) = effect else { return }
        condition.forEachLeaf { if case .below(let counter, _) = $0 { counters.insert(counter) } }
    }
}
