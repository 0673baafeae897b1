import FlowRuntime

extension FlowHandlers {
    /// Registers `tokens.check`, which fails as `another-user` where tokens are provably not of the account that signs in:
    /// the service called that account by other names, the tokens that they replace are of another, or they are of two.
    /// What is not told proves nothing.
    mutating func registerTokenCheck() {
        register("tokens.check") { inputs throws(FlowHandlerFailure) in
            let owner = TokenOwner(idToken: inputs["IdToken"], accessToken: inputs["AccessToken"])
            let former = TokenOwner(idToken: nil, accessToken: inputs["formerAccessToken"])
            let names = [inputs["namedUserId"], inputs["namedUsername"]].compactMap { $0 }.filter { !$0.isEmpty }
            if owner.isTwo || owner.differs(from: former) || owner.hasNone(of: names) {
                throw FlowHandlerFailure("another-user", "The tokens that came are of another user")
            }
            return [:]
        }
    }
}
