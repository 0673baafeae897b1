import FlowModel
import FlowTable

extension FlowEncoder {
    /// Adds the record of a presentation.
    /// - Returns: its offset, or 0 if the presentation only has a name.
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

    /// Writes the kind of a time limit, then its seconds or the slot that holds them.
    private func write(
        _ timeLimit: Presentation.TimeLimit?, hasDeadlines: Bool, to writer: inout ByteWriter
    ) throws(TableLimit) {
        let kind = hasDeadlines ? TableFormat.deadlines : 0
        switch timeLimit {
        case .seconds(let seconds):
            try writer.varint(kind + TableFormat.limitInSeconds)
            try writer.varint(seconds)
        case .slot(let slot):
            try writer.varint(kind + TableFormat.limitInSlot)
            try writer.varint(slot)
        case nil: try writer.varint(kind)
        }
    }

    /// Writes a list of deadlines. Their events are numbered from the first that the flow defines.
    private func write(deadlines: [SlotID], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.varint(deadlines.count)
        for slot in deadlines {
            try writer.varint(slot)
            try writer.varint(flow.events.firstIndex(of: Event(kind: .deadline, name: flow.slots[slot].name)) ?? 0)
        }
    }

    /// Adds the records of a request and its reply.
    /// - Returns: the offset of the request's record.
    mutating func addRecord(_ request: Request) throws(TableLimit) -> Int {
        let reply = try addRecord(request.reply)
        var writer = ByteWriter()
        try writer.varint(strings.intern(request.operation))
        try writer.varint(request.inputs.count)
        for input in request.inputs {
            try write(path: input.path, to: &writer)
            let hasPrefix = !input.prefix.utf8.isEmpty
            let isSpelled = input.spelling != .text || hasPrefix
            let flags = (input.isSpread ? SourceFlag.spread : 0) | (input.isSecret ? SourceFlag.secret : 0)
            try write(input.source, flags: flags | (isSpelled ? SourceFlag.spelled : 0), to: &writer)
            if isSpelled { try writer.varint(2 * input.spelling.rawValue + (hasPrefix ? 1 : 0)) }
            if hasPrefix { try writer.varint(strings.intern(input.prefix)) }
        }
        try writer.varint(reply)
        return add(writer, as: .call)
    }

