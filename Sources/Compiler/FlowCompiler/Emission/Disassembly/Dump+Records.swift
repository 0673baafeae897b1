import FlowDiagnostics
import FlowTable

extension Dump {
    /// Adds the lines of all records, in the order of their offsets.
    mutating func addRecords() {
        if view.recordBytes == 0 { return }
        addHeading("records")
        let start = offset(of: view.records)
        for (place, kind) in recordKinds().sorted(by: { $0.key < $1.key }) {
            addUnused(to: start + place)
            addHeading("record " + String(place) + ": " + String(describing: kind))
            addRecord(kind)
        }
        addUnused(to: start + view.recordBytes)
    }

    /// Returns the kind of each record that the table refers to, by the record's offset.
    private func recordKinds() -> [Int: RecordKind] {
        var kinds: [Int: RecordKind] = [:]
        // Offset 0 refers to no record.
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

    /// Returns the offset of the reply's record that the call's record at offset `record` refers to.
    private func replyRecord(ofCall record: Int) -> Int {
        var reader = table.record(record)
        // Skip the name of the operation, and then the inputs.
        reader.skip(1)
        for _ in 0..<reader.readVarint() { reader.skipInput() }
        return reader.readVarint()
    }

    /// Adds the lines of the next record, which is of the given kind.
    private mutating func addRecord(_ kind: RecordKind) {
        switch kind {
        case .present:
            addTimeLimit()
            addShows()
            addAsks()
        case .call:
            addNumber { "operation " + $0.quotedString($1) }
            addList("inputs") { dump in dump.addInput() }
            addNumber { "reply: record " + String($1) }
        case .reply: addReply()
        case .handler: addHandler()
        case .end:
            addNumber { "outcome " + $0.quotedString($1) }
            addNumber { "step " + $0.quotedString($1) }
            addShows()
        case .notify:
            addNumber { "notification " + $0.quotedString($1) }
            addShows()
        case .start: addAsks()
        }
    }

    /// Adds the lines of a reply's record: the paths that tell what the reply means, and the outputs.
    private mutating func addReply() {
        addPath("challenge at")
        addPath("success at")
        addList("outputs") { dump in
            dump.addNumber { "output " + $0.slotName($1) }
            dump.addPath("at")
            dump.addNumber { "as " + (OutputEncoding(rawValue: UInt8($1)).map { String(describing: $0) } ?? "") }
            let flags = dump.addNumber { $1 & OutputFlag.required != 0 ? "required" : "optional" }
            if flags & OutputFlag.prefix != 0 { dump.addNumber { "without prefix " + $0.quotedString($1) } }
            if flags & OutputFlag.demand != 0 { dump.addReplies("required in") }
            if flags & OutputFlag.reading != 0 { dump.addReplies("read only from") }
        }
    }

    /// Adds the lines of a handler's record: its name, its inputs and its outputs.
    private mutating func addHandler() {
        addNumber { "handler " + $0.quotedString($1) }
        addList("inputs") { dump in
            dump.addNumber { "input " + $0.quotedString($1) }
            dump.addSource("from")
        }
        addList("outputs") { dump in
            dump.addNumber { "output " + $0.quotedString($1) }
            dump.addNumber { "to " + $0.slotName($1) }
            dump.addNumber { $1 & OutputFlag.required != 0 ? "required" : "optional" }
        }
    }
}

extension Dump {
    /// Adds a line for the count of a list, and calls `addElement` for each element.
    mutating func addList(_ title: String, _ addElement: (inout Dump) -> Void) {
        let count = addNumber { String($1) + " " + title }
        for _ in 0..<count { addElement(&self) }
    }

    /// Adds the lines of a path: its length and its names.
    ///
    /// - Parameter title: the words that introduce the path
    /// - Returns: the names, joined by dots
    @discardableResult
    mutating func addPath(_ title: String) -> String {
        var names: [String] = []
        let count = addNumber { $1 == 0 ? title + " an empty path" : title + " a path of " + String($1) }
        for _ in 0..<count { names.append(table.string(addNumber { "member " + $0.quotedString($1) })) }
        return names.joined(separator: ".")
    }

