/// What is wrong with a pool's seed, with the way to the member that is meant. Holds no value of it.
public struct PoolSeedFailure: Error, Sendable, Equatable {
    /// The failure in a sentence.
    public let message: String

    init(_ message: String) {
        self.message = message
    }
}
