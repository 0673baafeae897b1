import CognitoClient
import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import TestSupport
import Testing

/// An answer never reaches another's request: sign-ins that are given up while the service is slow, and others that follow them over the
/// same transport.
struct CrossingTests {
    /// A way to the service that can be built here.
    enum Way: String, Sendable, CaseIterable, CustomTestStringConvertible {
        case plain
        #if canImport(CCurl)
            case encrypted, throughProxy
        #endif

        var testDescription: String { rawValue }
    }

    /// How a sign-in is given up.
    enum GivingUp: Sendable, CaseIterable { case cancellation, limit }

    /// Longer than any test beside this one holds it up.
    private static let noLimit = Duration.seconds(600)
    /// Rounds of one test.
    private static let rounds = Environment.value("CROSSING_ROUNDS").flatMap { Int($0) } ?? 200

    /// The story: a sign-in is given up, and whoever comes next has a wrong password.
    @Test(arguments: Way.allCases, GivingUp.allCases)
    func nextUserIsNotSignedInAsTheOneBefore(way: Way, givingUp: GivingUp) async throws {
        try await Self.running(way, .milliseconds(20)) { server, url, transport in
            let client = try CognitoClient(url, attemptLimit: Self.noLimit, transport: transport)
            var random = Seeded(11)
            var interrupted = 0
            var round = 0
            // How many are interrupted depends on how busy the machine is: it goes on until there are enough.
            while round < Self.rounds || interrupted <= Self.rounds / 4, round < 10 * Self.rounds {
                round += 1
                let instant = Duration.microseconds(random.below(40_000))
                let first = "ana-\(round)"
                let step: FlowStep
                switch givingUp {
                case .cancellation:
                    let signIn = Task { try await Self.signIn(first, by: client) }
                    try await Task.sleep(for: instant)
                    signIn.cancel()
                    step = try await signIn.value
                case .limit:
                    step = try await Self.signIn(
                        first, by: CognitoClient(url, attemptLimit: instant, transport: transport))
                }
                if try Self.isInterrupted(step, of: first) { interrupted += 1 }
                let next = try await Self.signIn("bob-\(round)", password: "wrong", by: client)
                #expect(next.outcome?.error?.message == "wrong password of bob-\(round)", "\(round): \(next)")
            }
            #expect(interrupted > Self.rounds / 4)
            #expect(transport.crossed == [])
            #expect(server.exchanges(behind: transport.givenUp) == [])
        }
    }

    /// Many at once; every third is cancelled at some moment, and every fifth has a wrong password.
    @Test(arguments: Way.allCases) func manyAtOnceStayApart(way: Way) async throws {
        try await Self.running(way, .milliseconds(40)) { server, url, transport in
            let client = try CognitoClient(url, attemptLimit: Self.noLimit, transport: transport)
            var random = Seeded(64)
            var interrupted = 0
            for wave in 0..<8 {
                let instants = (0..<64).map { $0 % 3 == 0 ? Duration.microseconds(random.below(80_000)) : nil }
                interrupted += try await withThrowingTaskGroup { group in
                    for (index, instant) in instants.enumerated() {
                        group.addTask { try await Self.take(part: "user-\(wave)-\(index)", index, instant, client) }
                    }
                    return try await group.reduce(0) { $1 ? $0 + 1 : $0 }
                }
            }
            #expect(interrupted > 40)
            #expect(transport.crossed == [])
            #expect(server.exchanges(behind: transport.givenUp) == [])
        }
    }

