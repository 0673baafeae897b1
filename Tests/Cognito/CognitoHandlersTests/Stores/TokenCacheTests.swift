import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import Testing

/// The token cache as hosts and handlers use it.
struct TokenCacheTests {
    private static let ana = CognitoDevice(key: "r_1", groupKey: "g", secret: "s")

    private static func cache(
        _ store: any SecretStore, client: String = "client", isAlone: Bool = true, seconds: Double = 10
    ) -> TokenCache {
        TokenCache(store, poolID: "eu-west-1_AbC", clientID: client, isAlone: isAlone, seconds: seconds)
    }

    private static func settings(isAlone: Bool = true) throws -> CognitoSettings {
        var settings = try CognitoSettings(poolID: "eu-west-1_AbC", secrets: MemorySecretStore())
        settings.tokens = cache(settings.secrets, isAlone: isAlone)
        return settings
    }

    private static func run(_ name: String, _ inputs: JSONValue, _ settings: CognitoSettings) async throws {
        let handler = try #require(FlowHandlers.cognito(settings)[name])
        #expect(try await handler.handle(FlowHandlerInputs(inputs)).json.members?.isEmpty == true)
    }

    @Test func withoutACacheTheTokensAreThePools() async throws {
        let settings = try CognitoSettings(poolID: "eu-west-1_AbC", secrets: MemorySecretStore())
        try await Self.run("tokens.store", ["username": "ana", "AccessToken": "A"], settings)
        #expect(try await Self.cache(settings.secrets, client: "").current()?.username == "ana")
        #expect(try await Self.cache(settings.secrets).current() == nil)
    }

    @Test func nothingStoredIsNothingToForget() async throws {
        let settings = try Self.settings()
        try await Self.run("tokens.clear", [:], settings)
        try await Self.run("tokens.clear", ["username": "ana"], settings)
        #expect(try await settings.tokens?.current() == nil)
    }

    @Test(arguments: ["ben", "", "Ana", "\u{61}\u{301}na"])
    func anotherUserStaysSignedIn(name: String) async throws {
        let settings = try Self.settings()
        // The second name differs from the last argument in its bytes alone.
        for kept in ["ana", "\u{E1}na"] {
            try await Self.run("tokens.store", ["username": .string(kept), "AccessToken": "A"], settings)
            try await Self.run("tokens.clear", ["username": .string(name)], settings)
            #expect(try await settings.tokens?.current()?.username == kept)
        }
    }

    @Test(arguments: [[:], ["username": "ana"]] as [JSONValue])
    func tokensAreForgotten(inputs: JSONValue) async throws {
        let settings = try Self.settings()
        try await Self.run("tokens.store", ["username": "ana", "AccessToken": "A", "RefreshToken": "R"], settings)
        #expect(try await settings.tokens?.current()?.tokens.refreshToken == "R")
        try await Self.run("tokens.clear", inputs, settings)
        #expect(try await settings.tokens?.current() == nil)
    }

    @Test func onlyTheDeviceThatIsMeantIsForgotten() async throws {
        let settings = try Self.settings()
        try await settings.devices.store(Self.ana, of: "ana")
        try await Self.run("device.forget", ["username": "ana", "deviceKey": "r_2"], settings)
        try await Self.run("device.forget", ["username": "ben", "deviceKey": "r_1"], settings)
        #expect(try await settings.devices.device(of: "ana") == Self.ana)
        try await Self.run("device.forget", ["username": "ana", "deviceKey": "r_1"], settings)
        #expect(try await settings.devices.device(of: "ana") == nil)
        try await settings.devices.store(Self.ana, of: "ana")
        try await Self.run("device.forget", ["username": "ana"], settings)
        #expect(try await settings.devices.device(of: "ana") == nil)
    }

    @Test func appClientsOfOnePoolHaveTheirOwnTokens() async throws {
        let store = MemorySecretStore()
        try await Self.cache(store).store(CognitoTokens(accessToken: "A"), of: "ana")
        try await Self.cache(store, client: "other").store(CognitoTokens(accessToken: "B"), of: "ana")
        #expect(try await Self.cache(store).current()?.tokens.accessToken == "A")
        try await Self.cache(store, client: "other").clear()
        #expect(try await Self.cache(store).current()?.username == "ana")
    }

