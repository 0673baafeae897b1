import CognitoHandlers
import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// Tokens of somebody else, in every way to sign in: refused where the conversation knows whose they should be.
struct TokenOwnershipTests {
    private static let page = "Docs/Explanation/TokenOwnership.md"

    /// The ways on the page, with whether the tokens of another are refused.
    private static func rows() throws -> [(name: String, isRefused: Bool)] {
        try PackageFiles.text(page).split(separator: "\n").compactMap { line in
            let cells = line.split(separator: "|").map { $0.trimmed }
            guard cells.count == 3, ["refused", "accepted"].contains(cells[2]) else { return nil }
            return (cells[0], cells[2] == "refused")
        }
    }

    /// What the service says with bob's tokens.
    static func bobsResult() async throws -> JSONValue {
        let bench = try await PoolBench(users: [PoolBench.bob])
        let reply = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "bob", "PASSWORD": "B0b-Passw0rd"])
        return try #require(reply.body["AuthenticationResult"], "\(reply)")
    }

    @Test func pageHasEveryWay() throws {
        #expect(try Self.rows().map(\.name) == SignInWay.all.map(\.name))
    }

    @Test(arguments: SignInWay.all) func anothersTokensAreRefusedAsThePageSays(_ way: SignInWay) async throws {
        let row = try #require(try Self.rows().first { $0.name == way.name })
        let bench = try await way.bench()
        let result = try await Self.bobsResult()
        let remembered = try await bench.devices.device(of: "ana")
        let step = try await way.take(bench, MisdirectedService(bench.recorder, bringing: result))
        let end = try #require(step.outcome, "\(step)")
        if row.isRefused {
            #expect(end.name == "failed" && end.error?.type == "another-user", "\(step)")
            #expect(end.parameters == [:])
            #expect(bench.desk.calls.last?.hasPrefix("ConfirmDevice") == false, "\(bench.desk.calls)")
            #expect(try await bench.devices.device(of: "ana")?.key == remembered?.key)
        } else {
            #expect(["signedIn", "refreshed"].contains(end.name), "\(step)")
            #expect(end.parameters["idToken"] == result["IdToken"])
        }
    }

    @Test(arguments: SignInWay.all) func ownTokensAreTaken(_ way: SignInWay) async throws {
        let bench = try await way.bench()
        let step = try await way.take(bench, bench.recorder)
        #expect(["signedIn", "refreshed"].contains(step.outcome?.name), "\(step)")
    }
}

extension Substring {
    /// Without spaces around.
    fileprivate var trimmed: String {
        let start = drop { $0 == " " }
        return String(start.reversed().drop { $0 == " " }.reversed())
    }
}

/// A way to sign in, or to refresh, of those that `Docs/Explanation/TokenOwnership.md` lists.
struct SignInWay: Sendable, CustomTestStringConvertible {
    /// As the page has it.
    let name: String
    /// A pool with ana.
    let bench: @Sendable () async throws -> PoolBench
    /// Takes the way at a service, and gives how it ended.
    let take: @Sendable (PoolBench, any FlowService) async throws -> FlowStep

    var testDescription: String { name }

    /// A conversation with a shipped flow.
    private init(_ name: String, _ conversation: Conversation) {
        self.name = name
        bench = { try await conversation.bench() }
        take = { bench, service in
            await conversation.host(bench).play(try bench.runner(conversation.flow, service: service))
        }
    }

    private init(
        _ name: String, bench: @escaping @Sendable () async throws -> PoolBench,
        take: @escaping @Sendable (PoolBench, any FlowService) async throws -> FlowStep
    ) {
        self.name = name
        self.bench = bench
        self.take = take
    }

    /// All ways, in the order of the page.
    static let all: [SignInWay] =
        [
            amplify("SRP"), amplify("SRP, with a remembered device", isRemembered: true),
            amplify("SRP, then a code or a new password", user: PoolBench.ana.with { $0.mfa = [.sms] }),
        ] + passwords + custom + userAuth + signUps + admins + refreshes

    private static func amplify(
        _ name: String, _ inputs: JSONValue = [:], user: PoolUserSeed = PoolBench.ana,
        configuration: PoolConfiguration = PoolConfiguration(), triggers: CustomAuthTriggers? = nil,
        choices: [String: String] = [:], hasPasskey: Bool = false, isRemembered: Bool = false
    ) -> SignInWay {
        let own: JSONValue = ["username": "ana", "password": .string(PoolBench.password)]
        return SignInWay(
            name,
            Conversation(
                name: name, flow: "amplify", configuration: configuration, triggers: triggers, user: user,
                inputs: .object((own.members ?? []) + (inputs.members ?? [])), choices: choices,
                hasPasskey: hasPasskey, isRemembered: isRemembered, challenges: []))
    }

    private static let password: JSONValue = ["flowType": "userPassword"]

