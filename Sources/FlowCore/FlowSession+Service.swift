import FlowTable

extension FlowSession {
    /// Returns the current request, or nil if the session does not wait for the service.
    ///
    /// For traces, `redacted` selects the values to replace.
    public func request(redacted: FlowRedaction = .nothing) -> FlowRequest? {
        guard machine.kind == .call, !machine.isPaused else { return nil }
        var reader = table.record(table.view.pointee.callRecord[Int(machine.state) - table.view.pointee.firstCall])
        let operation = table.string(reader.readVarint())
        var body = JSONValue.object([])
        for _ in 0..<reader.readVarint() {
            let path = table.readPath(&reader)
            let source = FlowShow.readSource(&reader, table, parameters)
            let spelling = RequestSpelling(&reader, source.flags, table)
            guard let value = source.value else { continue }
            let placeholder = redacted.placeholder(for: source.type, isSecret: source.isSecret)
            if source.flags & SourceFlag.spread != 0 {
                spread(value, at: path, placeholder: placeholder, into: &body)
            } else {
                body.set(placeholder.map { .string($0) } ?? spelling.encoded(value), at: path)
            }
        }
        return FlowRequest(operation: operation, body: body)
    }

    /// Adds a member to `body` for each entry of a map, unless the member already exists.
    ///
    /// The last name of the path is the prefix of the members' names. The names before it lead to their object. For
    /// traces, `placeholder` replaces the entries' values. If fuel runs out, the remaining entries are omitted.
    private func spread(
        _ value: FlowValue, at path: [String], placeholder: String?, into body: inout JSONValue
    ) {
        guard case .map(let entries) = value, !entries.isEmpty, let prefix = path.last else { return }
        let parent = Array(path.dropLast())
        var members = (parent.isEmpty ? body : body.at(parent))?.members ?? []
        var fuel = Fuel()
        var places = TextPlaces(members.count + entries.count)
        for member in members { places.add(member.name, &fuel) }
        for entry in entries where !fuel.isSpent {
            let name = prefix + entry.key
            // The map does not replace a member that another input has set.
            if places.find(name, among: { members[$0].name }, &fuel) != nil || fuel.isSpent { continue }
            places.add(name, &fuel)
            members.append(JSONMember(name, .string(placeholder ?? entry.value)))
        }
        body.set(.object(members), at: parent)
    }

    /// Applies the service's reply to the current request, given as bytes, and returns what to do next.
    ///
    /// If the bytes are not a JSON object, the reply is invalid.
    public mutating func reply(_ body: [UInt8]) -> FlowEffect {
        guard machine.kind == .call, !machine.isPaused else { return refuse(.eventNotAccepted, "reply") }
        guard let value = JSONParser.parse(body), case .object = value else {
            return rejectReply(.malformedReply, "the reply is not a JSON object")
        }
        return reply(value)
    }

    /// Applies the service's reply to the current request, given as JSON, and returns what to do next.
    ///
    /// If the value is not an object, the reply is invalid.
    public mutating func reply(_ body: JSONValue) -> FlowEffect {
        guard machine.kind == .call, !machine.isPaused else { return refuse(.eventNotAccepted, "reply") }
        guard case .object = body else { return rejectReply(.malformedReply, "the reply is not a JSON object") }
        var reader = replyRecord
        let event: Int
        let challenge: String?
        switch meaning(of: body, &reader) {
        case .event(let number, let name):
            event = number
            challenge = name
        case .invalid(let kind, let detail): return rejectReply(kind, detail)
        }
        guard !machine.bars(event) else { return rejectReply(.unexpectedReply, challenge ?? "success") }
        clearError()
        if let fault = ReplyReader(table: table, challenge: challenge).store(body, &reader, in: &parameters) {
            return rejectReply(fault.kind, fault.parameter)
        }
        return completeResult(machine.advance(event, in: &parameters), "reply")
    }

    /// Applies an error of the service or the transport to the current request, and returns what to do next.
    ///
    /// If the flow does not name the type, the event for all other errors applies.
    public mutating func fail(type: String, message: String) -> FlowEffect {
        guard machine.kind == .call, !machine.isPaused else { return refuse(.eventNotAccepted, "error") }
        let layout = table.view.pointee
        let event = table.ownEvent(named: type, from: layout.firstError, to: layout.firstFailure)
        setError(type, message)
        return completeResult(machine.advance(event ?? BuiltinEvent.otherError.rawValue, in: &parameters), type)
    }

    /// What a reply means to the flow.
    private enum ReplyMeaning {
        /// The number of an event; for a challenge, also its name.
        case event(Int, challenge: String?)
        /// The type and the message of the error that the flow gets.
        case invalid(ReservedError, String)
    }

    /// A reader of the record that describes the reply to the current request.
    private var replyRecord: TrustedReader {
        var call = table.record(table.view.pointee.callRecord[Int(machine.state) - table.view.pointee.firstCall])
        call.skip(1)
        for _ in 0..<call.readVarint() { call.skipInput() }
        return table.record(call.readVarint())
    }

    /// Returns what a reply means to the flow: a challenge, a success, or an invalid reply.
    ///
    /// It moves the reader past the two paths at the start of the reply's record.
    private func meaning(of body: JSONValue, _ reader: inout TrustedReader) -> ReplyMeaning {
        let challenge = body.at(table.readPath(&reader))
        let successPath = table.readPath(&reader)
        if let challenge {
            guard case .string(let name) = challenge else {
                return .invalid(.wrongType, "the challenge's name is not text")
            }
            let event = challengeEvent(named: name)
            return machine.accepts(event) ? .event(event, challenge: name) : .invalid(.unknownChallenge, name)
        }
        if successPath.isEmpty || body.at(successPath) != nil {
            return .event(BuiltinEvent.success.rawValue, challenge: nil)
        }
        return .invalid(.unrecognisedReply, "the reply is neither a challenge nor a success")
    }

    /// Returns the number of a challenge's event, or of the event for all challenges that the flow does not name.
    private func challengeEvent(named name: String) -> Int {
        let layout = table.view.pointee
        return table.ownEvent(named: name, from: layout.firstChallenge, to: layout.firstError)
            ?? BuiltinEvent.otherChallenge.rawValue
    }

    /// Discards the reply's values, sets the error, applies the event `invalid`, and returns what to do next.
    private mutating func rejectReply(_ kind: ReservedError, _ detail: String) -> FlowEffect {
        parameters.discard()
        setError(kind.rawValue, detail)
        return completeResult(machine.advance(BuiltinEvent.invalid.rawValue, in: &parameters), kind.rawValue)
    }

    /// Returns the effect of a reply or of a handler's result, completed as by ``complete(_:_:)``.
    ///
    /// If the state does not accept the event, the refusal is `not-handled`, since the host did not send the event.
    mutating func completeResult(_ effect: FlowEffect, _ name: String) -> FlowEffect {
        if case .refused(let refusal) = effect, refusal.reason == .eventNotAccepted {
            return .refused(FlowRefusal(.notHandled, name))
        }
        return complete(effect, name)
    }
}

extension TransitionTable {
    /// Returns the next path of member names in a record, and moves the reader to its end.
    func readPath(_ reader: inout TrustedReader) -> [String] {
        var path: [String] = []
        for _ in 0..<reader.readVarint() { path.append(string(reader.readVarint())) }
        return path
    }
}
