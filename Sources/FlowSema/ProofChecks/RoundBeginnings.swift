import FlowAnnotations
import FlowDiagnostics
import FlowModel

/// Rejects rounds that begin otherwise than the flow's calls do: the trigger would refuse every sign-in of this client.
///
/// ```xml
/// <call id="login" operation="Login" variant="RIDDLES"/>
/// <rounds>
///   <round challenge="PUBLIC_KEY"/>
/// </rounds>
/// ```
enum RoundBeginnings {
    static func check(
        _ flow: CheckedFlow, _ annotations: FlowAnnotations, _ facts: FlowFacts, _ bag: inout DiagnosticBag
    ) {
        guard let notes = annotations.rounds, notes.names.count == flow.rounds.count else { return }
        checkPlaces(flow, notes, &bag)
        let beginnings = annotations.requests.filter { facts.reachable[$0.state] }.flatMap(\.note.beginnings)
        checkSent(flow, notes, beginnings, annotations, &bag)
        checkMeant(flow, notes, beginnings, annotations, &bag)
    }

    /// Only the first round can be sent, and it is sent once.
    private static func checkPlaces(_ flow: CheckedFlow, _ notes: RoundNotes, _ bag: inout DiagnosticBag) {
        for (index, round) in flow.rounds.enumerated().dropFirst() where round.isSent {
            bag.add(
                Diagnostic(
                    .wrongBeginning, at: notes.names[index],
                    "'\(round.name)' begins a sign-in, so it cannot follow another round",
                    help: ["write it first, or remove it"]))
        }
        for range in notes.idleTries {
            bag.add(
                Diagnostic(
                    .wrongBeginning, at: range, "what begins a sign-in is passed as it is: there are no tries",
                    help: ["remove 'tries'"]))
        }
    }

    /// A first round that is sent needs a call that sends it.
    private static func checkSent(
        _ flow: CheckedFlow, _ notes: RoundNotes, _ beginnings: [RequestNote.Beginning], _ annotations: FlowAnnotations,
        _ bag: inout DiagnosticBag
    ) {
        guard let first = flow.rounds.first, first.isSent,
            !beginnings.contains(where: { $0.word == nil || $0.word == first.name })
        else { return }
        let sends = (annotations.service.beginningKeys[first.name] ?? []).map {
            "<send name=\"\($0)\" value=\"\(first.name)\"/>"
        }
        bag.add(
            Diagnostic(
                .wrongBeginning, at: notes.names[0], "the rounds begin with '\(first.name)', which no call sends",
                help: sends.map { "add \($0) to the first call, or remove the round" }))
    }

    /// A call that sends such a round needs rounds that begin with it.
    private static func checkMeant(
        _ flow: CheckedFlow, _ notes: RoundNotes, _ beginnings: [RequestNote.Beginning], _ annotations: FlowAnnotations,
        _ bag: inout DiagnosticBag
    ) {
        var told: Set<String> = []
        for beginning in beginnings {
            guard let word = beginning.word, annotations.service.beginningKeys[word] != nil,
                !flow.rounds.contains(where: { $0.isSent && $0.name == word }), told.insert(word).inserted
            else { continue }
            bag.add(
                Diagnostic(
                    .wrongBeginning, at: notes.names.first ?? notes.range,
                    "a call begins the sign-in with '\(word)', but the rounds do not",
                    notes: [Diagnostic.Note("'\(beginning.key)' is sent here", at: beginning.range)],
                    help: ["add <round challenge=\"\(word)\"/> as the first round, or leave '\(beginning.key)' out"]))
        }
    }
}
