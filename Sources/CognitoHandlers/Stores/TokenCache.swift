import FlowCore
public import FlowRuntime
import Foundation

/// The tokens of an app client's users on this device, in a ``SecretStore``.
///
/// A change is complete when its call returns, and the caller gets the store's errors. Operations of this process are
/// serialised. Those of other processes on the same store may interleave between any two calls of the store;
/// ``TokenStep`` makes that safe. Each operation has a blocking form, for the synchronous API of an SDK, and an
/// asynchronous one. Both have a timeout: a store that does not respond is reported as unavailable.
public final class TokenCache: Sendable {
    /// The state. Only the store's queue accesses it.
    private final class Content: @unchecked Sendable {
        var state = TokenCacheState()
        var hasImported = false
    }

    private let queue: SecretStoreQueue
    private var store: any SecretStore { queue.store }
    private let scope: SecretScope
    /// The id of the app client.
    package var clientID: String { scope.clientID }
    private let isAlone: Bool
    private let legacySignIns: LegacyImport
    private let seconds: Double
    private let content = Content()
    /// The state after the last operation. Reading it never waits.
    private let shown = Locked(TokenCacheState())
    /// Seconds from the device's time to the service's.
    private let clockOffset = Locked<Int64>(0)

    /// Creates a cache.
    /// - Parameters:
    ///   - store: stores the tokens.
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - isAlone: whether one user is signed in at a time, as in an app. If false, each user stays signed in until
    ///     they sign out.
    ///   - seconds: the timeout of a call to the store.
    public convenience init(
        _ store: any SecretStore, poolID: String, clientID: String, isAlone: Bool = true, seconds: Double = 10
    ) {
        self.init(store, poolID: poolID, clientID: clientID, isAlone: isAlone, seconds: seconds, former: [])
    }

    /// Creates a cache that imports what SDKs left on the device.
    package init(
        _ store: any SecretStore, poolID: String, clientID: String, isAlone: Bool, seconds: Double = 10,
        former: [any LegacySignIns]
    ) {
        queue = .of(store)
        scope = SecretScope(kind: "tokens", poolID: poolID, clientID: clientID)
        legacySignIns = LegacyImport(store: store, tokens: scope, former: former)
        self.isAlone = isAlone
        self.seconds = seconds
    }

    /// Estimates the error of the device's clock from tokens that the service has just issued.
    package func learnTime(from tokens: CognitoTokens, now: Int64) {
        if let offset = tokens.clockOffset(at: now) { clockOffset.withLock { $0 = offset } }
    }

    /// The number of sign-outs so far. Tokens requested before a user's sign-out are not stored.
    package var signOuts: Int { shown.now.signOuts }

    /// Returns whether the service rejected a user's refresh token. A new sign-in may replace it.
    package func isRefused(_ username: String) -> Bool { shown.now.refused.contains(Array(username.utf8)) }

    // MARK: Carrying out

    /// Runs an operation, however late, while the caller's thread blocks. The synchronous API of the SDKs needs this.
    /// - Parameter step: returns the operation, given whether one user is signed in at a time.
    /// - Returns: the result; `unavailable` on a timeout, in which case the operation takes effect late.
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
    ///   - username: the user whom the operation signs in, if it does.
    ///   - isOwed: whether to run the operation however late, since its data cannot be obtained again.
    ///   - step: returns the operation, given whether one user is signed in at a time.
    /// - Returns: the result; `unavailable` on a timeout, or if the caller's task is cancelled first. The operation is
    ///   then dropped, or takes effect late; a late sign-in is undone by a sign-out, and a late lease is released.
    package func perform(
        signingIn username: String? = nil, isOwed: Bool = false, _ step: (Bool) -> TokenStep
    ) async -> TokenResult {
        let first = step(isAlone)
        do throws(SecretStoreFailure) {
            return try await queue.run(
                within: seconds, isOwed: isOwed,
                undoingLate: { [self] in if let undo = Self.undo($0, signingIn: username) { _ = run(undo) } },
                { [self] in run(first) })
        } catch {
            return .failed(error)
        }
    }

    /// Returns the operation that undoes one that was reported as failed.
    private static func undo(_ result: TokenResult, signingIn username: String?) -> TokenStep? {
        switch result {
        case .done: username.map { .signOut($0, isAlone: false) }
        case .lease(let id, _, let name): .endRefresh(of: name, id, .failed)
        default: nil
        }
    }

    private func run(_ first: TokenStep) -> TokenResult {
        if !content.hasImported {
            do throws(SecretStoreFailure) {
                try legacySignIns.run()
                content.hasImported = true
            } catch {
                return .failed(error)
            }
        }
        var step = first
        while true {
            switch step {
            case .end(let result):
                let state = content.state
                shown.withLock { $0 = state }
                return result
            case .call(let call, let then):
                step = then(&content.state, answer(call))
            }
        }
    }

    // MARK: The store

    private func key(_ slot: TokenSlot) -> SecretKey { slot.key(in: scope) }

