import FlowTable

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
    /// - Returns: what to do next. A missing or wrong output counts as a failure of the handler.
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

    /// A reader of the record that describes the current call of a handler.
    private var currentHandlerRecord: TrustedReader {
        table.record(table.view.pointee.handlerRecord[Int(machine.state) - table.view.pointee.firstHandler])
    }

    /// Returns a handler's output as a value of `type`, or nil if the output's JSON type does not fit.
    private func decode(_ json: JSONValue, as type: SlotType) -> FlowValue? {
        switch (type, json) {
        case (.list, .array(let items)):
            let texts = items.compactMap { $0.string }
            return texts.count == items.count ? .list(texts) : nil
        case (.map, .object(let members)):
            let entries = members.map { FlowEntry(key: $0.name, value: $0.value.string ?? $0.value.jsonText) }
            return FlowEntry.withoutDuplicateKeys(entries).map { .map($0) }
        case (.list, _), (.map, _): return nil
        case (.flag, .string(let text)):
            return UTF8Text.isSame(text, "true") || UTF8Text.isSame(text, "false") ? .text(text) : nil
        case (.flag, .number): return nil
        case (_, .string(let text)): return .text(text)
        case (_, .number(let text)): return .text(text)
        case (_, .bool(let value)): return .text(value ? "true" : "false")
        default: return nil
        }
    }
}
