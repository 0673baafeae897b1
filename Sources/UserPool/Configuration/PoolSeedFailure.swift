/// An error in a seed.
///
/// Its message contains the path of the invalid member but no secret.
public struct PoolSeedFailure: Error, Sendable, Equatable {
    /// The error in one sentence.
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
