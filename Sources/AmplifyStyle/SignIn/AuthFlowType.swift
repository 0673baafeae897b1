import CognitoFlows

/// The authentication flow of a sign-in.
public enum AuthFlowType: Sendable, Equatable {
    /// The password, verified with SRP.
    case userSRP
    /// The older name of ``customWithSRP``.
    case custom
    /// The pool's custom challenges after SRP.
    case customWithSRP
    /// The pool's custom challenges without a password.
    case customWithoutSRP
    /// The password in plain text.
    case userPassword
    /// Choice-based sign-in, optionally with a preferred first factor.
    case userAuth(preferredFirstFactor: AuthFactorType?)

    /// The flow's choice for the flow type.
    var choice: ShippedFlow.Amplify.Inputs.FlowTypeChoice {
        switch self {
        case .userSRP: .userSRP
        case .custom: .custom
        case .customWithSRP: .customWithSRP
        case .customWithoutSRP: .customWithoutSRP
        case .userPassword: .userPassword
        case .userAuth: .userAuth
        }
    }

    /// The flow's choice for the preferred first factor, or nil if there is none.
    var preferredChoice: ShippedFlow.Amplify.Inputs.PreferredFirstFactorChoice? {
        guard case .userAuth(let preferred?) = self else { return nil }
        return switch preferred {
        case .password: .password
        case .passwordSRP: .passwordSRP
        case .smsOTP: .smsOTP
        case .emailOTP: .emailOTP
        case .webAuthn: .webAuthn
        }
    }
}
