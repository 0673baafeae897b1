import FlowCore

/// The two keys of a pool's tokens: a token of one kind does not pass where the key of the other kind is expected.
struct TokenSigners: Sendable {
    /// Signs access tokens.
    let access: TokenSigner
    /// Signs id tokens.
    let identity: TokenSigner

    /// The public keys.
    var webKeys: [WireValue] { [identity.webKey, access.webKey] }

    /// Whether a text is a token that either key signed.
    func know(_ token: String) -> Bool { access.claims(token) != nil || identity.claims(token) != nil }
}
