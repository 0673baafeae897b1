import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The result of ``AuthCategory/signIn(username:password:options:)`` and of each answer.
public struct AuthSignInResult: Sendable, Equatable, Redacted {
    /// The next step.
    public var nextStep: AuthSignInStep

    /// Whether the user is signed in.
    public var isSignedIn: Bool { nextStep == .done }

    /// Creates a result, for example in tests of the app.
    public init(nextStep: AuthSignInStep) {
        self.nextStep = nextStep
    }

    /// The name of the next step, without its values.
    public var description: String { "next step \(nextStep)" }
}

/// Additional texts for a step, such as a custom challenge's public parameters.
public typealias AdditionalInfo = [String: String]

/// The next step of a sign-in.
public enum AuthSignInStep: Sendable, Equatable, Redacted {
    /// Enter the second-factor code sent by text message.
    case confirmSignInWithSMSMFACode(AuthCodeDeliveryDetails, AdditionalInfo?)
    /// Answer the pool's custom challenge.
    case confirmSignInWithCustomChallenge(AdditionalInfo?)
    /// Choose a new password.
    ///
    /// The text `requiredAttributes` lists the attributes that the answer must include.
    case confirmSignInWithNewPassword(AdditionalInfo?)
    /// Enter the password, which is the chosen first factor.
    case confirmSignInWithPassword
    /// Enter the authenticator app's code.
    case confirmSignInWithTOTPCode
    /// Add the secret to an authenticator app and enter its first code.
    case continueSignInWithTOTPSetup(TOTPSetupDetails)
    /// Choose a second factor.
    case continueSignInWithMFASelection(Set<MFAType>)
    /// Enter the email address for future codes.
    case continueSignInWithEmailMFASetup
    /// Choose the second factor to set up.
    case continueSignInWithMFASetupSelection(Set<MFAType>)
    /// Enter the code sent by email or text message.
    case confirmSignInWithOTP(AuthCodeDeliveryDetails)
    /// Choose the first factor.
    case continueSignInWithFirstFactorSelection(Set<AuthFactorType>)
    /// Reset the password, then sign in again.
    case resetPassword(AdditionalInfo?)
    /// Confirm the sign-up, then sign in again.
    case confirmSignUp(AdditionalInfo?)
    /// The user is signed in.
    case done

    /// The name of the case, without its values.
    public var description: String {
        switch self {
        case .confirmSignInWithSMSMFACode: "confirmSignInWithSMSMFACode"
        case .confirmSignInWithCustomChallenge: "confirmSignInWithCustomChallenge"
        case .confirmSignInWithNewPassword: "confirmSignInWithNewPassword"
        case .confirmSignInWithPassword: "confirmSignInWithPassword"
        case .confirmSignInWithTOTPCode: "confirmSignInWithTOTPCode"
        case .continueSignInWithTOTPSetup: "continueSignInWithTOTPSetup"
        case .continueSignInWithMFASelection: "continueSignInWithMFASelection"
        case .continueSignInWithEmailMFASetup: "continueSignInWithEmailMFASetup"
        case .continueSignInWithMFASetupSelection: "continueSignInWithMFASetupSelection"
        case .confirmSignInWithOTP: "confirmSignInWithOTP"
        case .continueSignInWithFirstFactorSelection: "continueSignInWithFirstFactorSelection"
        case .resetPassword: "resetPassword"
        case .confirmSignUp: "confirmSignUp"
        case .done: "done"
        }
    }

    /// Creates the case for a step of the flow.
    /// - Throws: the error of an outcome that is a failure; if `showingErrors` is true, the error that led to the step,
    ///   unless the case itself tells the user what to do first, and so explains the error.
    init(_ step: ShippedFlow.Amplify.Step, showingErrors: Bool = true) throws(StyleFailure) {
        func unless<Kind>(_ error: FlowFailure<Kind>?, _ step: Self) throws(StyleFailure) -> Self {
            if showingErrors { try StyleFailure.check(error) }
            return step
        }
        switch step {
        case .confirmSignInWithSMSCode(let step):
            let details = AuthCodeDeliveryDetails(medium: step.medium, address: step.destination, attribute: nil)
            // The flow sets `swiftStep`, the name of Amplify's case, only if the code replaces a password.
            let isOneTimePassword = step.swiftStep != nil
            self = try unless(
                step.error,
                isOneTimePassword
                    ? .confirmSignInWithOTP(details)
                    : .confirmSignInWithSMSMFACode(details, step.additionalInfo.nonEmpty))
        case .confirmSignInWithEmailCode(let step):
            let details = AuthCodeDeliveryDetails(medium: step.medium, address: step.destination, attribute: nil)
            self = try unless(step.error, .confirmSignInWithOTP(details))
        case .confirmSignInWithTOTPCode(let step): self = try unless(step.error, .confirmSignInWithTOTPCode)
        case .confirmSignInWithPassword(let step): self = try unless(step.error, .confirmSignInWithPassword)
        case .confirmSignInWithCustomChallenge(let step):
            self = try unless(step.error, .confirmSignInWithCustomChallenge(step.additionalInfo))
        case .confirmSignInWithNewPasswordRequired(let step):
            self = try unless(step.error, .confirmSignInWithNewPassword(step.additionalInfo.nonEmpty))
        case .continueSignInWithTOTPSetup(let step):
            self = try unless(
                step.error,
                .continueSignInWithTOTPSetup(.init(sharedSecret: step.sharedSecret, username: step.username)))
        case .continueSignInWithEmailSetup(let step):
            self = try unless(step.error, .continueSignInWithEmailMFASetup)
        case .continueSignInWithMFASelection(let step):
            self = try unless(step.error, .continueSignInWithMFASelection(Self.cases(step.allowedMFATypes)))
        case .continueSignInWithMFASetupSelection(let step):
            self = try unless(step.error, .continueSignInWithMFASetupSelection(Self.cases(step.allowedMFATypes)))
        case .continueSignInWithFirstFactorSelection(let step):
            self = try unless(
                step.error, .continueSignInWithFirstFactorSelection(Self.cases(step.availableChallenges)))
        case .resetPassword, .ended(.resetPassword): self = .resetPassword(nil)
        case .confirmSignUp, .ended(.confirmSignUp): self = .confirmSignUp(nil)
        case .ended(.signedIn): self = .done
        // Only a host that uses the flow directly can sign out through it.
        case .ended(.signedOut): throw .cancelled
        case .ended(.failed(let outcome)):
            let failure = StyleFailure(outcome.error, .failed)
            // The flow reports `validation` only for a missing password.
            guard outcome.error.kind == .validation else { throw failure }
            throw failure.reporting(missing: ShippedFlow.Amplify.Inputs.Field.password.rawValue)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired): throw .expired
        }
    }

    /// Returns the cases of an enumeration that have the given raw values. Unknown values are skipped.
    private static func cases<Case: RawRepresentable<String> & Hashable>(_ values: [String]) -> Set<Case> {
        Set(values.compactMap { Case(rawValue: $0) })
    }
}

