/// A trigger's rejection, whose text the client receives.
public struct TriggerFailure: Error, Sendable, Equatable {
    /// The text.
    public let message: String

    /// Creates a failure.
    public init(_ message: String) {
        self.message = message
    }
}
