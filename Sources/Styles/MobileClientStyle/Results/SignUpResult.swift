import CognitoFlows
public import FlowCore

/// Whether a sign-up is confirmed.
public enum SignUpConfirmationState: Sendable {
    /// The user can sign in.
    case confirmed
    /// Confirm the sign-up with the code that was sent.
    case unconfirmed
    /// The state is unknown.
    case unknown
}

/// The result of a sign-up.
public struct SignUpResult: Sendable, Equatable, Redacted {
    /// The state of the confirmation.
    public let signUpConfirmationState: SignUpConfirmationState
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?
    /// The user's id (`sub`), or nil if the service did not return it.
    public let userSub: String?

    /// Creates a result, for example in tests of the app.
    public init(
        signUpState: SignUpConfirmationState, codeDeliveryDetails: UserCodeDeliveryDetails? = nil,
        userSub: String? = nil
    ) {
        self.signUpConfirmationState = signUpState
        self.codeDeliveryDetails = codeDeliveryDetails
        self.userSub = userSub
    }

    /// Creates the result of a sign-up. It is `confirmed` if the flow has ended. Otherwise, the step asks for the code.
    init(_ result: AccountResult<ShippedFlow.Register.ConfirmSignUp, ShippedFlow.Register.Outcome.Confirmed>) {
        switch result {
        case .asks(let step):
            let details = UserCodeDeliveryDetails(
                medium: step.deliveryMedium, destination: step.destination, attributeName: step.attributeName)
            self.init(signUpState: .unconfirmed, codeDeliveryDetails: details, userSub: step.userSub)
        case .done(let outcome): self.init(signUpState: .confirmed, userSub: outcome.userSub)
        }
    }
}

/// The state of a password reset.
public enum ForgotPasswordState: Sendable {
    /// The new password is in effect.
    case done
    /// Confirm with the code that was sent.
    case confirmationCodeSent
}

/// The result of a password reset.
public struct ForgotPasswordResult: Sendable, Equatable, Redacted {
    /// The state of the reset.
    public let forgotPasswordState: ForgotPasswordState
    /// The destination of the code, or nil if the service sent none.
    public let codeDeliveryDetails: UserCodeDeliveryDetails?

    /// Creates a result, for example in tests of the app.
    public init(forgotPasswordState: ForgotPasswordState, codeDeliveryDetails: UserCodeDeliveryDetails? = nil) {
        self.forgotPasswordState = forgotPasswordState
        self.codeDeliveryDetails = codeDeliveryDetails
    }

    /// Creates the result of a reset. It is `done` if the flow has ended. Otherwise, the step asks for the code.
    init(
        _ result: AccountResult<
            ShippedFlow.ForgottenPassword.ConfirmResetPassword, ShippedFlow.ForgottenPassword.Outcome.Done
        >
    ) {
        switch result {
        case .asks(let step):
            let details = UserCodeDeliveryDetails(
                medium: step.deliveryMedium, destination: step.destination, attributeName: step.attributeName)
            self.init(forgotPasswordState: .confirmationCodeSent, codeDeliveryDetails: details)
        case .done: self.init(forgotPasswordState: .done)
        }
    }
}

/// The destination of a code.
public struct UserCodeDeliveryDetails: Sendable, Equatable, Redacted {
    /// The media that codes are sent by.
    public enum DeliveryMedium: Sendable {
        /// A text message.
        case sms
        /// An email.
        case email
        /// Any other medium, such as an authenticator app.
        case unknown
    }

    /// The medium that the code is sent by.
    public let deliveryMedium: DeliveryMedium
    /// The destination, masked by the service.
    ///
    /// For an authenticator app, it is the name of the device with the app.
    public let destination: String?
    /// The attribute that holds the destination, or nil if the service does not name it.
    public let attributeName: String?

    /// Creates delivery details, for example in tests of the app.
    public init(deliveryMedium: DeliveryMedium, destination: String?, attributeName: String?) {
        self.deliveryMedium = deliveryMedium
        self.destination = destination
        self.attributeName = attributeName
    }

    /// Creates a destination from the service's JSON, or returns nil if the text is not a JSON object.
    init?(json text: String) {
        guard let details = JSONValue(json: Array(text.utf8)), details.members != nil else { return nil }
        self.init(
            medium: details["DeliveryMedium"]?.string ?? "", destination: details["Destination"]?.string,
            attributeName: details["AttributeName"]?.string)
    }

    /// Creates a destination from the service's values, or returns nil if there is no medium. An unknown medium becomes
    /// `unknown`.
    init?(medium: String?, destination: String?, attributeName: String?) {
        guard let medium else { return nil }
        let media: [String: DeliveryMedium] = ["SMS": .sms, "EMAIL": .email]
        self.init(deliveryMedium: media[medium] ?? .unknown, destination: destination, attributeName: attributeName)
    }
}

/// The SDK's name for the delivery medium.
public typealias UserCodeDeliveryMedium = UserCodeDeliveryDetails.DeliveryMedium
