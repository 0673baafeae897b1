import CognitoClient
import CognitoFlows
import FlowCore
import FlowRuntime
import FlowTable
import TestSupport
import Testing

/// The configuration files of the SDKs before us.
struct ConfigurationTests {
    private static func legacy(_ pool: String, _ more: String = "") -> String {
        #"{"CognitoUserPool":{"Default":{\#(pool)}}\#(more)}"#
    }

    private static func amplify(_ pool: String, _ more: String = "") -> String {
        #"{"auth":{"plugins":{"awsCognitoAuthPlugin":{"CognitoUserPool":{"Default":{\#(pool)}}\#(more)}}}}"#
    }

    private static func outputs(_ auth: String) -> String { #"{"version":"1.3","auth":{\#(auth)}}"# }

    private static let pool = #""PoolId":"eu-west-1_AbC","AppClientId":"app-client""#
    private static let auth = #""user_pool_id":"eu-west-1_AbC","user_pool_client_id":"app-client""#
    private static let plugin = "auth.plugins.awsCognitoAuthPlugin."

    private static func read(_ text: String) throws(CognitoConfigurationFailure) -> CognitoConfiguration {
        try CognitoConfiguration(Array(text.utf8))
    }

    private static let broken: [(String, CognitoConfigurationFailure)] = [
        ("", .notJSON), ("[]", .notJSON), ("{", .notJSON), ("CognitoUserPool", .notJSON), ("{}", .unknownForm),
        (#"{"storage":{}}"#, .unknownForm), (#"{"auth":null}"#, .unknownForm),
        (#"{"auth":7}"#, .wrongType(member: "auth", expected: "an object")),
        (#"{"auth":{}}"#, .missing(member: "auth.user_pool_id")),
        (#"{"auth":{"plugins":{}}}"#, .missing(member: plugin + "CognitoUserPool.Default.PoolId")),
        (#"{"auth":{"plugins":[]}}"#, .wrongType(member: "auth.plugins", expected: "an object")),
        (#"{"CognitoUserPool":{}}"#, .missing(member: "CognitoUserPool.Default.PoolId")),
        (#"{"CredentialsProvider":{}}"#, .missing(member: "CognitoUserPool.Default.PoolId")),
        (legacy(#""PoolId":7"#), .wrongType(member: "CognitoUserPool.Default.PoolId", expected: "a string")),
        (legacy(#""PoolId":"""#), .missing(member: "CognitoUserPool.Default.PoolId")),
        (legacy(#""PoolId":"eu-west-1_AbC""#), .missing(member: "CognitoUserPool.Default.AppClientId")),
        (
            legacy(#""PoolId":"AbC""#),
            .malformed(
                member: "CognitoUserPool.Default.PoolId",
                expected: "a region, '_' and a name of letters, digits and underscores, such as 'eu-west-1_AbC'")
        ),
        (
            legacy(#""PoolId":"eu-west-1_AbC ","AppClientId":"a""#),
            .malformed(
                member: "CognitoUserPool.Default.PoolId",
                expected: "a region, '_' and a name of letters, digits and underscores, such as 'eu-west-1_AbC'")
        ),
        (
            legacy(#""PoolId":"EU_AbC","AppClientId":"a""#),
            .malformed(
                member: "CognitoUserPool.Default.PoolId",
                expected: "an id that begins with a region, such as 'eu-west-1_AbC'")
        ),
        (
            amplify(pool + #","Region":"[REGION]""#),
            .malformed(member: plugin + "CognitoUserPool.Default.Region", expected: "a region, such as 'eu-west-1'")
        ),
        (
            amplify(pool + #","Endpoint":"a b""#),
            .malformed(
                member: plugin + "CognitoUserPool.Default.Endpoint",
                expected: "a host, and optionally a port and a path, such as 'auth.example.com'")
        ),
        (
            amplify(pool + #","AppClientSecret":["s3cr3t"]"#),
            .wrongType(member: plugin + "CognitoUserPool.Default.AppClientSecret", expected: "a string")
        ),
        (
            legacy(pool + #","MigrationEnabled":1"#),
            .wrongType(member: "CognitoUserPool.Default.MigrationEnabled", expected: "true or false")
        ),
        (
            outputs(auth + #","mfa_methods":"SMS""#),
            .wrongType(member: "auth.mfa_methods", expected: "a list of strings")
        ),
        (
            outputs(auth + #","authentication_flow_type":"s3cr3t""#),
            .malformed(
                member: "auth.authentication_flow_type",
                expected: "one of CUSTOM_AUTH, CUSTOM_AUTH_WITHOUT_SRP, CUSTOM_AUTH_WITH_SRP, USER_AUTH, "
                    + "USER_PASSWORD_AUTH, USER_SRP_AUTH")
        ),
    ]

    @Test(arguments: broken.indices) func brokenFileIsAnError(index: Int) {
        let (text, failure) = Self.broken[index]
        #expect(throws: failure) { try Self.read(text) }
        #expect(!"\(failure)".contains("s3cr3t") && "\(failure)".contains(": "))
    }

    @Test func missingFileIsAnError() {
        for path in ["/nobody/awsconfiguration.json", "", "/"] {
            #expect(throws: CognitoConfigurationFailure.unreadableFile) { try CognitoConfiguration(file: path) }
        }
    }

    @Test func secretIsNotShown() throws {
        let configuration = try Self.read(Self.legacy(Self.pool + #","AppClientSecret":"s3cr3t""#))
        #expect(configuration.clientSecret == "s3cr3t")
        var dumped = ""
        dump(configuration, to: &dumped)
        for text in ["\(configuration)", String(reflecting: configuration), dumped] {
            #expect(!text.contains("s3cr3t"))
        }
    }

    /// As the seeds have it, with a byte order mark in front.
    @Test func configurationOfTheSDK() throws {
        let text = Self.legacy(
            Self.pool + #","AppClientSecret":"c","Region":"eu-west-2","MigrationEnabled":"true""#,
            #","Auth":{"Default":{"authenticationFlowType":"CUSTOM_AUTH"}},"IdentityManager":{"Default":{}},"#
                + #""CredentialsProvider":{"CognitoIdentity":{"Default":{"PoolId":"eu-west-1:1","Region":"eu-west-1"}}}"#
        )
        let configuration = try Self.read("\u{FEFF}" + text)
        #expect(configuration.form == .awsConfiguration)
        #expect(configuration.poolID == "eu-west-1_AbC" && configuration.clientID == "app-client")
        #expect(configuration.region == "eu-west-2" && configuration.endpoint == nil)
        #expect(configuration.identityPoolID == "eu-west-1:1")
        #expect(configuration.flows == ["mobile-client", "legacy-sdk"])
        #expect(
            configuration.inputs == [
                "clientId": "app-client", "clientSecret": "c", "is-custom-auth": true, "migration-enabled": true,
            ])
        // This SDK knows one word and passes over all others.
        let other = try Self.read(Self.legacy(Self.pool, #","Auth":{"Default":{"authenticationFlowType":"X"}}"#))
        #expect(other.inputs == ["clientId": "app-client"] && other.region == "eu-west-1")
    }

    @Test(arguments: [
        ("USER_SRP_AUTH", "userSRP"), ("CUSTOM_AUTH", "customWithSRP"), ("CUSTOM_AUTH_WITH_SRP", "customWithSRP"),
        ("CUSTOM_AUTH_WITHOUT_SRP", "customWithoutSRP"), ("USER_PASSWORD_AUTH", "userPassword"),
        ("USER_AUTH", "userAuth"),
    ]) func configurationOfAmplify(word: String, flowType: String) throws {
        let first = try Self.read(
            Self.amplify(
                Self.pool + #","Endpoint":"auth.example.com""#,
                #","Auth":{"Default":{"authenticationFlowType":"\#(word)","mfaTypes":["SMS"]}},"#
                    + #""CredentialsProvider":{"CognitoIdentity":{"Default":{"PoolId":"eu-west-1:1"}}}"#))
        #expect(first.form == .amplifyConfiguration && first.flows == ["amplify"])
        #expect(first.endpoint == "https://auth.example.com/" && first.mfaMethods == ["SMS"])
        let second = try Self.read(
            Self.outputs(
                Self.auth + #","aws_region":"eu-west-1","identity_pool_id":"eu-west-1:1","mfa_methods":["TOTP","SMS"],"#
                    + #""authentication_flow_type":"\#(word)","passwordless":{"a":true,"b":false,"c":{"d":1}}"#))
        #expect(second.form == .amplifyOutputs && second.flows == ["amplify"])
        #expect(second.mfaMethods == ["TOTP", "SMS"] && second.passwordlessFactors == ["a", "c"])
        for configuration in [first, second] {
            #expect(
                configuration.inputs == [
                    "clientId": "app-client", "flowType": .string(flowType), "has-identity-pool": true,
                ])
        }
    }

    /// The flow that a file is for takes the inputs that the file says.
    @Test(arguments: [
        legacy(
            pool + #","AppClientSecret":"c","MigrationEnabled":true"#,
            #","Auth":{"Default":{"authenticationFlowType":"CUSTOM_AUTH"}}"#),
        amplify(
            pool + #","AppClientSecret":"c""#, #","Auth":{"Default":{"authenticationFlowType":"USER_PASSWORD_AUTH"}}"#),
        outputs(auth + #","authentication_flow_type":"USER_PASSWORD_AUTH","identity_pool_id":"i""#),
    ]) func flowTakesTheInputs(text: String) async throws {
        let configuration = try Self.read(text)
        let name = try #require(configuration.flows.last)
        let table = try #require(ShippedFlow(rawValue: name)).table()
        let transport = ScriptedTransport([.error("NotAuthorizedException")])
        let handlers = FlowHandlers { work throws(FlowHandlerFailure) in
            switch work.handler {
            case "srp.start": ["srpA": "aa", "timestamp": "now", "srpState": "state"]
            case "secret.hash": ["secretHash": "hash"]
            default: [:]
            }
        }
        let client = try CognitoClient(configuration, transport: transport)
        let runner = FlowRunner(table, handlers: handlers, service: client, clock: ContinuousClock())
        guard case .object(let members) = configuration.inputs else { return }
        let step = await runner.start(
            .object(members + [JSONMember("username", "ana"), JSONMember("password", "Pa55word!")]))
        #expect(step.refusal == nil, "\(step)")
        let request = try #require(await transport.requests.first)
        #expect(request.url == "https://cognito-idp.eu-west-1.amazonaws.com/")
        #expect(JSONValue(json: request.body)?["ClientId"]?.string == "app-client")
    }
}
