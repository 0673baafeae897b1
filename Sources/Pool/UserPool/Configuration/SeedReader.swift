import FlowCore

/// Reads the members of an object in a seed, and reports errors with the member's path.
///
/// Each `read` sets its target to the member's value, or leaves it if the member is missing.
struct SeedReader {
    private let members: [JSONMember]
    /// The object's path; empty for the seed itself.
    private let path: String

    /// The requirement for a string that must not be empty, for ``failure(_:mustBe:)``.
    static let nonemptyString = "a nonempty string"

    /// Creates a reader of an object, whose path appears in the messages of failures.
    init(_ value: JSONValue, at path: String) throws(PoolSeedFailure) {
        guard let members = value.members else {
            throw PoolSeedFailure("\(path.isEmpty ? "the seed" : path) must be an object")
        }
        self.members = members
        self.path = path
    }

    /// Rejects members with other names, which are usually misspelled.
    func rejectMembers(otherThan names: [String]) throws(PoolSeedFailure) {
        for member in members where !names.contains(member.name) {
            throw PoolSeedFailure(
                "\(path(of: member.name)) is not a valid member; use one of " + names.joined(separator: ", "))
        }
    }

    func hasMember(_ name: String) -> Bool { member(name) != nil }

    /// Reads a string into `target`, if the member is present.
    func read(_ name: String, _ target: inout String) throws(PoolSeedFailure) {
        guard let value = member(name) else { return }
        guard let text = value.string else { throw failure(name, mustBe: "a string") }
        target = text
    }

    /// Reads a string into `target`, if the member is present.
    func read(_ name: String, _ target: inout String?) throws(PoolSeedFailure) {
        guard member(name) != nil else { return }
        var text = ""
        try read(name, &text)
        target = text
    }

    /// Reads a boolean into `target`, if the member is present.
    func read(_ name: String, _ target: inout Bool) throws(PoolSeedFailure) {
        guard let value = member(name) else { return }
        guard case .bool(let flag) = value else { throw failure(name, mustBe: "true or false") }
        target = flag
    }

    /// Reads a whole number in a range into `target`, if the member is present.
    func read<Number: BinaryInteger & LosslessStringConvertible>(
        _ name: String, _ target: inout Number, in range: ClosedRange<Number>
    ) throws(PoolSeedFailure) {
        guard let value = member(name) else { return }
        guard case .number(let text) = value, let number = Number(text), range.contains(number) else {
            throw failure(name, mustBe: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        target = number
    }

    /// Reads the case of an enumeration into `target`, if the member is present.
    func read<Enumeration: RawRepresentable & CaseIterable>(
        _ name: String, _ target: inout Enumeration
    ) throws(PoolSeedFailure) where Enumeration.RawValue == String {
        guard let value = member(name) else { return }
        target = try enumerationCase(value, at: path(of: name))
    }

    /// Reads a list of cases of an enumeration into `target`, if the member is present.
    func read<Enumeration: RawRepresentable & CaseIterable>(
        _ name: String, _ target: inout [Enumeration]
    ) throws(PoolSeedFailure) where Enumeration.RawValue == String {
        guard let items = try list(name) else { return }
        var cases: [Enumeration] = []
        for (index, item) in items.enumerated() {
            cases.append(try enumerationCase(item, at: "\(path(of: name))[\(index)]"))
        }
        target = cases
    }

    /// Reads a list of strings into `target`, if the member is present.
    func read(_ name: String, _ target: inout [String]) throws(PoolSeedFailure) {
        guard let items = try list(name) else { return }
        var texts: [String] = []
        for item in items {
            guard let text = item.string else { throw failure(name, mustBe: "a list of strings") }
            texts.append(text)
        }
        target = texts
    }

    /// Reads a list of strings into the set `target`, if the member is present.
    func read(_ name: String, _ target: inout Set<String>) throws(PoolSeedFailure) {
        var texts = Array(target)
        try read(name, &texts)
        target = Set(texts)
    }

    /// Checks that a list contains only permitted strings, if the member is present.
    func checkValues(of name: String, areIn permitted: [String]) throws(PoolSeedFailure) {
        for (index, item) in (try list(name) ?? []).enumerated() where !permitted.contains(item.string ?? "") {
            throw PoolSeedFailure("\(path(of: name))[\(index)] must be one of " + permitted.joined(separator: ", "))
        }
    }

    /// Reads a nonempty string of at most `longest` bytes into `target`, if the member is present.
    func readNonempty(_ name: String, _ target: inout String, longest: Int = .max) throws(PoolSeedFailure) {
        try read(name, &target)
        guard hasMember(name) else { return }
        guard !target.isEmpty else { throw failure(name, mustBe: Self.nonemptyString) }
        guard target.utf8.count <= longest else { throw failure(name, mustBe: "at most \(longest) bytes long") }
    }

    /// Reads an object of strings into `target`, if the member is present.
    func read(_ name: String, _ target: inout [String: String]) throws(PoolSeedFailure) {
        guard let value = member(name) else { return }
        let reader = try SeedReader(value, at: path(of: name))
        var texts: [String: String] = [:]
        for member in reader.members {
            guard let text = member.value.string else { throw reader.failure(member.name, mustBe: "a string") }
            texts[member.name] = text
        }
        target = texts
    }

    /// Returns a reader of a member that is an object, or nil if the member is missing.
    func object(_ name: String) throws(PoolSeedFailure) -> SeedReader? {
        guard let value = member(name) else { return nil }
        return try SeedReader(value, at: path(of: name))
    }

    /// Returns readers of the objects in a list, or nil if the member is missing.
    func objects(_ name: String) throws(PoolSeedFailure) -> [SeedReader]? {
        guard let items = try list(name) else { return nil }
        var readers: [SeedReader] = []
        for (index, item) in items.enumerated() {
            readers.append(try SeedReader(item, at: "\(path(of: name))[\(index)]"))
        }
        return readers
    }

    /// Returns the error for a member that does not meet a requirement, such as "a list" or "at most 64 bytes long".
    func failure(_ name: String, mustBe requirement: String) -> PoolSeedFailure {
        PoolSeedFailure("\(path(of: name)) must be \(requirement)")
    }

    private func enumerationCase<Enumeration: RawRepresentable & CaseIterable>(
        _ value: JSONValue, at path: String
    ) throws(PoolSeedFailure) -> Enumeration where Enumeration.RawValue == String {
        guard let text = value.string, let result = Enumeration(rawValue: text) else {
            throw PoolSeedFailure(
                "\(path) must be one of " + Enumeration.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return result
    }

    /// Returns the items of a list, or nil if the member is missing.
    private func list(_ name: String) throws(PoolSeedFailure) -> [JSONValue]? {
        guard let value = member(name) else { return nil }
        guard case .array(let items) = value else { throw failure(name, mustBe: "a list") }
        return items
    }

    /// Returns the value of a member, or nil if it is missing. If the name occurs twice, the last member counts.
    private func member(_ name: String) -> JSONValue? { members.last { $0.name == name }?.value }

    /// Returns the path of a member in the whole file, for messages.
    private func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }
}
