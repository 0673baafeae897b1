import FlowCompiler
import FlowCore
import FlowDiagnostics
import FlowIR
import FlowTable
import FlowTesting

/// Finds the replies that the service can give to the requests of a flow, according to the service description.
struct ReplyFinder {
    private let flow: LoweredFlow
    private let samples: SampleValues
    private let descriptions: ChallengeParameters
    /// By state: what the service description says about its request.
    private let notes: [StateID: RequestNote]

    init(_ flow: LoweredFlow, _ samples: SampleValues, _ compilation: Compilation) {
        self.flow = flow
        self.samples = samples
        descriptions = ChallengeParameters(compilation)
        notes = RequestNotes(compilation).byState
    }

    /// Returns the replies to the request of a state: success, challenges and an unknown challenge, in this order.
    /// Omits success if the service never gives it, and all challenges if replies have no place for one.
    func replies(of state: StateID, to request: Request) -> [PossibleReply] {
        let note = note(of: state)
        var replies: [PossibleReply] = []
        if note.canSucceed, !request.barred.success { replies.append(reply(nil, of: state, request, note)) }
        if request.reply.challengePath.isEmpty { return replies }
        replies += challenges(of: state, request, note).map { reply($0, of: state, request, note) }
        return replies + [Self.unknownReply(request)]
    }

    /// Returns the types of the errors that the service documents for the request of a state, sorted.
    func errors(of state: StateID) -> [String] { note(of: state).errors.sorted().map(\.text) }

    /// Returns the places in the replies to a request that contain secrets.
    func secretPaths(of state: StateID, _ request: Request) -> [[String]] {
        secretPaths(request, note(of: state)).map { $0.map(\.text) }
    }

    /// Returns what the service description says about the request of a state.
    private func note(of state: StateID) -> RequestNote { notes[state] ?? RequestNote() }

    /// Returns the names of the challenges that a request can return, sorted.
    private func challenges(of state: StateID, _ request: Request, _ note: RequestNote) -> [ByteString] {
        let names = note.challenges.map(Array.init) ?? flow.names(of: .challenge, acceptedBy: flow.states[state])
        return names.filter { !request.barred.contains(challenge: $0) }.sorted()
    }

    // MARK: Replies

    /// Returns a reply that names a challenge, or a success if the challenge is nil.
    private func reply(
        _ challenge: ByteString?, of state: StateID, _ request: Request, _ note: RequestNote
    ) -> PossibleReply {
        let form = request.reply
        let required = requiredSlots(of: state, in: challenge)
        let outputs = outputs(of: challenge, form).map { parameter($0, challenge, request, note, required) }
        guard let challenge else {
            return PossibleReply(
                kind: .success, name: "success", parameters: outputs,
                fixed: form.successPath.isEmpty ? [] : [(form.successPath.map(\.text), .object([]))])
        }
        return PossibleReply(
            kind: .challenge, name: challenge.text, parameters: parameters(of: challenge, request, required) + outputs,
            fixed: [(form.challengePath.map(\.text), .string(challenge.text))])
    }

    /// Returns the slots that a reply must set, because the flow otherwise treats the reply as invalid.
    ///
    /// The reply names `challenge`, or is a success if that is nil.
    private func requiredSlots(of state: StateID, in challenge: ByteString?) -> Set<SlotID> {
        var slots: Set<SlotID> = []
        for (event, block) in flow.states[state].transitions {
            let name = flow.ownEvent(event).flatMap { $0.kind == .challenge ? $0.name : nil }
            guard challenge == nil ? event == .success : name == challenge else { continue }
            block.forEachInstruction { instruction in
                if case .require(let required) = instruction { slots.formUnion(required) }
            }
        }
        return slots
    }

    /// Returns a reply with the name of a challenge that the service description does not have.
    private static func unknownReply(_ request: Request) -> PossibleReply {
        let name = "UNKNOWN_CHALLENGE"
        return PossibleReply(
            kind: .unknown, name: name, parameters: [],
            fixed: [(request.reply.challengePath.map(\.text), .string(name))])
    }

