/// What the change of an attribute needs next.
public enum AuthUpdateAttributeStep: Sendable, Equatable {
    /// The code that was sent to the new address.
    case confirmAttributeWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// Nothing.
    case done
}

/// What came of a change of an attribute.
public struct AuthUpdateAttributeResult: Sendable, Equatable {
    /// Whether the new value counts.
    public let isUpdated: Bool
    /// What is needed next.
    public let nextStep: AuthUpdateAttributeStep

    /// A result, for tests too.
    public init(isUpdated: Bool, nextStep: AuthUpdateAttributeStep) {
        self.isUpdated = isUpdated
        self.nextStep = nextStep
    }
}
