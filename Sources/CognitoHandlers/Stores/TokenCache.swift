import FlowCore
public import FlowRuntime
import Foundation

/// The tokens of an app client's users on this device, over a ``SecretStore``.
///
/// A change has happened when its call returns, and an error of the store reaches the caller. Operations follow each other; those of
/// other processes over the same store may come between any two calls of the store (``TokenStep`` is what makes that safe). Each
/// call has a form that blocks, for the synchronous calls of an SDK, and one that waits without holding a thread. Neither waits for
/// longer than a time limit: a store that never answers is reported as one that is not available.
public final class TokenCache: Sendable {
    /// The state; only the store's queue touches it.
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
    /// The state after the last operation, read without a wait for one that is under way.
    private let shown = Locked(TokenCacheState())
    /// Seconds from the device's time to the service's.
    private let clockOffset = Locked<Int64>(0)

    /// A cache.
    /// - Parameters:
    ///   - store: where the tokens are.
    ///   - poolID: the id of the user pool.
    ///   - clientID: the id of the app client.
    ///   - isAlone: whether one user is signed in at a time, as in an app; else each sign-in stays until its user signs out.
    ///   - seconds: how long a call waits for the store.
    public convenience init(
        _ store: any SecretStore, poolID: String, clientID: String, isAlone: Bool = true, seconds: Double = 10
    ) {
        self.init(store, poolID: poolID, clientID: clientID, isAlone: isAlone, seconds: seconds, former: [])
    }

    /// A cache that takes over what SDKs left on the device.
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

    /// Learns by how much the device's clock is wrong, from tokens that the service has issued just now.
    package func learnTime(from tokens: CognitoTokens, now: Int64) {
        if let offset = tokens.clockOffset(at: now) { clockOffset.withLock { $0 = offset } }
    }

    /// Number of sign-outs so far. Tokens that were asked for earlier are not stored for who has signed out since.
    package var signOuts: Int { shown.now.signOuts }

    /// Whether the service refused the refresh token of a user: they may sign in again over it.
    package func isRefused(_ username: String) -> Bool { shown.now.refused.contains(Array(username.utf8)) }

    // MARK: Carrying out

    /// Carries an operation out, however late, while the caller's thread waits: for the synchronous calls of the SDKs, which block on
    /// purpose.
    /// - Parameter step: makes the operation, from whether one user is signed in at a time.
    /// - Returns: what it comes to; that the store is unavailable if it does not answer in time. Then it takes effect late.
    package func perform(_ step: (Bool) -> TokenStep) -> TokenResult {
        let first = step(isAlone)
        do throws(SecretStoreFailure) {
            return try queue.runBlocking(within: seconds) { [self] in run(first) }
        } catch {
            return .failed(error)
        }
    }

    /// Carries an operation out.
    /// - Parameters:
    ///   - username: the user whom the operation signs in, if it does.
    ///   - isOwed: whether it is carried out however late, since it stores what cannot be had again.
    ///   - step: makes the operation, from whether one user is signed in at a time.
    /// - Returns: what it comes to; that the store is unavailable if it does not answer in time, or before the caller's task is cancelled.
    ///   Then the operation is not begun, or takes effect late; a late sign-in is taken back by a sign-out, and a late lease is given back.
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

    /// The operation that takes back one that was reported as failed.
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
    /// How often it is looked whether another process has ended its refresh, and after how many milliseconds each time: for longer than a
    /// lease lasts.
    private static let looks = (count: 1_400, milliseconds: 100)

    /// The tokens of a user, or the right to refresh them; it waits for another process that does.
    /// - Parameters:
    ///   - username: the user, or nil for who signed in last.
    ///   - anew: whether tokens that are still good are refreshed, too.
    ///   - now: the time, in seconds since 1970; it is asked for again at each look.
    ///   - canJoin: whether the caller can wait for the refresh of this name, which is one of this process.
    /// - Returns: what it comes to; `wait` if the other process has taken longer than it may.
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
            // Tokens that waited for the store may have grown old there.
            case .tokens(let tokens, _): if tokens.areValid(at: serviceTime) { return result }
            default: return result
            }
            await Self.pause()
        }
        return .wait
    }

    /// Waits for the next look, whether or not the caller is cancelled: it asked for tokens that others may wait for, too.
    private static func pause() async {
        await Task { try? await Task.sleep(for: .milliseconds(looks.milliseconds)) }.value
    }
}

// MARK: - Calls of hosts

extension TokenCache {
    /// The user who signed in last, and their tokens, which may be too old.
    /// - Returns: nil if nobody is signed in.
    /// - Throws: `token-store-unavailable` or `token-store-broken`; then it is not known whether somebody is signed in.
    public func current() async throws(FlowHandlerFailure) -> (username: String, tokens: CognitoTokens)? {
        guard case .tokens(let tokens, let username) = try await perform({ _ in .current(of: nil) }).stored() else {
            return nil
        }
        return (username, tokens)
    }

    /// Stores tokens of a sign-in in place of what is there, damaged or not.
    /// - Throws: `token-store-unavailable`; then nobody is signed in by it.
    public func store(_ tokens: CognitoTokens, of username: String) async throws(FlowHandlerFailure) {
        _ = try await perform(signingIn: username) {
            .signIn(tokens, of: username, isAlone: $0, since: nil)
        }.stored()
    }

    /// Forgets the tokens of a user, or of whoever is signed in. It has happened when the call returns.
    /// - Throws: `token-store-unavailable`; then the tokens may still be there.
    public func clear(_ username: String? = nil) async throws(FlowHandlerFailure) {
        _ = try await perform { .signOut(username, isAlone: $0) }.stored()
    }
}

extension TokenResult {
    /// The result of an operation that the store has carried out.
    /// - Throws: the store's failure.
    package func stored() throws(FlowHandlerFailure) -> TokenResult {
        if case .failed(let failure) = self { throw FlowHandlerFailure(failure) }
        return self
    }
}

extension FlowHandlerFailure {
    /// Another process has refreshed the tokens for longer than it may.
    package static let refreshElsewhere = FlowHandlerFailure(
        "token-refresh-elsewhere", "Another process refreshes the tokens")

    /// The failure of a token store, under its code.
    package init(_ failure: SecretStoreFailure) {
        switch failure {
        case .changed: self.init("token-store-unavailable", "another process changes the store all the time")
        case .unavailable(let why): self.init("token-store-unavailable", why)
        case .broken(let why): self.init("token-store-broken", why)
        }
    }
}
