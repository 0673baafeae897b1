public import FlowCore
public import FlowRuntime
import Foundation

/// The tokens of an app client's users on this device, in a ``SecretStore``.
///
/// A change is complete when its call returns, and the caller gets the store's errors. Operations on one store object
/// are serialized. Those of other processes and store objects may run between any two calls of the store, and
/// `TokenStep` makes that safe. Each operation has a blocking form, for the synchronous API of an SDK, and an
/// asynchronous one. Both have a timeout, after which the store is reported as unavailable.
public final class TokenCache: Sendable, Redacted {
    /// The data that operations change. Only the store's queue accesses it.
    private final class Content: @unchecked Sendable {
        var state = TokenCacheState()
        /// Whether the sign-in that an SDK left was imported.
        var hasImported = false
    }

    private let queue: SecretStoreQueue
    private var store: any SecretStore { queue.store }
    private let scope: SecretScope
    package var clientID: String { scope.clientID }
    private let isAlone: Bool
    private let legacyImport: LegacyImport
    private let seconds: Double
    private let content = Content()
    /// The state after the last operation. Reading it never waits for the store.
    private let latestState = Locked(TokenCacheState())
    /// Seconds from the device's time to the service's.
    private let clockOffset = Locked<Int64>(0)

    /// Creates a cache of an app client's tokens in a store.
    /// - Parameters:
    ///   - store: stores the tokens.
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - isAlone: whether one user is signed in at a time, as in an app. If false, each user stays signed in until
    ///     they sign out.
    ///   - seconds: the timeout of an operation, which may call the store several times.
    public convenience init(
        _ store: any SecretStore, poolID: String, clientID: String, isAlone: Bool = true, seconds: Double = 10
    ) {
        self.init(store, poolID: poolID, clientID: clientID, isAlone: isAlone, seconds: seconds, importing: [])
    }

    /// Creates a cache that imports, with its first operation, the sign-in that an SDK left on the device.
    ///
    /// `legacySignIns` finds this sign-in. The other parameters have the same meaning as in the public initializer.
    package init(
        _ store: any SecretStore, poolID: String, clientID: String, isAlone: Bool, seconds: Double = 10,
        importing legacySignIns: [any LegacySignIns]
    ) {
        queue = .shared(for: store)
        scope = SecretScope(kind: "tokens", poolID: poolID, clientID: clientID)
        legacyImport = LegacyImport(store: store, tokens: scope, sources: legacySignIns)
        self.isAlone = isAlone
        self.seconds = seconds
    }

    /// Updates the estimated difference between the device's clock and the service's.
    /// - Parameters:
    ///   - tokens: tokens that the service has just issued. If they do not contain a time, nothing changes.
    ///   - now: the device's time, in seconds since 1970.
    package func updateClockOffset(from tokens: CognitoTokens, now: Int64) {
        if let offset = tokens.clockOffset(at: now) { clockOffset.withLock { $0 = offset } }
    }

    /// The number of sign-outs and dropped sessions so far. A dropped session has lost its access and ID tokens, but
    /// not its refresh token. A caller reads this number before it requests tokens, and passes it with the new tokens.
    package var generation: Int { latestState.current.generation }

    /// Returns whether the service rejected a user's refresh token. A new sign-in may replace it.
    package func isRefreshTokenRejected(of username: String) -> Bool {
        latestState.current.refused.contains(Array(username.utf8))
    }

    // MARK: Operations

    /// Runs an operation while the caller's thread blocks, for the synchronous API of the emulated SDKs.
    /// - Parameter step: returns the operation. Its argument is whether at most one user is signed in at a time.
    /// - Returns: the result, which is `unavailable` on a timeout. The operation then still takes effect.
    package func perform(_ step: (Bool) -> TokenStep) -> TokenResult {
        let first = step(isAlone)
        do throws(SecretStoreFailure) {
            return try queue.runBlocking(within: seconds) { [self] in run(first) }
        } catch {
            return .failed(error)
        }
    }

