import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension AWSCognitoIdentityUser {
    /// Returns valid tokens: stored, refreshed, or from a sign-in through the delegate.
    ///
    /// A second call for the same name waits for the pending one.
    @discardableResult
    public func getSession() -> AWSTask<AWSCognitoIdentityUserSession> {
        let key = username ?? ""
        return core.pending.withLock { pending in
            if let task = pending[key], !task.isCompleted {
                task.whenEnded { [self] outcome in adopt(outcome) }
                return task
            }
            let task = core.carry { [self] in
                defer { core.pending.withLock { $0[key] = nil } }
                return try await session()
            }
            pending[key] = task
            return task
        }
    }

    /// Signs in with a password. The delegate handles all later steps.
    /// - Parameters:
    ///   - username: the username, or an alias.
    ///   - password: the password.
    ///   - validationData: `ValidationData` for the pool's pre sign-in trigger.
    ///   - scopes: ignored; an early SDK had it.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the session. Stored tokens are ignored.
    @discardableResult
    public func getSession(
        _ username: String, password: String, validationData: [AWSCognitoIdentityUserAttributeType]?,
        scopes: [String]? = nil, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserSession> {
        self.username = username
        let validation = core.validationData.adding(.map(validationData?.byName) ?? [:])
        let inputs = JSONValue.inputs([
            "username": .string(username), "password": .string(password),
            "validationData": validation.members?.isEmpty == false ? validation : nil,
            "clientMetadata": .map(clientMetaData),
        ])
        let visit = SessionAccess(core.cache, now: core.now)
        return core.carry { [self] in try await signIn(inputs, visit) }
    }

    /// Takes over the name that another object's call signed in.
    private func adopt(_ outcome: AWSTaskOutcome<AWSCognitoIdentityUserSession>) {
        guard case .result(let session?) = outcome else { return }
        if username == nil { username = session.username }
        confirmedStatus = .confirmed
    }

    private func session() async throws -> AWSCognitoIdentityUserSession {
        var inputs = JSONValue.inputs(["lastKnownUsername": .text(pool.currentUsername)])
        var lease: SessionAccess.Lease?
        if isSomebody {
            switch try await core.tokensToUse(of: username) {
            case .tokens(let tokens, let name):
                confirmedStatus = .confirmed
                return AWSCognitoIdentityUserSession(tokens, of: username ?? name)
            case .lease(let id, let tokens, let name):
                lease = SessionAccess.Lease(id: id, username: name)
                inputs = inputs.adding(
                    .inputs([
                        "refreshToken": .text(tokens.refreshToken),
                        "accessToken": tokens.accessToken.isEmpty ? nil : .string(tokens.accessToken),
                    ]))
            default: break
            }
        }
        let visit = SessionAccess(core.cache, lease: lease, now: core.now)
        do {
            let session = try await signIn(inputs.adding(.inputs(["username": .text(username)])), visit)
            await visit.giveBack()
            return session
        } catch {
            await visit.giveBack()
            throw error
        }
    }

    private func signIn(_ inputs: JSONValue, _ visit: SessionAccess) async throws -> AWSCognitoIdentityUserSession {
        let run = InteractiveRun(pool.delegate, visit, validationData: core.validationData)
        let end = try await run.run(try core.app(), inputs)
        guard let tokens = CognitoTokens(end) else { throw CancellationError() }
        if let name = end.text("username") { username = name }
        let name = username ?? ""
        // After a sign-out the user is not signed in again, and no request is sent for them.
        let isKept: Bool
        do throws(FlowHandlerFailure) { isKept = try await visit.keep(tokens, of: name) } catch {
            throw NSError(StyleFailure(error))
        }
        guard isKept else { throw CancellationError() }
        confirmedStatus = .confirmed
        let requested = run.typedName ?? inputs["username"]?.string
        return AWSCognitoIdentityUserSession(tokens, of: name, requestedName: requested)
    }

    /// Runs a flow for this user, with a stored or new session.
    ///
    /// If another user signs in for it, they stay signed in, but their account is not changed.
    func account<Response: Sendable>(
        _ flow: ShippedFlow, _ inputs: JSONValue, _ arguments: [String: String] = [:],
        _ response: @escaping @Sendable (StyleStep) -> Response
    ) -> AWSTask<Response> {
        core.carry { [self] in
            let name = username
            let session = try await getSession().value
            guard session.isOf(name) else {
                // A repeated call must not reach the other account either.
                username = name
                throw NSError(
                    client: .unknown, type: "other-user-signed-in",
                    message: "Another user has signed in than the one whom the call is about, so nothing was done")
            }
            let own = JSONValue.inputs([
                "accessToken": .text(session.accessToken?.tokenString), "username": .text(session.username),
            ])
            return response(try await core.run(flow, own.adding(inputs), arguments))
        }
    }
}
