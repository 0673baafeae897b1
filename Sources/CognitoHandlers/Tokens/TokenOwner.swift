/// The account that tokens are of, as far as they say it: claims of an id token and of the access token beside it.
package struct TokenOwner: Sendable {
    /// The ids of the account, `sub`: one for each token that has it.
    private let ids: [String]
    /// The names of the account that never change.
    private let usernames: [String]
    /// What the account can be called besides; only an id token says it.
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

    /// Whether the account provably has none of these names. An id may be among them: some services take it for a name.
    package func hasNone(of names: [String]) -> Bool {
        guard !names.isEmpty, !ids.isEmpty, !usernames.isEmpty else { return false }
        return !names.contains { name in
            (ids + usernames).contains { $0.isSameBytes(as: name) } || aliases.contains { $0.isSameWord(as: name) }
        }
    }
}

extension String {
    /// The same bytes, as the service compares names: Swift takes texts of one look for equal.
    fileprivate func isSameBytes(as other: String) -> Bool { utf8.elementsEqual(other.utf8) }

    /// The same but for the case of letters, as addresses are compared.
    fileprivate func isSameWord(as other: String) -> Bool { lowercased().isSameBytes(as: other.lowercased()) }
}
