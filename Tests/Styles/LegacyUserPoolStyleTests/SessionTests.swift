import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation
import LegacyUserPoolStyle
import StyleSupport
import TestSupport
import Testing
import UserPool

/// Tokens: kept, refreshed, refused, dropped and forgotten.
struct SessionTests {
    private static let refresh = ["InitiateAuth"]

    /// A signed-in ana, with an empty journal.
    private static func signedIn(
        _ bench: Bench, _ host: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)? = nil
    ) async throws -> (AWSCognitoIdentityUserPool, AWSCognitoIdentityUser) {
        let pool = try bench.pool(host)
        let user = pool.getUser("ana")
        _ = try await user.getSession("ana", password: Bench.password, validationData: nil).value
        _ = bench.journal.take()
        return (pool, user)
    }

    // rows: legacy:1
    @Test func keptTokensNeedNoRequest() async throws {
        let bench = try await Bench()
        let (pool, user) = try await Self.signedIn(bench)
        bench.wait(60 * 60 - 121)
        let session = try await user.getSession().value
        #expect(session.expirationTime == Date(timeIntervalSince1970: 1_800_003_600))
        let again = try await pool.currentUser()?.getSession().value
        #expect(again?.accessToken?.tokenString == session.accessToken?.tokenString)
        #expect(bench.journal.all == [] && user.confirmedStatus == .confirmed)
    }

    // rows: legacy:2 legacy:7
    @Test func tokensOfTheLastTwoMinutesAreRefreshed() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        let before = try await user.getSession().value
        bench.wait(60 * 60 - 120)
        let after = try await user.getSession().value
        #expect(bench.journal.all == Self.refresh)
        #expect(after.accessToken?.tokenString != before.accessToken?.tokenString)
        #expect(after.refreshToken?.tokenString == before.refreshToken?.tokenString && after.refreshToken != nil)
        _ = try await user.getSession().value
        #expect(bench.journal.all == Self.refresh)
    }

    // rows: legacy:8
    @Test func refusedRefreshLeadsToTheDelegate() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let (_, user) = try await Self.signedIn(bench, host)
        bench.wait(31 * 24 * 60 * 60)
        host.typePassword()
        _ = try await user.getSession().value
        let asked = ["InitiateAuth", "startPasswordAuthentication", "getPasswordAuthenticationDetails"]
        #expect(Array(bench.journal.all.prefix(3)) == asked)
        #expect(host.password.input?.lastKnownUsername == "ana")
    }

    // rows: legacy:9
    @Test func otherRefreshErrorKeepsTheTokens() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let (_, user) = try await Self.signedIn(bench, host)
        bench.wait(60 * 60)
        bench.fail("InitiateAuth", "TooManyRequestsException", "slow down")
        let error = await #expect(throws: NSError.self) { try await user.getSession().value }
        #expect(error?.userInfo["__type"] as? String == "TooManyRequestsException")
        #expect(error?.userInfo["message"] as? String == "slow down")
        #expect(user.isSignedIn && bench.journal.take() == Self.refresh)
        _ = try await user.getSession().value
        #expect(bench.journal.all == Self.refresh)
    }

    // rows: legacy:147 legacy:148
    @Test func signOutKeepsTheDevice() async throws {
        let bench = try await Bench(Bench.configuration { $0.devices = .always })
        let (pool, user) = try await Self.signedIn(bench)
        let device = try await bench.devices.device(of: "ana")
        #expect(device != nil && user.isSignedIn)
        user.signOut()
        #expect(!user.isSignedIn && pool.currentUsername == "ana")
        #expect(try await bench.devices.device(of: "ana") == device)
        await #expect(throws: NSError.self) { try await user.getSession().value }
        #expect(bench.journal.all == [], "there is neither a token nor a delegate")
        user.signOutAndClearLastKnownUser()
        #expect(pool.currentUsername == nil)
    }

    // rows: legacy:149
    @Test func clearedSessionIsRefreshed() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        user.clearSession()
        #expect(user.isSignedIn)
        _ = try await user.getSession().value
        #expect(bench.journal.all == Self.refresh)
    }

    @Test func sessionThatIsDroppedDuringASignOutStaysAway() async throws {
        let bench = try await Bench()
        for _ in 0..<100 {
            try await bench.tokens.store(CognitoTokens(accessToken: "", refreshToken: "R"), of: "ana")
            let ana = try bench.pool().getUser("ana")
            await withTaskGroup { group in
                group.addTask { for _ in 0..<10 { ana.clearSession() } }
                group.addTask { ana.signOut() }
            }
            #expect(!ana.isSignedIn)
        }
    }

    @Test func usersOfOnePoolKeepTheirOwnTokens() async throws {
        let bob = PoolUserSeed(username: "bob", password: Bench.password, attributes: ["email": "bob@example.com"])
        let bench = try await Bench(seeds: [Bench.ana, bob])
        let (pool, ana) = try await Self.signedIn(bench)
        let second = pool.getUser("bob")
        _ = try await second.getSession("bob", password: Bench.password, validationData: nil).value
        #expect(ana.isSignedIn && second.isSignedIn && pool.currentUsername == "bob")
        #expect(try await ana.getDetails().value.username == "ana")
        pool.clearAll()
        #expect(!ana.isSignedIn && !second.isSignedIn && pool.currentUsername == nil)
    }

    /// Swift's `==` takes the two names for the same.
    @Test func usersOfEqualNamesShareNoCall() async throws {
        let bench = try await Bench(seeds: [Bench.ana, PoolUserSeed(username: "bob", password: Bench.password)])
        let pool = try bench.pool()
        let names = ["\u{E9}va", "e\u{301}va"]
        for (name, user) in zip(names, ["ana", "bob"]) {
            let session = try await pool.getUser().getSession(
                user, password: Bench.password, validationData: nil
            ).value
            let tokens = CognitoTokens(
                accessToken: session.accessToken?.tokenString ?? "", idToken: session.idToken?.tokenString,
                refreshToken: session.refreshToken?.tokenString)
            try await bench.tokens.store(tokens, of: name)
        }
        bench.secrets.silence()
        let tasks = names.map { pool.getUser($0).getSession() }
        bench.secrets.answer()
        var tokens: Set<String> = []
        for task in tasks { tokens.insert(try await task.value.accessToken?.tokenString ?? "") }
        #expect(tokens.count == 2)
    }

    @Test func poolsSideBySide() async throws {
        let bench = try await Bench()
        let (first, _) = try await Self.signedIn(bench)
        let other = try await Bench()
        let second = try other.pool()
        #expect(first.currentUsername == "ana" && second.currentUsername == nil)
        #expect(second.delegate == nil)
    }

    @Test func tokensOfTheAppsStoreAreFound() async throws {
        let bench = try await Bench()
        let (_, user) = try await Self.signedIn(bench)
        let later = try bench.pool().getUser("ana")
        let found = try await later.getSession().value.accessToken?.tokenString
        let kept = try await user.getSession().value.accessToken?.tokenString
        #expect(found == kept)
        #expect(bench.journal.all == [])
    }

    // rows: legacy:4 legacy:25 legacy:30 legacy:33
    @Test func migratingPoolSendsThePassword() async throws {
        let bench = try await Bench()
        let host = FullHost(bench)
        let pool = try bench.pool(host, migrationEnabled: true)
        _ = try await pool.getUser().getSession("ana", password: Bench.password, validationData: nil).value
        #expect(bench.journal.take() == ["InitiateAuth"])
        host.typePassword()
        _ = try await pool.getUser().getSession().value
        #expect(bench.journal.all.suffix(2) == ["InitiateAuth", "didCompletePassword(nil)"])
    }

    @Test func secretsAreNotShown() async throws {
        let bench = try await Bench()
        let (pool, user) = try await Self.signedIn(bench)
        let session = try await user.getSession().value
        let details = AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: Bench.password)
        var shown = ""
        dump(session, to: &shown)
        dump(session.accessToken, to: &shown)
        dump(details, to: &shown)
        shown += "\(session) \(String(reflecting: session.idToken)) \(details)"
        #expect(!shown.contains("eyJ") && !shown.contains(Bench.password))
        let logins = await pool.logins().outcomeOfAny()
        let name = "cognito-idp.us-east-1.amazonaws.com/us-east-1_Embedded1"
        #expect((logins as? [String: String])?[name] == session.idToken?.tokenString)
    }

    @Test func providerInChinaHasTheDomainOfChina() {
        let key = UUID().uuidString
        AWSCognitoIdentityUserPool.register(
            with: nil,
            userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration(
                clientId: "c", clientSecret: nil, poolId: "cn-north-1_AbC"), forKey: key)
        let name = AWSCognitoIdentityUserPool(forKey: key).identityProviderName
        #expect(name == "cognito-idp.cn-north-1.amazonaws.com.cn/cn-north-1_AbC")
    }

    /// An app's id is not the id of one installation.
    @Test func appOfPinpointIsNotSentAsEndpoint() async throws {
        let bench = try await Bench()
        let (pool, _) = try await Self.signedIn(bench)
        #expect(pool.userPoolConfiguration.pinpointAppId == "app")
        #expect(bench.body(1)?["ClientId"] != nil && bench.body(1)?["AnalyticsMetadata"] == nil)
    }

    @Test func clientSecretIsNotShown() async throws {
        let secret = "s3cr3t-0f-the-cl1ent"
        let bench = try await Bench(Bench.configuration { $0.clients = [PoolClient(secret: secret)] })
        let (pool, user) = try await Self.signedIn(bench)
        #expect(pool.userPoolConfiguration.clientSecret == secret)
        var shown = "\(pool.userPoolConfiguration) \(String(reflecting: pool)) \(user)"
        dump(pool.userPoolConfiguration, to: &shown)
        dump(pool, to: &shown)
        dump(user, to: &shown)
        #expect(shown.contains("AWSCognitoIdentityUserPoolConfiguration") && !shown.contains(secret))
    }
}

extension AWSTask {
    /// Waits for its end, also where its result knows no `Sendable`.
    func outcomeOfAny() async -> Any? {
        let done = AWSTaskCompletionSource<Bool>()
        continueWith { _ in
            done.set(result: true)
            return nil
        }
        _ = try? await done.task.value
        return result
    }
}
