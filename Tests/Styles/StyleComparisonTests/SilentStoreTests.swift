import AmplifyStyle
import CognitoFlows
import Foundation
import LegacyUserPoolStyle
import MobileClientStyle
import StyleSupport
import TestSupport
import Testing
import UserPool

/// A store that never answers holds up the calls of a style, and no other work of the process.
struct SilentStoreTests {
    /// Calls that need the store, as often as it takes to hold all threads of the cooperative pool several times over.
    private static func calls(_ style: Style, _ bench: StyleBench) throws -> [@Sendable () async -> Void] {
        let count = 16 * ProcessInfo.processInfo.activeProcessorCount
        let app = try bench.app()
        switch style {
        case .amplify:
            // Each has a category of its own, as each app has: the store is what they share.
            return (0..<count).map { number in
                let auth = AuthCategory(app)
                return {
                    if number % 2 == 0 { _ = try? await auth.fetchAuthSession() }
                    _ = try? await auth.signIn(username: "ana", password: StyleBench.password)
                }
            }
        case .mobileClient:
            return (0..<count).map { number in
                let client = AWSMobileClient(app)
                return {
                    await withCheckedContinuation { continuation in
                        switch number % 3 {
                        case 0: client.initialize { _, _ in continuation.resume() }
                        case 1: client.getTokens { _, _ in continuation.resume() }
                        default:
                            client.signIn(username: "ana", password: "p") { _, _ in continuation.resume() }
                        }
                    }
                }
            }
        case .legacy:
            return (0..<count).map { number in
                let pool = legacyPool(app, bench)
                // Nobody has signed in, so each call asks the store for the name again.
                let current = pool.currentUser()
                return {
                    switch number % 4 {
                    case 0: _ = try? await pool.getUser("ana").getSession().value
                    case 1:
                        let task = pool.token()
                        try? await until { task.isCompleted }
                    case 2:
                        let task = pool.logins()
                        try? await until { task.isCompleted }
                    default: _ = try? await current?.getSession().value
                    }
                }
            }
        }
    }

    private static func legacyPool(_ app: CognitoApp, _ bench: StyleBench) -> AWSCognitoIdentityUserPool {
        let key = UUID().uuidString
        AWSCognitoIdentityUserPool.register(
            app,
            userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration(
                clientId: "app-client", clientSecret: nil, poolId: bench.pool.configuration.poolID),
            forKey: key)
        return AWSCognitoIdentityUserPool(forKey: key)
    }

    @Test("other work goes on, and cancelled calls return", arguments: Style.allCases)
    func otherWorkGoesOn(_ style: Style) async throws {
        let (bench, healthy) = (try await StyleBench(), try await StyleBench())
        let calls = try Self.calls(style, bench)
        bench.secrets.silence()
        defer { bench.secrets.answer() }
        let tasks = calls.map { call in Task { await call() } }
        // A call that blocks its thread does so for ten seconds, and all of them for more than two minutes.
        let start = ContinuousClock.now
        await Task.detached {}.value
        let auth = AuthCategory(try healthy.app())
        #expect(try await auth.signIn(username: "ana", password: StyleBench.password).isSignedIn)
        #expect(ContinuousClock.now - start < .seconds(120))
        guard style == .amplify else { return }
        var times: [Duration] = []
        for task in tasks {
            task.cancel()
            times.append(await ownTime { await task.value })
        }
        #expect(times.sorted()[times.count / 2] < .seconds(1))
    }
}