    private static let passwords = [
        amplify("password", password), amplify("password, with a remembered device", password, isRemembered: true),
        amplify("password, then a code by text message", password, user: PoolBench.ana.with { $0.mfa = [.sms] }),
        amplify(
            "password, then a code of an authenticator app", password,
            user: PoolBench.ana.with { $0.softwareTokenSecret = Conversation.appSecret }),
        amplify("password, then a code by email", password, user: PoolBench.ana.with { $0.mfa = [.email] }),
        amplify("password, then a new password", password, user: PoolBench.ana.with { $0.isTemporary = true }),
        amplify(
            "password, then an authenticator app is set up", password,
            configuration: .with {
                $0.mfa = .on
                $0.mfaFactors = [.softwareToken]
            }),
    ]

    private static let custom = [
        amplify("custom, without SRP", ["flowType": "customWithoutSRP"], triggers: .emailCode()),
        amplify(
            "custom, with SRP", ["flowType": "customWithSRP"], triggers: .passwordThenWord,
            choices: ["answer": "open sesame"]),
        amplify("custom, with tokens in the first reply", ["flowType": "customWithoutSRP"], triggers: .generous),
        SignInWay(
            "magic link",
            Conversation(
                name: "magic link", flow: "magic-link", triggers: .link,
                inputs: ["username": "ana", "clientMetadata": ["signInMethod": "MAGIC_LINK"]],
                choices: ["answer": "of the link"], challenges: [])),
    ]

    private static func userAuth(_ name: String, _ factor: String) -> SignInWay {
        amplify(
            "USER_AUTH, " + name,
            ["flowType": "userAuth", "can-use-passkeys": true, "preferredFirstFactor": .string(factor)],
            hasPasskey: factor == "WEB_AUTHN")
    }

    private static let userAuth = [
        userAuth("password", "PASSWORD"), userAuth("password by SRP", "PASSWORD_SRP"),
        userAuth("code by email", "EMAIL_OTP"), userAuth("code by text message", "SMS_OTP"),
        userAuth("passkey", "WEB_AUTHN"),
    ]

    private static let signUps = [true, false].map { isKnown in
        SignInWay(isKnown ? "after a sign-up" : "after a sign-up in an earlier run of the app") {
            try await PoolBench(users: [])
        } take: { bench, service in
            let registering = try bench.runner("register")
            _ = await registering.start([
                "username": "ana", "password": .string(PoolBench.password),
                "userAttributes": ["email": "ana@example.com"],
            ])
            let done = await registering.submit(["code": .string(bench.desk.code)])
            let shown = try #require(done.outcome, "\(done)").parameters
            var inputs: [JSONMember] = [
                JSONMember("username", "ana"), JSONMember("flowType", "autoSignIn"),
                JSONMember("signUpSession", try #require(shown["session"])),
            ]
            if isKnown { inputs.append(JSONMember("signUpUserId", try #require(shown["userSub"]))) }
            return await (try bench.runner("amplify", service: service)).start(.object(inputs))
        }
    }

    private static func admin(
        _ name: String, _ flow: String, triggers: CustomAuthTriggers? = nil, choices: [String: String] = [:]
    ) -> SignInWay {
        SignInWay(
            "admin, " + name,
            Conversation(
                name: name, flow: "admin", triggers: triggers,
                inputs: [
                    "userPoolId": "us-east-1_Embedded1", "username": "ana", "password": .string(PoolBench.password),
                    "flowType": .string(flow),
                ], choices: choices, challenges: []))
    }

    private static let admins = [
        admin("password", "ADMIN_USER_PASSWORD_AUTH"), admin("SRP", "USER_SRP_AUTH"),
        admin("custom", "CUSTOM_AUTH", triggers: .passwordThenWord, choices: ["answer": "open sesame"]),
    ]

    private static func refresh(_ name: String, _ more: JSONValue = [:], knows: Bool = true) -> SignInWay {
        SignInWay(name) {
            try await PoolBench()
        } take: { bench, service in
            let tokens = try await bench.tokens()
            let own: JSONValue = [
                "refreshToken": .string(tokens.refresh), "accessToken": .string(knows ? tokens.access : ""),
            ]
            let inputs = JSONValue.object((own.members ?? []) + (more.members ?? []))
            return await (try bench.runner("refresh", service: service)).start(inputs)
        }
    }

    private static let refreshes = [
        refresh("refresh"), refresh("refresh, with rotation", ["rotates-refresh-tokens": true]),
        refresh("refresh, without the previous access token", knows: false),
    ]
}

extension CustomAuthTriggers {
    /// Triggers that ask for nothing.
    fileprivate static var generous: CustomAuthTriggers {
        var triggers = CustomAuthTriggers.emailCode()
        triggers.define = { _ in .issueTokens }
        return triggers
    }

    /// Triggers that ask what to do, then for the secret of a link.
    fileprivate static var link: CustomAuthTriggers {
        CustomAuthTriggers(
            define: { request in
                switch request.session.count {
                case 0, 1: .challenge("CUSTOM_CHALLENGE")
                default: request.session.last?.challengeResult == true ? .issueTokens : .fail
                }
            },
            create: { _, _ in CreatedChallenge(publicParameters: [:], privateParameters: [:]) },
            verify: { _, _, answer in answer == "of the link" })
    }
}
