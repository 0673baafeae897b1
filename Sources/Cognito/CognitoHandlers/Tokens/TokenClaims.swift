package import FlowCore

/// The claims of a token. The token's signature is not verified: the service verifies it, and an app only reads the
/// claims.
package struct TokenClaims: Sendable {
    private let payload: JSONValue

    /// All claims, in their order in the token.
    package var all: [JSONMember] { payload.members ?? [] }

    /// Parses the claims of a JSON Web Token (RFC 7519 section 3). The signature is not verified.
    /// - Returns: nil if the text is malformed.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = Base64.bytes(String(parts[1])), let payload = JSONValue(json: bytes),
            payload.members != nil
        else { return nil }
        self.payload = payload
    }

    /// The text of a claim, or nil if it is missing or not a text.
    package subscript(name: String) -> String? { payload[name]?.string }

    /// The user's name in an access token (`username`), or nil if the claim is missing.
    package var username: String? { self["username"] }

    /// The user's id, or nil if no claim says it.
    package var subject: String? { self["sub"] }

    /// When the token expires, in seconds since 1970 (UTC), or nil if no claim says so.
    package var expiry: Int64? { time("exp") }

    /// When the token was issued, in seconds since 1970 (UTC), or nil if no claim says so.
    package var issued: Int64? { time("iat") }

    /// Returns the value of a claim, in seconds since 1970, or nil if it is missing or not an integer.
    private func time(_ name: String) -> Int64? {
        guard case .number(let text) = payload[name] else { return nil }
        return Int64(text)
    }
}

/// The account of an id token and an access token, by their claims.
struct TokenOwner: Sendable {
    /// The ids of the account (`sub`), one per token that has it.
    private let ids: [String]
    /// The permanent user names of the account.
    private let usernames: [String]
    /// The other names with which the account may sign in.
    private let aliases: [String]

    /// Reads the owner from the claims of tokens. A missing or malformed token contributes nothing.
    init(idToken: String?, accessToken: String?) {
        let identity = idToken.flatMap { TokenClaims($0) }
        let access = accessToken.flatMap { TokenClaims($0) }
        ids = [identity?["sub"], access?["sub"]].compactMap { $0 }
        usernames = [identity?["cognito:username"], access?["username"]].compactMap { $0 }
        aliases = ["email", "phone_number", "preferred_username"].compactMap { identity?[$0] }
    }

    /// Whether the tokens provably belong to two accounts.
    var hasTwoAccounts: Bool {
        guard let first = ids.first else { return false }
        return ids.contains { !$0.hasSameBytes(as: first) }
    }

    /// Returns whether earlier tokens provably belong to another account. Tokens without an id prove nothing.
    func differs(from previous: TokenOwner) -> Bool {
        guard let id = ids.first, let before = previous.ids.first else { return false }
        return !id.hasSameBytes(as: before)
    }

    /// Returns whether the tokens provably belong to an account other than the one that the service named.
    ///
    /// If there is an id for SRP, the id decides, because Cognito documents it as the account's own name and never an
    /// alias. Otherwise, the user name decides, unless it may be an alias that these tokens do not contain. Case is
    /// ignored, because some pools ignore it. A name may also equal the account's id, because some emulators return the
    /// id instead.
    /// - Parameters:
    ///   - userID: `USER_ID_FOR_SRP` of this sign-in.
    ///   - username: `USERNAME` of this sign-in.
    /// - Returns: true only if the account provably does not have the deciding name.
    func differs(fromUserID userID: String?, username: String?) -> Bool {
        guard !ids.isEmpty, !usernames.isEmpty else { return false }
        if let userID, !userID.isEmpty { return !hasName(userID) }
        guard let username, !username.isEmpty, !hasName(username) else { return false }
        // An email address or telephone number proves something only if the tokens contain another one.
        return username.form == .name || (usernames + aliases).contains { $0.form == username.form }
    }

    /// Returns whether a name is an id, a user name or an alias of the account, ignoring case.
    private func hasName(_ name: String) -> Bool {
        (ids + usernames + aliases).contains { $0.isEqualIgnoringCase(to: name) }
    }
}

extension String {
    /// Returns whether two texts have the same bytes, as the service compares them. Swift's `==` treats é and e´ as
    /// equal.
    fileprivate func hasSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The form of a user name. Email addresses and telephone numbers may be aliases.
    fileprivate enum Form { case name, address, number }

    /// Whether this user name is written as a name, an email address or a telephone number.
    fileprivate var form: Form {
        if contains("@") { return .address }
        return hasPrefix("+") ? .number : .name
    }

    /// Returns whether two names are equal if case is ignored.
    fileprivate func isEqualIgnoringCase(to other: String) -> Bool { lowercased().hasSameBytes(as: other.lowercased()) }
}
