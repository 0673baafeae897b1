import FlowDiagnostics
import FlowIR
import FlowTable

extension FlowEncoder {
    /// Adds the record of a presented step, and returns its offset; returns 0 if the step only has a name.
    mutating func addRecord(_ presentation: Presentation) throws(TableLimit) -> Int {
        let deadlines = presentation.deadlines
        if presentation.shows.isEmpty, presentation.asks.isEmpty, presentation.timeLimit == nil, deadlines.isEmpty {
            return 0
        }
        var writer = ByteWriter()
        try write(presentation.timeLimit, hasDeadlines: !deadlines.isEmpty, to: &writer)
        if !deadlines.isEmpty { try write(deadlines: deadlines, to: &writer) }
        try write(presentation.shows, to: &writer)
        try write(presentation.asks, to: &writer)
        return add(writer, as: .present)
    }

    /// Writes the kind of a time limit, and then its seconds or the slot that holds them. A nil limit has only a kind.
    private func write(
        _ timeLimit: Presentation.TimeLimit?, hasDeadlines: Bool, to writer: inout ByteWriter
    ) throws(TableLimit) {
        let deadlineFlag = hasDeadlines ? TableFormat.deadlines : 0
        switch timeLimit {
        case .seconds(let seconds):
            try writer.appendVarint(TableFormat.limitInSeconds + deadlineFlag)
            try writer.appendVarint(seconds)
        case .slot(let slot):
            try writer.appendVarint(TableFormat.limitInSlot + deadlineFlag)
            try writer.appendVarint(slot)
        case nil: try writer.appendVarint(deadlineFlag)
        }
    }

    /// Writes a list of deadlines: for each, its slot and its event's index among the events that the flow defines.
    private func write(deadlines: [SlotID], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.appendVarint(deadlines.count)
        for slot in deadlines {
            try writer.appendVarint(slot)
            // Each deadline has an event of its name.
            let event = Event(kind: .deadline, name: ByteString(flow.slots[slot].name))
            try writer.appendVarint(flow.events.firstIndex(of: event) ?? 0)
        }
    }

    /// Adds the records of a request and its reply, and returns the offset of the request's record.
    mutating func addRecord(_ request: Request) throws(TableLimit) -> Int {
        let reply = try addRecord(request.reply)
        var writer = ByteWriter()
        try writer.appendVarint(strings.intern(request.operation))
        try writer.appendVarint(request.inputs.count)
        for input in request.inputs { try write(input, to: &writer) }
        try writer.appendVarint(reply)
        return add(writer, as: .call)
    }

    /// Writes the path, the source, the encoding and the prefix of an input.
    private mutating func write(_ input: Request.Input, to writer: inout ByteWriter) throws(TableLimit) {
        try write(path: input.path, to: &writer)
        let hasPrefix = !input.prefix.isEmpty
        let hasEncoding = input.encoding != .text || hasPrefix
        var flags = 0
        if input.isSpread { flags |= SourceFlag.spread }
        if input.isSecret { flags |= SourceFlag.secret }
        if hasEncoding { flags |= SourceFlag.encoded }
        try write(input.source, flags: flags, to: &writer)
        // The number is twice the encoding, plus one if a prefix follows.
        if hasEncoding { try writer.appendVarint(2 * Int(input.encoding.rawValue) + (hasPrefix ? 1 : 0)) }
        if hasPrefix { try writer.appendVarint(strings.intern(input.prefix)) }
    }

