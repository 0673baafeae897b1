public import CognitoFlows
import CognitoClient
import CognitoHandlers
import FlowRuntime
public import UserPool

/// The pool that the examples sign in with.
public enum Example {
    /// An app of the pool that the configuration file in the first argument names, or else of a pool in this process.
    /// - Parameters:
    ///   - users: the users of the pool in this process.
    ///   - triggers: its custom challenges.
    ///   - inputs: inputs of each sign-in.
    /// - Returns: the app.
    /// - Throws: what is wrong with the configuration file or a user.
    public static func app(
        users: [PoolUserSeed], triggers: CustomAuthTriggers? = nil, inputs: JSONValue = [:]
    ) async throws -> CognitoApp {
        if CommandLine.arguments.count > 1, CommandLine.arguments[1].hasSuffix(".json") {
            return try CognitoApp(CognitoConfiguration(file: CommandLine.arguments[1]))
        }
        let environment = PoolEnvironment(deliver: { Mailbox.shared.deliver($0.code, to: $0.destination) })
        let pool = CognitoUserPool(PoolConfiguration(), environment: environment, triggers: triggers)
        for user in users { try await pool.add(user) }
        let settings = try CognitoSettings(
            poolID: pool.configuration.poolID, deviceName: "example", secrets: MemorySecretStore())
        return CognitoApp(clientID: "app-client", settings: settings, service: pool, signInInputs: inputs)
    }

    /// A user with both addresses and codes by text message.
    public static var ana: PoolUserSeed {
        var user = PoolUserSeed(
            username: "ana", password: "Passw0rd!",
            attributes: ["email": "ana@example.com", "phone_number": "+12065550100"])
        user.mfa = [.sms, .email]
        return user
    }

    /// The triggers of the AWSMobileClient guide: a code by e-mail, once, behind SRP_A.
    public static var codeInsteadOfPassword: CustomAuthTriggers {
        var triggers = CustomAuthTriggers.emailCode()
        triggers.define = { request in
            let session = request.session
            if session.count == 1, session[0].challengeName == "SRP_A" { return .challenge("CUSTOM_CHALLENGE") }
            let isRight = session.count == 2 && session[1].challengeName == "CUSTOM_CHALLENGE"
            return isRight && session[1].challengeResult ? .issueTokens : .fail
        }
        return triggers
    }
}
