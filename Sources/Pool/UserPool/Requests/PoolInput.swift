import FlowCore

/// The maximum lengths of strings in requests, in bytes (API reference).
enum MaxLength {
    /// The maximum length of a username, an app client's id or a group's name.
    static let name = 128
    static let poolID = 55
    /// The maximum length of a code that was sent.
    static let code = 2048
    static let deviceName = 1024
    /// The maximum length of a value in `AuthParameters`.
    static let authParameter = 2048
    static let attributeName = 32
    /// The maximum length of an attribute's value.
    static let attributeValue = 2048
}

extension Unicode.Scalar {
    /// Whether the scalar is allowed in a username or a group's name: a letter, mark, symbol, number or punctuation
    /// (API reference, SignUp and CreateGroup).
    var isAllowedInName: Bool {
        switch properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .spaceSeparator, .lineSeparator,
            .paragraphSeparator:
            false
        default: true
        }
    }
}

/// The parsed body of a request, or one of its structures.
///
/// Every accessor throws `SerializationException` if the member has another type.
struct PoolInput: Sendable {
    let json: JSONValue
    /// The maximum length of a string in bytes.
    private static let maxByteCount = 131_072

    /// Creates an input from an object; a value of another type has no members.
    init(_ json: JSONValue) {
        self.json = json
    }

    /// Returns a string, or nil if the member is missing.
    func optionalText(_ name: String) throws(PoolError) -> String? {
        guard let value = json[name] else { return nil }
        guard let text = value.string else { throw Self.wrongType(name) }
        guard text.utf8.count <= Self.maxByteCount else { throw Self.tooLong(name) }
        return text
    }

    /// Returns a required, nonempty string of at most `longest` bytes.
    /// - Throws: also `InvalidParameterException` if the string is missing, empty or too long.
    func text(_ name: String, longest: Int? = nil) throws(PoolError) -> String {
        guard let text = try optionalText(name), !text.isEmpty else {
            throw .invalidParameter("Missing required parameter \(name)")
        }
        if let longest, text.utf8.count > longest { throw Self.tooLong(name) }
        return text
    }

    /// Returns a required list of values.
    func list(_ name: String) throws(PoolError) -> [JSONValue] {
        guard let value = json[name] else { throw .invalidParameter("Missing required parameter \(name)") }
        guard case .array(let items) = value else { throw Self.wrongType(name) }
        return items
    }

    /// Returns a required list of strings.
    func texts(_ name: String) throws(PoolError) -> [String] {
        var result: [String] = []
        for item in try list(name) {
            guard let text = item.string else { throw Self.wrongType(name) }
            result.append(text)
        }
        return result
    }

    /// Returns a Boolean, which is false if the member is missing.
    func flag(_ name: String) throws(PoolError) -> Bool {
        guard let value = json[name] else { return false }
        guard case .bool(let flag) = value else { throw Self.wrongType(name) }
        return flag
    }

    /// Returns an integer from 0 to `maximum`, or nil if the member is missing.
    func integer(_ name: String, atMost maximum: Int) throws(PoolError) -> Int? {
        guard let value = json[name] else { return nil }
        guard case .number(let digits) = value else { throw Self.wrongType(name) }
        guard let number = Int(digits), (0...maximum).contains(number) else {
            throw .invalidParameter("\(name) must be a whole number from 0 to \(maximum)")
        }
        return number
    }

    /// Returns a structure, which is empty if the member is missing.
    func object(_ name: String) throws(PoolError) -> PoolInput {
        guard let value = json[name] else { return PoolInput(.object([])) }
        guard case .object = value else { throw Self.wrongType(name) }
        return PoolInput(value)
    }

    /// Returns a map of strings, which is empty if the member is missing.
    func stringMap(_ name: String) throws(PoolError) -> [String: String] {
        var result: [String: String] = [:]
        for member in try object(name).json.members ?? [] {
            guard let text = member.value.string else { throw Self.wrongType(name) }
            guard text.utf8.count <= Self.maxByteCount else { throw Self.tooLong(name) }
            result[member.name] = text
        }
        return result
    }

    /// Returns the attributes in a list of `{"Name": …, "Value": …}`, which is empty if the member is missing. A
    /// missing value becomes an empty string. Of two entries with the same name, the last counts.
    func attributes(_ name: String) throws(PoolError) -> [String: String] {
        guard let value = json[name] else { return [:] }
        guard case .array(let items) = value else { throw Self.wrongType(name) }
        var result: [String: String] = [:]
        for item in items {
            guard case .object = item else { throw Self.wrongType(name) }
            let entry = PoolInput(item)
            result[try entry.text("Name", longest: MaxLength.attributeName)] = try entry.optionalText("Value") ?? ""
        }
        return result
    }

    private static func tooLong(_ name: String) -> PoolError { .invalidParameter("\(name) is too long") }

    /// Returns the error that a member is not of the expected JSON type.
    static func wrongType(_ name: String) -> PoolError {
        PoolError("SerializationException", "\(name) has the wrong type")
    }
}

extension [String: String] {
    /// Returns the value of a required, nonempty member.
    func required(_ name: String) throws(PoolError) -> String {
        guard let value = self[name], !value.isEmpty else {
            throw .invalidParameter("Missing required parameter \(name)")
        }
        return value
    }
}

/// A page of a list, and the token of the next page.
struct PoolPage<Item> {
    let items: ArraySlice<Item>
    /// The token of the next page: the key of this page's last entry, or nil for the last page.
    let next: String?
    fileprivate let tokenName: String

    /// Returns the response of an operation that lists entries: the page, and the token if another page follows. `name`
    /// is the name of the member that contains the list, and `json` converts an entry to the API's form.
    func response(_ name: String, _ json: (Item) -> JSONValue) -> JSONValue {
        var members = [JSONMember(name, .array(items.map(json)))]
        if let next { members.append(JSONMember(tokenName, .string(next))) }
        return .object(members)
    }
}

extension PoolInput {
    /// Returns the requested page, sorted by key: up to `Limit` entries after the one whose key the token contains. If
    /// entries are added or removed between two requests, no other entry is skipped or repeated. `limitName` is the
    /// name of the member with the limit, and `maxSize` the maximum page size in the API, which is also the default.
    func page<Item>(
        of items: [Item], token name: String, limit limitName: String = "Limit", atMost maxSize: Int = 60,
        by key: (Item) -> String
    ) throws(PoolError) -> PoolPage<Item> {
        let limit = try integer(limitName, atMost: maxSize) ?? maxSize
        let token = try optionalText(name)
        guard token?.isEmpty != true else { throw .invalidParameter("Invalid pagination token.") }
        let remaining = items.filter { key($0) > token ?? "" }.sorted { key($0) < key($1) }
        // The API permits the limit 0, which means the default, because a list of empty pages would never end.
        let page = remaining.prefix(limit == 0 ? maxSize : limit)
        return PoolPage(items: page, next: page.count < remaining.count ? page.last.map(key) : nil, tokenName: name)
    }
}
