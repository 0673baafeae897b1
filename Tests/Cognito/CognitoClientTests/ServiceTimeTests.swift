import CognitoClient
import FlowCore
import FlowRuntime
import Testing

/// Signatures on a device whose clock is wrong: the service's answers tell its time.
struct ServiceTimeTests {
    private static let refusal =
        #"{"__type":"InvalidSignatureException","message":"Signature expired: 20261124T000000Z is now earlier than 20261124T010000Z"}"#
    /// 1783641600.
    private static let date = HTTPField("Date", "Fri, 10 Jul 2026 00:00:00 GMT")

    private static func client(_ answers: [ScriptedTransport.Answer]) throws -> (CognitoClient, ScriptedTransport) {
        let transport = ScriptedTransport(answers)
        let settings = CognitoClientSettings(
            credentials: StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b")),
            // Three hours behind the service.
            now: { 1_783_641_600 - 10_800 })
        return (
            try CognitoClient(
                endpoint: "http://localhost:9", region: "eu-west-1", settings: settings, transport: transport),
            transport
        )
    }

    private static func times(_ transport: ScriptedTransport) async -> [String?] {
        await transport.requests.map { $0["X-Amz-Date"] }
    }

    @Test func aWrongClockIsCorrectedOnce() async throws {
        let (client, transport) = try Self.client([.response(400, [Self.date], Self.refusal), .response(200)])
        #expect(await client.call("AdminGetUser", [:]).error == nil)
        #expect(await Self.times(transport) == ["20260709T210000Z", "20260710T000000Z"])
        // The next request knows.
        _ = await client.call("AdminGetUser", [:])
        #expect(await Self.times(transport).last == "20260710T000000Z")
    }

    /// Refuses two requests at once, after both have come, and answers all later ones.
    private actor PairedTransport: HTTPTransport {
        private var count = 0
        private var first: CheckedContinuation<Void, Never>?

        func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
            count += 1
            guard count <= 2 else { return HTTPResponse(status: 200, body: Array("{}".utf8)) }
            if count == 1 {
                await withCheckedContinuation { first = $0 }
            } else {
                first?.resume()
            }
            return HTTPResponse(
                status: 400, fields: [ServiceTimeTests.date], body: Array(ServiceTimeTests.refusal.utf8))
        }
    }

    /// The answer to one request corrects the clock, and the other request was already signed with the old time.
    @Test func twoRequestsAtOnceAreBothCorrected() async throws {
        let settings = CognitoClientSettings(
            credentials: StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b")),
            now: { 1_783_641_600 - 10_800 })
        let client = try CognitoClient(
            endpoint: "http://localhost:9", region: "eu-west-1", settings: settings, transport: PairedTransport())
        async let one = client.call("AdminGetUser", [:])
        async let two = client.call("AdminGetUser", [:])
        #expect(await one.error == nil)
        #expect(await two.error == nil)
    }

    @Test func aClockThatJumpsAnywhereDoesNotTrap() async throws {
        // The client asks twice for the time of each request, for its signature and after its response.
        let counter = Counter(from: 0)
        let times: [Int64] = [Int64.min, Int64.min / 8 * 7, Int64.max / 8 * 7, Int64.max]
        let settings = CognitoClientSettings(
            credentials: StaticAWSCredentials(AWSCredentials(accessKeyID: "a", secretAccessKey: "b")),
            now: { times[Int(counter.next() / 2 % 4)] })
        let client = try CognitoClient(
            endpoint: "http://localhost:9", region: "eu-west-1", settings: settings,
            transport: ScriptedTransport([.response(200, [Self.date])]))
        for _ in 0..<8 { #expect(await client.call("AdminGetUser", [:]).error == nil) }
    }

    /// The time is right, and still the signature is not: once is enough.
    @Test func aWrongSignatureIsNotSentForEver() async throws {
        let (client, transport) = try Self.client([.response(400, [Self.date], Self.refusal)])
        #expect(
            await client.call("AdminRespondToAuthChallenge", Sample.answer).error?.type == "InvalidSignatureException")
        #expect(await transport.requests.count == 2)
    }

    @Test(arguments: [
        "", "Fri, 10 Jul 2026 00:00:00", "Fri, 10 Jul 2026 00:00:00 CET", "Friday, 10-Jul-26 00:00:00 GMT",
        "Fri, 41 Jul 2026 00:00:00 GMT", "Fri, 10 Jly 2026 00:00:00 GMT", "Fri, 10 Jul 99999 00:00:00 GMT",
        "Fri, 10 Jul 2026 24:00:00 GMT", "Fri, 10 Jul 2026 -1:00:00 GMT", "Fri, 10 Jul 2026 00:00 GMT",
    ])
    func aDateThatIsNoneTeachesNothing(text: String) async throws {
        let (client, transport) = try Self.client([.response(400, [HTTPField("Date", text)], Self.refusal)])
        #expect(await client.call("AdminGetUser", [:]).error?.type == "InvalidSignatureException")
        #expect(await transport.requests.count == 1)
    }

    @Test(arguments: [
        ("Thu, 01 Jan 1970 00:00:00 GMT", "19700101T000000Z"), ("Sun, 06 Nov 1994 08:49:37 GMT", "19941106T084937Z"),
        ("Thu, 29 Feb 2024 23:59:59 GMT", "20240229T235959Z"), ("Fri, 31 Dec 9999 23:59:59 GMT", "99991231T235959Z"),
    ])
    func datesAreRead(text: String, time: String) async throws {
        let (client, transport) = try Self.client([
            .response(400, [HTTPField("Date", text)], Self.refusal), .response(200),
        ])
        _ = await client.call("AdminGetUser", [:])
        #expect(await Self.times(transport).last == time)
    }
}
