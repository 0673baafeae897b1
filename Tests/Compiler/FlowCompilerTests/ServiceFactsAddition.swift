/// Something that the service description says and the facts do not, with the reason.
struct ServiceFactsAddition {
    let reason: String
    /// Every subject says every one of the words.
    let subjects: [String]
    let words: [String]

    /// The lines that the description has for it.
    var lines: [String] { subjects.flatMap { subject in words.map { "\(subject) \($0)" } } }

    /// All of them.
    static let all = replies + requests + followers + operations

    private static let answering = ["RespondToAuthChallenge", "AdminRespondToAuthChallenge"]
    private static let signingIn = ["InitiateAuth", "AdminInitiateAuth"] + answering
    private static let passwordFlows = [
        "flow AdminInitiateAuth ADMIN_NO_SRP_AUTH", "flow AdminInitiateAuth ADMIN_USER_PASSWORD_AUTH",
    ]
    private static let codes = ["SMS_MFA", "EMAIL_OTP", "SOFTWARE_TOKEN_MFA", "SELECT_MFA_TYPE"]

    private static func answers(_ challenges: [String]) -> [String] {
        answering.flatMap { operation in challenges.map { "answer \(operation) \($0) response" } }
    }

    private static func flows(_ name: String) -> [String] {
        ["flow InitiateAuth \(name)", "flow AdminInitiateAuth \(name)"]
    }

    private static func brings(_ challenges: [String]) -> [String] { challenges.map { "brings \($0)" } }

    private static let replies = [
        ServiceFactsAddition(
            reason: "a success without an access token is none; the facts give no flags inside AuthenticationResult",
            subjects: (signingIn + ["GetTokensFromRefreshToken"]).map { "operation \($0) output" },
            words: ["AuthenticationResult/AccessToken required"]),
        ServiceFactsAddition(
            reason: "the facts name NewDeviceMetadata as a whole",
            subjects: (signingIn + ["GetTokensFromRefreshToken"]).map { "operation \($0) output" },
            words: ["DeviceKey", "DeviceGroupKey"].map { "AuthenticationResult/NewDeviceMetadata/\($0)" }),
        ServiceFactsAddition(
            reason: "without the secret there is nothing to set up",
            subjects: ["operation AssociateSoftwareToken output SecretCode"], words: ["required"]),
    ]

    private static let requests = [
        ServiceFactsAddition(
            reason: "whoever has read a code or a hash can use it, so no trace may hold it",
            subjects: [
                "ConfirmForgotPassword input ConfirmationCode", "ConfirmForgotPassword input SecretHash",
                "ConfirmSignUp input ConfirmationCode", "ConfirmSignUp input SecretHash",
                "ForgotPassword input SecretHash", "ResendConfirmationCode input SecretHash",
                "SignUp input SecretHash", "VerifySoftwareToken input UserCode", "VerifyUserAttribute input Code",
            ].map { "operation \($0)" },
            words: ["is secret"]),
        ServiceFactsAddition(
            reason: "Amplify sends the attributes of its options with the answer to any challenge",
            subjects: answers([
                "ADMIN_NO_SRP_AUTH", "CUSTOM_CHALLENGE", "DEVICE_PASSWORD_VERIFIER", "DEVICE_SRP_AUTH", "EMAIL_OTP",
                "MFA_SETUP", "PASSWORD", "PASSWORD_SRP", "PASSWORD_VERIFIER", "SELECT_CHALLENGE", "SELECT_MFA_TYPE",
                "SMS_MFA", "SMS_OTP", "SOFTWARE_TOKEN_MFA", "WEB_AUTHN",
            ]),
            words: ["userAttributes.*"]),
        ServiceFactsAddition(
            reason: "the SDKs send the device with the answer to any challenge; a flow omits it where it must not go",
            subjects: answers([
                "ADMIN_NO_SRP_AUTH", "MFA_SETUP", "NEW_PASSWORD_REQUIRED", "SELECT_MFA_TYPE", "WEB_AUTHN",
            ]),
            words: ["DEVICE_KEY"]),
        ServiceFactsAddition(
            reason: "only the administrator's operation answers it, but a challenge cannot say so",
            subjects: ["answer RespondToAuthChallenge ADMIN_NO_SRP_AUTH response"],
            words: ["PASSWORD", "PASSWORD required", "USERNAME", "USERNAME required", "SECRET_HASH"]),
        ServiceFactsAddition(
            reason: "the legacy SDK lets the delegate add any responses to custom sign-in",
            subjects: answers(["CUSTOM_CHALLENGE"]) + flows("CUSTOM_AUTH").map { "\($0) input" }, words: ["*"]),
    ]

    private static let followers = [
        ServiceFactsAddition(
            reason: "rows of both SDKs: the triggers answer the first SRP request with a challenge of their own",
            subjects: flows("USER_SRP_AUTH"), words: brings(["CUSTOM_CHALLENGE"])),
        ServiceFactsAddition(
            reason: "what the model says AdminInitiateAuth returns where the password must come by itself",
            subjects: ["USER_SRP_AUTH", "CUSTOM_AUTH"].map { "flow AdminInitiateAuth \($0)" },
            words: brings(["ADMIN_NO_SRP_AUTH"])),
        ServiceFactsAddition(
            reason: "the SDKs accept a challenge of the triggers after any other",
            subjects: passwordFlows + ["flow InitiateAuth USER_PASSWORD_AUTH"]
                + ["DEVICE_PASSWORD_VERIFIER", "EMAIL_OTP", "MFA_SETUP", "NEW_PASSWORD_REQUIRED", "SMS_OTP"]
                .map { "challenge \($0)" },
            words: brings(["CUSTOM_CHALLENGE"])),
        ServiceFactsAddition(
            reason: "the facts know it of the other requests with a password: a known device stands in for a factor",
            subjects: passwordFlows + flows("USER_AUTH") + ["challenge SELECT_CHALLENGE", "challenge WEB_AUTHN"],
            words: brings(["DEVICE_SRP_AUTH"])),
        ServiceFactsAddition(
            reason: "a password can be sent with them, and it can be temporary",
            subjects: flows("USER_AUTH") + ["challenge SELECT_CHALLENGE"], words: brings(["NEW_PASSWORD_REQUIRED"])),
        ServiceFactsAddition(
            reason: "the triggers can be satisfied at once; what follows a password then follows here",
            subjects: flows("CUSTOM_AUTH"),
            words: brings(codes + ["MFA_SETUP", "NEW_PASSWORD_REQUIRED", "DEVICE_SRP_AUTH"])),
        ServiceFactsAddition(
            reason: "the triggers can name any challenge",
            subjects: ["challenge CUSTOM_CHALLENGE"], words: brings(["NEW_PASSWORD_REQUIRED", "SMS_OTP"])),
        ServiceFactsAddition(
            reason: "a row of Amplify: a second factor after the device's proof",
            subjects: ["challenge DEVICE_PASSWORD_VERIFIER"], words: brings(codes)),
        ServiceFactsAddition(
            reason: "a row of Amplify: a further challenge after the passkey, which can be a passkey again",
            subjects: ["challenge WEB_AUTHN"], words: brings(["WEB_AUTHN"])),
    ]
}
