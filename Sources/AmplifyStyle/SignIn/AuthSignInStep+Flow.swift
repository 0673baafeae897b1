import CognitoFlows
import FlowCore
import FlowRuntime

extension AuthSignInStep {
    private typealias Constructor = @Sendable (StyleStep) -> AuthSignInStep

    /// The constructors of the cases, by the name of the flow's step, or by the value `swiftStep` that it shows.
    private static let constructors: [String: Constructor] = [
        "CONFIRM_SIGN_IN_WITH_SMS_CODE": { .confirmSignInWithSMSMFACode(.init($0), $0.additionalInfo) },
        "CONFIRM_SIGN_IN_WITH_CUSTOM_CHALLENGE": { .confirmSignInWithCustomChallenge($0.additionalInfo) },
        "CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED": { .confirmSignInWithNewPassword($0.additionalInfo) },
        "CONFIRM_SIGN_IN_WITH_PASSWORD": { _ in .confirmSignInWithPassword },
        "CONFIRM_SIGN_IN_WITH_TOTP_CODE": { _ in .confirmSignInWithTOTPCode },
        "CONTINUE_SIGN_IN_WITH_TOTP_SETUP": { .continueSignInWithTOTPSetup(TOTPSetupDetails($0)) },
        "CONTINUE_SIGN_IN_WITH_MFA_SELECTION": { .continueSignInWithMFASelection($0.cases(in: "allowedMFATypes")) },
        "CONTINUE_SIGN_IN_WITH_EMAIL_SETUP": { _ in .continueSignInWithEmailMFASetup },
        "CONTINUE_SIGN_IN_WITH_MFA_SETUP_SELECTION": {
            .continueSignInWithMFASetupSelection($0.cases(in: "allowedMFATypes"))
        },
        "CONFIRM_SIGN_IN_WITH_EMAIL_CODE": { .confirmSignInWithOTP(.init($0)) },
        "confirmSignInWithOTP": { .confirmSignInWithOTP(.init($0)) },
        "CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION": {
            .continueSignInWithFirstFactorSelection($0.cases(in: "availableChallenges"))
        },
        "RESET_PASSWORD": { _ in .resetPassword(nil) },
        "CONFIRM_SIGN_UP": { _ in .confirmSignUp(nil) },
        "DONE": { _ in .done },
    ]

    /// Creates the case for a step of the flow, or returns nil if Amplify has no such case.
    init?(_ step: StyleStep) {
        guard let construct = Self.constructors[step.text("swiftStep") ?? step.name] else { return nil }
        self = construct(step)
    }

    /// Whether the case tells the user to do something else first. Such a case also explains the error that led to it.
    var isInstruction: Bool {
        switch self {
        case .resetPassword, .confirmSignUp: true
        default: false
        }
    }
}

extension StyleStep {
    /// The additional texts from the service, or nil if the step shows none.
    fileprivate var additionalInfo: AdditionalInfo? {
        parameters["additionalInfo"] == nil ? nil : map("additionalInfo")
    }

    /// Returns the cases of an enumeration that a shown list contains as raw values. Unknown values are skipped.
    fileprivate func cases<Case: RawRepresentable<String> & Hashable>(in name: String) -> Set<Case> {
        Set(list(name).compactMap { Case(rawValue: $0) })
    }
}
