import CognitoFlows
public import Foundation

/// The result of a sign-up.
public final class AWSCognitoIdentityUserPoolSignUpResponse: Sendable {
    /// The user, who may have to be confirmed.
    public let user: AWSCognitoIdentityUser
    private let isConfirmed: Bool
    /// The user's id (`sub`), or nil if the service did not return it.
    public let userSub: String?
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: AWSCognitoIdentityProviderCodeDeliveryDetailsType?

    /// Whether the user is confirmed, as a Boolean number. It is never nil.
    public var userConfirmed: NSNumber? { NSNumber(value: isConfirmed) }

    /// Creates the result of a sign-up, and sets the user's status.
    ///
    /// The user is confirmed if the flow has ended. Otherwise the step asks for the code.
    init(
        _ result: AccountResult<ShippedFlow.Register.ConfirmSignUp, ShippedFlow.Register.Outcome.Confirmed>,
        user: AWSCognitoIdentityUser
    ) {
        self.user = user
        switch result {
        case .asks(let step):
            isConfirmed = false
            userSub = step.userSub
            codeDeliveryDetails = AWSCognitoIdentityProviderCodeDeliveryDetailsType(
                step.deliveryMedium, step.destination, step.attributeName)
        case .done(let outcome):
            isConfirmed = true
            userSub = outcome.userSub
            codeDeliveryDetails = nil
        }
        user.confirmedStatus = isConfirmed ? .confirmed : .unconfirmed
    }
}