    /// Returns the outputs that the flow can read from a reply, without the parameters of challenges.
    private func outputs(of challenge: ByteString?, _ form: ReplyForm) -> [ReplyForm.Output] {
        let object = descriptions.object(forNameAt: form.challengePath.map(\.text))
        return form.outputs.filter { output in
            guard output.path != form.challengePath, !output.path.isEmpty else { return false }
            if !object.isEmpty, output.path.map(\.text).starts(with: object) { return false }
            guard let challenge else { return output.reading.success }
            // A challenge contains no member of a success, even if the flow would read one.
            let isOfSuccess = !form.successPath.isEmpty && output.path.starts(with: form.successPath)
            return output.reading.contains(challenge: challenge) && !isOfSuccess
        }
    }

    // MARK: Parameters

    /// Returns the parameters of a challenge. One that the flow reads has a value that the flow understands.
    ///
    /// A reply must set the slots in `required`.
    private func parameters(
        of challenge: ByteString, _ request: Request, _ required: Set<SlotID>
    ) -> [PossibleReply.Parameter] {
        descriptions.parameters(of: challenge.text, namedAt: request.reply.challengePath.map(\.text)).map { parameter in
            let output = request.reply.outputs.first {
                $0.path.map(\.text) == parameter.path && $0.reading.contains(challenge: challenge)
            }
            return PossibleReply.Parameter(
                path: parameter.path,
                sample: output.flatMap(sample) ?? parameter.words.first.map { .string($0) },
                isRequired: parameter.isRequired || output.map { isRequired($0, in: challenge, required) } == true,
                isSecret: parameter.isSecret || output.map { flow.slots[$0.slot].type.isSecret } == true,
                words: parameter.words.isEmpty ? output.map { samples.texts[$0.slot] } ?? [] : parameter.words)
        }
    }

    /// Returns an output as a parameter of a reply, which must set the slots in `required`.
    private func parameter(
        _ output: ReplyForm.Output, _ challenge: ByteString?, _ request: Request, _ note: RequestNote,
        _ required: Set<SlotID>
    ) -> PossibleReply.Parameter {
        PossibleReply.Parameter(
            path: output.path.map(\.text), sample: sample(of: output),
            isRequired: isRequired(output, in: challenge, required),
            isUsual: isUsual(output, challenge, note), isSecret: secretPaths(request, note).contains(output.path),
            words: samples.texts[output.slot])
    }

    /// Returns whether the flow treats a reply without an output as invalid.
    ///
    /// The reply names `challenge`, or is a success if that is nil, and must set the slots in `required`.
    private func isRequired(
        _ output: ReplyForm.Output, in challenge: ByteString?, _ required: Set<SlotID>
    ) -> Bool {
        required.contains(output.slot) || output.demand?.containsReply(naming: challenge) == true
    }

    /// Returns whether a service sends an output even if the flow does not require it: the session of a challenge, and
    /// what grants access after a success.
    private func isUsual(_ output: ReplyForm.Output, _ challenge: ByteString?, _ note: RequestNote) -> Bool {
        challenge == nil ? note.grants.contains { $0.path == output.path } : flow.slots[output.slot].type == .session
    }

    /// Returns a value for an output, encoded as the service sends it. A list contains the words that guards test.
    ///
    /// The result is nil for a type such as `text` or `session`, for which a placeholder suffices.
    private func sample(of output: ReplyForm.Output) -> JSONValue? {
        let type = flow.slots[output.slot].type
        switch type {
        case .text, .secret, .choice, .bytes, .session, .instant: return nil
        case .digits, .list, .map, .flag, .seconds:
            return samples.values(of: output.slot, type).first.map(output.encoded)
        }
    }

    /// Returns the places in replies that contain secrets: those that the description declares, and those that the flow
    /// stores as secrets.
    private func secretPaths(_ request: Request, _ note: RequestNote) -> [[ByteString]] {
        let stored = request.reply.outputs.filter { flow.slots[$0.slot].type.isSecret }.map(\.path)
        return stored + note.secrets.map(\.path).filter { !stored.contains($0) }
    }
}
