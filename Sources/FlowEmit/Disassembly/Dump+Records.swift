import FlowTable

extension Dump {
    /// Adds all records in the order of their offsets.
    mutating func addRecords() {
        if view.recordBytes == 0 { return }
        addHeading("records")
        let start = offset(of: view.records)
        for (place, kind) in recordKinds().sorted(by: { $0.key < $1.key }) where start + place >= offset {
            addUnused(to: start + place)
            addHeading("record " + String(place) + ": " + String(describing: kind))
            addRecord(kind)
        }
        addUnused(to: start + view.recordBytes)
    }

    /// Returns the kind of each record that the table refers to, by the record's offset.
    private func recordKinds() -> [Int: RecordKind] {
        var kinds: [Int: RecordKind] = [:]
        if view.startRecord > 0 { kinds[view.startRecord] = .start }
        for index in 0..<view.presents where view.presentRecord[index] > 0 {
            kinds[view.presentRecord[index]] = .present
        }
        for index in 0..<view.calls {
            kinds[view.callRecord[index]] = .call
            kinds[replyRecord(ofCall: view.callRecord[index])] = .reply
        }
        for index in 0..<view.handlers { kinds[view.handlerRecord[index]] = .handler }
        for index in 0..<view.ends where view.endRecord[index] > 0 { kinds[view.endRecord[index]] = .end }
        for record in notifyRecords { kinds[record] = .notify }
        return kinds
    }

    /// Returns the offset of the reply's record to which a call's record refers.
    private func replyRecord(ofCall record: Int) -> Int {
        var reader = table.record(record)
        reader.skip(1)
        for _ in 0..<reader.varint() { reader.skipInput() }
        return reader.varint()
    }

    /// Adds the contents of a record.
    private mutating func addRecord(_ kind: RecordKind) {
        switch kind {
        case .present:
            addTimeLimit()
            addShows()
            addAsks()
        case .call:
            addNumber { "operation " + $0.string($1) }
            addList("inputs") { dump in dump.addInput() }
            addNumber { "reply: record " + String($1) }
        case .reply: addReply()
        case .handler: addHandler()
        case .end:
            addNumber { "outcome " + $0.string($1) }
            addNumber { "step " + $0.string($1) }
            addShows()
        case .notify:
            addNumber { "notification " + $0.string($1) }
            addShows()
        case .start: addAsks()
        }
    }

    /// Adds the contents of a reply's record.
    private mutating func addReply() {
        addPath("challenge at")
        addPath("success at")
        addList("outputs") { dump in
            dump.addNumber { "output " + $0.slot($1) }
            dump.addPath("at")
            dump.addNumber { "as " + (OutputEncoding(rawValue: UInt8($1)).map { String(describing: $0) } ?? "") }
            let flags = dump.addNumber { $1 & OutputFlag.required != 0 ? "required" : "optional" }
            if flags & OutputFlag.prefix != 0 { dump.addNumber { "without prefix " + $0.string($1) } }
            if flags & OutputFlag.demand != 0 { dump.addReplies("required in") }
            if flags & OutputFlag.reading != 0 { dump.addReplies("read only from") }
        }
    }

    /// Adds the contents of the record of a handler's call.
    private mutating func addHandler() {
        addNumber { "handler " + $0.string($1) }
        addList("inputs") { dump in
            dump.addNumber { "input " + $0.string($1) }
            dump.addSource("from")
        }
        addList("outputs") { dump in
            dump.addNumber { "output " + $0.string($1) }
            dump.addNumber { "to " + $0.slot($1) }
            dump.addNumber { $1 & OutputFlag.required != 0 ? "required" : "optional" }
        }
    }
}

extension Dump {
    /// Adds the count of a list, then each element with `element`.
    mutating func addList(_ title: String, _ element: (inout Dump) -> Void) {
        let count = addNumber { String($1) + " " + title }
        for _ in 0..<count { element(&self) }
    }

    /// Adds the length and the names of a path.
    /// - Returns: the names, joined by dots.
    @discardableResult
    mutating func addPath(_ title: String) -> String {
        var names: [String] = []
        let count = addNumber { $1 == 0 ? title + " an empty path" : title + " a path of " + String($1) }
        for _ in 0..<count { names.append(table.string(addNumber { "member " + $0.string($1) })) }
        return names.joined(separator: ".")
    }

