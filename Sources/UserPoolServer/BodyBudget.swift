import NIOConcurrencyHelpers

/// The memory that the request bodies of all connections may use together.
///
/// The limit of each connection is not enough, since there may be thousands of connections.
final class BodyBudget: Sendable {
    /// The number of bytes that are not reserved.
    private let free: NIOLockedValueBox<Int>

    /// Creates a budget whose bytes are all free.
    init(bytes: Int) {
        free = NIOLockedValueBox(bytes)
    }

    /// Reserves a number of bytes.
    /// - Returns: false if fewer bytes are free; then none are reserved.
    func reserve(_ count: Int) -> Bool {
        free.withLockedValue { free in
            guard count <= free else { return false }
            free -= count
            return true
        }
    }

    /// Releases a number of reserved bytes.
    func release(_ count: Int) { free.withLockedValue { $0 += count } }
}
