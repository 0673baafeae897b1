import NIOConcurrencyHelpers

/// A shared memory budget for the bodies of all connections.
///
/// Each connection has its own limit, but there may be thousands of them.
final class BodyBudget: Sendable {
    private let free: NIOLockedValueBox<Int>

    init(bytes: Int) {
        free = NIOLockedValueBox(bytes)
    }

    /// Reserves bytes.
    /// - Returns: whether enough were available; otherwise none are reserved.
    func take(_ count: Int) -> Bool {
        free.withLockedValue { free in
            guard count <= free else { return false }
            free -= count
            return true
        }
    }

    /// Releases bytes.
    func give(_ count: Int) { free.withLockedValue { $0 += count } }
}
