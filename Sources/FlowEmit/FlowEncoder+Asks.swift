import FlowModel
import FlowTable

extension FlowEncoder {
    /// Writes a list of asks; what a flag stands for follows it in the order of the flags.
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
