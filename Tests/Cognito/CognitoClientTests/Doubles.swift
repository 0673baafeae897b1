import CognitoClient
import FlowCore
import FlowRuntime
import Foundation

/// A transport that gives answers in order, and keeps what it was asked to send.
actor ScriptedTransport: HTTPTransport {
    /// What comes of one request.
    enum Answer: Sendable {
        case response(Int, [HTTPField] = [], String = "{}")
        case failure(HTTPFailure)
        /// Nothing, until the task is cancelled.
        case silence

        static func error(_ type: String, _ status: Int = 400) -> Answer {
            .response(status, [], #"{"__type":"\#(type)","message":"as the service says"}"#)
        }
    }

    private var answers: [Answer]
    /// What was sent.
    private(set) var requests: [HTTPRequest] = []

    /// These answers, and the last one for ever.
    init(_ answers: [Answer]) { self.answers = answers }

    func send(_ request: HTTPRequest) async throws(HTTPFailure) -> HTTPResponse {
        requests = requests + [request]
        switch answers.count > 1 ? answers.removeFirst() : answers[0] {
        case .response(let status, let fields, let text):
            return HTTPResponse(status: status, fields: fields, body: Array(text.utf8))
        case .failure(let failure): throw failure
        case .silence:
            // Ends by cancellation alone.
            _ = try? await Task.sleep(for: .seconds(1_000_000))
            throw .cancelled
        }
    }
}

/// A clock whose pauses end at once and are written down. The limit of an attempt never passes, or at once.
final class ScriptedClock: Clock, @unchecked Sendable {
    /// The limit of an attempt, by which it is known from a pause.
    static let limit = Duration.seconds(1234)

    struct Instant: InstantProtocol {
        var offset: Duration

        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private let lock = NSLock()
    private let limitPasses: Bool
    private let pausesEnd: Bool
    private var slept: [Duration] = []

    init(limitPasses: Bool = false, pausesEnd: Bool = true) {
        self.limitPasses = limitPasses
        self.pausesEnd = pausesEnd
    }

    var now: Instant { Instant(offset: .zero) }
    var minimumResolution: Duration { .zero }
    /// The pauses so far.
    var pauses: [Duration] { lock.withLock { slept } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        if deadline.offset == Self.limit {
            if !limitPasses { try await Task.sleep(for: .seconds(1_000_000)) }
            return
        }
        lock.withLock { slept = slept + [deadline.offset] }
        if !pausesEnd { try await Task.sleep(for: .seconds(1_000_000)) }
        try Task.checkCancellation()
    }
}

extension CognitoClient {
    /// A client over a scripted transport.
    init(
        _ transport: ScriptedTransport, clock: ScriptedClock = ScriptedClock(),
        retries: CognitoRetries = CognitoRetries(), credentials: (any AWSCredentialsProvider)? = nil,
        part: Double = 1
    ) throws {
        let settings = CognitoClientSettings(
            attemptLimit: ScriptedClock.limit, retries: retries, credentials: credentials, clock: clock,
            random: { part }, now: { 1_440_938_160 })
        try self.init(region: "eu-west-1", settings: settings, transport: transport)
    }

    /// A client of a test server, which pauses for no time between attempts.
    init(
        _ url: String, attemptLimit: Duration = .seconds(10_000), clock: any Clock<Duration> = ContinuousClock(),
        transport: any HTTPTransport = SystemTransport()
    ) throws {
        let settings = CognitoClientSettings(
            attemptLimit: attemptLimit, retries: CognitoRetries(firstDelay: .zero), clock: clock)
        try self.init(endpoint: url, region: "eu-west-1", settings: settings, transport: transport)
    }
}

extension FlowReply {
    /// The error's type and text.
    var error: (type: String, message: String)? {
        if case .error(let type, let message) = self { return (type, message) }
        return nil
    }

    /// The body as text.
    var text: String? {
        if case .body(let bytes) = self { return String(decoding: bytes, as: UTF8.self) }
        return nil
    }
}

/// Requests with secrets in them.
enum Sample {
    static let secrets = ["Pa55word!", "s3cr3t-session-token", "s3cr3t-access-token"]
    static let answer: JSONValue = [
        "ChallengeName": "SMS_MFA", "Session": "s3cr3t-session-token", "ClientId": "app-client",
        "ChallengeResponses": ["USERNAME": "ana", "PASSWORD": "Pa55word!"],
    ]
    static let token: JSONValue = ["AccessToken": "s3cr3t-access-token"]
}

/// Counts on with each look.
final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Int64

    init(from value: Int64) { self.value = value }

    func next() -> Int64 {
        lock.withLock {
            defer { value += 1 }
            return value
        }
    }
}
