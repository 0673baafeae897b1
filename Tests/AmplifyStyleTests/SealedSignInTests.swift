import AmplifyStyle
import CognitoFlows
import FlowSealing
import StyleSupport
import Testing
import UserPool

/// Sign-ins that are kept sealed while the app does not run.
struct SealedSignInTests {
    private static func ring(_ byte: UInt8) throws -> SnapshotKeyring {
        SnapshotKeyring(
            try #require(SnapshotKeyring.Key(id: "k\(byte)", secret: [UInt8](repeating: byte, count: 32))))
    }

    private static func bench() async throws -> StyleBench {
        var user = StyleBench.ana
        user.mfa = [.sms]
        return try await StyleBench(users: [user])
    }

    private static func auth(
        _ bench: StyleBench, _ keeper: any SnapshotGuard, user: String = "", key: UInt8 = 1
    ) throws -> AuthCategory {
        var app = try bench.app()
        app.sealing = SignInSealing(try ring(key), guardedBy: keeper, user: Array(user.utf8))
        return AuthCategory(app)
    }

    private static func code(_ body: () async throws -> Void) async -> FlowSnapshotError? {
        do {
            try await body()
            return nil
        } catch AuthError.invalidState(_, _, let cause) {
            return cause as? FlowSnapshotError
        } catch {
            return nil
        }
    }

    @Test func signInGoesOnInANewProcess() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let first = try Self.auth(bench, keeper)
        #expect(await first.sealedSignIn() == nil)
        let step = try await first.signIn(username: "ana", password: StyleBench.password).nextStep
        let sealed = try #require(await first.sealedSignIn())
        let next = try Self.auth(bench, keeper)
        #expect(try await next.resumeSignIn(sealed: sealed).nextStep == step)
        await #expect(throws: AuthError.self) { try await next.confirmSignIn(challengeResponse: bench.wrongCode) }
        // The process before is no longer the one that goes on.
        await #expect(throws: AuthError.self) { try await first.confirmSignIn(challengeResponse: bench.code) }
        #expect(try await next.confirmSignIn(challengeResponse: bench.code).isSignedIn)
        #expect(await next.sealedSignIn() == nil)
        _ = await next.signOut()
        #expect(await Self.code { _ = try await next.resumeSignIn(sealed: sealed) } == .spent)
    }

    @Test func signInOfAnotherIsRefused() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let first = try Self.auth(bench, keeper, user: "web")
        _ = try await first.signIn(username: "ana", password: StyleBench.password)
        let sealed = try #require(await first.sealedSignIn())
        let others: [(AuthCategory, FlowSnapshotError)] = [
            (try Self.auth(bench, keeper, user: "other"), .anotherBinding(.user)),
            (try Self.auth(bench, keeper, user: "web", key: 2), .unknownKey),
            (try Self.auth(bench, MemorySnapshotGuard(), user: "web"), .spent),
        ]
        for (auth, wanted) in others {
            #expect(await Self.code { _ = try await auth.resumeSignIn(sealed: sealed) } == wanted)
        }
        let late = try Self.auth(bench, keeper, user: "web")
        bench.wait(901)
        #expect(await Self.code { _ = try await late.resumeSignIn(sealed: sealed) } == .expired)
    }

    /// The fate of the request is unknown: the flow says so as an answer that did not come, and the step stands.
    @Test func processIsEndedInARequest() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let first = try Self.auth(bench, keeper)
        _ = try await first.signIn(username: "ana", password: StyleBench.password)
        let sealed = try #require(await first.sealedSignIn())
        let gate = bench.hold("RespondToAuthChallenge")
        async let lost = first.confirmSignIn(challengeResponse: bench.code)
        await gate.reached()
        let next = try Self.auth(bench, keeper)
        let error = await #expect(throws: AuthError.self) { try await next.resumeSignIn(sealed: sealed) }
        guard case .unknown = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(await next.sealedSignIn() != nil, "the step stands, and is kept")
        await gate.open()
        _ = try? await lost
    }

    @Test func appSaysHow() async throws {
        let bench = try await Self.bench()
        let auth = AuthCategory(try bench.app())
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        #expect(await auth.sealedSignIn() == nil)
        let error = await #expect(throws: AuthError.self) { try await auth.resumeSignIn(sealed: [1]) }
        guard case .configuration = error else { return #expect(Bool(false), "\(error as Any)") }
    }
}
