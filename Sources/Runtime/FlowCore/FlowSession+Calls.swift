package import FlowTable

/// A request to the service.
public struct FlowRequest: Sendable, Redacted {
    /// The name of the operation.
    public let operation: String
    /// The body, as a JSON object.
    public let body: JSONValue

    package init(operation: String, body: JSONValue) {
        self.operation = operation
        self.body = body
    }

    /// The operation's name, without values.
    public var description: String { "request \(operation)" }
}

/// A call of a handler.
public struct FlowWork: Sendable, Redacted {
    /// The handler's name.
    public let handler: String
    /// The inputs, as a JSON object with one member per port that has a value.
    public let inputs: JSONValue
    /// The names of all output ports.
    public let outputs: [String]
    /// The names of the output ports that must have a value.
    public let requiredOutputs: [String]
    /// The types of the output ports, in the order of ``outputs``.
    package let outputTypes: [SlotType]

    /// Returns the same call with `inputs` in place of its own inputs.
    package func with(inputs: JSONValue) -> FlowWork {
        FlowWork(
            handler: handler, inputs: inputs, outputs: outputs, requiredOutputs: requiredOutputs,
            outputTypes: outputTypes)
    }

    /// The handler's name, without values.
    public var description: String { "work of \(handler)" }
}

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
            let encoding = RequestEncoding(&reader, source.flags, table)
            guard let value = source.value else { continue }
            let placeholder = redacted.placeholder(for: source.type, isSecret: source.isSecret)
            if source.flags & SourceFlag.spread != 0 {
                spread(value, at: path, placeholder: placeholder, into: &body)
            } else {
                body.set(placeholder.map { .string($0) } ?? encoding.encoded(value), at: path)
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

    /// What a reply of the service means for the flow.
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
    /// If the path of the success member is empty, every reply without a challenge is a success.
    ///
    /// Moves the reader past the two paths at the start of the reply's record.
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
    /// If the state does not accept the event, the refusal is `not-handled`, because the host did not send the event.
    private mutating func completeResult(_ effect: FlowEffect, _ name: String) -> FlowEffect {
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

extension FlowSession {
    /// Returns the current call of a handler, or nil if the session does not wait for a handler.
    ///
    /// For traces, `redacted` selects the input values to replace.
    public func work(redacted: FlowRedaction = .nothing) -> FlowWork? {
        guard machine.kind == .handler, !machine.isPaused else { return nil }
        var reader = currentHandlerRecord
        let name = table.string(reader.readVarint())
        var inputs: [JSONMember] = []
        for _ in 0..<reader.readVarint() {
            let port = table.string(reader.readVarint())
            let source = FlowShow.readSource(&reader, table, parameters)
            guard let value = source.value else { continue }
            let placeholder = redacted.placeholder(for: source.type, isSecret: source.isSecret)
            inputs.append(JSONMember(port, placeholder.map { .string($0) } ?? JSONValue(value)))
        }
        var outputs: [String] = []
        var required: [String] = []
        var types: [SlotType] = []
        for _ in 0..<reader.readVarint() {
            let port = table.string(reader.readVarint())
            types.append(table.slotType(reader.readVarint()))
            outputs.append(port)
            if reader.readVarint() & OutputFlag.required != 0 { required.append(port) }
        }
        return FlowWork(
            handler: name, inputs: .object(inputs), outputs: outputs, requiredOutputs: required, outputTypes: types)
    }

    /// Applies the result of the current handler: a JSON object with one member per output port.
    ///
    /// A missing optional output clears its value. A missing required output, or an output of the wrong type, counts as
    /// a failure of the handler.
    /// - Returns: what to do next.
    public mutating func handled(_ result: JSONValue) -> FlowEffect {
        guard machine.kind == .handler, !machine.isPaused else { return refuse(.eventNotAccepted, "handled") }
        var reader = currentHandlerRecord
        // Skip the handler's name, and then its inputs, which are encoded like shown values.
        reader.skip(1)
        FlowShow.skipShows(&reader)
        for _ in 0..<reader.readVarint() {
            let port = table.string(reader.readVarint())
            let slot = reader.readVarint()
            let isRequired = reader.readVarint() & OutputFlag.required != 0
            guard let json = result[port] else {
                if isRequired { return handlerFailed(ReservedError.missingOutput.rawValue, port) }
                parameters.set(slot, nil)
                continue
            }
            guard let value = decode(json, as: table.slotType(slot)), value.fits(table.slotType(slot)) else {
                return handlerFailed(ReservedError.wrongOutput.rawValue, port)
            }
            parameters.set(slot, value)
        }
        return completeResult(machine.advance(BuiltinEvent.handled.rawValue, in: &parameters), "handled")
    }

    /// Applies a failure of the current handler.
    /// - Parameters:
    ///   - name: the failure's name, preferably one that the handler's declaration lists.
    ///   - message: a description for people, without secrets.
    /// - Returns: what to do next.
    public mutating func handlerFailed(_ name: String, _ message: String) -> FlowEffect {
        guard machine.kind == .handler, !machine.isPaused else { return refuse(.eventNotAccepted, "failed") }
        parameters.discard()
        setError(name, message)
        let layout = table.view.pointee
        let event = table.ownEvent(named: name, from: layout.firstFailure, to: layout.events)
        return completeResult(machine.advance(event ?? BuiltinEvent.otherFailure.rawValue, in: &parameters), name)
    }

    private var currentHandlerRecord: TrustedReader {
        table.record(table.view.pointee.handlerRecord[Int(machine.state) - table.view.pointee.firstHandler])
    }

    /// Returns a handler's output as a value of `type`, read as in a reply; nil if the output's JSON does not fit.
    private func decode(_ json: JSONValue, as type: SlotType) -> FlowValue? {
        switch (type, json) {
        case (.list, _): return ReplyReader.listValue(json, "")
        case (.map, _): return ReplyReader.mapValue(json, "")
        case (.flag, .string(let text)):
            return UTF8Text.isSame(text, "true") || UTF8Text.isSame(text, "false") ? .text(text) : nil
        case (.flag, .number): return nil
        default: return ReplyReader.textValue(json)
        }
    }
}

/// The encoding of an input in a request.
struct RequestEncoding {
    private let encoding: InputEncoding
    private let prefix: String

    /// Creates the encoding of an input from a record. The reader is positioned after the flags and the source.
    init(_ reader: inout TrustedReader, _ flags: Int, _ table: TransitionTable) {
        // Twice the encoding, plus one if a prefix follows. Without the flag, the encoding is `text`, which is 0.
        let encoded = flags & SourceFlag.encoded != 0 ? reader.readVarint() : 0
        encoding = InputEncoding(rawValue: UInt8(encoded / 2)) ?? .text
        prefix = encoded & 1 != 0 ? table.string(reader.readVarint()) : ""
    }

    /// Returns a value in this encoding, with the prefix before each item or key.
    func encoded(_ value: FlowValue) -> JSONValue {
        switch encoding {
        case .text: JSONValue(value)
        case .number: jsonNumber(value)
        case .flag: jsonBoolean(value)
        case .list: jsonArray(value)
        case .map: jsonObject(value)
        case .jsonListString: .string(jsonArray(value).jsonText)
        case .jsonMapString: .string(jsonObject(value).jsonText)
        case .csv: .string(commaSeparated(prefixedItems(of: value)))
        }
    }

    /// Returns a value as a JSON number, or in the encoding `text` if it is not a number.
    private func jsonNumber(_ value: FlowValue) -> JSONValue {
        guard let text = value.text, case .number(let digits)? = JSONParser.parse(text), UTF8Text.isSame(text, digits)
        else { return JSONValue(value) }
        return .number(digits)
    }

    /// Returns a value as a JSON boolean, or in the encoding `text` if it is neither `true` nor `false`.
    private func jsonBoolean(_ value: FlowValue) -> JSONValue {
        guard let text = value.text else { return JSONValue(value) }
        if UTF8Text.isSame(text, "true") { return .bool(true) }
        return UTF8Text.isSame(text, "false") ? .bool(false) : .string(text)
    }

    /// Returns the items of a value, each after the prefix, as a JSON array of strings.
    private func jsonArray(_ value: FlowValue) -> JSONValue {
        .array(prefixedItems(of: value).map { .string($0) })
    }

    /// Returns a map as a JSON object, with the prefix before each key, or any other value in the encoding `text`.
    private func jsonObject(_ value: FlowValue) -> JSONValue {
        guard case .map(let entries) = value else { return JSONValue(value) }
        return .object(entries.map { JSONMember(prefix + $0.key, .string($0.value)) })
    }

    /// Returns the items of a list or the words of a text, each after the prefix; empty for a map.
    private func prefixedItems(of value: FlowValue) -> [String] {
        switch value {
        case .list(let items): items.map { prefix + $0 }
        case .text(let text): UTF8Text.words(text).map { prefix + $0 }
        case .map: []
        }
    }

    /// Returns items in one text, with commas between them.
    private func commaSeparated(_ items: [String]) -> String {
        var text = ""
        for index in items.indices { text += index == 0 ? items[index] : "," + items[index] }
        return text
    }
}
