import FlowCore

/// A parsed request body.
struct PoolInput: Sendable {
    let json: JSONValue
    /// The API's longest string in bytes.
    private static let longest = 131_072

    init(_ json: JSONValue) {
        self.json = json
    }

    /// Returns an optional string.
    /// - Throws: `SerializationException` if it has another type.
    func optional(_ name: String) throws(PoolError) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw Self.wrongType(name) }
        guard text.utf8.count <= Self.longest else { throw Self.tooLong(name) }
        return text
    }

    /// Returns a required, nonempty string of at most `longest` bytes.
    func text(_ name: String, longest: Int? = nil) throws(PoolError) -> String {
        guard let text = try optional(name), !text.isEmpty else {
            throw .invalidParameter("Missing required parameter \(name)")
        }
        if let longest, text.utf8.count > longest { throw Self.tooLong(name) }
        return text
    }

    /// Returns a required list.
    func list(_ name: String) throws(PoolError) -> [JSONValue] {
        guard let value = json[name] else { throw .invalidParameter("Missing required parameter \(name)") }
        guard case .array(let items) = value else { throw Self.wrongType(name) }
        return items
    }

    /// Returns a required list of strings.
    func texts(_ name: String) throws(PoolError) -> [String] {
        var texts: [String] = []
        for item in try list(name) {
            guard let text = item.string else { throw Self.wrongType(name) }
            texts.append(text)
        }
        return texts
    }

    /// Returns a Boolean; false by default.
    func flag(_ name: String) throws(PoolError) -> Bool {
        guard let value = json[name] else { return false }
        guard case .bool(let flag) = value else { throw Self.wrongType(name) }
        return flag
    }

    /// Returns an optional nonnegative integer.
    /// - Throws: `SerializationException` if it has another type, `InvalidParameterException` if it is out of range.
    func count(_ name: String, atMost most: Int) throws(PoolError) -> Int? {
        guard let value = json[name] else { return nil }
        guard case .number(let digits) = value else { throw Self.wrongType(name) }
        guard let count = Int(digits), (0...most).contains(count) else {
            throw .invalidParameter("\(name) is a whole number from 0 to \(most)")
        }
        return count
    }

    /// Returns a structure; empty by default.
    func object(_ name: String) throws(PoolError) -> PoolInput {
        guard let value = json[name] else { return PoolInput(.object([])) }
        guard case .object = value else { throw Self.wrongType(name) }
        return PoolInput(value)
    }

    /// Returns a map of strings; empty by default.
    func map(_ name: String) throws(PoolError) -> [String: String] {
        var map: [String: String] = [:]
        for member in try object(name).json.members ?? [] {
            guard let text = member.value.string else { throw Self.wrongType(name) }
            guard text.utf8.count <= Self.longest else { throw Self.tooLong(name) }
            map[member.name] = text
        }
        return map
    }

    /// Returns a list of `{"Name": …, "Value": …}`; empty by default.
    func attributes(_ name: String) throws(PoolError) -> [String: String] {
        guard let value = json[name] else { return [:] }
        guard case .array(let items) = value else { throw Self.wrongType(name) }
        var attributes: [String: String] = [:]
        for item in items {
            guard case .object = item else { throw Self.wrongType(name) }
            let entry = PoolInput(item)
            attributes[try entry.text("Name", longest: 32)] = try entry.optional("Value") ?? ""
        }
        return attributes
    }

    private static func tooLong(_ name: String) -> PoolError { .invalidParameter("\(name) is too long") }

    /// The error for a member of the wrong type.
    static func wrongType(_ name: String) -> PoolError {
        PoolError("SerializationException", "\(name) has the wrong type")
    }
}
