import CognitoFlows
import CognitoHandlers
import FlowRuntime

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// The result of a sign-in or of an answer.
public struct SignInResult: Sendable, Equatable {
    /// The next step.
    public let signInState: SignInState
    /// The parameters of a custom challenge, or the values that any other step shows.
    public let parameters: [String: String]
    /// The destination of the code, or nil if the step asks for no code or does not name the medium.
    public let codeDetails: UserCodeDeliveryDetails?

    /// Creates a result, for example in tests of the app.
    public init(
        signInState: SignInState, parameters: [String: String] = [:], codeDetails: UserCodeDeliveryDetails? = nil
    ) {
        self.signInState = signInState
        self.parameters = parameters
        self.codeDetails = codeDetails
    }

    /// The names of the values in ``parameters``.
    private enum Parameter: String {
        case step, deliveryMedium, destination, attributeName, attemptsLeft, requiredAttributes, sharedSecret
        case username, mfaTypes
    }

    /// The steps that the SDK lacks, by their names in ``parameters``.
    private enum AddedStep: String {
        case setUpTOTP, selectMFA
    }

    /// Creates the result for a step of the flow. After the end, it has no parameters, so that it contains no tokens.
    /// - Throws: the error that the step shows, or the error of an outcome that is a failure.
    init(_ step: ShippedFlow.MobileClient.Step) throws(StyleFailure) {
        switch step {
        case .smsMFA(let step):
            try StyleFailure.check(step.error)
            self.init(
                .smsMFA,
                [
                    .deliveryMedium: step.deliveryMedium, .destination: step.destination,
                    .attributeName: step.attributeName, .attemptsLeft: step.attemptsLeft,
                ],
                UserCodeDeliveryDetails(
                    medium: step.deliveryMedium, destination: step.destination, attributeName: step.attributeName))
        case .newPasswordRequired(let step):
            try StyleFailure.check(step.error)
            self.init(.newPasswordRequired, [.requiredAttributes: step.requiredAttributes.joined(separator: ",")])
        case .setUpTOTP(let step):
            try StyleFailure.check(step.error)
            let name = AddedStep.setUpTOTP.rawValue
            self.init(.unknown, [.step: name, .sharedSecret: step.sharedSecret, .username: step.username])
        case .customChallenge(let step):
            try StyleFailure.check(step.error)
            self.init(signInState: .customChallenge, parameters: step.parameters)
        case .selectMFA(let step):
            try StyleFailure.check(step.error)
            let name = AddedStep.selectMFA.rawValue
            self.init(.unknown, [.step: name, .mfaTypes: step.mfaTypes.joined(separator: ",")])
        case .ended(.signedIn): self.init(signInState: .signedIn)
        case .ended(.failed(let outcome)):
            let failure = StyleFailure(outcome.error, .failed)
            guard outcome.error.kind == .passwordMissing else { throw failure }
            throw failure.reporting(missing: ShippedFlow.MobileClient.Inputs.Field.password.rawValue)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        // Only a host that uses the flow directly can sign out through it.
        case .ended(.signedOut(let outcome)): throw StyleFailure(outcome.error, .failed)
        }
    }

    /// Creates a result whose parameters are the values that are not nil.
    private init(
        _ state: SignInState, _ parameters: [Parameter: String?], _ codeDetails: UserCodeDeliveryDetails? = nil
    ) {
        let shown = parameters.compactMap { name, value in value.map { (name.rawValue, $0) } }
        self.init(signInState: state, parameters: Dictionary(shown) { $1 }, codeDetails: codeDetails)
    }
}

extension SignInResult: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The state without the parameters, which can contain the secret for an authenticator app.
    public var description: String { "SignInResult(\(signInState))" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// A mirror whose only child is the state.
    public var customMirror: Mirror { Mirror(self, children: ["signInState": signInState]) }
}

/// The next step of a sign-in. Raw values are the SDK's.
public enum SignInState: String, Sendable, CaseIterable {
    /// A step without a case. ``SignInResult/parameters`` contains its name as `step`.
    case unknown = "UNKNOWN"
    /// Enter the code of a second factor, including an authenticator app's.
    case smsMFA = "CONFIRMATION_CODE"
    /// Never returned: the flow answers this challenge itself.
    case passwordVerifier = "PASSWORD_VERIFIER"
    /// Answer the pool's custom challenge.
    case customChallenge = "CUSTOM_CHALLENGE"
    /// Never returned: the flow answers this challenge itself.
    case deviceSRPAuth = "DEVICE_SRP_AUTH"
    /// Never returned: the flow answers this challenge itself.
    case devicePasswordVerifier = "DEVICE_PASSWORD_VERIFIER"
    /// Never returned: only administrators sign in this way.
    case adminNoSRPAuth = "ADMIN_NO_SRP_AUTH"
    /// Choose a new password and provide the attributes that the pool requires.
    case newPasswordRequired = "NEW_PASSWORD_REQUIRED"
    /// The user is signed in.
    case signedIn = "SIGN_IN_COMPLETE"
}

/// A token of the signed-in user. Its description is redacted.
public struct SessionToken: Sendable, Equatable {
    /// The encoded token.
    public let tokenString: String?

    /// Creates a token, for example in tests of the app.
    public init(tokenString: String?) {
        self.tokenString = tokenString
    }
}

/// The signed-in user's tokens. Their description is redacted.
public struct Tokens: Sendable, Equatable {
    /// The ID token, which identifies the user.
    public let idToken: SessionToken?
    /// The access token, which authorizes requests for the user.
    public let accessToken: SessionToken?
    /// The refresh token, which obtains new tokens without the user.
    public let refreshToken: SessionToken?
    /// When the access token expires; nil if the token does not say.
    public let expiration: Date?

    /// Creates tokens, for example in tests of the app.
    public init(idToken: SessionToken?, accessToken: SessionToken?, refreshToken: SessionToken?, expiration: Date?) {
        self.idToken = idToken
        self.accessToken = accessToken
        self.refreshToken = refreshToken
        self.expiration = expiration
    }

    /// Creates the SDK's tokens from the service's tokens. `expiration` is that of the access token.
    init(_ tokens: CognitoTokens) {
        let expiry = TokenClaims(tokens.accessToken)?.expiry
        self.init(
            idToken: tokens.idToken.map { SessionToken(tokenString: $0) },
            accessToken: SessionToken(tokenString: tokens.accessToken),
            refreshToken: tokens.refreshToken.map { SessionToken(tokenString: $0) },
            expiration: expiry.map { Date(timeIntervalSince1970: TimeInterval($0)) })
    }
}

extension SessionToken: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name, without any token.
    public var description: String { "SessionToken(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection shows no values.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

extension Tokens: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The type's name, without any token.
    public var description: String { "Tokens(secret)" }
    /// The same as ``description``.
    public var debugDescription: String { description }
    /// An empty mirror, so that reflection shows no values.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