    /// Also where there may be one connection alone: what hangs on it hangs with it.
    @Test func startAfterATimeLimitWorksAtOnce() async throws {
        let answer = TestServer.Answer.computed { request in
            request.body.contains("password of ana-0") ? .silence : NamedService.answer(within: 0)
        }
        try await TestServer.running(answer) { server in
            #if canImport(CCurl)
                let transport = WatchedTransport(CurlTransport(connectionsPerHost: 1))
            #else
                let transport = WatchedTransport(URLSessionTransport(connections: 1))
            #endif
            let service = Switching(
                try CognitoClient(server.url, attemptLimit: .milliseconds(200), transport: transport),
                then: try CognitoClient(server.url, transport: transport))
            let runner = try Self.runner(service)
            #expect(
                await Self.start("ana-0", nil, runner).outcome?.error?.message == "the service did not answer in time")
            #expect(await Self.start("bob", "wrong", runner).outcome?.error?.message == "wrong password of bob")
            #expect(await Self.start("ana", nil, runner).presentation?.step == "CONFIRM_SIGN_IN_WITH_SMS_CODE")
            #expect(server.exchanges(behind: transport.givenUp) == [])
        }
    }

    #if canImport(CCurl)
        /// A proxy, say, that sends an answer twice: with the first, or while the connection is kept.
        @Test(arguments: [["\(first)\(stray)"], [first, stray]]) func anAnswerTooManyIsNobodys(pieces: [String])
            async throws
        {
            try await TestServer.running(.pieces(pieces), .reply(200, #"{"Whose":"bob's"}"#)) { server in
                let client = try CognitoClient(server.url)
                #expect(await client.call("GetUser", Sample.token).text == #"{"Whose":"ana's"}"#)
                // An answer that comes behind the next request cannot be told from the one to it.
                try await Task.sleep(for: .milliseconds(50))
                for _ in 0..<3 {
                    #expect(await client.call("RespondToAuthChallenge", Sample.answer).text == #"{"Whose":"bob's"}"#)
                }
                #expect(server.requests.map(\.connection) == [0, 1, 1, 1])
            }
        }

        private static let first = "HTTP/1.1 200 OK\r\nContent-Length: 17\r\n\r\n{\"Whose\":\"ana's\"}"
        private static let stray = "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n{\"Whose\":\"nobody's\"}"

        /// Linux gives one port of this side to connections to several hosts, and libcurl names a connection by its ports. Half of
        /// the servers send an answer too many; the others open their connections later and are quiet.
        ///
        /// They have 800 descriptors together. Foundation's `Process`, with which other tests start programs, reads beyond a buffer
        /// where 1,350 are open.
        @Test func aPortThatServesTwoHostsIsNotOne() async throws {
            let transport = CurlTransport(connectionsPerHost: 4000)
            // No request goes out on a connection on which a stray answer is still to come: all requests of a round arrive before
            // the first is answered, and all strays are sent before the next round.
            let arrivals = Arrivals(of: 8 * 25)
            let strays = [
                TestServer.Answer.computed { _ in
                    arrivals.wait()
                    return .pieces([Self.first, Self.stray])
                }
            ]
            let quiet = [TestServer.Answer.reply(200, "{}")]
            try await TestServer.running(8, strays) { loud in
                try await TestServer.running(8, quiet) { others in
                    for round in 1...2 {
                        for servers in [loud, others] {
                            let answers = try await Self.ask(servers, 25, over: transport)
                            #expect(answers.filter { $0?.contains("nobody") == true } == [])
                        }
                        try await until { loud.allSatisfy { $0.answersGiven == 25 * round } }
                    }
                }
            }
        }

        /// Holds each request until as many as make a round have arrived.
        private final class Arrivals: @unchecked Sendable {
            private let size: Int
            private let condition = NSCondition()
            private var count = 0

            init(of size: Int) { self.size = size }

            func wait() {
                condition.lock()
                defer { condition.unlock() }
                count += 1
                let end = (count + size - 1) / size * size
                while count < end { condition.wait() }
                condition.broadcast()
            }
        }

        /// Sends each server so many requests at once.
        private static func ask(_ servers: [TestServer], _ count: Int, over transport: CurlTransport) async throws
            -> [String?]
        {
            try await withThrowingTaskGroup { group in
                for server in servers {
                    let client = try CognitoClient(server.url, transport: transport)
                    for _ in 0..<count { group.addTask { await client.call("GetUser", Sample.token).text } }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }

        /// Requests would share a connection by HTTP/2, so it is not spoken even to who prefers it.
        @Test(.enabled(if: TLSServer.isPossible, "openssl and python3 make the server"))
        func anOlderProtocolIsAgreedOn() async throws {
            try await TestServer.running(.reply(200, "{}")) { server in
                try await TLSServer.running(relayingTo: server.port) { relay in
                    let transport = CurlTransport(authorities: relay.certificate, proxy: relay.proxy)
                    let client = try CognitoClient(relay.url, transport: transport)
                    #expect(await client.call("GetUser", Sample.token).text == "{}")
                    try await until { relay.events.count == 2 }
                    #expect(relay.events == ["tunnel", "http/1.1"])
                }
            }
        }
    #endif

    /// One of many sign-ins.
    /// - Returns: whether it was interrupted.
    private static func take(
        part user: String, _ index: Int, _ instant: Duration?, _ client: CognitoClient
    ) async throws -> Bool {
        let isWrong = index % 5 == 0
        let signIn = Task { try await Self.signIn(user, password: isWrong ? "wrong" : nil, by: client) }
        if let instant {
            try await Task.sleep(for: instant)
            signIn.cancel()
        }
        let step = try await signIn.value
        if isWrong, step.outcome?.error?.type == "NotAuthorizedException" {
            #expect(step.outcome?.error?.message == "wrong password of \(user)")
            return false
        }
        let isInterrupted = try Self.isInterrupted(step, of: user)
        #expect(instant != nil || isInterrupted == isWrong, "\(user): \(step)")
        return isInterrupted
    }

    /// Sees that a sign-in by the right password has the user's own tokens, or none because it was given up.
    private static func isInterrupted(_ step: FlowStep, of user: String) throws -> Bool {
        if case .refused(let refusal) = step {
            #expect(refusal.code == "cancelled")
            return true
        }
        if let presentation = step.presentation {
            #expect(presentation.error?.type == "network", "\(user): \(step)")
            return true
        }
        let outcome = try #require(step.outcome)
        guard outcome.name == "signedIn" else {
            #expect(outcome.name == "cancelled" || outcome.error?.type == "network", "\(user): \(step)")
            return true
        }
        #expect(outcome.parameters["idToken"]?.string == "id token of \(user)")
        #expect(outcome.parameters["refreshToken"]?.string == "refresh token of \(user)")
        return false
    }

    /// Signs a user in by Amplify's flow: password, then code.
    private static func signIn(_ user: String, password: String? = nil, by client: CognitoClient) async throws
        -> FlowStep
    {
        let runner = try runner(client)
        let step = await start(user, password, runner)
        guard let presentation = step.presentation else { return step }
        #expect(presentation.parameters["destination"]?.string == "the telephone of \(user)")
        return await runner.submit(["code": .string("code of \(user)")])
    }

    private static func runner(_ service: any FlowService) throws -> FlowRunner<ContinuousClock> {
        FlowRunner(
            try ShippedFlow.amplify.table(), handlers: .cognito(try CognitoSettings(poolID: "eu-west-1_Test")),
            service: service, clock: ContinuousClock())
    }

    private static func start(
        _ user: String, _ password: String?, _ runner: FlowRunner<ContinuousClock>
    ) async -> FlowStep {
        await runner.start([
            "username": .string(user), "password": .string(password ?? "password of \(user)"),
            "flowType": "userPassword",
        ])
    }

    /// The first request goes to one service, and all others to another.
    private actor Switching: FlowService {
        private var services: [any FlowService]

        init(_ first: any FlowService, then others: any FlowService) {
            services = [first, others]
        }

        func call(_ request: FlowRequest) async -> FlowReply {
            let service = services.count > 1 ? services.removeFirst() : services[0]
            return await service.call(request)
        }
    }

    /// Runs work with a service that answers within a time, and a transport over some way to it.
    private static func running(
        _ way: Way, _ time: Duration, work: (TestServer, String, WatchedTransport) async throws -> Void
    ) async throws {
        let milliseconds = Int(time / .milliseconds(1))
        try await TestServer.running(NamedService.answer(within: milliseconds)) { server in
            switch way {
            case .plain: try await work(server, server.url, WatchedTransport(SystemTransport()))
            #if canImport(CCurl)
                case .encrypted, .throughProxy:
                    try #require(TLSServer.isPossible, "openssl and python3 make the server")
                    try await TLSServer.running(relayingTo: server.port) { relay in
                        let transport = CurlTransport(
                            authorities: relay.certificate, proxy: way == .throughProxy ? relay.proxy : nil)
                        try await work(server, relay.url, WatchedTransport(transport))
                    }
            #endif
            }
        }
    }
}
