import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

extension AWSCognitoIdentityUser {
    /// Returns a valid session, which is the stored one, a refreshed one, or a new one from a sign-in through the delegate.
    ///
    /// While a call is pending, another call for the same username waits for it and returns the same task.
    @discardableResult
    public func getSession() -> AWSTask<AWSCognitoIdentityUserSession> {
        let key = username ?? ""
        return core.pending.withLock { pending in
            if let pendingTask = pending[key], !pendingTask.isCompleted {
                pendingTask.whenEnded { [self] outcome in adopt(outcome) }
                return pendingTask
            }
            let task = core.startTask { [self] in
                defer { core.pending.withLock { $0[key] = nil } }
                return try await obtainSession()
            }
            pending[key] = task
            return task
        }
    }

    /// Sets ``username``, and signs in with a password. The delegate handles all later steps.
    ///
    /// It signs in even if a valid session is stored.
    /// - Parameters:
    ///   - username: the username, or an alias.
    ///   - password: the user's password.
    ///   - validationData: `ValidationData` for the pool's pre sign-in trigger.
    ///   - scopes: ignored. It exists for source compatibility with an early SDK.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the new session, whose tokens replace the stored ones.
    @discardableResult
    public func getSession(
        _ username: String, password: String, validationData: [AWSCognitoIdentityUserAttributeType]?,
        scopes: [String]? = nil, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserSession> {
        self.username = username
        let mergedData = core.validationData.adding(.map(validationData?.byName) ?? [:])
        let inputs = JSONValue.inputs([
            "username": .string(username), "password": .string(password),
            "validationData": mergedData.members?.isEmpty == false ? mergedData : nil,
            "clientMetadata": .map(clientMetaData),
        ])
        let access = SessionAccess(core.cache, now: core.now)
        return core.startTask { [self] in try await signIn(inputs, access) }
    }

    /// Sets the status and, if there is none, the name from the session that another call has obtained.
    ///
    /// If the other call has failed or was cancelled, nothing changes.
    private func adopt(_ outcome: AWSTaskOutcome<AWSCognitoIdentityUserSession>) {
        guard case .result(let session?) = outcome else { return }
        if username == nil { username = session.username }
        confirmedStatus = .confirmed
    }

    /// Returns the stored session if it is valid. Otherwise, it runs the sign-in flow, which first tries to refresh the
    /// stored tokens, and returns the new session.
    /// - Throws: the errors of the token store and of the sign-in.
    private func obtainSession() async throws -> AWSCognitoIdentityUserSession {
        var inputs = JSONValue.inputs(["lastKnownUsername": .text(pool.currentUsername)])
        var lease: SessionAccess.Lease?
        if isIdentified {
            switch try await core.tokensOrLease(of: username) {
            case .tokens(let tokens, let name):
                confirmedStatus = .confirmed
                return AWSCognitoIdentityUserSession(tokens, of: username ?? name)
            case .lease(let id, let tokens, let name):
                lease = SessionAccess.Lease(id: id, username: name)
                inputs = inputs.adding(Self.refreshInputs(of: tokens))
            default: break
            }
        }
        let access = SessionAccess(core.cache, lease: lease, now: core.now)
        do {
            let session = try await signIn(inputs.adding(.inputs(["username": .text(username)])), access)
            await access.returnLease()
            return session
        } catch {
            await access.returnLease()
            throw error
        }
    }

    /// Returns the inputs with which the sign-in flow refreshes tokens.
    private static func refreshInputs(of tokens: CognitoTokens) -> JSONValue {
        .inputs([
            "refreshToken": .text(tokens.refreshToken),
            // The access token is empty if the session was cleared.
            "accessToken": tokens.accessToken.isEmpty ? nil : .string(tokens.accessToken),
        ])
    }

    /// Runs the sign-in flow, stores its tokens, and sets the user's name and status.
    /// - Returns: the new session.
    /// - Throws: `CancellationError` if the user has signed out in the meantime; the errors of the sign-in and of the token
    ///   store.
    private func signIn(_ inputs: JSONValue, _ access: SessionAccess) async throws -> AWSCognitoIdentityUserSession {
        let interaction = InteractiveRun(pool.delegate, access, validationData: core.validationData)
        let outcome = try await interaction.run(try core.configuredApp(), inputs)
        guard let tokens = CognitoTokens(outcome) else { throw CancellationError() }
        if let returnedName = outcome.text("username") { username = returnedName }
        let name = username ?? ""
        let isStored: Bool
        do throws(FlowHandlerFailure) { isStored = try await access.store(tokens, of: name) } catch {
            throw NSError(StyleFailure(error))
        }
        // A user who has signed out in the meantime remains signed out.
        guard isStored else { throw CancellationError() }
        confirmedStatus = .confirmed
        let requestedName = interaction.typedName ?? inputs["username"]?.string
        return AWSCognitoIdentityUserSession(tokens, of: name, requestedName: requestedName)
    }

    /// Runs a flow for this user with a valid session, which may require a sign-in.
    ///
    /// If a different user signs in, that user remains signed in, but the flow does not run.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - inputs: the flow's inputs, in addition to the access token and the username.
    ///   - arguments: the call's argument names, by the flow's names for them, if they differ.
    ///   - response: creates the result from the flow's first step or outcome.
    /// - Returns: a task that ends with the result.
    func runWithSession<Response: Sendable>(
        _ flow: ShippedFlow, _ inputs: JSONValue, _ arguments: [String: String] = [:],
        _ response: @escaping @Sendable (StyleStep) -> Response
    ) -> AWSTask<Response> {
        core.startTask { [self] in
            let name = username
            let session = try await getSession().value
            guard session.belongs(to: name) else {
                // Otherwise a second call would change the other user's account.
                username = name
                throw NSError(
                    client: .unknown, type: "other-user-signed-in",
                    message: "A user other than the one of this call has signed in, so the call had no effect")
            }
            let userInputs = JSONValue.inputs([
                "accessToken": .text(session.accessToken?.tokenString), "username": .text(session.username),
            ])
            return response(try await core.run(flow, userInputs.adding(inputs), arguments))
        }
    }
}