    @Test func userOfOneAtATimeReplacesTheOther() async throws {
        let store = MemorySecretStore()
        for isAlone in [true, false] {
            let cache = Self.cache(store, isAlone: isAlone)
            try await cache.store(CognitoTokens(accessToken: "A"), of: "ana")
            try await cache.store(CognitoTokens(accessToken: "B"), of: "bob")
            let result = await cache.perform { _ in .current(of: "ana") }
            let kept = TokenResult.tokens(CognitoTokens(accessToken: "A"), of: "ana")
            #expect(result == (isAlone ? .nobody : kept))
            #expect(try await cache.current()?.username == "bob")
        }
    }

    @Test func damagedTokensAreReportedReplacedAndRemoved() async throws {
        let store = MemorySecretStore()
        let cache = Self.cache(store)
        let scope = SecretScope(kind: "tokens", poolID: "eu-west-1_AbC", clientID: "client")
        try await cache.store(CognitoTokens(accessToken: "A"), of: "ana")
        for text in ["", "{", "{}", "[]", "{\"accessToken\": 7}", "{\"accessToken\": \"A\", \"idToken\": 1}"] {
            try store.store(Array(text.utf8), under: SecretKey(scope, "uana"), replacing: .any)
            let error = await storeFailure { () async throws(FlowHandlerFailure) in _ = try await cache.current() }
            #expect(error?.name == "token-store-broken")
        }
        try await cache.store(CognitoTokens(accessToken: "B"), of: "ana")
        #expect(try await cache.current()?.tokens.accessToken == "B")
        try store.store([1], under: SecretKey(scope, "uana"), replacing: .any)
        try store.store([0xFF], under: SecretKey(scope, "last"), replacing: .any)
        let error = await storeFailure { () async throws(FlowHandlerFailure) in _ = try await cache.current() }
        #expect(error?.name == "token-store-broken")
        try await cache.clear()
        #expect(try await cache.current() == nil)
    }

    @Test func storeThatNeverAnswersIsReported() async throws {
        let store = SilentStore()
        let cache = Self.cache(store, seconds: 1.5)
        let steps: [TokenStep] = [
            .current(of: nil), .signIn(CognitoTokens(accessToken: "A"), of: "ana", isAlone: true, since: nil),
            .signOutAll,
        ]
        for step in steps {
            let result = await cache.perform { _ in step }
            #expect(result == .failed(.unavailable("the store did not respond in time")))
        }
        store.open()
        #expect(try await cache.current() == nil, "a sign-in that was reported as failed is none")
    }

    @Test func signInThatTheStoreAnswersTooLateIsNone() async throws {
        let store = SilentStore()
        let cache = Self.cache(store, seconds: 1.5)
        let error = await storeFailure { () async throws(FlowHandlerFailure) in
            try await cache.store(CognitoTokens(accessToken: "A"), of: "ana")
        }
        #expect(error?.name == "token-store-unavailable")
        store.open()
        #expect(try await cache.current() == nil)
    }

    @Test func callThatIsAnsweredTooLateSignsNobodyOut() async throws {
        let store = SilentStore()
        store.open()
        try await Self.cache(store).store(CognitoTokens(accessToken: "A", refreshToken: "R"), of: "ana")
        store.shut()
        let cache = Self.cache(store, seconds: 1.5)
        let result = await cache.perform { _ in .dropSession(of: "ana") }
        #expect(result == .failed(.unavailable("the store did not respond in time")))
        store.open()
        #expect(try await cache.current()?.tokens.refreshToken == "R")
    }

    @Test func freshTokensAreStoredHoweverLate() async throws {
        let store = SilentStore()
        store.open()
        let former = CognitoTokens(accessToken: "A", refreshToken: "R")
        let cache = Self.cache(store, seconds: 1.5)
        try await cache.store(former, of: "ana")
        let begin = await cache.perform { _ in .beginRefresh(of: nil, isForced: true, id: "1", now: 0) { _ in true } }
        #expect(begin == .lease("1", former, of: "ana"))
        store.shut()
        // The second waits behind the first, so that it is late before it begins.
        _ = await cache.perform { _ in .current(of: nil) }
        let fresh = CognitoTokens(accessToken: "B", refreshToken: "S")
        let end = await cache.perform(mustRun: true) { _ in .endRefresh(of: "ana", "1", .tokens(fresh)) }
        #expect(end == .failed(.unavailable("the store did not respond in time")))
        store.open()
        #expect(try await cache.current()?.tokens == fresh)
    }

