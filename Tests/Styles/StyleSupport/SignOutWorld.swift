package import CognitoFlows
package import CognitoHandlers
import FlowCore
import FlowRuntime
import Synchronization
import UserPool

/// Ana's tokens on a device whose store fails in every order, at a service that fails, too.
package final class SignOutWorld: SecretStore {
    /// How a call of the store or a request can go.
    private enum Outcome: Int {
        case good, unavailable, broken
    }

    private struct Content {
        var isFailing = false
        var isLocked = false
        var hasReadTokens = false
        var answered: [String] = []
        var waited: Int64 = 0
    }

    private let choices = Choices()
    private let inner = MemorySecretStore()
    private let content = Mutex(Content())
    private let bench: StyleBench
    private let scope: SecretScope
    private let records: [TokenRecord]

    /// Signs ana in twice, for the tokens on the device and those that a refresh brings.
    /// - Parameter age: how old the tokens on the device are, in seconds.
    /// - Throws: what is wrong with the bench.
    package init(age: Int64) async throws {
        bench = try await StyleBench()
        scope = SecretScope(kind: "tokens", poolID: bench.pool.configuration.poolID, clientID: "app-client")
        var records: [TokenRecord] = []
        for wait in [0, age] {
            bench.wait(wait)
            records.append(TokenRecord(try await bench.issueTokens(of: "ana")))
        }
        self.records = records
    }

    /// Puts the tokens back and forgets what was asked; nothing fails until ``fail()``.
    package func begin() throws {
        inner.removeAll(in: scope)
        try inner.store(Array("ana".utf8), under: SecretKey(scope, "last"), replacing: .any)
        try inner.store(records[0].bytes, under: SecretKey(scope, "uana"), replacing: .any)
        content.withLock { $0 = Content() }
    }

    /// Lets calls and requests fail from now on, or no longer.
    package func fail(_ isFailing: Bool = true) { content.withLock { $0.isFailing = isFailing } }

    /// Lets the lease of a refresh run out that the store did not let end.
    package func waitForLease() { content.withLock { $0.waited += 200 } }

    /// Lets every call of the store fail.
    package func lock() { content.withLock { $0.isLocked = true } }

    /// Goes on to other failures.
    /// - Returns: whether there are any.
    package func advance() -> Bool { choices.advance() }

    /// The failures, for the message of a test.
    package var failures: String { choices.description }

    /// The requests that the service has carried out.
    package var answered: [String] { content.withLock { $0.answered } }

    /// Whether somebody has read ana's tokens.
    package var hasReadTokens: Bool { content.withLock { $0.hasReadTokens } }

    /// Whether ana's tokens are on the device.
    package var hasTokens: Bool { inner.entry(SecretKey(scope, "uana")) != nil }

    /// Whether the name of ana is on the device.
    package var hasName: Bool { inner.entry(SecretKey(scope, "last")) != nil }

    /// A process that has just started.
    package func app() throws -> CognitoApp {
        let settings = try CognitoSettings(
            poolID: scope.poolID, secrets: self,
            now: { [bench, self] in bench.now + content.withLock { $0.waited } })
        return CognitoApp(
            clientID: "app-client", settings: settings, service: Service(world: self),
            limits: FlowRunnerLimits(call: nil, handler: nil))
    }

    private func pick(_ options: [Outcome]) -> Outcome {
        let (isFailing, isLocked) = content.withLock { ($0.isFailing, $0.isLocked) }
        guard isFailing else { return isLocked ? .unavailable : .good }
        return options[choices.pick(options.count)]
    }

    // MARK: The store

    package func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        switch pick([.good, .unavailable, .broken]) {
        case .good:
            if key.name == Array("uana".utf8) { content.withLock { $0.hasReadTokens = true } }
            return inner.entry(key)
        case .unavailable: throw .unavailable("locked")
        case .broken: throw .broken("damaged")
        }
    }

    package func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        guard pick([.good, .unavailable]) == .good else { throw .unavailable("locked") }
        return try inner.store(content, under: key, replacing: former)
    }

    package func remove(_ key: SecretKey) throws(SecretStoreFailure) {
        guard pick([.good, .unavailable]) == .good else { throw .unavailable("locked") }
        inner.remove(key)
    }

    /// Fails before it begins, or when the name or the tokens are gone.
    package func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
        guard pick([.good, .unavailable]) == .unavailable else { return inner.removeAll(in: scope) }
        for name in ["last", "uana"] where pick([.good, .unavailable]) == .unavailable {
            inner.remove(SecretKey(scope, name))
        }
        throw .unavailable("locked")
    }

    // MARK: The service

    private struct Service: FlowService {
        let world: SignOutWorld

        func call(_ request: FlowRequest) async -> FlowReply {
            guard world.pick([.good, .unavailable]) == .good else {
                return .error(type: "InternalErrorException", message: "told by the test")
            }
            world.content.withLock { $0.answered.append(request.operation) }
            guard request.operation == "InitiateAuth" else { return .json([:]) }
            let fresh = world.records[1].tokens
            return .json([
                "AuthenticationResult": [
                    "AccessToken": .string(fresh.accessToken), "IdToken": .string(fresh.idToken ?? ""),
                ]
            ])
        }
    }
}
