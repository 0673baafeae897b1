import CognitoHandlers

extension TokenModel {
    /// Requires what holds in every state.
    func requireStore() throws(TokenPromiseBroken) {
        for (name, tokens) in stored {
            let parts = Self.parts(tokens)
            try facts.require(parts.name == name, "tokens are stored under another's name")
            try facts.require(!facts.dead.contains(.of(parts.origin)), "tokens that were signed out are stored")
            guard !tokens.accessToken.isEmpty else { continue }
            let round = Self.parts(tokens.accessToken).round
            try facts.require(round >= facts.valid[parts.origin], "a session that was dropped is stored")
        }
        for (name, origin) in facts.standing {
            let isThere = stored.contains { $0.name == name && Self.parts($0.tokens).origin == origin }
            try facts.require(isThere, "a sign-in is lost")
        }
    }

    /// Requires at rest that the refresh token which the service accepts is stored, or waits to be.
    func requireRest() throws(TokenPromiseBroken) {
        guard processes.allSatisfy({ $0.active == nil && $0.calls.isEmpty }) else { return }
        let waiting = processes.flatMap { $0.state.unsaved.values.map { Self.parts($0.tokens) } }
        for (_, tokens) in stored {
            let (_, origin, round) = Self.parts(tokens)
            let latest = facts.latest[origin]
            let isThere = round == latest || waiting.contains { $0.origin == origin && $0.round == latest }
            try facts.require(isThere || facts.isExcused(origin), "the refresh token that the service accepts is lost")
        }
    }

    /// Judges an operation that has ended.
    mutating func ended(
        _ active: Active, _ result: TokenResult, _ before: TokenCacheState, _ index: Int
    ) throws(TokenPromiseBroken) {
        if case .failed = result {
            return try facts.require(active.hadFailure, "an operation failed although the store did not")
        }
        // Who has signed out meanwhile is not signed in, whether the store can be read or not.
        let isSuperseded = if case .signIn = active.kind { result == .superseded } else { false }
        try facts.require(!active.hadFailure || isSuperseded, "an operation that the store failed is \(result)")
        switch active.kind {
        case .signIn(let name, let since): try endedSignIn(name, since, active, result, before, index)
        case .signOut, .signOutAll: try endedSignOut(active, result, index)
        case .begin: try endedBegin(active, result, index)
        case .end(_, let name, _): try requireTokens(result, name)
        case .dropSession: try endedDrop(active, result, index)
        case .forgetLastUser: try facts.require(result == .done, "the last user is not forgotten")
        }
    }

    private mutating func endedSignIn(
        _ name: String, _ since: Int, _ active: Active, _ result: TokenResult, _ before: TokenCacheState, _ index: Int
    ) throws(TokenPromiseBroken) {
        if result == .superseded {
            return try facts.require(before.generation > since, "a sign-in is superseded by nobody")
        }
        let origins = stored.map { ($0.name, Self.parts($0.tokens).origin) }
        let isThere = origins.contains { $0 == (name, active.origin) }
        let rivals = active.rivals.union(.of(active.origin))
        try facts.require(isThere, "a sign-in is done and not stored")
        let isFormerGone = origins.allSatisfy { rivals.contains(.of($0.1)) }
        try facts.require(!isAlone || isFormerGone, "the tokens of the former user are kept")
        if active.rivals == [], processes[1 - index].active?.changesUsers != true {
            facts.standing[name] = active.origin
        }
    }

    private mutating func endedSignOut(
        _ active: Active, _ result: TokenResult, _ index: Int
    ) throws(TokenPromiseBroken) {
        try facts.require(result == .done || result == .nobody, "a sign-out is \(result)")
        guard result == .done else { return }
        // Sign-ins of the other process that are under way may come later.
        let name = isAlone ? nil : active.subject
        for (origin, user) in facts.users.enumerated() where user != "" && user == name ?? user {
            if !processes[1 - index].isSigningIn(origin) { facts.dead.insert(.of(origin)) }
        }
    }

    private mutating func endedBegin(
        _ active: Active, _ result: TokenResult, _ index: Int
    ) throws(TokenPromiseBroken) {
        try requireTokens(result, nil)
        guard case .lease(let id, let tokens, let name) = result else { return }
        let origin = Self.parts(tokens).origin
        if let former = active.lastRecord?.lease {
            try facts.require(former.until <= now, "two processes refresh the same tokens")
            facts.excused.insert(.of(origin))
        }
        facts.requested[origin] += 1
        processes[index].calls.append(.refresh(id, of: name, tokens, round: facts.requested[origin]))
    }

    private func requireTokens(_ result: TokenResult, _ name: String?) throws(TokenPromiseBroken) {
        guard case .tokens(let tokens, let user) = result else { return }
        let parts = Self.parts(tokens)
        try facts.require(parts.name == user && user == name ?? user, "\(user) got tokens of another")
        try facts.require(!facts.dead.contains(.of(parts.origin)), "tokens that were signed out are used")
    }

    private mutating func endedDrop(
        _ active: Active, _ result: TokenResult, _ index: Int
    ) throws(TokenPromiseBroken) {
        try facts.require(result == .done || result == .nobody, "a dropped session is \(result)")
        guard let name = active.subject, result == .done else { return }
        for (origin, user) in facts.users.enumerated()
        where user == name && !processes[1 - index].isSigningIn(origin) {
            facts.valid[origin] = facts.requested[origin] + 1
        }
    }
}

extension TokenModel.Process {
    /// Whether tokens of a sign-in were asked for or are being stored.
    fileprivate func isSigningIn(_ origin: Int) -> Bool {
        if let active, case .signIn = active.kind, active.origin == origin { return true }
        return calls.contains { call in
            if case .signIn(_, origin, _) = call { true } else { false }
        }
    }
}

extension TokenModel.Active {
    /// Whom the operation is about: as it was given, or as the store told.
    fileprivate var subject: String? {
        switch kind {
        case .signOut(let name?), .dropSession(let name?): return name
        default: break
        }
        if case .lastUser(let name)? = answers.first { return name }
        return nil
    }

    /// Whether it changes who is signed in.
    fileprivate var changesUsers: Bool {
        switch kind {
        case .signIn, .signOut, .signOutAll: true
        case .begin, .end, .dropSession, .forgetLastUser: false
        }
    }

    /// The record that the operation read last.
    fileprivate var lastRecord: TokenRecord? {
        for case .tokens(let record, _) in answers.reversed() { return record }
        return nil
    }
}
