import FlowCore
import FlowRuntime
import Testing
import UserPool

extension Conversation {
    /// Every way to sign in that the shipped flows have, with every challenge of the service.
    static let all: [Conversation] = amplifyPasswords + amplifyFactors + amplifyChoices + legacy + kiosk

    private static let start: JSONValue = ["username": "ana", "password": .string(PoolBench.password)]

    private static func start(_ more: [(String, JSONValue)], password: Bool = true) -> JSONValue {
        let members = (password ? start : ["username": "ana"]).members ?? []
        return .object(members + more.map { JSONMember($0.0, $0.1) })
    }

    private static func pool(_ change: (inout PoolConfiguration) -> Void) -> PoolConfiguration {
        var configuration = PoolConfiguration()
        change(&configuration)
        return configuration
    }

    private static func user(_ change: (inout PoolUserSeed) -> Void) -> PoolUserSeed {
        var user = PoolBench.ana
        change(&user)
        return user
    }

    private static let needsName = pool { $0.requiredAttributes = ["name"] }
    private static let newUser = user { $0.isTemporary = true }
    private static let sms = user { $0.mfa = [.sms] }
    private static let app = user { $0.softwareTokenSecret = appSecret }
    private static let email = user { $0.mfa = [.email] }
    private static let several = user {
        $0.softwareTokenSecret = appSecret
        $0.mfa = [.sms, .email]
    }
    private static let appOnly = pool {
        $0.mfa = .on
        $0.mfaFactors = [.softwareToken]
    }
    private static let emailOnly = pool {
        $0.mfa = .on
        $0.mfaFactors = [.email]
    }
    private static let appOrEmail = pool {
        $0.mfa = .on
        $0.mfaFactors = [.softwareToken, .email]
    }

    private static let amplifyPasswords = [
        Conversation(name: "SRP", flow: "amplify", inputs: start, challenges: ["PASSWORD_VERIFIER"]),
        Conversation(
            name: "SRP with a remembered device", flow: "amplify", inputs: start, isRemembered: true,
            challenges: ["PASSWORD_VERIFIER", "DEVICE_SRP_AUTH", "DEVICE_PASSWORD_VERIFIER"]),
        Conversation(
            name: "password", flow: "amplify", inputs: start([("flowType", "userPassword")]), challenges: []),
        Conversation(
            name: "new password", flow: "amplify", configuration: needsName, user: newUser, inputs: start,
            attributes: ["name": "Ana"], challenges: ["PASSWORD_VERIFIER", "NEW_PASSWORD_REQUIRED"]),
        Conversation(
            name: "custom without password", flow: "amplify", triggers: .emailCode(),
            inputs: start([("flowType", "customWithoutSRP")], password: false), challenges: ["CUSTOM_CHALLENGE"]),
        Conversation(
            name: "custom with password", flow: "amplify", triggers: .passwordThenWord,
            inputs: start([("flowType", "customWithSRP")]), choices: ["answer": "open sesame"],
            challenges: ["PASSWORD_VERIFIER", "CUSTOM_CHALLENGE"]),
    ]

    private static let amplifyFactors = [
        Conversation(
            name: "text message", flow: "amplify", user: sms, inputs: start,
            challenges: ["PASSWORD_VERIFIER", "SMS_MFA"]),
        Conversation(
            name: "authenticator app", flow: "amplify", user: app, inputs: start,
            challenges: ["PASSWORD_VERIFIER", "SOFTWARE_TOKEN_MFA"]),
        Conversation(
            name: "e-mail", flow: "amplify", user: email, inputs: start, challenges: ["PASSWORD_VERIFIER", "EMAIL_OTP"]),
        Conversation(
            name: "choice of factor", flow: "amplify", user: several, inputs: start, choices: ["mfaType": "EMAIL_OTP"],
            challenges: ["PASSWORD_VERIFIER", "SELECT_MFA_TYPE", "EMAIL_OTP"]),
        Conversation(
            name: "set-up of an app", flow: "amplify", configuration: appOnly, inputs: start,
            challenges: ["PASSWORD_VERIFIER", "MFA_SETUP"]),
        Conversation(
            name: "set-up of e-mail", flow: "amplify", configuration: emailOnly, inputs: start,
            challenges: ["PASSWORD_VERIFIER", "MFA_SETUP", "EMAIL_OTP"]),
        Conversation(
            name: "choice of set-up", flow: "amplify", configuration: appOrEmail, inputs: start,
            choices: ["mfaType": "TOTP"], challenges: ["PASSWORD_VERIFIER", "MFA_SETUP"]),
    ]

    private static func userAuth(_ more: [(String, JSONValue)] = [], password: Bool = false) -> JSONValue {
        start([("flowType", "userAuth"), ("can-use-passkeys", true)] + more, password: password)
    }

