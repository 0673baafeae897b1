/// The filter of `ListUsers` (API reference, ListUsers).
///
/// `name = "Ana"` matches a value, `name ^= "An"` a prefix.
struct UserFilter: Sendable {
    /// The attributes that filters support.
    static let names: Set<String> = [
        "username", "email", "phone_number", "name", "given_name", "family_name", "preferred_username",
        "cognito:user_status", "status", "sub",
    ]
    private static let longest = 256

    private let name: String
    private let isBeginning: Bool
    private let value: String

    /// Parses a filter.
    /// - Returns: nil for an empty one, which all users match.
    init?(_ text: String) throws(PoolError) {
        guard text.unicodeScalars.count <= Self.longest else { throw .invalidParameter("Filter is too long") }
        var rest = text.drop(while: \.isWhitespace)
        guard !rest.isEmpty else { return nil }
        name = String(rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "^" })
        rest = rest.dropFirst(name.count).drop(while: \.isWhitespace)
        isBeginning = rest.first == "^"
        if isBeginning { rest.removeFirst() }
        guard rest.popFirst() == "=", let value = Self.quoted(rest.drop(while: \.isWhitespace)) else {
            throw .invalidParameter("Error while parsing filter.")
        }
        guard Self.names.contains(name) else { throw .invalidParameter("Users cannot be searched by this attribute.") }
        self.value = value
    }

    /// Parses a whole quoted string, in which backslashes escape characters.
    private static func quoted(_ text: Substring) -> String? {
        guard text.first == "\"" else { return nil }
        var (rest, value) = (text.dropFirst(), "")
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

    /// Whether a user matches.
    func admits(_ user: PoolUser) -> Bool {
        switch name {
        case "username": matches(user.username, value)
        case "sub": matches(user.id, value)
        case "status": matches(user.isEnabled ? "Enabled" : "Disabled", value)
        case "cognito:user_status": matches(user.status.rawValue, value.uppercased())
        default: matches(user.attributes[name], value)
        }
    }

    private func matches(_ text: String?, _ value: String) -> Bool {
        guard let text else { return false }
        return isBeginning ? text.hasPrefix(value) : text == value
    }
}
