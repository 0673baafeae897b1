import FlowTable

extension FlowSession {
    /// Returns the current request; nil if the session waits otherwise.
    ///
    /// `redacted` determines which values are replaced, for traces.
    public func request(redacted: FlowRedaction = .nothing) -> FlowRequest? {
        guard machine.kind == .call, !machine.isPaused else { return nil }
        var reader = table.record(table.view.pointee.callRecord[Int(machine.state) - table.view.pointee.firstCall])
        let operation = table.string(reader.varint())
        var body = JSONValue.object([])
        for _ in 0..<reader.varint() {
            var path: [String] = []
            for _ in 0..<reader.varint() { path.append(table.string(reader.varint())) }
            let source = FlowShow.value(&reader, table, parameters)
            let spelling = RequestSpelling(&reader, source.flags, table)
            guard let value = source.value else { continue }
            let label = redacted.label(source.type, isSecret: source.isSecret)
            if source.flags & SourceFlag.spread != 0 {
                spread(value, path, label, into: &body)
            } else {
                body.set(label.map { .string($0) } ?? spelling.json(value), at: path)
            }
        }
        return FlowRequest(operation: operation, body: body)
    }

    private func spread(_ value: FlowValue, _ path: [String], _ label: String?, into body: inout JSONValue) {
        guard case .map(let entries) = value, !entries.isEmpty, let prefix = path.last else { return }
        let parent = Array(path.dropLast())
        var members = (parent.isEmpty ? body : body.at(parent))?.members ?? []
        var fuel = Fuel()
        var places = TextPlaces(members.count + entries.count)
        for member in members { places.add(member.name, &fuel) }
        for entry in entries where !fuel.isSpent {
            let name = prefix + entry.key
            // A member that is sent by its own name wins.
            if places.find(name, among: { members[$0].name }, &fuel) != nil || fuel.isSpent { continue }
            places.add(name, &fuel)
            members.append(JSONMember(name, .string(label ?? entry.value)))
        }
        body.set(.object(members), at: parent)
    }

    /// Applies the service's reply to the current request: its body as received.
    public mutating func reply(_ body: [UInt8]) -> FlowEffect {
        guard machine.kind == .call, !machine.isPaused else { return refuse(.eventNotAccepted, "reply") }
        guard let value = JSONParser.parse(body), case .object = value else {
            return invalid(.malformedReply, "the reply is not a JSON object")
        }
        return reply(value)
    }

    /// Applies the service's reply to the current request, as JSON.
    public mutating func reply(_ body: JSONValue) -> FlowEffect {
        guard machine.kind == .call, !machine.isPaused else { return refuse(.eventNotAccepted, "reply") }
        guard case .object = body else { return invalid(.malformedReply, "the reply is not a JSON object") }
        var call = table.record(table.view.pointee.callRecord[Int(machine.state) - table.view.pointee.firstCall])
        call.skip(1)
        for _ in 0..<call.varint() { call.skipInput() }
        var reader = table.record(call.varint())
        let challenge = body.at(path(&reader))
        let successPath = path(&reader)
        let event: Int
        var name: String?
        if let challenge {
            guard case .string(let text) = challenge else {
                return invalid(.wrongType, "the challenge's name is not text")
            }
            name = text
            event = challengeEvent(text)
            guard machine.accepts(event) else { return invalid(.unknownChallenge, text) }
        } else if successPath.isEmpty || body.at(successPath) != nil {
            event = BuiltinEvent.success.rawValue
        } else {
            return invalid(.unrecognisedReply, "the reply is neither a challenge nor a success")
        }
        guard !machine.bars(event) else { return invalid(.unexpectedReply, name ?? "success") }
        clearError()
        if let fault = ReplyReader(table: table, challenge: name).store(body, &reader, in: &parameters) {
            return invalid(fault.kind, fault.parameter)
        }
        return handled(machine.advance(event, in: &parameters), "reply")
    }

    /// Applies an error of the service or the transport to the current request.
    public mutating func fail(type: String, message: String) -> FlowEffect {
        guard machine.kind == .call, !machine.isPaused else { return refuse(.eventNotAccepted, "error") }
        let layout = table.view.pointee
        let event = table.ownEvent(named: type, from: layout.firstError, to: layout.firstFailure)
        setError(type, message)
        return handled(machine.advance(event ?? BuiltinEvent.otherError.rawValue, in: &parameters), type)
    }

    private func challengeEvent(_ name: String) -> Int {
        let layout = table.view.pointee
        return table.ownEvent(named: name, from: layout.firstChallenge, to: layout.firstError)
            ?? BuiltinEvent.otherChallenge.rawValue
    }

    private mutating func invalid(_ kind: ReservedError, _ detail: String) -> FlowEffect {
        parameters.discard()
        setError(kind.rawValue, detail)
        return handled(machine.advance(BuiltinEvent.invalid.rawValue, in: &parameters), kind.rawValue)
    }

    private mutating func handled(_ effect: FlowEffect, _ name: String) -> FlowEffect {
        if case .refused(let refusal) = effect, refusal.reason == .eventNotAccepted {
            return .refused(FlowRefusal(.notHandled, name))
        }
        return report(effect, name)
    }

    private func path(_ reader: inout TrustedReader) -> [String] {
        var path: [String] = []
        for _ in 0..<reader.varint() { path.append(table.string(reader.varint())) }
        return path
    }
}
