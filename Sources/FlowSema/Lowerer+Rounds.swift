import FlowAnnotations
import FlowDiagnostics
import FlowModel
import FlowSyntax

/// What the service's trigger asks for, round by round.
extension Lowerer {
    /// The rounds of the flow, or of the nearest flow that it extends and that has some.
    func rounds(_ context: FlowContext) -> [Round] {
        let elements = context.composition.roots.map { documents.children($0, .rounds) }
        for file in elements { checkWrittenOnce(file) }
        guard let element = elements.lazy.compactMap(\.first).first else { return [] }
        var notes = RoundNotes(range: documents.range(element))
        let rounds = documents.children(element, .round).compactMap { round($0, &notes) }
        map.rounds = notes
        return rounds
    }

    private func round(_ place: Place, _ notes: inout RoundNotes) -> Round? {
        guard let name = documents.attribute(.challenge, place) else { return nil }
        let tries = documents.attribute(.tries, place)
        notes.names.append(name.range)
        if service.beginnings[name.text] != nil {
            if let tries { notes.idleTries.append(tries.range) }
            return Round(name: name.text, isSent: true)
        }
        guard let challenge = service.challenges[name.text] else {
            let known = (Array(service.beginnings.keys) + Array(service.challenges.keys)).sorted()
            bag.add(Findings.unknown(name, "challenge", .unknownChallenge, among: known))
            return nil
        }
        if challenge.proves != nil { notes.prove = true }
        return Round(name: name.text, tries: tries.flatMap { Int($0.text) } ?? 1, adds: challenge.adds)
    }

    private func checkWrittenOnce(_ elements: [Place]) {
        guard let first = elements.first else { return }
        for element in elements.dropFirst() {
            bag.add(
                Diagnostic(
                    .duplicateName, at: documents.range(element), "the rounds are written twice",
                    notes: [Diagnostic.Note("first written here", at: documents.range(first))],
                    help: ["write all rounds into one element"]))
        }
    }

    /// The words that a key of a request can hold to begin rounds.
    func noteBeginnings(
        _ source: Source, of input: ServiceDescription.Input, at range: SourceRange, _ prepared: inout PreparedRequest
    ) {
        guard !input.begins.isEmpty else { return }
        let chosen = prepared.chosen.first { Source(.slot($0.slot)) == source }?.choices.map(\.source)
        for source in chosen ?? [source] {
            var word: String?
            if case .literal(let text) = source.origin { word = text }
            prepared.note.beginnings.append(RequestNote.Beginning(key: input.name, word: word, range: range))
        }
    }
}
