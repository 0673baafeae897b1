/// A trigger's rejection, whose message the client receives.
public struct TriggerFailure: Error, Sendable, Equatable {
    /// The message for the client.
    public let message: String

    /// Creates a failure with a message for the client.
    public init(_ message: String) {
        self.message = message
    }
}