    /// Runs an operation.
    /// - Parameters:
    ///   - username: the user whom the operation signs in, or nil if it signs nobody in.
    ///   - mustRun: whether to run the operation even after the timeout, because its data cannot be obtained again.
    ///   - step: returns the operation. Its argument is whether at most one user is signed in at a time.
    /// - Returns: the result, which is `unavailable` on a timeout, or if the caller's task is canceled first. The
    ///   operation is then dropped, or takes effect late. A late sign-in is undone by a sign-out, and a late lease is
    ///   released.
    package func perform(
        signingIn username: String? = nil, mustRun: Bool = false, _ step: (Bool) -> TokenStep
    ) async -> TokenResult {
        let first = step(isAlone)
        do throws(SecretStoreFailure) {
            return try await queue.run(
                within: seconds, mustRun: mustRun,
                undoingLate: { [self] result in
                    // The caller no longer waits, so the result of the compensation is dropped.
                    if let undo = Self.compensation(for: result, signingIn: username) { _ = run(undo) }
                },
                { [self] in run(first) })
        } catch {
            return .failed(error)
        }
    }

    /// Returns the operation that reverts a late operation, whose caller no longer waits for the result.
    /// - Parameters:
    ///   - result: the result of the late operation.
    ///   - username: the user whom the late operation signed in, or nil if it signed nobody in.
    /// - Returns: nil if there is nothing to revert.
    private static func compensation(for result: TokenResult, signingIn username: String?) -> TokenStep? {
        switch result {
        case .done: username.map { .signOut($0, isAlone: false) }
        case .lease(let id, _, let name): .endRefresh(of: name, id, .failed)
        default: nil
        }
    }

    /// Runs an operation on the queue's thread, and returns its result.
    ///
    /// First imports the sign-in that an SDK left, unless that has been done. If the import fails, the operation fails.
    /// After the last step of the operation, publishes the state for readers on other threads.
    private func run(_ first: TokenStep) -> TokenResult {
        do throws(SecretStoreFailure) {
            try importOnce()
        } catch {
            return .failed(error)
        }
        var step = first
        while true {
            switch step {
            case .end(let result):
                let state = content.state
                latestState.withLock { $0 = state }
                return result
            case .call(let call, let then):
                step = then(&content.state, execute(call))
            }
        }
    }

    /// Imports the sign-in that an SDK left, unless an earlier call has succeeded. Throws the store's failure.
    private func importOnce() throws(SecretStoreFailure) {
        guard !content.hasImported else { return }
        try legacyImport.run()
        content.hasImported = true
    }

    // MARK: The store

    /// Returns the key under which the store holds a slot of this app client.
    private func key(_ slot: TokenSlot) -> SecretKey { slot.key(in: scope) }

