import FlowTable

extension Dump {
    /// Adds all records by offset.
    mutating func addRecords() {
        if view.recordBytes == 0 { return }
        heading("records")
        let start = offset(of: view.records)
        for (place, kind) in recordKinds().sorted(by: { $0.key < $1.key }) where start + place >= offset {
            addUnused(to: start + place)
            heading("record " + String(place) + ": " + String(describing: kind))
            addRecord(kind)
        }
        addUnused(to: start + view.recordBytes)
    }

    /// By offset: the kind of each referenced record.
    private func recordKinds() -> [Int: RecordKind] {
        var kinds: [Int: RecordKind] = [:]
        if view.startRecord > 0 { kinds[view.startRecord] = .start }
        for index in 0..<view.presents where view.presentRecord[index] > 0 {
            kinds[view.presentRecord[index]] = .present
        }
        for index in 0..<view.calls {
            kinds[view.callRecord[index]] = .call
            kinds[reply(ofCall: view.callRecord[index])] = .reply
        }
        for index in 0..<view.handlers { kinds[view.handlerRecord[index]] = .handler }
        for index in 0..<view.ends where view.endRecord[index] > 0 { kinds[view.endRecord[index]] = .end }
        for record in notifyRecords { kinds[record] = .notify }
        return kinds
    }

    private func reply(ofCall record: Int) -> Int {
        var reader = table.record(record)
        reader.skip(1)
        for _ in 0..<reader.varint() { reader.skipInput() }
        return reader.varint()
    }

    private mutating func addRecord(_ kind: RecordKind) {
        let naming = self
        switch kind {
        case .present:
            addTimeLimit()
            addShows()
            addAsks()
        case .call:
            _ = addNumber { "operation " + naming.string($0) }
            addList("inputs") { dump in dump.addInput() }
            _ = addNumber { "reply: record " + String($0) }
        case .reply: addReply()
        case .handler: addHandler()
        case .end:
            _ = addNumber { "outcome " + naming.string($0) }
            _ = addNumber { "step " + naming.string($0) }
            addShows()
        case .notify:
            _ = addNumber { "notification " + naming.string($0) }
            addShows()
        case .start: addAsks()
        }
    }

    private mutating func addReply() {
        let naming = self
        _ = addPath("challenge at")
        _ = addPath("success at")
        addList("outputs") { dump in
            _ = dump.addNumber { "output " + naming.slot($0) }
            _ = dump.addPath("at")
            _ = dump.addNumber { "as " + (OutputEncoding(rawValue: UInt8($0)).map { String(describing: $0) } ?? "") }
            let flags = dump.addNumber { $0 & OutputFlag.required != 0 ? "required" : "optional" }
            if flags & OutputFlag.prefix != 0 { _ = dump.addNumber { "without prefix " + naming.string($0) } }
            if flags & OutputFlag.demand != 0 { dump.addReplies("demanded of") }
            if flags & OutputFlag.reading != 0 { dump.addReplies("read only of") }
        }
    }

    private mutating func addHandler() {
        let naming = self
        _ = addNumber { "handler " + naming.string($0) }
        addList("inputs") { dump in
            _ = dump.addNumber { "input " + naming.string($0) }
            dump.addSource("from")
        }
        addList("outputs") { dump in
            _ = dump.addNumber { "output " + naming.string($0) }
            _ = dump.addNumber { "to " + naming.slot($0) }
            _ = dump.addNumber { $0 & OutputFlag.required != 0 ? "required" : "optional" }
        }
    }
}

extension Dump {
    /// Adds a count and that many elements.
    mutating func addList(_ title: String, _ element: (inout Dump) -> Void) {
        let count = addNumber { String($0) + " " + title }
        for _ in 0..<count { element(&self) }
    }

