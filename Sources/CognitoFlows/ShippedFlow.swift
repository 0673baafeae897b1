/// The flows that come with this package, as compiled tables: an app needs neither `flowc` nor libxml2 to run one.
///
/// A raw value is the name of the flow's file: `flows/amplify.flow.xml`.
public enum ShippedFlow: String, Sendable, CaseIterable {
    /// Sign-in as Amplify for Swift has it: next steps.
    case amplify
    /// Sign-in as the legacy iOS SDK has it: delegates.
    case legacySDK = "legacy-sdk"
    /// Sign-in as AWSMobileClient has it: sign-in states.
    case mobileClient = "mobile-client"
    /// Sign-in with a code by e-mail, without a password.
    case passwordlessEmail = "passwordless-email"
    /// Sign-in with a code by text message, without a password.
    case passwordlessSMS = "passwordless-sms"
    /// Sign-in by the pool's own challenge alone: no password, not even a dummy one.
    case passwordlessCustom = "passwordless-custom"
    /// Sign-in with a passkey, else with another factor.
    case passkeyFirst = "passkey-first"
    /// Sign-in with the first factor that the user chooses.
    case choiceBased = "choice-based"
    /// Sign-in by a server, with every challenge under its own name.
    case admin
    /// Sign-in by a link in an e-mail.
    case magicLink = "magic-link"
    /// A style of a shared screen, written in XML alone.
    case kiosk
    /// Registers a user and confirms it.
    case register
    /// Resets a forgotten password.
    case forgottenPassword = "forgotten-password"
    /// Changes the password of who is signed in.
    case changePassword = "change-password"
    /// Reads, changes and verifies the attributes of who is signed in.
    case attributes
    /// Sets up and prefers second factors of who is signed in.
    case turnOnMFA = "turn-on-mfa"
    /// Lists, remembers and forgets devices.
    case devices
    /// Makes new tokens of a refresh token.
    case refresh
    /// Signs out: here, or on all devices.
    case signOut = "sign-out"
    /// Deletes the account of who is signed in.
    case deleteAccount = "delete-account"
}

extension ShippedFlow {
    /// The compiled flow in base64.
    var base64: StaticString {
        switch self {
        case .amplify: Self.amplifyTable
        case .legacySDK: Self.legacySDKTable
        case .mobileClient: Self.mobileClientTable
        case .passwordlessEmail: Self.passwordlessEmailTable
        case .passwordlessSMS: Self.passwordlessSMSTable
        case .passwordlessCustom: Self.passwordlessCustomTable
        case .passkeyFirst: Self.passkeyFirstTable
        case .choiceBased: Self.choiceBasedTable
        case .admin: Self.adminTable
        case .magicLink: Self.magicLinkTable
        case .kiosk: Self.kioskTable
        case .register: Self.registerTable
        case .forgottenPassword: Self.forgottenPasswordTable
        case .changePassword: Self.changePasswordTable
        case .attributes: Self.attributesTable
        case .turnOnMFA: Self.turnOnMFATable
        case .devices: Self.devicesTable
        case .refresh: Self.refreshTable
        case .signOut: Self.signOutTable
        case .deleteAccount: Self.deleteAccountTable
        }
    }
}