    /// Adds the record of a reply, and returns its offset.
    private mutating func addRecord(_ reply: ReplyForm) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try write(path: reply.challengePath, to: &writer)
        try write(path: reply.successPath, to: &writer)
        try writer.appendVarint(reply.outputs.count)
        for output in reply.outputs { try write(output, to: &writer) }
        return add(writer, as: .reply)
    }

    /// Writes the slot, the path, the encoding and the flags of an output, and then the operands of the flags.
    private mutating func write(_ output: ReplyForm.Output, to writer: inout ByteWriter) throws(TableLimit) {
        try writer.appendVarint(output.slot)
        try write(path: output.path, to: &writer)
        try writer.appendVarint(Int(output.encoding.rawValue))
        let hasPrefix = !output.prefix.isEmpty
        // A set that contains all replies is omitted.
        let demand = output.demand == .all ? nil : output.demand
        let reading = output.reading == .all ? nil : output.reading
        var flags = 0
        if output.isRequired { flags |= OutputFlag.required }
        if hasPrefix { flags |= OutputFlag.prefix }
        if demand != nil { flags |= OutputFlag.demand }
        if reading != nil { flags |= OutputFlag.reading }
        try writer.appendVarint(flags)
        if hasPrefix { try writer.appendVarint(strings.intern(output.prefix)) }
        if let demand { try write(demand, to: &writer) }
        if let reading { try write(reading, to: &writer) }
    }

    /// Writes a set of replies: its flags, and then the challenges that it names.
    private mutating func write(_ replies: Replies, to writer: inout ByteWriter) throws(TableLimit) {
        let named = replies.challenges ?? []
        var flags = 0
        if replies.success { flags |= ReplyFlag.success }
        if replies.challenges == nil { flags |= ReplyFlag.challenges }
        if !named.isEmpty { flags |= ReplyFlag.named }
        try writer.appendVarint(flags)
        if named.isEmpty { return }
        try writer.appendVarint(named.count)
        for name in named { try writer.appendVarint(strings.intern(name)) }
    }

    /// Adds the record of a handler's call, and returns its offset.
    mutating func addRecord(_ use: HandlerUse) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try writer.appendVarint(strings.intern(use.handler))
        try writer.appendVarint(use.inputs.count)
        for input in use.inputs {
            try writer.appendVarint(strings.intern(input.port))
            // The flag is needed only if the types of the slots do not already make the value secret.
            let needsFlag = input.isSecret && !flow.saysSecret(input.source)
            try write(input.source, flags: needsFlag ? SourceFlag.secret : 0, to: &writer)
        }
        try writer.appendVarint(use.outputs.count)
        for output in use.outputs {
            try writer.appendVarint(strings.intern(output.port))
            try writer.appendVarint(output.slot)
            try writer.appendVarint(output.isRequired ? OutputFlag.required : 0)
        }
        return add(writer, as: .handler)
    }

    /// Adds the record of an end, and returns its offset; returns 0 if the end has no outcome, no step and no values.
    mutating func addRecord(_ ending: Ending) throws(TableLimit) -> Int {
        if ending.outcome.isEmpty, ending.step.isEmpty, ending.shows.isEmpty { return 0 }
        var writer = ByteWriter()
        try writer.appendVarint(strings.intern(ending.outcome))
        try writer.appendVarint(strings.intern(ending.step))
        try write(ending.shows, to: &writer)
        return add(writer, as: .end)
    }

    mutating func addRecord(_ notification: Notification) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try writer.appendVarint(strings.intern(notification.name))
        try write(notification.shows, to: &writer)
        return add(writer, as: .notify)
    }

    /// Adds the record of the flow's inputs, and returns its offset; returns 0 if the flow has no inputs.
    mutating func addStartRecord() throws(TableLimit) -> Int {
        if flow.inputs.isEmpty { return 0 }
        var writer = ByteWriter()
        try write(flow.inputs, to: &writer)
        return add(writer, as: .start)
    }

    /// Writes the length and the names of a path.
    ///
    /// - Throws: ``TableLimit`` if the path has more than ``TableFormat/maximumPathLength`` names
    private mutating func write(path: [ByteString], to writer: inout ByteWriter) throws(TableLimit) {
        guard path.count <= TableFormat.maximumPathLength else {
            throw TableLimit(.pathLength, count: path.count, maximum: TableFormat.maximumPathLength)
        }
        try writer.appendVarint(path.count)
        for name in path { try writer.appendVarint(strings.intern(name)) }
    }

    /// Writes the flags of a source, and then its literal or its slots.
    /// `otherFlags` are the flags that do not follow from the source itself.
    private mutating func write(
        _ source: Source, flags otherFlags: Int, to writer: inout ByteWriter
    ) throws(TableLimit) {
        let other = source.otherwise
        let flags = otherFlags | (other == nil ? 0 : SourceFlag.otherwise)
        switch source.origin {
        case .literal(let text):
            try writer.appendVarint(flags | SourceFlag.literal)
            try writer.appendVarint(strings.intern(text))
        case .slot(let slot):
            try writer.appendVarint(flags)
            try writer.appendVarint(slot)
        }
        if let other { try writer.appendVarint(other) }
    }

    /// Writes a list of shown values, each with its name and its source.
    private mutating func write(_ shows: [Show], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.appendVarint(shows.count)
        for show in shows {
            try writer.appendVarint(strings.intern(show.name))
            try write(show.source, flags: show.flags, to: &writer)
        }
    }
}

extension FlowEncoder {
    /// Writes a list of asks. The operands of an ask follow its flags, in the order of the flags.
    mutating func write(_ asks: [Ask], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.appendVarint(asks.count)
        for ask in asks {
            try writer.appendVarint(strings.intern(ask.name))
            try writer.appendVarint(ask.slot)
            var flags = ask.flags
            let operands = AskFlag.allCases.map(ask.operand(of:))
            for (flag, operand) in zip(AskFlag.allCases, operands) where operand != nil { flags[flag] = true }
            try writer.appendVarint(flags.bits)
            for case let operand? in operands { try write(operand, to: &writer) }
        }
    }

    private mutating func write(_ operand: Ask.Operand, to writer: inout ByteWriter) throws(TableLimit) {
        switch operand {
        case .number(let number): try writer.appendVarint(number)
        case .text(let text): try writer.appendVarint(strings.intern(text))
        case .texts(let texts):
            try writer.appendVarint(texts.count)
            for text in texts { try writer.appendVarint(strings.intern(text)) }
        }
    }
}
