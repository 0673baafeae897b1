import FlowModel
import FlowTable

extension FlowEncoder {
    /// The record of a presentation; 0 if it only has a name.
    mutating func record(_ presentation: Presentation) throws(TableLimit) -> Int {
        let deadlines = presentation.deadlines
        if presentation.shows.isEmpty, presentation.asks.isEmpty, presentation.timeLimit == nil, deadlines.isEmpty {
            return 0
        }
        var writer = ByteWriter()
        let kind = deadlines.isEmpty ? 0 : TableFormat.deadlines
        switch presentation.timeLimit {
        case .seconds(let seconds):
            try writer.varint(kind + 1)
            try writer.varint(seconds)
        case .slot(let slot):
            try writer.varint(kind + 2)
            try writer.varint(slot)
        case nil: try writer.varint(kind)
        }
        if !deadlines.isEmpty { try write(deadlines: deadlines, to: &writer) }
        try write(presentation.shows, to: &writer)
        try write(presentation.asks, to: &writer)
        return add(.present, writer)
    }

    /// Writes deadlines with their events, relative to the flow's first own event.
    private func write(deadlines: [SlotID], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.varint(deadlines.count)
        for slot in deadlines {
            try writer.varint(slot)
            try writer.varint(flow.events.firstIndex(of: Event(kind: .deadline, name: flow.slots[slot].name)) ?? 0)
        }
    }

    /// The record of a request.
    mutating func record(_ request: Request) throws(TableLimit) -> Int {
        let reply = try record(request.reply)
        var writer = ByteWriter()
        try writer.varint(strings.number(request.operation))
        try writer.varint(request.inputs.count)
        for input in request.inputs {
            try write(path: input.path, to: &writer)
            let hasPrefix = !input.prefix.utf8.isEmpty
            let isSpelled = input.spelling != .text || hasPrefix
            let flags = (input.isSpread ? SourceFlag.spread : 0) | (input.isSecret ? SourceFlag.secret : 0)
            try write(input.source, flags: flags | (isSpelled ? SourceFlag.spelled : 0), to: &writer)
            if isSpelled { try writer.varint(2 * input.spelling.rawValue + (hasPrefix ? 1 : 0)) }
            if hasPrefix { try writer.varint(strings.number(input.prefix)) }
        }
        try writer.varint(reply)
        return add(.call, writer)
    }

    private mutating func record(_ reply: ReplyForm) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try write(path: reply.challengePath, to: &writer)
        try write(path: reply.successPath, to: &writer)
        try writer.varint(reply.outputs.count)
        for output in reply.outputs {
            try writer.varint(output.slot)
            try write(path: output.path, to: &writer)
            try writer.varint(output.encoding.rawValue)
            let hasPrefix = !output.prefix.utf8.isEmpty
            let demand = output.demand == .all ? nil : output.demand
            let reading = output.reading == .all ? nil : output.reading
            try writer.varint(
                (output.isRequired ? OutputFlag.required : 0) | (hasPrefix ? OutputFlag.prefix : 0)
                    | (demand == nil ? 0 : OutputFlag.demand) | (reading == nil ? 0 : OutputFlag.reading))
            if hasPrefix { try writer.varint(strings.number(output.prefix)) }
            for replies in [demand, reading] { if let replies { try write(replies, to: &writer) } }
        }
        return add(.reply, writer)
    }

    private mutating func write(_ replies: Replies, to writer: inout ByteWriter) throws(TableLimit) {
        let named = replies.challenges ?? []
        try writer.varint(
            (replies.success ? ReplyFlag.success : 0) | (replies.challenges == nil ? ReplyFlag.challenges : 0)
                | (named.isEmpty ? 0 : ReplyFlag.named))
        if named.isEmpty { return }
        try writer.varint(named.count)
        for name in named { try writer.varint(strings.number(name)) }
    }

    /// The record of a handler's use.
    mutating func record(_ use: HandlerUse) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try writer.varint(strings.number(use.handler))
        try writer.varint(use.inputs.count)
        for input in use.inputs {
            try writer.varint(strings.number(input.port))
            try write(
                input.source, flags: input.isSecret && !flow.saysSecret(input.source) ? SourceFlag.secret : 0,
                to: &writer)
        }
        try writer.varint(use.outputs.count)
        for output in use.outputs {
            try writer.varint(strings.number(output.port))
            try writer.varint(output.slot)
            try writer.varint(output.isRequired ? OutputFlag.required : 0)
        }
        return add(.handler, writer)
    }

    /// The record of an end; 0 if it has no data.
    mutating func record(_ ending: Ending) throws(TableLimit) -> Int {
        if ending.outcome.utf8.isEmpty, ending.step.utf8.isEmpty, ending.shows.isEmpty { return 0 }
        var writer = ByteWriter()
        try writer.varint(strings.number(ending.outcome))
        try writer.varint(strings.number(ending.step))
        try write(ending.shows, to: &writer)
        return add(.end, writer)
    }

    /// The record of a notification.
    mutating func record(_ notification: Notification) throws(TableLimit) -> Int {
        var writer = ByteWriter()
        try writer.varint(strings.number(notification.name))
        try write(notification.shows, to: &writer)
        return add(.notify, writer)
    }

    /// The record of the inputs; 0 if there are none.
    mutating func startRecord() throws(TableLimit) -> Int {
        if flow.inputs.isEmpty { return 0 }
        var writer = ByteWriter()
        try write(flow.inputs, to: &writer)
        return add(.start, writer)
    }

    private mutating func write(path: [String], to writer: inout ByteWriter) throws(TableLimit) {
        guard path.count <= TableFormat.maximumPathLength else {
            throw TableLimit(.pathLength, count: path.count, maximum: TableFormat.maximumPathLength)
        }
        try writer.varint(path.count)
        for name in path { try writer.varint(strings.number(name)) }
    }

    private mutating func write(_ source: Source, flags: Int, to writer: inout ByteWriter) throws(TableLimit) {
        let other = source.otherwise
        let flags = flags | (other == nil ? 0 : SourceFlag.otherwise)
        switch source.origin {
        case .literal(let text):
            try writer.varint(flags | SourceFlag.literal)
            try writer.varint(strings.number(text))
        case .slot(let slot):
            try writer.varint(flags)
            try writer.varint(slot)
        }
        if let other { try writer.varint(other) }
    }

    private mutating func write(_ shows: [Show], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.varint(shows.count)
        for show in shows {
            try writer.varint(strings.number(show.name))
            try write(show.source, flags: show.isDisclosed ? SourceFlag.disclosed : 0, to: &writer)
        }
    }
}

extension FlowEncoder {
    /// Writes asks. The data of each flag follows it, in the order of the flags.
    mutating func write(_ asks: [Ask], to writer: inout ByteWriter) throws(TableLimit) {
        try writer.varint(asks.count)
        for ask in asks {
            try writer.varint(strings.number(ask.name))
            try writer.varint(ask.slot)
            try writer.varint(flags(of: ask))
            if let length = ask.length { try writer.varint(length) }
            if !ask.words.isEmpty {
                try writer.varint(ask.words.count)
                for word in ask.words { try writer.varint(strings.number(word)) }
            }
            if let offered = ask.offered { try writer.varint(offered) }
            if let meant = ask.meant { try writer.varint(meant) }
            if let pattern = ask.pattern { try writer.varint(pattern) }
            if let fallback = ask.fallback { try writer.varint(strings.number(fallback)) }
        }
    }

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
