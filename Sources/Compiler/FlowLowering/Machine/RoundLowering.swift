import FlowDiagnostics
import FlowIR

/// Lowers the `rounds` of a custom sign-in.
struct RoundLowering {
    private let program: Program
    private let services: ServiceSet
    private let wording: NameDiagnostics
    private var notes: RoundNotes?
    private var findings: [Diagnostic] = []

    /// Returns the lowered rounds of a flow, or else of its nearest base flow that has some.
    ///
    /// If there are none, `notes` is nil. The findings are about duplicate rounds and unknown challenges.
    static func rounds(
        of unit: FlowUnit, _ program: Program
    ) -> (rounds: [Round], notes: RoundNotes?, findings: [Diagnostic]) {
        var lowering = RoundLowering(program, unit.services)
        let files = unit.composition.roots.map { root in
            root.frame.compactMap { if case .rounds(let rounds) = $0 { rounds } else { nil } }
        }
        for file in files { lowering.reportDuplicates(in: file) }
        guard let written = files.lazy.compactMap(\.first).first else { return ([], nil, lowering.findings) }
        lowering.notes = RoundNotes(range: written.range)
        let rounds = written.rounds.compactMap { lowering.lower($0) }
        return (rounds, lowering.notes, lowering.findings)
    }

    private init(_ program: Program, _ services: ServiceSet) {
        self.services = services
        self.program = program
        wording = NameDiagnostics(symbols: program.symbols)
    }

    /// Records the places of a round, and returns it lowered. Reports an unknown challenge, and then returns nil.
    private mutating func lower(_ round: RoundsDeclaration.Round) -> Round? {
        let name = round.challenge
        notes?.names.append(name.range)
        if services.canBeginSignIn(with: name.symbol) {
            // The request that begins the sign-in is no answer, so `tries` has no meaning. The checks report it.
            if let tries = round.tries { notes?.idleTries.append(tries.range) }
            return Round(name: program.symbols.name(name.symbol), isSent: true)
        }
        guard let challenge = services.all.lazy.compactMap({ $0.challenges[name.symbol] }).first else {
            let known = services.all.flatMap { Array($0.beginnings.keys) + Array($0.challenges.keys) }
            findings.append(wording.unknown(name, "challenge", .unknownChallenge, sorting: known))
            return nil
        }
        if challenge.proves { notes?.proveIdentity = true }
        return Round(
            name: program.symbols.name(name.symbol), tries: round.tries?.value ?? 1,
            adds: program.symbols.names(challenge.adds))
    }

    /// Reports every `rounds` element of a file except the first.
    private mutating func reportDuplicates(in rounds: [RoundsDeclaration]) {
        guard let first = rounds.first else { return }
        for other in rounds.dropFirst() {
            findings.append(
                Diagnostic(
                    .duplicateName, at: other.range, "the rounds are defined twice",
                    notes: [Diagnostic.Note("first defined here", at: first.range)],
                    help: ["put all rounds into one <rounds> element"]))
        }
    }
}
