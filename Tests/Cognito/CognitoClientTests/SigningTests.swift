import CognitoClient
import FlowCore
import FlowRuntime
import TestSupport
import Testing

/// Signatures as botocore makes them and as AWS has published them (Vectors/make-vectors.py).
struct SigningTests {
    private static let vectors = JSONValue(
        json: (try? PackageFiles.bytes("Tests/Cognito/CognitoClientTests/Vectors/signatures.json")) ?? [])

    private static func cases(_ name: String) throws -> [JSONValue] {
        let list: [JSONValue]? = if case .array(let cases) = vectors?[name] { cases } else { nil }
        return try #require(list)
    }

    private static func seconds(_ vector: JSONValue) throws -> Int64 {
        let seconds: Int64? = if case .number(let digits) = vector["seconds"] { Int64(digits) } else { nil }
        return try #require(seconds)
    }

    private static func credentials(_ vector: JSONValue) -> AWSCredentials {
        AWSCredentials(
            accessKeyID: vector["key"]?.string ?? "", secretAccessKey: vector["secret"]?.string ?? "",
            sessionToken: vector["token"]?.string)
    }

    private struct Failing: AWSCredentialsProvider {
        func credentials() async throws(AWSCredentialsFailure) -> AWSCredentials {
            throw AWSCredentialsFailure("the machine has no role")
        }
    }

    @Test func withoutCredentialsNothingIsSent() async throws {
        let transport = ScriptedTransport([.response(200)])
        let client = try CognitoClient(transport)
        for operation in ["AdminInitiateAuth", "AdminRespondToAuthChallenge", "AdminGetUser"] {
            let error = await client.call(operation, Sample.answer).error
            #expect(error?.type == "configuration")
            #expect(error?.message.contains(operation) == true)
        }
        let failing = try CognitoClient(transport, credentials: Failing())
        #expect(await failing.call("AdminGetUser", [:]).error?.message.contains("the machine has no role") == true)
        #expect(await transport.requests.isEmpty)
    }

    @Test func withoutARegionNothingIsSent() async throws {
        let transport = ScriptedTransport([.response(200)])
        let credentials = StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b"))
        let client = try CognitoClient(
            endpoint: "http://localhost:9", settings: CognitoClientSettings(credentials: credentials),
            transport: transport)
        #expect(await client.call("AdminGetUser", [:]).error?.message.contains("region") == true)
        #expect(await transport.requests.isEmpty)
    }

    @Test(arguments: ["k\n", "k\r", "k k", "k\u{7F}", "k\u{E9}"])
    func credentialsThatNoHeaderCanContainAreNotSent(text: String) async throws {
        let transport = ScriptedTransport([.response(200)])
        for credentials in [
            AWSCredentials(accessKeyID: text, secretAccessKey: "s"),
            AWSCredentials(accessKeyID: "k", secretAccessKey: "s", sessionToken: text),
        ] {
            let client = try CognitoClient(transport, credentials: StaticAWSCredentials(credentials))
            let error = await client.call("AdminGetUser", [:]).error
            #expect(error?.type == "configuration")
            #expect(error?.message.contains(text) == false)
        }
        #expect(await transport.requests.isEmpty)
    }

    @Test func secretsAreNotShown() {
        let credentials = AWSCredentials(accessKeyID: "a", secretAccessKey: "s3cr3t", sessionToken: "t0k3n")
        var dumped = ""
        dump(credentials, to: &dumped)
        let request = HTTPRequest(url: "https://a/", fields: [HTTPField("a", "s3cr3t")], body: Array("t0k3n".utf8))
        dump(request, to: &dumped)
        for text in [
            "\(credentials)", String(reflecting: credentials), "\(request)", String(reflecting: request), dumped,
        ] {
            #expect(!text.contains("s3cr3t") && !text.contains("t0k3n"))
        }
    }

    @Test func publicOperationsAreNotSigned() async throws {
        let transport = ScriptedTransport([.response(200)])
        let credentials = StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b"))
        let client = try CognitoClient(transport, credentials: credentials)
        for operation in ["InitiateAuth", "RespondToAuthChallenge", "SignUp", "GetUser"] {
            _ = await client.call(operation, Sample.answer)
        }
        let requests = await transport.requests
        #expect(requests.count == 4)
        #expect(requests.allSatisfy { $0["Authorization"] == nil && $0["X-Amz-Date"] == nil })
    }

    @Test func anyRequestIsSignedAsPublished() throws {
        let cases = try Self.cases("general")
        #expect(cases.count == 8)
        for vector in cases {
            let text = { vector[$0]?.string ?? "" }
            let signature = SignatureV4(
                credentials: Self.credentials(vector), region: text("region"), service: text("service"),
                time: UTCTime(seconds: try Self.seconds(vector)))
            let own = (vector["headers"]?.members ?? []).map { HTTPField($0.name, $0.value.string ?? "") }
            let fields = signature.signedFields(
                method: text("method"), path: text("path"), query: text("query"),
                fields: own + [HTTPField("Host", text("host"))], body: Array(text("body").utf8))
            #expect(fields.last == HTTPField("Authorization", text("authorization")), "\(text("name"))")
        }
    }

    @Test func ownRequestsAreSignedAsBotocoreDoes() async throws {
        let cases = try Self.cases("client")
        #expect(cases.count == 24)
        for vector in cases {
            let text = { vector[$0]?.string ?? "" }
            let seconds = try Self.seconds(vector)
            let settings = CognitoClientSettings(
                credentials: StaticAWSCredentials(Self.credentials(vector)), now: { seconds })
            let transport = ScriptedTransport([.response(200)])
            let client =
                if let endpoint = vector["endpoint"]?.string {
                    try CognitoClient(
                        endpoint: endpoint, region: text("region"), settings: settings, transport: transport)
                } else {
                    try CognitoClient(region: text("region"), settings: settings, transport: transport)
                }
            let body = try #require(JSONValue(json: Array(text("body").utf8)))
            _ = await client.call(text("operation"), body)
            let request = try #require(await transport.requests.first)
            #expect(request["Authorization"] == text("authorization"))
            #expect(request["X-Amz-Security-Token"] == vector["token"]?.string)
            #expect(request["Host"] == nil)
        }
    }

    /// Each attempt has its own time and asks for credentials anew.
    @Test func retriesAreSignedAgain() async throws {
        let counter = Counter(from: 1_440_938_160)
        let transport = ScriptedTransport([.response(503, [], ""), .response(200)])
        let settings = CognitoClientSettings(
            attemptLimit: ScriptedClock.limit,
            credentials: StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b")),
            clock: ScriptedClock(), now: { counter.next() })
        let client = try CognitoClient(region: "eu-west-1", settings: settings, transport: transport)
        #expect(await client.call("AdminGetUser", [:]).text == "{}")
        #expect(await transport.requests.map { $0["X-Amz-Date"] } == ["20150830T123600Z", "20150830T123601Z"])
    }

    @Test(
        arguments: [
            (-1, "19700101T000000Z"), (0, "19700101T000000Z"), (951_782_400, "20000229T000000Z"),
            (4_107_542_399, "21000228T235959Z"), (4_107_542_400, "21000301T000000Z"),
            (253_402_300_799, "99991231T235959Z"), (Int64.max, "99991231T235959Z"),
        ] as [(Int64, String)])
    func timesAreThoseOfTheCalendar(seconds: Int64, text: String) {
        #expect(UTCTime(seconds: seconds).compact == text)
        #expect(UTCTime(seconds: seconds).day == text.prefix(8))
    }
}
