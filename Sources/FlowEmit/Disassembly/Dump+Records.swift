import FlowTable

extension Dump {
    /// Adds all records in the order of their places.
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

    /// By place: the kind of each record that something names.
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
        for _ in 0..<reader.varint() {
            reader.skip(reader.varint())
            reader.skip(reader.varint() & SourceFlag.otherwise != 0 ? 2 : 1)
        }
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
            addList("inputs") { dump in dump.addSource("input " + dump.addPath("at")) }
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