    /// Adds a set of replies.
    mutating func addReplies(_ title: String) {
        let flags = addNumber { _, flags in
            var words = [title]
            if flags & ReplyFlag.success != 0 { words.append("success") }
            if flags & ReplyFlag.challenges != 0 { words.append("challenges") }
            return words.joined(separator: " ")
        }
        guard flags & ReplyFlag.named != 0 else { return }
        addList("challenges") { dump in dump.addNumber { "challenge " + $0.string($1) } }
    }

    /// Adds the path, the source and the encoding of a request's input.
    mutating func addInput() {
        let flags = addSource("input " + addPath("at"))
        guard flags & SourceFlag.spelled != 0 else { return }
        let spelling = addNumber {
            "as " + (InputSpelling(rawValue: UInt8($1 / 2)).map { String(describing: $0) } ?? "")
        }
        if spelling & 1 != 0 { addNumber { "with prefix " + $0.string($1) } }
    }

    /// Adds the flags of a source, then the literal or the slots that it reads.
    /// - Returns: the source's flags.
    @discardableResult
    mutating func addSource(_ title: String) -> Int {
        let flags = addNumber { _, flags in
            var words = [title]
            if flags & SourceFlag.literal != 0 { words.append("a literal") }
            if flags & SourceFlag.spread != 0 { words.append("spread") }
            if flags & SourceFlag.disclosed != 0 { words.append("disclosed") }
            if flags & SourceFlag.secret != 0 { words.append("secret") }
            return words.joined(separator: " ")
        }
        addNumber { flags & SourceFlag.literal != 0 ? $0.string($1) : $0.slot($1) }
        if flags & SourceFlag.otherwise != 0 { addNumber { "or " + $0.slot($1) } }
        return flags
    }

    /// Adds a step's time limit and its deadlines.
    mutating func addTimeLimit() {
        let kind = addNumber { $1 % TableFormat.deadlines == 0 ? "no time limit of its own" : "time limit" }
        switch kind % TableFormat.deadlines {
        case TableFormat.limitInSeconds: addNumber { String($1) + " seconds" }
        case TableFormat.limitInSlot: addNumber { "seconds in " + $0.slot($1) }
        default: break
        }
        guard kind >= TableFormat.deadlines else { return }
        addList("deadlines") { dump in
            dump.addNumber { "until " + $0.slot($1) }
            dump.addNumber { "then " + $0.event($1 + TableFormat.firstOwnEvent) }
        }
    }

    /// Adds a list of shown values.
    mutating func addShows() {
        addList("shown values") { dump in
            dump.addNumber { "show " + $0.string($1) }
            dump.addSource("from")
        }
    }

    /// Adds a list of asked values, each with the operands of its flags.
    mutating func addAsks() {
        addList("asked values") { dump in
            dump.addNumber { "ask " + $0.string($1) }
            dump.addNumber { "for " + $0.slot($1) }
            let flags = dump.addNumber { "flags" + Self.names(ofAskFlags: $1) }
            if flags & AskFlag.length != 0 { dump.addNumber { "length " + String($1) } }
            if flags & AskFlag.words != 0 {
                dump.addList("words") { dump in dump.addNumber { "word " + $0.string($1) } }
            }
            if flags & AskFlag.offered != 0 { dump.addNumber { "offered in " + $0.slot($1) } }
            if flags & AskFlag.meant != 0 { dump.addNumber { "as meant in " + $0.slot($1) } }
            if flags & AskFlag.pattern != 0 { dump.addNumber { "pattern " + String($1) } }
            if flags & AskFlag.fallback != 0 { dump.addNumber { "else " + $0.string($1) } }
        }
    }

    /// Returns the names of the set flags of an ask, each after a space.
    private static func names(ofAskFlags flags: Int) -> String {
        let names: [(flag: Int, name: String)] = [
            (AskFlag.required, "required"), (AskFlag.ignoresCase, "ignoresCase"), (AskFlag.length, "length"),
            (AskFlag.words, "words"), (AskFlag.offered, "offered"), (AskFlag.meant, "meant"),
            (AskFlag.pattern, "pattern"), (AskFlag.fallback, "fallback"), (AskFlag.constant, "constant"),
            (AskFlag.nonEmpty, "nonEmpty"),
        ]
        return names.filter { flags & $0.flag != 0 }.map { " " + $0.name }.joined()
    }
}
