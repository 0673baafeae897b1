/// An error in a seed, with the member's path but no value.
public struct PoolSeedFailure: Error, Sendable, Equatable {
    /// The error in one sentence.
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