    @Test func leaseThatIsTakenTooLateIsGivenBack() async throws {
        let store = SilentStore()
        store.open()
        let cache = Self.cache(store, seconds: 1.5)
        let tokens = CognitoTokens(accessToken: "A", refreshToken: "R")
        try await cache.store(tokens, of: "ana")
        store.shut()
        _ = await cache.perform { _ in .beginRefresh(of: nil, isForced: true, id: "1", now: 0) { _ in true } }
        store.open()
        _ = try await cache.current()
        let next = await cache.perform { _ in .beginRefresh(of: nil, isForced: true, id: "2", now: 0) { _ in true } }
        #expect(next == .lease("2", tokens, of: "ana"))
    }

    @Test func leaseOfAKilledProcessEnds() throws {
        let store = MemorySecretStore()
        let (killed, next) = (Self.cache(store), Self.cache(store))
        _ = killed.perform {
            .signIn(CognitoTokens(accessToken: "A", refreshToken: "R"), of: "ana", isAlone: $0, since: nil)
        }
        func begin(_ cache: TokenCache, _ id: String, at now: Int64) -> TokenResult {
            cache.perform { _ in .beginRefresh(of: nil, isForced: true, id: id, now: now) { _ in true } }
        }
        let tokens = CognitoTokens(accessToken: "A", refreshToken: "R")
        #expect(begin(killed, "1", at: 1_000) == .lease("1", tokens, of: "ana"))
        #expect(begin(killed, "2", at: 1_000) == .join("1"))
        #expect(begin(next, "3", at: 1_129) == .wait)
        // A clock that was set back must not hold the tokens for as long as it was wrong.
        #expect(begin(next, "4", at: 500) == .lease("4", tokens, of: "ana"))
        #expect(begin(Self.cache(store), "5", at: 630) == .lease("5", tokens, of: "ana"))
        let late = killed.perform { _ in .endRefresh(of: "ana", "1", .tokens(CognitoTokens(accessToken: "late"))) }
        #expect(late == .superseded)
        #expect(next.perform { _ in .current(of: nil) } == .tokens(tokens, of: "ana"))
    }

    /// The time is looked at anew while it is waited, so that a lease ends also then.
    @Test func waitForAKilledProcessEnds() async throws {
        let store = MemorySecretStore()
        let tokens = CognitoTokens(accessToken: "A", refreshToken: "R")
        try await Self.cache(store).store(tokens, of: "ana")
        _ = await Self.cache(store).perform { _ in
            .beginRefresh(of: nil, isForced: true, id: "1", now: 0) { _ in true }
        }
        let time = Locked<Int64>(0)
        let result = await Self.cache(store).tokensOrLease(
            of: "ana",
            now: {
                time.withLock { now in
                    now += 50; return now
                }
            })
        guard case .lease(_, tokens, of: "ana") = result else {
            Issue.record("\(result)")
            return
        }
        #expect(time.current == 200)
    }

    @Test func tokensThatGrewOldWhileTheyWaitedAreRefreshed() async throws {
        let store = MemorySecretStore()
        let cache = Self.cache(store)
        try await cache.store(CognitoTokens(accessToken: "A", refreshToken: "R"), of: "ana")
        _ = await cache.perform { _ in .beginRefresh(of: nil, isForced: true, id: "1", now: 0) { _ in true } }
        let key = SecretKey(SecretScope(kind: "tokens", poolID: "eu-west-1_AbC", clientID: "client"), "uana")
        let leased = try #require(store.entry(key)).content
        try store.store([1], under: key, replacing: .any)
        let fresh = CognitoTokens(accessToken: "e30.eyJleHAiOjEwMDB9.s", refreshToken: "S")
        let end = await cache.perform { _ in .endRefresh(of: "ana", "1", .tokens(fresh)) }
        #expect(end == .failed(.broken("the stored tokens are malformed")))
        try store.store(leased, under: key, replacing: .any)
        guard case .lease(_, fresh, of: "ana") = await cache.tokensOrLease(of: "ana", now: { 990 }) else {
            Issue.record("the tokens end at 1000")
            return
        }
    }
}