/// A first factor. Raw values are the answers that the service accepts.
public enum AuthFactorType: String, Sendable, CaseIterable {
    /// The password in plain text.
    case password = "PASSWORD"
    /// The password, verified with SRP.
    case passwordSRP = "PASSWORD_SRP"
    /// A one-time code by text message.
    case smsOTP = "SMS_OTP"
    /// A one-time code by email.
    case emailOTP = "EMAIL_OTP"
    /// A passkey.
    case webAuthn = "WEB_AUTHN"

    /// The answer that chooses this factor.
    public var challengeResponse: String { rawValue }
}

/// A second factor. Raw values are the answers that the service accepts.
public enum MFAType: String, Sendable, CaseIterable {
    /// A code by text message.
    case sms = "SMS_MFA"
    /// A code from an authenticator app (TOTP).
    case totp = "SOFTWARE_TOKEN_MFA"
    /// A code by email.
    case email = "EMAIL_OTP"

    /// The answer that chooses this factor.
    public var challengeResponse: String { rawValue }
}

/// The secret and the account name to add to an authenticator app.
public struct TOTPSetupDetails: Sendable, Equatable, Redacted {
    /// The base32 secret, for manual entry.
    public let sharedSecret: String
    /// The account name.
    public let username: String

    /// Creates details, for example in tests of the app.
    public init(sharedSecret: String, username: String) {
        self.sharedSecret = sharedSecret
        self.username = username
    }

    /// Returns the `otpauth` URI for authenticator apps and QR codes.
    ///
    /// It has the form `otpauth://totp/App:account?secret=…&issuer=App`.
    /// - Parameters:
    ///   - appName: the issuer that the authenticator app shows.
    ///   - accountName: the account name that the authenticator app shows; nil for ``username``.
    /// - Returns: the URI, which contains the secret.
    /// - Throws: ``AuthError/validation(_:_:_:_:)`` if the secret is not base32.
    public func getSetupURI(appName: String, accountName: String? = nil) throws -> URL {
        guard let generator = try? OneTimePassword(base32: sharedSecret),
            let url = URL(string: generator.uri(account: accountName ?? username, issuer: appName))
        else {
            throw AuthError.validation(
                "sharedSecret", "The secret for the authenticator app is not base32", "Start the set-up again")
        }
        return url
    }
}

/// The destination of a code.
public struct AuthCodeDeliveryDetails: Sendable, Equatable, Redacted {
    /// The destination, masked by the service.
    public let destination: DeliveryDestination
    /// The attribute that holds the destination, or nil if the service does not name it.
    public let attributeKey: AuthUserAttributeKey?

    /// Creates delivery details, for example in tests of the app.
    public init(destination: DeliveryDestination, attributeKey: AuthUserAttributeKey? = nil) {
        self.destination = destination
        self.attributeKey = attributeKey
    }

    /// Creates delivery details from the service's values. A nil or unknown medium becomes `unknown`.
    init(medium: String?, address: String?, attribute: String?) {
        let construct = DeliveryDestination.constructors[medium ?? ""]
        self.init(
            destination: construct?(address) ?? .unknown(address),
            attributeKey: attribute.map { AuthUserAttributeKey(rawValue: $0) })
    }
}

/// The destination of a code, by medium.
public enum DeliveryDestination: Sendable, Equatable, Redacted {
    /// An email address.
    case email(String?)
    /// A phone number for a voice call. Never returned.
    case phone(String?)
    /// A phone number for a text message.
    case sms(String?)
    /// Any other medium.
    case unknown(String?)

    /// The constructors of the cases, by the service's name of the medium.
    static let constructors: [String: @Sendable (String?) -> DeliveryDestination] = [
        "SMS": { .sms($0) }, "EMAIL": { .email($0) },
    ]
}
