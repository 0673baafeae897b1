import CognitoHandlers
public import FlowRuntime
import FlowSealing
public import FlowTable

/// The flows that this package includes as compiled tables. An app needs neither `flowc` nor libxml2 to run one.
///
/// Each nested type, such as ``Amplify``, represents a flow, and contains a type for each of its steps. A raw value is
/// the flow's name: the source of `amplify` is `flows/amplify.flow.xml`.
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
    /// Sign-in with the pool's custom challenges only, without a password.
    case passwordlessCustom = "passwordless-custom"
    /// Sign-in with a passkey, or otherwise with another factor.
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

    /// The type of the flow's sessions, which `flowc generate swift` wrote.
    public var type: any TypedFlow.Type {
        switch self {
        case .amplify: Amplify.self
        case .legacySDK: LegacySDK.self
        case .mobileClient: MobileClient.self
        case .passwordlessEmail: PasswordlessEmail.self
        case .passwordlessSMS: PasswordlessSMS.self
        case .passwordlessCustom: PasswordlessCustom.self
        case .passkeyFirst: PasskeyFirst.self
        case .choiceBased: ChoiceBased.self
        case .admin: Admin.self
        case .magicLink: MagicLink.self
        case .kiosk: Kiosk.self
        case .register: Register.self
        case .forgottenPassword: ForgottenPassword.self
        case .changePassword: ChangePassword.self
        case .attributes: Attributes.self
        case .turnOnMFA: TurnOnMFA.self
        case .devices: Devices.self
        case .refresh: Refresh.self
        case .signOut: SignOut.self
        case .deleteAccount: DeleteAccount.self
        }
    }

    /// The verified tables, by the flow's generated type.
    private static let tables = Locked<[ObjectIdentifier: TransitionTable]>([:])

    /// Returns the flow's table. The first call verifies the table, and all runners share it.
    /// - Throws: `TableError` if the table is damaged, which this package's tests rule out.
    public func table() throws(TableError) -> TransitionTable { try Self.table(of: type) }

    /// Returns the table of a generated type, which all runners share. Throws `TableError` if the table is damaged.
    static func table(of type: any TypedFlow.Type) throws(TableError) -> TransitionTable {
        if let table = tables.current[ObjectIdentifier(type)] { return table }
        let table = try TransitionTable(base64: type.base64) { TableIdentity(of: $0).bytes }
        tables.withLock { $0[ObjectIdentifier(type)] = table }
        return table
    }
}
