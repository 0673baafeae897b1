import FlowDiagnostics
import FlowAnalysis
import FlowIR
import FlowChecks
import FlowTable

/// Writes what was proven of a flow so that a checker that shares nothing with the compiler can verify it: what is taken for granted, what
/// is to be shown, and invariants. States have the numbers of the table. Tests/Compiler/CertificateChecker/README.md describes the lines.
struct CertificateBody {
    /// The lines so far.
    private(set) var text = ""
    private let flow: LoweredFlow
    private let annotations: FlowAnnotations
    /// By state: its number in the table.
    private let numbers: Table<State, StateID?>

    /// The lines for a flow of which some invariants are known.
    init(_ annotated: AnnotatedFlow, _ proof: FlowProof) {
        flow = annotated.flow
        annotations = annotated.annotations
        numbers = annotated.flow.prunedNumbers
        for (state, note) in annotations.requests { write(note, at: state) }
        writeExits(proof)
        writeNeeds()
        writeAssertions()
        writeGrants()
        writeInvariants(proof)
    }

    private mutating func line(_ words: String...) {
        text += words.filter { !$0.isEmpty }.joined(separator: " ") + "\n"
    }

    private func number(_ state: StateID) -> String? { numbers[state]?.description }

    // MARK: What the service may do

    private mutating func write(_ note: RequestNote, at state: StateID) {
        guard let number = number(state) else { return }
        let events = flow.events.indices.filter { index in
            let event = flow.events[index]
            switch event.kind {
            case .challenge: return note.challenges?.contains(event.name) ?? true
            case .error:
                return note.errors.contains(event.name) || ReservedError(rawValue: event.name.text)?.event == .error
            case .command, .deadline, .failure: return false
            }
        }
        line(
            "service", number, note.canSucceed ? "1" : "0",
            events.map { EventID(own: $0).description }.joined(separator: " "))
        for session in note.sessions {
            line("session", number, session.slot.description, session.standsInFor?.description ?? "")
        }
    }

    private mutating func writeExits(_ proof: FlowProof) {
        for (round, exits) in proof.rounds.map(\.exits).enumerated() {
            for exit in exits {
                guard let number = number(exit.state) else { continue }
                let inside = exit.leaving.map { node in flow.states.indices.filter { flow.states[$0].node == node } }
                let unless = (inside ?? []).compactMap { self.number($0) }.joined(separator: " ")
                for bit in Self.bits(exit.bits, in: round) {
                    line("exit", number, exit.event.map(\.description) ?? "-", String(bit), unless)
                }
            }
        }
    }

    /// The numbers of bits, over all rounds.
    private static func bits(_ bits: UInt64, in round: Int) -> [Int] {
        (0..<64).filter { bits >> UInt64($0) & 1 == 1 }.map { 64 * round + $0 }
    }

    // MARK: What is to be shown

    private mutating func writeNeeds() {
        for (state, facts) in annotations.states.sorted(by: { $0.key < $1.key }) {
            guard let number = number(state) else { continue }
            for need in facts.needs {
                if case .literal = need.source.origin { continue }
                line("need", number, need.source.slots.map(\.description).joined(separator: " "))
            }
        }
    }

    private mutating func writeAssertions() {
        for (number, round) in ForbiddenEnds.rounds(annotations).enumerated() {
            for (bit, list) in round.lists.enumerated() {
                if let since = list.since.flatMap({ self.number($0) }) {
                    line("begin", since, String(64 * number + bit))
                }
            }
            for assertion in round.assertions {
                for state in assertion.end.states.compactMap({ self.number($0) }) {
                    line("never", state, String(64 * number + assertion.bit.trailingZeroBitCount))
                }
            }
        }
        for case .always(let name, _, let use) in annotations.statements.assertions {
            guard let event = AlwaysPossible.hostEvent(named: name, flow) else { continue }
            let steps = use.map { use in
                flow.states.indices.filter {
                    flow.states[$0].isPresent && flow.states[$0].node.map(use.nodes.contains) == true
                }
            }
            let numbers = steps?.compactMap { self.number($0) }
            if numbers?.isEmpty != true { line("always", event.description, (numbers ?? []).joined(separator: " ")) }
        }
    }

    private mutating func writeGrants() {
        guard annotations.service.knowsProofs else { return }
        var seen: Set<[Int]> = []
        let exposures = AnalysisCache(flow, annotations).taint.exposures
        for (state, exposures) in exposures.sorted(by: { $0.key < $1.key }) {
            guard let number = number(state) else { continue }
            for exposure in exposures where exposure.taint.contains(.granted) {
                var event: EventID?
                if case .notification(_, let on) = exposure.place { event = on }
                guard seen.insert([state.rawValue, event?.rawValue ?? -1]).inserted else { continue }
                line(
                    "grant", number, event?.description ?? "-",
                    String(HistoryVariables.proof.trailingZeroBitCount))
            }
        }
    }

    // MARK: Invariants

    private mutating func writeInvariants(_ proof: FlowProof) {
        var facts: [Predicate: Int] = [:]
        for cube in proof.rounds.flatMap(\.invariants).flatMap(\.cubes) {
            for (fact, _) in cube.predicates where facts[fact] == nil {
                facts[fact] = facts.count
                line("fact", Self.words(fact))
            }
        }
        for (round, invariants) in proof.rounds.map(\.invariants).enumerated() {
            for invariant in invariants {
                line("invariant")
                for cube in invariant.cubes { write(cube, facts, round) }
            }
        }
    }

    private mutating func write(_ cube: ProofInvariant.Cube, _ facts: [Predicate: Int], _ round: Int) {
        guard let number = number(cube.state) else { return }
        let last =
            switch cube.last {
            case .any: "*"
            case .never: "-"
            case .step(let step): self.number(step) ?? "-"
            }
        let literals = cube.predicates.compactMap { fact, holds -> String? in
            guard let number = facts[fact] else { return nil }
            switch fact {
            case .test: return (holds ? "+" : "-") + String(number)
            // That a session was used up, or is the same as another, is never needed: only that it is not.
            case .usedUp, .shared: return holds ? nil : "+" + String(number)
            }
        }
        let passed = Self.bits(cube.passed, in: round).map { "p\($0)" }
        let counters = cube.counters.map { "c\($0.counter):\($0.range.lowerBound):\($0.range.upperBound)" }
        line("cube", number, last, (passed + literals + counters).joined(separator: " "))
    }

    private static func words(_ fact: Predicate) -> String {
        switch fact {
        case .usedUp(let slot): "fresh \(slot)"
        case .shared(let one, let other): "apart \(one) \(other)"
        case .test(.present(let slot)): "present \(slot)"
        case .test(.equals(let slot, let text)): "equals \(slot) \(hexadecimal(text.utf8))"
        case .test(.equalsFolded(let slot, let text)): "folded \(slot) \(hexadecimal(text.utf8))"
        case .test(.contains(let slot, let text)): "contains \(slot) \(hexadecimal(text.utf8))"
        case .test(.matches(let slot, let pattern)): "matches \(slot) \(pattern)"
        case .test(.hasAll(let holder, let wanted)): "has-all \(holder) \(wanted)"
        case .test(.below(let counter, let bound)): "below \(counter) \(bound)"
        }
    }

    private static func hexadecimal(_ bytes: String.UTF8View) -> String {
        bytes.reduce(into: ".") { $0 += ($1 < 16 ? "0" : "") + String($1, radix: 16) }
    }
}