    private static let amplifyChoices = [
        Conversation(
            name: "choice of a code by e-mail", flow: "amplify", inputs: userAuth(), choices: ["factor": "EMAIL_OTP"],
            challenges: ["SELECT_CHALLENGE", "EMAIL_OTP"]),
        Conversation(
            name: "choice of a code by text message", flow: "amplify", inputs: userAuth(),
            choices: ["factor": "SMS_OTP"], challenges: ["SELECT_CHALLENGE", "SMS_OTP"]),
        Conversation(
            name: "choice of the password", flow: "amplify", inputs: userAuth(), choices: ["factor": "PASSWORD"],
            challenges: ["SELECT_CHALLENGE"]),
        Conversation(
            name: "choice of the password by SRP", flow: "amplify", inputs: userAuth(),
            choices: ["factor": "PASSWORD_SRP"], challenges: ["SELECT_CHALLENGE", "PASSWORD_VERIFIER"]),
        Conversation(
            name: "password by SRP preferred", flow: "amplify",
            inputs: userAuth([("preferredFirstFactor", "PASSWORD_SRP")], password: true),
            challenges: ["PASSWORD_VERIFIER"]),
        Conversation(
            name: "choice of a passkey", flow: "amplify", inputs: userAuth(), choices: ["factor": "WEB_AUTHN"],
            hasPasskey: true, challenges: ["SELECT_CHALLENGE", "WEB_AUTHN"]),
        Conversation(
            name: "passkey preferred", flow: "amplify", inputs: userAuth([("preferredFirstFactor", "WEB_AUTHN")]),
            hasPasskey: true, challenges: ["WEB_AUTHN"]),
    ]

    private static let delegates: [(String, JSONValue)] = [
        "startPasswordAuthentication", "startCustomAuthentication", "startMultiFactorAuthentication",
        "startNewPasswordRequired", "startSelectMfa", "startSoftwareMfaSetupRequired",
    ].map { ($0, true) }

    private static func object(_ more: [(String, JSONValue)], without: String = "startCustomAuthentication")
        -> JSONValue
    {
        .object(
            [JSONMember("username", "ana")]
                + (delegates.filter { $0.0 != without } + more).map { JSONMember($0.0, $0.1) })
    }

    private static let legacy = [
        Conversation(name: "SRP", flow: "legacy-sdk", inputs: object([]), challenges: ["PASSWORD_VERIFIER"]),
        Conversation(
            name: "password", flow: "legacy-sdk", inputs: object([("migration-enabled", true)]), challenges: []),
        Conversation(
            name: "text message", flow: "legacy-sdk", user: sms, inputs: object([]),
            challenges: ["PASSWORD_VERIFIER", "SMS_MFA"]),
        Conversation(
            name: "authenticator app", flow: "legacy-sdk", user: app, inputs: object([]),
            challenges: ["PASSWORD_VERIFIER", "SOFTWARE_TOKEN_MFA"]),
        Conversation(
            name: "choice of factor", flow: "legacy-sdk", user: several, inputs: object([]),
            choices: ["selectedMfa": "SOFTWARE_TOKEN_MFA"],
            challenges: ["PASSWORD_VERIFIER", "SELECT_MFA_TYPE", "SOFTWARE_TOKEN_MFA"]),
        Conversation(
            name: "set-up of an app", flow: "legacy-sdk", configuration: appOnly, inputs: object([]),
            challenges: ["PASSWORD_VERIFIER", "MFA_SETUP"]),
        Conversation(
            name: "new password", flow: "legacy-sdk", configuration: needsName, user: newUser, inputs: object([]),
            attributes: ["name": "Ana"], challenges: ["PASSWORD_VERIFIER", "NEW_PASSWORD_REQUIRED"]),
        Conversation(
            name: "custom", flow: "legacy-sdk", triggers: .emailCode(),
            inputs: object([("startCustomAuthentication", true)], without: "startPasswordAuthentication"),
            challenges: ["CUSTOM_CHALLENGE"]),
        Conversation(
            name: "device that the user agrees to", flow: "legacy-sdk",
            configuration: pool { $0.devices = .optional }, inputs: object([("startRememberDevice", true)]),
            challenges: ["PASSWORD_VERIFIER"]),
    ]

    private static let badge: JSONValue = [:]
    private static let rules = ["selection": "AGREE"]

    private static let kiosk = [
        Conversation(
            name: "mail", flow: "kiosk", inputs: badge, choices: rules.merging(["proof": "MAIL"]) { $1 },
            challenges: ["EMAIL_OTP"]),
        Conversation(
            name: "text", flow: "kiosk", inputs: badge, choices: rules.merging(["proof": "text"]) { $1 },
            challenges: ["SMS_OTP"]),
        Conversation(
            name: "password", flow: "kiosk", inputs: badge, choices: rules.merging(["proof": "PASSWORD"]) { $1 },
            challenges: ["PASSWORD_VERIFIER"]),
    ]
}

/// Every shipped flow signs in against the pool, by every challenge that it knows.
struct ConversationTests {
    @Test(arguments: Conversation.all) func signsIn(_ conversation: Conversation) async throws {
        let bench = try await conversation.bench()
        let before = bench.desk.calls.count
        let step = await conversation.host(bench).play(try bench.runner(conversation.flow))
        #expect(step.outcome?.name == "signedIn", "\(step)")
        let asked = bench.desk.calls.dropFirst(before).compactMap { $0.split(separator: " ").dropFirst().first }
        #expect(asked.map(String.init) == conversation.challenges)
    }
}