    /// Adds the lines of a set of replies: its flags, and the challenges that it names.
    mutating func addReplies(_ title: String) {
        let flags = addNumber { _, flags in
            var words = [title]
            if flags & ReplyFlag.success != 0 { words.append("success") }
            if flags & ReplyFlag.challenges != 0 { words.append("challenges") }
            return words.joined(separator: " ")
        }
        guard flags & ReplyFlag.named != 0 else { return }
        addList("challenges") { dump in dump.addNumber { "challenge " + $0.quotedString($1) } }
    }

    /// Adds the lines of a request's input: its path, its source, its encoding and its prefix.
    mutating func addInput() {
        let flags = addSource("input " + addPath("at"))
        guard flags & SourceFlag.encoded != 0 else { return }
        // The number is twice the encoding, plus one if a prefix follows.
        let encoding = addNumber {
            "as " + (InputEncoding(rawValue: UInt8($1 / 2)).map { String(describing: $0) } ?? "")
        }
        if encoding & 1 != 0 { addNumber { "with prefix " + $0.quotedString($1) } }
    }

    /// Adds the lines of a source: its flags, and then the literal or the slots that it reads.
    ///
    /// - Parameter title: the words that introduce the source
    /// - Returns: the source's flags
    @discardableResult
    mutating func addSource(_ title: String) -> Int {
        let flags = addNumber { _, flags in
            let names = SourceFlag.names.filter { flags & $0.flag != 0 }.map(\.name)
            return ([title] + names).joined(separator: " ")
        }
        addNumber { flags & SourceFlag.literal != 0 ? $0.quotedString($1) : $0.slotName($1) }
        if flags & SourceFlag.otherwise != 0 { addNumber { "or " + $0.slotName($1) } }
        return flags
    }

    /// Adds the lines of a step's time limit and its deadlines.
    mutating func addTimeLimit() {
        // The number is the kind of the limit, plus `TableFormat.deadlines` if deadlines follow.
        let kind = addNumber { $1 % TableFormat.deadlines == 0 ? "no time limit of its own" : "time limit" }
        switch kind % TableFormat.deadlines {
        case TableFormat.limitInSeconds: addNumber { counted($1, "second") }
        case TableFormat.limitInSlot: addNumber { "seconds in " + $0.slotName($1) }
        default: break
        }
        guard kind >= TableFormat.deadlines else { return }
        addList("deadlines") { dump in
            dump.addNumber { "until " + $0.slotName($1) }
            dump.addNumber { "then " + $0.eventLabel($1 + TableFormat.firstOwnEvent) }
        }
    }

    /// Adds the lines of a list of shown values.
    mutating func addShows() {
        addList("shown values") { dump in
            dump.addNumber { "show " + $0.quotedString($1) }
            dump.addSource("from")
        }
    }

    /// Adds the lines of a list of asked values, each with its flags and their operands.
    mutating func addAsks() {
        addList("asked values") { dump in
            dump.addNumber { "ask " + $0.quotedString($1) }
            dump.addNumber { "for " + $0.slotName($1) }
            let flags = AskFlags(bits: dump.addNumber { "flags" + Self.names(of: AskFlags(bits: $1)) })
            for flag in AskFlag.allCases where flags[flag] { dump.addOperand(of: flag) }
        }
    }

    /// Adds the lines of the operand of a flag, if it has one.
    private mutating func addOperand(of flag: AskFlag) {
        let title =
            switch flag {
            case .offered: "offered in "
            case .meant: "as meant in "
            case .fallback: "else "
            default: "\(flag) "
            }
        switch flag.operand {
        case .number, .pattern: addNumber { title + String($1) }
        case .strings: addList("\(flag)") { dump in dump.addNumber { "word " + $0.quotedString($1) } }
        case .slot, .slotOfSameType: addNumber { title + $0.slotName($1) }
        case .value: addNumber { title + $0.quotedString($1) }
        case nil: break
        }
    }

    /// Returns the names of the set flags of an ask, each after a space.
    private static func names(of flags: AskFlags) -> String {
        AskFlag.allCases.filter { flags[$0] }.map { " \($0)" }.joined()
    }
}
