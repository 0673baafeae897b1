import CognitoFlows
public import Foundation

/// What came of a sign-up.
public final class AWSCognitoIdentityUserPoolSignUpResponse: Sendable {
    /// The user, who may have to be confirmed.
    public let user: AWSCognitoIdentityUser
    private let isConfirmed: Bool
    /// The id of the user.
    public let userSub: String?
    /// Where the code went.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    /// Whether the user is confirmed: a Boolean number.
    public var userConfirmed: NSNumber? { NSNumber(value: isConfirmed) }

    /// As the flow has it: a step waits for the code.
    init(_ step: StyleStep, user: AWSCognitoIdentityUser) {
        self.user = user
        isConfirmed = step.isOutcome
        userSub = step.text("userSub")
        codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(step)
        user.confirmedStatus = isConfirmed ? .confirmed : .unconfirmed
    }
}