    /// Adds the record of a reply, and returns its offset.
    private mutating func addRecord(_ reply: ReplyForm) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try write(path: reply.challengePath, to: &writer)
        try write(path: reply.successPath, to: &writer)
        try writer.varint(reply.outputs.count)
        for output in reply.outputs {
            try writer.varint(output.slot)
            try write(path: output.path, to: &writer)
            try writer.varint(output.encoding.rawValue)
            let hasPrefix = !output.prefix.utf8.isEmpty
            // A set of all replies is not written.
            let demand = output.demand == .all ? nil : output.demand
            let reading = output.reading == .all ? nil : output.reading
            try writer.varint(
                (output.isRequired ? OutputFlag.required : 0) | (hasPrefix ? OutputFlag.prefix : 0)
                    | (demand == nil ? 0 : OutputFlag.demand) | (reading == nil ? 0 : OutputFlag.reading))
            if hasPrefix { try writer.varint(strings.intern(output.prefix)) }
            for replies in [demand, reading] { if let replies { try write(replies, to: &writer) } }
        }
        return add(writer, as: .reply)
    }

    /// Writes a set of replies: its flags, then the challenges that it names.
    private mutating func write(_ replies: Replies, to writer: inout ByteWriter) throws(TableLimit) {
        let named = replies.challenges ?? []
        try writer.varint(
            (replies.success ? ReplyFlag.success : 0) | (replies.challenges == nil ? ReplyFlag.challenges : 0)
                | (named.isEmpty ? 0 : ReplyFlag.named))
        if named.isEmpty { return }
        try writer.varint(named.count)
        for name in named { try writer.varint(strings.intern(name)) }
    }

    /// Adds the record of a call of a handler, and returns its offset.
    mutating func addRecord(_ use: HandlerUse) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try writer.varint(strings.intern(use.handler))
        try writer.varint(use.inputs.count)
        for input in use.inputs {
            try writer.varint(strings.intern(input.port))
            try write(
                input.source, flags: input.isSecret && !flow.saysSecret(input.source) ? SourceFlag.secret : 0,
                to: &writer)
        }
        try writer.varint(use.outputs.count)
        for output in use.outputs {
            try writer.varint(strings.intern(output.port))
            try writer.varint(output.slot)
            try writer.varint(output.isRequired ? OutputFlag.required : 0)
        }
        return add(writer, as: .handler)
    }

    /// Adds the record of an end.
    /// - Returns: its offset, or 0 if the end has no data.
    mutating func addRecord(_ ending: Ending) throws(TableLimit) -> Int {
        if ending.outcome.utf8.isEmpty, ending.step.utf8.isEmpty, ending.shows.isEmpty { return 0 }
        var writer = ByteWriter()
        try writer.varint(strings.intern(ending.outcome))
        try writer.varint(strings.intern(ending.step))
        try write(ending.shows, to: &writer)
        return add(writer, as: .end)
    }

    /// Adds the record of a notification, and returns its offset.
    mutating func addRecord(_ notification: Notification) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try writer.varint(strings.intern(notification.name))
        try write(notification.shows, to: &writer)
        return add(writer, as: .notify)
    }

    /// Adds the record of the flow's inputs.
    /// - Returns: its offset, or 0 if the flow has no inputs.
    mutating func addStartRecord() throws(TableLimit) -> Int {
        if flow.inputs.isEmpty { return 0 }
        var writer = ByteWriter()
        try write(flow.inputs, to: &writer)
        return add(writer, as: .start)
    }

    /// Writes the names of a path.
    /// - Throws: ``TableLimit`` if the path is too long.
    private mutating func write(path: [String], to writer: inout ByteWriter) throws(TableLimit) {
        guard path.count <= TableFormat.maximumPathLength else {
            throw TableLimit(.pathLength, count: path.count, maximum: TableFormat.maximumPathLength)
        }
        try writer.varint(path.count)
        for name in path { try writer.varint(strings.intern(name)) }
    }

    /// Writes a source with `flags` and the flags that follow from the source itself.
    private mutating func write(_ source: Source, flags: Int, to writer: inout ByteWriter) throws(TableLimit) {
        let other = source.otherwise
        let flags = flags | (other == nil ? 0 : SourceFlag.otherwise)
        switch source.origin {
        case .literal(let text):
            try writer.varint(flags | SourceFlag.literal)
            try writer.varint(strings.intern(text))
        case .slot(let slot):
            try writer.varint(flags)
            try writer.varint(slot)
        }
        if let other { try writer.varint(other) }
    }

    /// Writes a list of shown values.
    private mutating func write(_ shows: [Show], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.varint(shows.count)
        for show in shows {
            try writer.varint(strings.intern(show.name))
            try write(show.source, flags: show.isDisclosed ? SourceFlag.disclosed : 0, to: &writer)
        }
    }
}

extension FlowEncoder {
    /// Writes a list of asks. The operands of an ask follow its flags, in the order of the flags.
    mutating func write(_ asks: [Ask], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.varint(asks.count)
        for ask in asks {
            try writer.varint(strings.intern(ask.name))
            try writer.varint(ask.slot)
            try writer.varint(flags(of: ask))
            if let length = ask.length { try writer.varint(length) }
            if !ask.words.isEmpty {
                try writer.varint(ask.words.count)
                for word in ask.words { try writer.varint(strings.intern(word)) }
            }
            if let offered = ask.offered { try writer.varint(offered) }
            if let meant = ask.meant { try writer.varint(meant) }
            if let pattern = ask.pattern { try writer.varint(pattern) }
            if let fallback = ask.fallback { try writer.varint(strings.intern(fallback)) }
        }
    }

    /// Returns the flags of an ask.
    private func flags(of ask: Ask) -> Int {
        var flags = 0
        if ask.isRequired { flags |= AskFlag.required }
        if ask.ignoresCase { flags |= AskFlag.ignoresCase }
        if ask.length != nil { flags |= AskFlag.length }
        if !ask.words.isEmpty { flags |= AskFlag.words }
        if ask.offered != nil { flags |= AskFlag.offered }
        if ask.meant != nil { flags |= AskFlag.meant }
        if ask.pattern != nil { flags |= AskFlag.pattern }
        if ask.fallback != nil { flags |= AskFlag.fallback }
        if ask.isConstant { flags |= AskFlag.constant }
        if ask.isNonEmpty { flags |= AskFlag.nonEmpty }
        return flags
    }
}
