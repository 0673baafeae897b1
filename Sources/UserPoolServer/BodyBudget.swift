import NIOConcurrencyHelpers

/// Memory for the bodies of all connections together: each has a limit of its own, but there may be thousands of them.
final class BodyBudget: Sendable {
    private let free: NIOLockedValueBox<Int>

    /// Creates a budget of so many bytes.
    init(bytes: Int) {
        free = NIOLockedValueBox(bytes)
    }

    /// Takes bytes from the budget.
    /// - Returns: whether there were as many; if not, nothing is taken.
    func take(_ count: Int) -> Bool {
        free.withLockedValue { free in
            guard count <= free else { return false }
            free -= count
            return true
        }
    }

    /// Gives bytes back.
    func give(_ count: Int) { free.withLockedValue { $0 += count } }
}
