/// The next step of an attribute change.
public enum AuthUpdateAttributeStep: Sendable, Equatable {
    /// Confirm with the code that was sent to the new address.
    case confirmAttributeWithCode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// The change is complete.
    case done
}

/// The result of an attribute change.
public struct AuthUpdateAttributeResult: Sendable, Equatable {
    /// Whether the new value is in effect.
    public let isUpdated: Bool
    /// The next step.
    public let nextStep: AuthUpdateAttributeStep

    /// Creates a result, for example in tests of the app.
    public init(isUpdated: Bool, nextStep: AuthUpdateAttributeStep) {
        self.isUpdated = isUpdated
        self.nextStep = nextStep
    }
}
