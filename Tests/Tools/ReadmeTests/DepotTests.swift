import FlowRuntime
import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The service and the sign-in of `Docs/HowTo/AnotherService.md`, against Depot's API.
@Suite(.serialized) struct DepotTests {
    init() {
        _ = URLProtocol.registerClass(DepotAPI.self)
        DepotAPI.revoked.set([])
    }

    @Test("the code of the page is that of the tests")
    func code() throws {
        #expect(try HowToPage("AnotherService").missing(in: #filePath) == [])
    }

    /// Signs in with the page's code, and returns the token and what the user was shown.
    private func played(
        _ password: FlowSecret, _ answers: [String], host: String = DepotAPI.host
    ) async throws -> (token: String?, shown: [String]) {
        let address = try #require(URL(string: "https://\(host)/api"))
        let (left, texts) = (Kept(answers), Kept<[String]>([]))
        let ask = { @Sendable (prompt: String) async in
            #expect(prompt == "Code sent to +49 12")
            return left.change { $0.isEmpty ? "" : $0.removeFirst() }
        }
        let show = { @Sendable (text: String) async in texts.change { $0.append(text) } }
        let depot = DepotService(address: address, session: .shared)
        let session = try Depot(handlers: FlowHandlers(), service: depot)
        let inputs = Depot.Inputs(user: "ana", password: password)
        let token = try await signIn(session, inputs, ask: ask, show: show)
        return (token, texts.value)
    }

    @Test("a refused answer and a wrong code are shown, and the right code signs in")
    func rightCode() async throws {
        let (token, shown) = try await played(FlowSecret("right"), ["12345", "000000", "123456"])
        #expect(token == "T")
        #expect(shown == ["'code' has the wrong length", "Depot answered with status 401."])
    }

    @Test("a wrong password, and an API that cannot be reached, end the sign-in")
    func failures() async throws {
        let wrong = try await played(FlowSecret("wrong"), [])
        #expect(wrong.token == nil && wrong.shown == ["Depot answered with status 401."])
        let down = try await played(FlowSecret("right"), [], host: "down." + DepotAPI.host)
        #expect(down.token == nil && down.shown == ["Depot cannot be reached."])
    }

    @Test("the token of a discarded reply is revoked")
    func discarding() async throws {
        let depot = DepotService(address: try #require(URL(string: "https://\(DepotAPI.host)/api")), session: .shared)
        let request = FlowRequest(operation: "Login", body: [:])
        await depot.discard(.body(Array(#"{"token":"T"}"#.utf8)), to: request)
        await depot.discard(.error(type: "locked", message: ""), to: request)
        #expect(DepotAPI.revoked.value == ["Bearer T"])
    }
}

/// A value behind a lock.
private final class Kept<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var kept: Value

    init(_ value: Value) { kept = value }
    var value: Value { change { $0 } }
    func set(_ value: Value) { change { $0 = value } }
    func change<Result>(_ body: (inout Value) -> Result) -> Result { lock.withLock { body(&kept) } }
}

/// Depot's API behind URL loading, which the system creates for each request to its host.
private final class DepotAPI: URLProtocol {
    static let host = "depot.example"
    static let revoked = Kept<[String]>([])

    override class func canInit(with request: URLRequest) -> Bool { request.url?.host?.hasSuffix(host) == true }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func stopLoading() {}

    override func startLoading() {
        guard let url = request.url, url.host == Self.host else {
            client?.urlProtocol(self, didFailWithError: URLError(.cannotConnectToHost))
            return
        }
        let (status, body) = Self.answer(request, at: url.path)
        guard
            let response = HTTPURLResponse(url: url, statusCode: status, httpVersion: "HTTP/1.1", headerFields: nil)
        else { return }
        client?.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
        client?.urlProtocol(self, didLoad: Data(body.utf8))
        client?.urlProtocolDidFinishLoading(self)
    }

    private static func answer(_ request: URLRequest, at path: String) -> (Int, String) {
        if request.httpMethod == "DELETE" {
            revoked.change { $0.append(request.value(forHTTPHeaderField: "Authorization") ?? "") }
            return (204, "")
        }
        let body = JSONValue(json: Array(request.httpBody ?? Data()))
        switch path {
        case "/api/sessions":
            guard body?["password"]?.string == "right" else { return (401, #"{"error":"bad_credentials"}"#) }
            return (200, #"{"next":"text_code","ticket":"t1","hints":{"phone":"+49 12"}}"#)
        case "/api/sessions/answer":
            let isRight = body?["answer"]?["code"]?.string == "123456" && body?["ticket"]?.string == "t1"
            return isRight ? (200, #"{"token":"T"}"#) : (401, #"{"error":"bad_code"}"#)
        default: return (404, "")
        }
    }
}