    /// Executes a call of the store that an operation requests.
    /// - Returns: the content of the slot after a read; `done` if the slot is empty, and after any other call; `failed`
    ///   if the store fails.
    private func execute(_ call: TokenStoreCall) -> TokenStoreAnswer {
        do throws(SecretStoreFailure) {
            switch call {
            case .read(let slot): return try read(slot)
            case .storeLastUser(let name):
                try store.store(Array(name.utf8), under: key(.lastUser), replacing: .any)
            case .store(let record, let name, let previous):
                try store.store(record.bytes, under: key(.tokens(of: name)), replacing: previous)
            case .remove(let slot):
                try legacyImport.markAsImported(slot.username)
                try store.remove(key(slot))
            case .removeAll:
                try legacyImport.markAsImported()
                try store.removeAll(in: scope)
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    /// Reads and parses a slot.
    /// - Returns: the user's name or tokens, or `done` if the slot is empty.
    /// - Throws: the store's failure; ``SecretStoreFailure/broken(_:)`` also if the content is malformed.
    private func read(_ slot: TokenSlot) throws(SecretStoreFailure) -> TokenStoreAnswer {
        guard let entry = try store.entry(key(slot)) else { return .done }
        if slot == .lastUser {
            let name = String(decoding: entry.content, as: UTF8.self)
            guard name.utf8.elementsEqual(entry.content) else { throw .broken("the stored user name is not UTF-8") }
            return .lastUser(name)
        }
        guard let record = TokenRecord(entry.content) else { throw .broken("the stored tokens are malformed") }
        return .tokens(record, entry.version)
    }
}

// MARK: - Waiting for another process

extension TokenCache {
    /// How often, and at which interval, to check whether another process has ended its refresh. All checks together
    /// take longer than the lifetime of a lease.
    private static let polling = (count: 1_400, milliseconds: 100)

    /// Returns the tokens of a user, or a lease to refresh them. Waits while another process refreshes them.
    ///
    /// Each check is the operation ``TokenStep/beginRefresh(of:isForced:id:now:attempts:areUsable:)``.
    /// - Parameters:
    ///   - username: the user, or nil for the user who signed in last.
    ///   - isForced: whether to refresh tokens that are still valid.
    ///   - now: returns the time in seconds since 1970. It is called for each check.
    ///   - canJoin: returns whether the caller can wait for the refresh with this id, which runs in this process.
    /// - Returns: the result, which is `wait` if another refresh is still running after the lifetime of its lease.
    package func tokensOrLease(
        of username: String?, isForced: Bool = false, now: @escaping @Sendable () -> Int64,
        canJoin: @Sendable (String) async -> Bool = { _ in false }
    ) async -> TokenResult {
        let id = Hex.text(SecretVersion().bytes)
        for _ in 0..<Self.polling.count {
            let time = now()
            // The host's clock may return any number, which must not trap.
            let serviceTime = time.addingReportingOverflow(clockOffset.current).partialValue
            let result = await perform { _ in
                .beginRefresh(of: username, isForced: isForced, id: id, now: now()) { $0.areValid(at: serviceTime) }
            }
            switch result {
            case .wait: break
            case .join(let running): if await canJoin(running) { return result }
            // The user signed in or out in the meantime: check again immediately.
            case .superseded: continue
            // If an earlier refresh could not store its tokens, the operation returns them without a check.
            case .tokens(let tokens, _): if tokens.areValid(at: serviceTime) { return result }
            default: return result
            }
            await Self.pause()
        }
        return .wait
    }

    /// Waits until the next check, even in a canceled task, because other callers may wait for the same tokens.
    private static func pause() async {
        await Task { try? await Task.sleep(for: .milliseconds(polling.milliseconds)) }.value
    }
}

// MARK: - Calls of hosts

extension TokenCache {
    /// Returns the user who signed in last, and their tokens, which may have expired.
    /// - Returns: nil if nobody is signed in.
    /// - Throws: `token-store-unavailable` or `token-store-broken`. It is then unknown whether a user is signed in.
    public func current() async throws(FlowHandlerFailure) -> (username: String, tokens: CognitoTokens)? {
        guard case .tokens(let tokens, let username) = try await perform({ _ in .current(of: nil) }).get() else {
            return nil
        }
        return (username, tokens)
    }

    /// Stores the tokens of a sign-in, replacing the existing entry even if it is damaged.
    /// - Throws: `token-store-unavailable`. The tokens are then not stored, but earlier ones may already be removed.
    public func store(_ tokens: CognitoTokens, of username: String) async throws(FlowHandlerFailure) {
        _ = try await perform(signingIn: username) {
            .signIn(tokens, of: username, isAlone: $0, since: nil)
        }.get()
    }

    /// Removes the tokens of a user, or of the signed-in user if the name is nil. When the call returns, the tokens are
    /// gone.
    /// - Parameter username: the name that ``current()`` returns. Names are compared byte by byte, so for another name
    ///   of the user, such as an alias, the call removes nothing.
    /// - Throws: `token-store-unavailable`, or `token-store-broken` if the name of the signed-in user is damaged. The
    ///   tokens may then remain.
    public func clear(_ username: String? = nil) async throws(FlowHandlerFailure) {
        _ = try await perform { .signOut(username, isAlone: $0) }.get()
    }
}

extension TokenResult {
    /// Returns the result unless the store operation failed.
    /// - Throws: `token-store-unavailable` or `token-store-broken` if it failed.
    package func get() throws(FlowHandlerFailure) -> TokenResult {
        if case .failed(let failure) = self { throw FlowHandlerFailure(failure) }
        return self
    }
}

extension FlowHandlerFailure {
    /// Another process has exceeded the lifetime of its refresh lease.
    package static let refreshElsewhere = FlowHandlerFailure(
        "token-refresh-elsewhere", "Another process has been refreshing the tokens for too long")

    /// Creates the failure of a handler whose token store failed: `token-store-unavailable` or `token-store-broken`.
    package init(_ failure: SecretStoreFailure) {
        switch failure {
        case .changed: self.init("token-store-unavailable", "other processes keep changing the stored tokens")
        case .unavailable(let why): self.init("token-store-unavailable", why)
        case .broken(let why): self.init("token-store-broken", why)
        }
    }
}
