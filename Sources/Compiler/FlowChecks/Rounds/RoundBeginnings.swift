import FlowAnalysis
package import FlowDiagnostics
import FlowIR

/// Rejects rounds that do not match the word with which the flow's calls begin the sign-in.
///
/// The service's trigger treats this word as the first round, so it would reject every sign-in of this flow.
///
/// ```xml
/// <call id="login" operation="Login" variant="RIDDLES"/>
/// <rounds>
///   <round challenge="PUBLIC_KEY"/>
/// </rounds>
/// ```
enum RoundBeginnings: StaticCheck {
    static let codes: [DiagnosticCode] = [.wrongBeginning]

    /// Adds a finding for each way in which the rounds do not begin like the calls of the flow.
    static func check(_ subject: CheckSubject, _ findings: inout [Diagnostic]) {
        // Lowering omits a round with an unknown challenge. The indices of notes and rounds then differ.
        guard let notes = subject.annotations.rounds, notes.names.count == subject.flow.rounds.count else { return }
        checkPositions(subject.flow, notes, &findings)
        let reachableRequests = subject.annotations.requests.filter { subject.analyses.reachable[$0.state] }
        let beginnings = reachableRequests.flatMap(\.note.beginnings)
        checkFirstRound(subject, notes, beginnings, &findings)
        checkCalls(subject, notes, beginnings, &findings)
        checkUnsentWords(subject, notes, reachableRequests, &findings)
    }

    /// Adds a finding for each later round that begins the sign-in. Also adds one for `tries` on a round that begins
    /// it.
    private static func checkPositions(_ flow: LoweredFlow, _ notes: RoundNotes, _ findings: inout [Diagnostic]) {
        for (index, round) in flow.rounds.enumerated().dropFirst() where round.isSent {
            findings.append(
                Diagnostic(
                    .wrongBeginning, at: notes.names[index],
                    "'\(round.name)' begins a sign-in, so it cannot follow another round",
                    help: ["make it the first round, or remove it"]))
        }
        for range in notes.idleTries {
            findings.append(
                Diagnostic(
                    .wrongBeginning, at: range, "the round that begins the sign-in cannot have 'tries'",
                    help: ["remove 'tries'"]))
        }
    }

    /// Adds a finding if the first round begins the sign-in, but no reachable call can send its name.
    private static func checkFirstRound(
        _ subject: CheckSubject, _ notes: RoundNotes, _ beginnings: [RequestNote.Beginning],
        _ findings: inout [Diagnostic]
    ) {
        guard let first = subject.flow.rounds.first, first.isSent,
            !beginnings.contains(where: { $0.word == nil || $0.word == first.name })
        else { return }
        let sends = (subject.annotations.service.beginningKeys[first.name] ?? []).map {
            "<send name=\"\($0)\" value=\"\(first.name)\"/>"
        }
        findings.append(
            Diagnostic(
                .wrongBeginning, at: notes.names[0], "the rounds begin with '\(first.name)', which no call sends",
                help: sends.map { "add \($0) to the first call, or remove the round" }))
    }

    /// Adds a finding for each word that a reachable call sends to begin the sign-in, if no round has its name.
    private static func checkCalls(
        _ subject: CheckSubject, _ notes: RoundNotes, _ beginnings: [RequestNote.Beginning],
        _ findings: inout [Diagnostic]
    ) {
        var reported: Set<ByteString> = []
        for beginning in beginnings {
            // A word that is known only at run time can be any word. A word that begins no sign-in needs no round.
            guard let word = beginning.word, subject.annotations.service.beginningKeys[word] != nil else { continue }
            let isRound = subject.flow.rounds.contains { $0.isSent && $0.name == word }
            guard !isRound, reported.insert(word).inserted else { continue }
            findings.append(
                Diagnostic(
                    .wrongBeginning, at: notes.names.first ?? notes.range,
                    "a call begins the sign-in with '\(word)', but the rounds do not",
                    notes: [Diagnostic.Note("'\(beginning.key)' is sent here", at: beginning.range)],
                    help: ["add <round challenge=\"\(word)\"/> as the first round, or remove '\(beginning.key)'"]))
        }
    }

    /// Adds a finding for each reachable call that begins the sign-in, but does not send the name of the first round.
    private static func checkUnsentWords(
        _ subject: CheckSubject, _ notes: RoundNotes, _ requests: [(state: StateID, note: RequestNote)],
        _ findings: inout [Diagnostic]
    ) {
        // If no call at all sends the name, only the round is reported.
        guard let first = subject.flow.rounds.first, first.isSent,
            requests.contains(where: { $0.note.beginnings.contains { $0.word == nil || $0.word == first.name } })
        else { return }
        let keys = subject.annotations.service.beginningKeys[first.name] ?? []
        var reported: [SourceRange] = []
        for (state, note) in requests {
            guard let key = note.unsentBeginnings.first(where: keys.contains),
                let range = subject.flow.states[state].node.map({ subject.annotations.nodes[$0].range }),
                !reported.contains(range)
            else { continue }
            reported.append(range)
            findings.append(
                Diagnostic(
                    .wrongBeginning, at: range, "this call begins the sign-in, but does not send '\(first.name)'",
                    notes: [Diagnostic.Note("the first round is '\(first.name)'", at: notes.names[0])],
                    help: ["add <send name=\"\(key)\" value=\"\(first.name)\"/> to the call"]))
        }
    }
}

extension DiagnosticCode {
    /// Rounds that do not begin like the calls of the flow.
    package static let wrongBeginning = DiagnosticCode(
        "wrong-beginning", .error, isAboutShape: true,
        summary: "The first round must match the way in which the flow begins the sign-in.")
}
