public import FlowRuntime

/// Keeps the tokens of the user who signed in last, best where other apps cannot read them.
public protocol CognitoTokenStore: Sendable {
    /// The user who signed in last, and their tokens.
    func current() async throws(FlowHandlerFailure) -> (username: String, tokens: CognitoTokens)?
    /// Stores tokens in place of those from before.
    func store(_ tokens: CognitoTokens, of username: String) async throws(FlowHandlerFailure)
    /// Forgets the tokens, if they are there; with a user name only those of this user, byte for byte.
    func clear(_ username: String?) async throws(FlowHandlerFailure)
}

/// Keeps tokens as long as the process runs.
public actor MemoryTokenStore: CognitoTokenStore {
    private var kept: (username: String, tokens: CognitoTokens)?

    /// Nothing stored yet.
    public init() {}

    /// The user who signed in last, and their tokens.
    public func current() -> (username: String, tokens: CognitoTokens)? { kept }

    /// Stores tokens in place of those from before.
    public func store(_ tokens: CognitoTokens, of username: String) { kept = (username, tokens) }

    /// Forgets the tokens, or only those of one user.
    public func clear(_ username: String?) {
        if let username, let kept, !kept.username.utf8.elementsEqual(username.utf8) { return }
        kept = nil
    }
}
