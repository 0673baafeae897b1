/// A filter of `ListUsers`: `name = "Ana"` matches a whole value, and `name ^= "An"` a prefix (API reference).
struct UserFilter: Sendable {
    /// The attributes that filters support.
    static let names: Set<String> = [
        "username", "email", "phone_number", "name", "given_name", "family_name", "preferred_username",
        "cognito:user_status", "status", "sub",
    ]
    private static let maxScalarCount = 256

    private let name: String
    /// Whether a value only needs to start with ``value``.
    private let isPrefix: Bool
    private let value: String

    /// Parses a filter.
    /// - Returns: nil for an empty or blank filter, which all users match.
    /// - Throws: `InvalidParameterException` if the filter is too long or malformed, or its attribute is not supported.
    init?(_ text: String) throws(PoolError) {
        guard text.unicodeScalars.count <= Self.maxScalarCount else { throw .invalidParameter("Filter is too long") }
        var rest = text.drop(while: \.isWhitespace)
        guard !rest.isEmpty else { return nil }
        name = String(rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "^" })
        rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        isPrefix = rest.first == "^"
        if isPrefix { rest.removeFirst() }
        guard rest.popFirst() == "=", let value = Self.parseQuotedString(rest.drop(while: \.isWhitespace)) else {
            throw .invalidParameter("Error while parsing filter.")
        }
        guard Self.names.contains(name) else { throw .invalidParameter("Filter does not support this attribute.") }
        self.value = value
    }

    /// Parses a quoted string, in which a backslash escapes the next character.
    /// - Returns: the string without quotation marks and escapes, or nil if the text is not one quoted string.
    private static func parseQuotedString(_ text: Substring) -> String? {
        guard text.first == "\"" else { return nil }
        var rest = text.dropFirst()
        var value = ""
        while let character = rest.popFirst() {
            switch character {
            case "\"": return rest.allSatisfy(\.isWhitespace) ? value : nil
            case "\\":
                guard let escaped = rest.popFirst() else { return nil }
                value.append(escaped)
            default: value.append(character)
            }
        }
        return nil
    }

    /// Returns whether a user has a value that the filter matches.
    func matches(_ user: PoolUser) -> Bool {
        switch name {
        case "username": matches(user.username, expected: value)
        case "sub": matches(user.id, expected: value)
        case "status": matches(user.isEnabled ? "Enabled" : "Disabled", expected: value)
        case "cognito:user_status": matches(user.status.rawValue, expected: value.uppercased())
        default: matches(user.attributes[name], expected: value)
        }
    }

    /// Returns whether a user's text equals or starts with the expected one; false if the user has none.
    private func matches(_ text: String?, expected: String) -> Bool {
        guard let text else { return false }
        return isPrefix ? text.utf8.starts(with: expected.utf8) : text.utf8.elementsEqual(expected.utf8)
    }
}
