import FlowTable

extension Dump {
    /// Adds a count and as many elements.
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

    /// Adds a source of data.
    mutating func addSource(_ title: String) {
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
    }

    mutating func addTimeLimit() {
        let naming = self
        switch addNumber({ $0 == 0 ? "no time limit" : "time limit" }) {
        case 1: _ = addNumber { String($0) + " seconds" }
        case 2: _ = addNumber { "seconds in " + naming.slot($0) }
        default: break
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