    /// Adds a path.
    /// - Returns: the path, its names joined by dots.
    mutating func addPath(_ title: String) -> String {
        let naming = self
        var names: [String] = []
        let count = addNumber { $0 == 0 ? title + " nothing" : title + " a path of " + String($0) }
        for _ in 0..<count { names.append(table.string(addNumber { "member " + naming.string($0) })) }
        return names.joined(separator: ".")
    }

    /// Adds a set of replies.
    mutating func addReplies(_ title: String) {
        let naming = self
        let flags = addNumber { flags in
            var words = [title]
            if flags & ReplyFlag.success != 0 { words.append("success") }
            if flags & ReplyFlag.challenges != 0 { words.append("challenges") }
            return words.joined(separator: " ")
        }
        guard flags & ReplyFlag.named != 0 else { return }
        addList("challenges") { dump in _ = dump.addNumber { "challenge " + naming.string($0) } }
    }

    /// Adds an input of a request.
    mutating func addInput() {
        let naming = self
        let flags = addSource("input " + addPath("at"))
        guard flags & SourceFlag.spelled != 0 else { return }
        let spelling = addNumber {
            "as " + (InputSpelling(rawValue: UInt8($0 / 2)).map { String(describing: $0) } ?? "")
        }
        if spelling & 1 != 0 { _ = addNumber { "with prefix " + naming.string($0) } }
    }

    /// Adds a source of data.
    /// - Returns: its flags.
    @discardableResult
    mutating func addSource(_ title: String) -> Int {
        let naming = self
        let flags = addNumber { flags in
            var words = [title]
            if flags & SourceFlag.literal != 0 { words.append("a literal") }
            if flags & SourceFlag.spread != 0 { words.append("spread") }
            if flags & SourceFlag.disclosed != 0 { words.append("disclosed") }
            if flags & SourceFlag.secret != 0 { words.append("secret") }
            return words.joined(separator: " ")
        }
        _ = addNumber { flags & SourceFlag.literal != 0 ? naming.string($0) : naming.slot($0) }
        if flags & SourceFlag.otherwise != 0 { _ = addNumber { "or " + naming.slot($0) } }
        return flags
    }

    mutating func addTimeLimit() {
        let naming = self
        let kind = addNumber { $0 % TableFormat.deadlines == 0 ? "no time limit of its own" : "time limit" }
        switch kind % TableFormat.deadlines {
        case 1: _ = addNumber { String($0) + " seconds" }
        case 2: _ = addNumber { "seconds in " + naming.slot($0) }
        default: break
        }
        guard kind >= TableFormat.deadlines else { return }
        addList("deadlines") { dump in
            _ = dump.addNumber { "until " + naming.slot($0) }
            _ = dump.addNumber { "then " + naming.event($0 + TableFormat.firstOwnEvent) }
        }
    }

    mutating func addShows() {
        let naming = self
        addList("shown values") { dump in
            _ = dump.addNumber { "show " + naming.string($0) }
            dump.addSource("from")
        }
    }

    mutating func addAsks() {
        let naming = self
        addList("asked values") { dump in
            _ = dump.addNumber { "ask " + naming.string($0) }
            _ = dump.addNumber { "for " + naming.slot($0) }
            let flags = dump.addNumber { "flags" + Self.names(ofAskFlags: $0) }
            if flags & AskFlag.length != 0 { _ = dump.addNumber { "length " + String($0) } }
            if flags & AskFlag.words != 0 {
                dump.addList("words") { dump in _ = dump.addNumber { "word " + naming.string($0) } }
            }
            if flags & AskFlag.offered != 0 { _ = dump.addNumber { "offered in " + naming.slot($0) } }
            if flags & AskFlag.meant != 0 { _ = dump.addNumber { "as meant in " + naming.slot($0) } }
            if flags & AskFlag.pattern != 0 { _ = dump.addNumber { "pattern " + String($0) } }
            if flags & AskFlag.fallback != 0 { _ = dump.addNumber { "else " + naming.string($0) } }
        }
    }

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
