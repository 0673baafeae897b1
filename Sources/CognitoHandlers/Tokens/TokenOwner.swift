/// The account that tokens are of, as far as they say it: claims of an id token and of the access token beside it.
package struct TokenOwner: Sendable {
    /// The ids of the account, `sub`: one for each token that has it.
    private let ids: [String]
    /// The names of the account that never change.
    private let usernames: [String]
    /// The account's other names; only an id token has them.
    private let aliases: [String]

    /// The owner of tokens. A token that cannot be read says nothing.
    package init(idToken: String?, accessToken: String?) {
        let identity = idToken.flatMap { TokenClaims($0) }
        let access = accessToken.flatMap { TokenClaims($0) }
        ids = [identity?["sub"], access?["sub"]].compactMap { $0 }
        usernames = [identity?["cognito:username"], access?["username"]].compactMap { $0 }
        aliases = ["email", "phone_number", "preferred_username"].compactMap { identity?[$0] }
    }

    /// Whether the tokens are provably of two accounts.
    package var isTwo: Bool {
        guard let first = ids.first else { return false }
        return ids.contains { !$0.isSameBytes(as: first) }
    }

    /// Whether the account is provably another than the one that other tokens are of.
    package func differs(from former: TokenOwner) -> Bool {
        guard let id = ids.first, let before = former.ids.first else { return false }
        return !id.isSameBytes(as: before)
    }

    /// Whether the service named another account.
    ///
    /// The id for SRP decides where there is one: Cognito documents it as the account's own name, never an alias. A user name counts
    /// only without it, and proves nothing where it may be an alias that these tokens do not tell. Case does not count, as in pools
    /// that ignore it. An id may stand for a name, as some emulators have it.
    /// - Parameters:
    ///   - userID: `USER_ID_FOR_SRP` of this sign-in.
    ///   - username: `USERNAME` of this sign-in.
    /// - Returns: whether the account provably has no such name.
    package func isAnother(thanUserID userID: String?, orUsername username: String?) -> Bool {
        guard !ids.isEmpty, !usernames.isEmpty else { return false }
        if let userID, !userID.isEmpty { return !isCalled(userID) }
        guard let username, !username.isEmpty, !isCalled(username) else { return false }
        return username.form == .name || (usernames + aliases).contains { $0.form == username.form }
    }

    private func isCalled(_ name: String) -> Bool {
        (ids + usernames + aliases).contains { $0.isSameWord(as: name) }
    }
}

extension String {
    /// The same bytes, as the service compares names: Swift takes texts of one look for equal.
    fileprivate func isSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// A name, or an address or a telephone number, which may be an alias.
    fileprivate enum Form { case name, address, number }

    /// The form of a user name.
    fileprivate var form: Form { contains("@") ? .address : hasPrefix("+") ? .number : .name }

    /// The same but for the case of letters.
    fileprivate func isSameWord(as other: String) -> Bool { lowercased().isSameBytes(as: other.lowercased()) }
}
