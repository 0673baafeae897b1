import CognitoHandlers

/// Faults of the token cache's steps, which the enumeration must find. They are made around the steps, so that none is in the product.
enum TokenFault: String, CaseIterable {
    /// A sign-in is stored although the user has signed out since it began.
    case sinceIgnored
    /// A sign-in of an app with one user leaves the tokens of another.
    case formerUserKept
    /// A refresh begins although another process has the lease.
    case leaseUnchecked
    /// A refresh takes the time before it reads the lease.
    case timeTakenEarly
    /// A lease is stored over whatever stands there by then.
    case leaseUnconditional
    /// What a refresh brought is stored over whatever stands there by then.
    case endUnconditional
    /// A sign-out succeeds although the store failed.
    case signOutFailureIgnored
    /// Fresh tokens that the store did not take are not kept in memory.
    case unsavedDropped

    /// The first step of an operation with the fault, in place of the right one.
    func first(
        _ kind: TokenModel.Active.Kind, _ origin: Int, _ right: TokenStep, isAlone: Bool, now: Int64
    ) -> TokenStep {
        switch (self, kind) {
        case (.sinceIgnored, .signIn(let name, _)):
            .signIn(TokenModel.tokens(name, origin, 0), of: name, isAlone: isAlone, since: nil)
        case (.formerUserKept, .signIn(let name, let since)):
            .signIn(TokenModel.tokens(name, origin, 0), of: name, isAlone: false, since: since)
        case (.timeTakenEarly, .begin(let name, let id)):
            .beginRefresh(of: name, isForced: true, id: id, now: now, attempts: 8) { _ in true }
        case (.leaseUnchecked, .begin): right.altered(answer: Self.withoutLease)
        case (.leaseUnconditional, .begin), (.endUnconditional, .end): right.altered(call: Self.unconditional)
        case (.signOutFailureIgnored, .signOut), (.signOutFailureIgnored, .signOutAll):
            right.altered(answer: { $0.hasFailed ? .done : $0 })
        case (.unsavedDropped, .end(let id, let name, .tokens)): right.failing(as: .endRefresh(of: name, id, .failed))
        default: right
        }
    }

    private static func withoutLease(_ answer: TokenStoreAnswer) -> TokenStoreAnswer {
        guard case .tokens(var record, let version) = answer else { return answer }
        record.lease = nil
        return .tokens(record, version)
    }

    private static func unconditional(_ call: TokenStoreCall) -> TokenStoreCall {
        guard case .store(let record, let name, .version) = call else { return call }
        return .store(record, of: name, replacing: .any)
    }
}

extension TokenStep {
    /// The operation with other calls, or with other answers to them.
    fileprivate func altered(
        call change: @escaping @Sendable (TokenStoreCall) -> TokenStoreCall = { $0 },
        answer: @escaping @Sendable (TokenStoreAnswer) -> TokenStoreAnswer = { $0 }
    ) -> TokenStep {
        guard case .call(let call, let then) = self else { return self }
        return .call(change(call)) { state, given in
            then(&state, answer(given)).altered(call: change, answer: answer)
        }
    }

    /// The operation until the store fails, and then another one of the same calls.
    fileprivate func failing(as other: TokenStep) -> TokenStep {
        guard case .call(let call, let then) = self, case .call(_, let otherThen) = other else { return self }
        return .call(call) { state, answer in
            if answer.hasFailed { return otherThen(&state, answer) }
            var copy = state
            return then(&state, answer).failing(as: otherThen(&copy, answer))
        }
    }
}

extension TokenStoreAnswer {
    /// Whether the store could not do it; that another process was faster is no failure.
    var hasFailed: Bool {
        if case .failed(.unavailable) = self { return true }
        return false
    }
}
