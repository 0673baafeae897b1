/// The flows that this package includes as compiled tables. An app needs neither `flowc` nor libxml2 to run one.
///
/// A raw value is the name of the flow's file: `flows/amplify.flow.xml`.
public enum ShippedFlow: String, Sendable, CaseIterable {
    /// Sign-in in the style of Amplify for Swift, whose calls return next steps.
    case amplify
    /// Sign-in in the style of the legacy iOS SDK, which calls delegates.
    case legacySDK = "legacy-sdk"
    /// Sign-in in the style of AWSMobileClient, whose calls return sign-in states.
    case mobileClient = "mobile-client"
    /// Sign-in with an emailed code, without a password.
    case passwordlessEmail = "passwordless-email"
    /// Sign-in with a code by text message, without a password.
    case passwordlessSMS = "passwordless-sms"
    /// Sign-in with only the pool's custom challenge, without any password.
    case passwordlessCustom = "passwordless-custom"
    /// Sign-in with a passkey, or else another factor.
    case passkeyFirst = "passkey-first"
    /// Sign-in with the first factor that the user chooses.
    case choiceBased = "choice-based"
    /// Server-side sign-in, with every challenge under its own name.
    case admin
    /// Sign-in with an emailed link.
    case magicLink = "magic-link"
    /// A sign-in for a shared screen, written in XML alone.
    case kiosk
    /// Signs a user up and confirms the account.
    case register
    /// Resets a forgotten password.
    case forgottenPassword = "forgotten-password"
    /// Changes the signed-in user's password.
    case changePassword = "change-password"
    /// Reads, changes and verifies the signed-in user's attributes.
    case attributes
    /// Sets up second factors for the signed-in user, and selects the preferred one.
    case turnOnMFA = "turn-on-mfa"
    /// Lists, remembers and forgets devices.
    case devices
    /// Obtains new tokens with a refresh token.
    case refresh
    /// Signs out, on this device or on all devices.
    case signOut = "sign-out"
    /// Deletes the signed-in user's account.
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
