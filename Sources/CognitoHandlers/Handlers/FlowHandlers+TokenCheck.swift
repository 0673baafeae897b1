import FlowRuntime

extension FlowHandlers {
    /// Registers `tokens.check`, which fails as `another-user` where tokens are provably not of the account that signs in:
    /// the service called that account by other names, the tokens that they replace are of another, or they are of two.
    /// A claim or a name that is missing proves nothing.
    mutating func registerTokenCheck() {
        register("tokens.check") { inputs throws(FlowHandlerFailure) in
            let owner = TokenOwner(idToken: inputs["IdToken"], accessToken: inputs["AccessToken"])
            let former = TokenOwner(idToken: nil, accessToken: inputs["formerAccessToken"])
            let names = ["namedUserId", "namedUsername"].map { inputs[$0].flatMap { $0.isEmpty ? nil : $0 } }
            if owner.isTwo || owner.differs(from: former) || owner.isAnother(thanUserID: names[0], orUsername: names[1])
            {
                throw FlowHandlerFailure("another-user", "The tokens that came are of another user")
            }
            return [:]
        }
    }
}
