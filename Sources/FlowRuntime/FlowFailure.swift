public import FlowCore

/// An enumeration of the error types that may be pending at a step. Generated Swift has one for each step.
public protocol FlowErrorKind: Sendable, Equatable {
    /// Creates the kind of an error type; nil if the enumeration has no case for it.
    init?(type: String)
}

/// The error that led to a step or an outcome.
public struct FlowFailure<Kind: FlowErrorKind>: Error, Sendable {
    /// The kind of the error.
    public let kind: Kind
    /// The error type, as the service, a handler or the flow names it.
    public let type: String
    /// A message for people, which may be empty.
    public let message: String
    /// The class that the flow declares for the error type; empty if it declares none.
    public let category: String

    /// Creates a failure from a pending error; nil if there is none, or if `Kind` has no case for it.
    public init?(_ error: FlowPendingError?) {
        guard let error, let kind = Kind(type: error.type) else { return nil }
        self.kind = kind
        type = error.type
        message = error.message
        category = error.category
    }
}
