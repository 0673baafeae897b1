/// An error in a seed.
///
/// Its message contains the path of the invalid member but no secret.
public struct PoolSeedFailure: Error, Sendable, Equatable {
    /// The error in one sentence.
    public let message: String

    /// Creates an error from a message, which must not contain a secret.
    init(_ message: String) {
        self.message = message
    }
}