    private func answer(_ call: TokenStoreCall) -> TokenStoreAnswer {
        do throws(SecretStoreFailure) {
            switch call {
            case .read(let slot): return try read(slot)
            case .storeLastUser(let name):
                try store.store(Array(name.utf8), under: key(.lastUser), replacing: .any)
            case .store(let record, let name, let former):
                try store.store(record.bytes, under: key(.tokens(of: name)), replacing: former)
            case .remove(let slot):
                try legacySignIns.mark(slot.username)
                try store.remove(key(slot))
            case .removeAll:
                try legacySignIns.mark()
                try store.removeAll(in: scope)
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func read(_ slot: TokenSlot) throws(SecretStoreFailure) -> TokenStoreAnswer {
        guard let entry = try store.entry(key(slot)) else { return .done }
        if slot == .lastUser {
            let name = String(decoding: entry.content, as: UTF8.self)
            guard name.utf8.elementsEqual(entry.content) else { throw .broken("the entry holds no name") }
            return .lastUser(name)
        }
        guard let record = TokenRecord(entry.content) else { throw .broken("the entry holds no tokens") }
        return .tokens(record, entry.version)
    }
}

// MARK: - Waiting for another process

extension TokenCache {
    /// How often, and at which interval, to check whether another process has ended its refresh. Together that exceeds
    /// the lifetime of a lease.
    private static let looks = (count: 1_400, milliseconds: 100)

    /// Returns the tokens of a user, or a lease to refresh them. Waits while another process refreshes them.
    /// - Parameters:
    ///   - username: the user, or nil for the user who signed in last.
    ///   - anew: whether to refresh tokens that are still valid.
    ///   - now: returns the time in seconds since 1970. It is called for each check.
    ///   - canJoin: returns whether the caller can wait for the refresh with this id, which runs in this process.
    /// - Returns: the result; `wait` if the other process has exceeded its lease.
    package func beginRefresh(
        of username: String?, anew: Bool = false, now: @escaping @Sendable () -> Int64,
        canJoin: @Sendable (String) async -> Bool = { _ in false }
    ) async -> TokenResult {
        let id = Hex.text(SecretVersion().bytes)
        for _ in 0..<Self.looks.count {
            let time = now()
            let serviceTime = time.addingReportingOverflow(clockOffset.now).partialValue
            let result = await perform { _ in
                .beginRefresh(of: username, anew: anew, id: id, now: now()) { $0.areValid(at: serviceTime) }
            }
            switch result {
            case .wait: break
            case .join(let id): if await canJoin(id) { return result }
            case .superseded: continue
            // The tokens may have expired while the operation waited for the store.
            case .tokens(let tokens, _): if tokens.areValid(at: serviceTime) { return result }
            default: return result
            }
            await Self.pause()
        }
        return .wait
    }

    /// Waits for the next check, even in a cancelled task: other callers may wait for the same tokens.
    private static func pause() async {
        await Task { try? await Task.sleep(for: .milliseconds(looks.milliseconds)) }.value
    }
}

// MARK: - Calls of hosts

extension TokenCache {
    /// Returns the user who signed in last, and their tokens, which may have expired.
    /// - Returns: nil if nobody is signed in.
    /// - Throws: `token-store-unavailable` or `token-store-broken`. It is then unknown whether a user is signed in.
    public func current() async throws(FlowHandlerFailure) -> (username: String, tokens: CognitoTokens)? {
        guard case .tokens(let tokens, let username) = try await perform({ _ in .current(of: nil) }).stored() else {
            return nil
        }
        return (username, tokens)
    }

    /// Stores the tokens of a sign-in, replacing the existing entry even if it is damaged.
    /// - Throws: `token-store-unavailable`. The sign-in then has no effect.
    public func store(_ tokens: CognitoTokens, of username: String) async throws(FlowHandlerFailure) {
        _ = try await perform(signingIn: username) {
            .signIn(tokens, of: username, isAlone: $0, since: nil)
        }.stored()
    }

    /// Removes the tokens of a user, or of whoever is signed in, before it returns.
    /// - Throws: `token-store-unavailable`. The tokens may then remain.
    public func clear(_ username: String? = nil) async throws(FlowHandlerFailure) {
        _ = try await perform { .signOut(username, isAlone: $0) }.stored()
    }
}

extension TokenResult {
    /// Returns the result of an operation unless it failed.
    /// - Throws: the store's failure.
    package func stored() throws(FlowHandlerFailure) -> TokenResult {
        if case .failed(let failure) = self { throw FlowHandlerFailure(failure) }
        return self
    }
}

extension FlowHandlerFailure {
    /// Another process has exceeded the lifetime of its refresh lease.
    package static let refreshElsewhere = FlowHandlerFailure(
        "token-refresh-elsewhere", "Another process refreshes the tokens")

    /// Creates the failure of a token store, named by its code.
    package init(_ failure: SecretStoreFailure) {
        switch failure {
        case .changed: self.init("token-store-unavailable", "another process changes the store all the time")
        case .unavailable(let why): self.init("token-store-unavailable", why)
        case .broken(let why): self.init("token-store-broken", why)
        }
    }
}
