/// The filter of ListUsers: `name = "Ana"` for a value, `name ^= "An"` for a beginning (API reference, ListUsers).
struct UserFilter: Sendable {
    /// The attributes that users can be searched by.
    static let names: Set<String> = [
        "username", "email", "phone_number", "name", "given_name", "family_name", "preferred_username",
        "cognito:user_status", "status", "sub",
    ]
    private static let longest = 256

    private let name: String
    private let isBeginning: Bool
    private let value: String

    /// Reads a filter.
    /// - Returns: nothing for an empty one, which all users pass.
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

    /// A text in quotation marks, in which a backslash stands before those that belong to it, and nothing behind them.
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

    /// Whether a user passes.
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
