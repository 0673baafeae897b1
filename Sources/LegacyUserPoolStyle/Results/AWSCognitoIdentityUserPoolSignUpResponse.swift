import CognitoFlows
public import Foundation

/// The result of a sign-up.
public final class AWSCognitoIdentityUserPoolSignUpResponse: Sendable {
    /// The user, who may have to be confirmed.
    public let user: AWSCognitoIdentityUser
    private let isConfirmed: Bool
    /// The user's id (`sub`).
    public let userSub: String?
    /// The destination of the code.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    /// Whether the user is confirmed, as a Boolean number.
    public var userConfirmed: NSNumber? { NSNumber(value: isConfirmed) }

    /// Converts a step of the flow: a step waits for the code.
    init(_ step: StyleStep, user: AWSCognitoIdentityUser) {
        self.user = user
        isConfirmed = step.isOutcome
        userSub = step.text("userSub")
        codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(step)
        user.confirmedStatus = isConfirmed ? .confirmed : .unconfirmed
    }
}
