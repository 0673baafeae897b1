/// Why a trigger refuses, for the client to read.
public struct TriggerFailure: Error, Sendable, Equatable {
    /// The text.
    public let message: String

    /// Creates a failure.
    public init(_ message: String) {
        self.message = message
    }
}
