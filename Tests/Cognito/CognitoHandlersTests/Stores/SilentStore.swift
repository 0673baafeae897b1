import CognitoHandlers
import Foundation

/// A store that answers no call until it is opened.
final class SilentStore: SecretStore {
    private let inner = MemorySecretStore()
    private let gate = DispatchSemaphore(value: 0)
    private let calls = Locked((begun: 0, inside: 0, maxInside: 0))

    /// Number of calls so far.
    var callCount: Int { calls.current.begun }
    /// The largest number of threads that were in the store at once.
    var maxThreads: Int { calls.current.maxInside }

    func open() { gate.signal() }

    func shut() { gate.wait() }

    private func pass() {
        calls.withLock { calls in
            calls.begun += 1
            calls.inside += 1
            calls.maxInside = max(calls.maxInside, calls.inside)
        }
        gate.wait()
        gate.signal()
        calls.withLock { $0.inside -= 1 }
    }

    func entry(_ key: SecretKey) -> SecretEntry? {
        pass()
        return inner.entry(key)
    }

    func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        pass()
        return try inner.store(content, under: key, replacing: former)
    }

    func remove(_ key: SecretKey) {
        pass()
        inner.remove(key)
    }

    func removeAll(in scope: SecretScope) {
        pass()
        inner.removeAll(in: scope)
    }
}
