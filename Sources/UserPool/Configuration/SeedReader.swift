import FlowCore

/// Reads an object of a seed by member, and tracks its path.
struct SeedReader {
    private let members: [JSONMember]
    private let path: String

    /// Reads the object at a path.
    /// - Throws: an error if the value is not an object.
    init(_ value: JSONValue, at path: String) throws(PoolSeedFailure) {
        guard let members = value.members else { throw PoolSeedFailure("\(path) must be an object") }
        self.members = members
        self.path = path
    }

    /// Rejects unknown members, which are usually misspelled.
    func allow(_ names: [String]) throws(PoolSeedFailure) {
        for member in members where !names.contains(member.name) {
            throw PoolSeedFailure(
                "\(place(member.name)) is not known; there are: " + names.joined(separator: ", "))
        }
    }

    /// Whether there is a member of that name.
    func has(_ name: String) -> Bool { value(name) != nil }

    /// Reads a string, if present.
    func read(_ name: String, _ target: inout String) throws(PoolSeedFailure) {
        guard let value = value(name) else { return }
        guard let text = value.string else { throw wrong(name, "a text") }
        target = text
    }

    /// Reads an optional string.
    func read(_ name: String, _ target: inout String?) throws(PoolSeedFailure) {
        var text = ""
        guard value(name) != nil else { return }
        try read(name, &text)
        target = text
    }

    /// Reads a Boolean, if present.
    func read(_ name: String, _ target: inout Bool) throws(PoolSeedFailure) {
        guard let value = value(name) else { return }
        guard case .bool(let flag) = value else { throw wrong(name, "true or false") }
        target = flag
    }

    /// Reads a number in a range, if present.
    func read<Number: BinaryInteger & LosslessStringConvertible>(
        _ name: String, _ target: inout Number, in range: ClosedRange<Number>
    ) throws(PoolSeedFailure) {
        guard let value = value(name) else { return }
        guard case .number(let text) = value, let number = Number(text), range.contains(number) else {
            throw wrong(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        target = number
    }

    /// Reads a case of an enumeration, if present.
    func read<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ target: inout Word
    ) throws(PoolSeedFailure) where Word.RawValue == String {
        guard let value = value(name) else { return }
        target = try word(value, place(name))
    }

    /// Reads cases of an enumeration, if present.
    func read<Word: RawRepresentable & CaseIterable>(
        _ name: String, _ target: inout [Word]
    ) throws(PoolSeedFailure) where Word.RawValue == String {
        guard let items = try items(name) else { return }
        var words: [Word] = []
        for (index, item) in items.enumerated() { words.append(try word(item, "\(place(name))[\(index)]")) }
        target = words
    }

    /// Reads a list of strings, if present.
    func read(_ name: String, _ target: inout [String]) throws(PoolSeedFailure) {
        guard let items = try items(name) else { return }
        var texts: [String] = []
        for item in items {
            guard let text = item.string else { throw wrong(name, "a list of texts") }
            texts.append(text)
        }
        target = texts
    }

    /// Reads a set of strings, if present.
    func read(_ name: String, _ target: inout Set<String>) throws(PoolSeedFailure) {
        var texts = Array(target)
        try read(name, &texts)
        target = Set(texts)
    }

    /// Checks that a list of strings, if present, contains only these.
    func check(_ name: String, _ words: [String]) throws(PoolSeedFailure) {
        for (index, item) in (try items(name) ?? []).enumerated() where !words.contains(item.string ?? "") {
            throw PoolSeedFailure("\(place(name))[\(index)] must be one of " + words.joined(separator: ", "))
        }
    }

    /// Reads a nonempty string, if present.
    func readName(_ name: String, _ target: inout String) throws(PoolSeedFailure) {
        try read(name, &target)
        guard !has(name) || !target.isEmpty else { throw wrong(name, "a text that is not empty") }
    }

    /// Reads a map of strings, if present.
    func read(_ name: String, _ target: inout [String: String]) throws(PoolSeedFailure) {
        guard let value = value(name) else { return }
        let reader = try SeedReader(value, at: place(name))
        for member in reader.members {
            guard let text = member.value.string else { throw reader.wrong(member.name, "a text") }
            target[member.name] = text
        }
    }

    /// Returns the object of that name, if present.
    func object(_ name: String) throws(PoolSeedFailure) -> SeedReader? {
        guard let value = value(name) else { return nil }
        return try SeedReader(value, at: place(name))
    }

    /// Returns the objects of a list, if present.
    func objects(_ name: String) throws(PoolSeedFailure) -> [SeedReader]? {
        guard let items = try items(name) else { return nil }
        var readers: [SeedReader] = []
        for (index, item) in items.enumerated() {
            readers.append(try SeedReader(item, at: "\(place(name))[\(index)]"))
        }
        return readers
    }

    /// Creates the error for a member of the wrong type.
    func wrong(_ name: String, _ kind: String) -> PoolSeedFailure { PoolSeedFailure("\(place(name)) must be \(kind)") }

    private func word<Word: RawRepresentable & CaseIterable>(
        _ value: JSONValue, _ place: String
    ) throws(PoolSeedFailure) -> Word where Word.RawValue == String {
        guard let text = value.string, let word = Word(rawValue: text) else {
            throw PoolSeedFailure(
                "\(place) must be one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    private func items(_ name: String) throws(PoolSeedFailure) -> [JSONValue]? {
        guard let value = value(name) else { return nil }
        guard case .array(let items) = value else { throw wrong(name, "a list") }
        return items
    }

    private func value(_ name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    private func place(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
