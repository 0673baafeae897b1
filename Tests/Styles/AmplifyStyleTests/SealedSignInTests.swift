import AmplifyStyle
import CognitoFlows
import CognitoHandlers
import FlowSealing
import StyleSupport
import TestSupport
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

    // rows: amplify:189
    @Test func signInGoesOnInANewProcess() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let first = try Self.auth(bench, keeper)
        #expect(await first.sealedSignIn() == nil)
        let step = try await first.signIn(username: "ana", password: StyleBench.password).nextStep
        let sealed = try #require(await first.sealedSignIn())
        let next = try Self.auth(bench, keeper)
        #expect(try await next.resumeSignIn(sealed: sealed).nextStep == step)
        #expect(await next.sealedSignIn() != nil, "an app that stores the bytes again does not lose the sign-in")
        await #expect(throws: AuthError.self) { try await next.confirmSignIn(challengeResponse: bench.wrongCode) }
        // The process before is no longer the one that goes on.
        await #expect(throws: AuthError.self) { try await first.confirmSignIn(challengeResponse: bench.code) }
        // It can begin another one, which does not touch the one that goes on.
        let error = await #expect(throws: AuthError.self) { try await first.signIn(username: "ana", password: "wrong") }
        guard case .notAuthorized = error else { return #expect(Bool(false), "\(error as Any)") }
        #expect(try await next.confirmSignIn(challengeResponse: bench.code).isSignedIn)
        #expect(await next.sealedSignIn() == nil)
        _ = await next.signOut()
        #expect(await Self.code { _ = try await next.resumeSignIn(sealed: sealed) } == .spent)
    }

    /// The process that has the sign-in goes on with it, also in the middle of a request.
    @Test func signInOfThisProcessGoesOn() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let auth = try Self.auth(bench, keeper)
        let step = try await auth.signIn(username: "ana", password: StyleBench.password).nextStep
        let sealed = try #require(await auth.sealedSignIn())
        #expect(try await auth.resumeSignIn(sealed: sealed).nextStep == step)
        await #expect(throws: AuthError.self) { try await auth.confirmSignIn(challengeResponse: bench.wrongCode) }
        let gate = bench.hold("RespondToAuthChallenge")
        let code = bench.code
        let end = BackgroundWork { try? await auth.confirmSignIn(challengeResponse: code).isSignedIn }
        await gate.reached()
        #expect(try await auth.resumeSignIn(sealed: sealed).nextStep == step)
        await gate.open()
        #expect(try await end.value == true)
    }

    /// Two scenes of an app may resume the sign-in when it launches.
    @Test func signInThatIsResumedTwiceGoesOn() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let first = try Self.auth(bench, keeper)
        let step = try await first.signIn(username: "ana", password: StyleBench.password).nextStep
        let sealed = try #require(await first.sealedSignIn())
        let next = try Self.auth(bench, keeper)
        async let one = next.resumeSignIn(sealed: sealed)
        async let other = next.resumeSignIn(sealed: sealed)
        let steps = try await [one.nextStep, other.nextStep]
        #expect(steps == [step, step])
        #expect(try await next.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    /// The error of a wrong code was reported where the code was entered. The app needs the step.
    @Test func stepAfterAWrongCodeIsResumed() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let first = try Self.auth(bench, keeper)
        let step = try await first.signIn(username: "ana", password: StyleBench.password).nextStep
        let sealed = try #require(await first.sealedSignIn())
        let next = try Self.auth(bench, keeper)
        #expect(try await next.resumeSignIn(sealed: sealed).nextStep == step)
        await #expect(throws: AuthError.self) { try await next.confirmSignIn(challengeResponse: bench.wrongCode) }
        let state = try #require(await next.pendingSignIn())
        #expect(try await Self.auth(bench, keeper).resumeSignIn(state).nextStep == step)
        // The process before takes the sign-in back, and does not end it.
        #expect(try await first.resumeSignIn(sealed: sealed).nextStep == step)
        #expect(try await first.confirmSignIn(challengeResponse: bench.code).isSignedIn)
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

    /// A guard that can be out of reach.
    private actor Switched: SnapshotGuard {
        private let inner = MemorySnapshotGuard()
        private var isDown = false

        func turn(down: Bool) { isDown = down }

        func entry(of signIn: SnapshotID) async throws(FlowSnapshotError) -> SnapshotGuardEntry? {
            if isDown { throw .guardUnavailable }
            return await inner.entry(of: signIn)
        }

        func replace(_ former: SnapshotID?, of signIn: SnapshotID, by entry: SnapshotGuardEntry?)
            async throws(FlowSnapshotError)
        {
            if isDown { throw .guardUnavailable }
            try await inner.replace(former, of: signIn, by: entry)
        }
    }

    /// Where the guard does not take the end, nobody is signed in, and nothing signs in once the sign-in was cancelled.
    @Test func endThatTheGuardDoesNotTakeIsAFailure() async throws {
        let (bench, keeper) = (try await Self.bench(), Switched())
        let auth = try Self.auth(bench, keeper)
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        let sealed = try #require(await auth.sealedSignIn())
        let gate = bench.hold("RespondToAuthChallenge")
        let code = bench.code
        let end = BackgroundWork {
            await #expect(throws: AuthError.self) { try await auth.confirmSignIn(challengeResponse: code) }
        }
        await gate.reached()
        await keeper.turn(down: true)
        await gate.open()
        let failure = try await end.value
        guard case .service = failure else { return #expect(Bool(false), "\(failure as Any)") }
        #expect(try await bench.tokens.current() == nil)
        guard case .failed(.invalidState) = await auth.signOut() else { return #expect(Bool(false), "it is pending") }
        let error = await #expect(throws: AuthError.self) { try await auth.cancelSignIn() }
        guard case .service = error else { return #expect(Bool(false), "\(error as Any)") }
        await keeper.turn(down: false)
        try await auth.cancelSignIn()
        guard case .complete = await auth.signOut() else { return #expect(Bool(false), "nothing stands any more") }
        let next = try Self.auth(bench, keeper)
        #expect(await Self.code { _ = try await next.resumeSignIn(sealed: sealed) } == .spent)
    }

    /// The answer is not at fault: the same one is taken as soon as the guard answers again.
    @Test func answerThatTheGuardDoesNotTakeIsNotSent() async throws {
        let (bench, keeper) = (try await Self.bench(), Switched())
        let auth = try Self.auth(bench, keeper)
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        let count = bench.calls.count
        await keeper.turn(down: true)
        let error = await #expect(throws: AuthError.self) {
            try await auth.confirmSignIn(challengeResponse: bench.code)
        }
        guard case .service(let text, let suggestion, _) = error else {
            return #expect(Bool(false), "\(error as Any)")
        }
        #expect(text == "the event was not recorded (guard-unavailable), so the flow did not advance")
        #expect(suggestion == "Try again: the stored sign-in cannot be read or written now")
        #expect(bench.calls.count == count)
        await keeper.turn(down: false)
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
    }

    /// A sign-in that is cancelled while requests of two processes are on their way signs nobody in, here or there.
    @Test func cancelledSignInIsOverEverywhere() async throws {
        let (bench, keeper) = (try await Self.bench(), Switched())
        let first = try Self.auth(bench, keeper)
        _ = try await first.signIn(username: "ana", password: StyleBench.password)
        let sealed = try #require(await first.sealedSignIn())
        let lost = bench.hold("RespondToAuthChallenge")
        let code = bench.code
        let never = BackgroundWork { try? await first.confirmSignIn(challengeResponse: code).isSignedIn }
        await lost.reached()
        // Who goes on asks for another code, as it is not known whether the answer has come.
        let next = try Self.auth(bench, keeper)
        _ = try? await next.resumeSignIn(sealed: sealed)
        let gate = bench.hold("InitiateAuth")
        let resent = BackgroundWork { try? await next.resendSignInCode().isSignedIn }
        await gate.reached()
        try await next.cancelSignIn()
        await gate.open()
        #expect(try await resent.value == nil)
        guard case .complete = await next.signOut() else { return #expect(Bool(false), "nothing stands any more") }
        #expect(await Self.code { _ = try await next.resumeSignIn(sealed: sealed) } == .spent)
        await lost.open()
        #expect(try await never.value == nil)
        #expect(try await bench.tokens.current() == nil, "who was overtaken is not signed in")
    }

    @Test func signInAfterOneThatFailedHasItsOwnTime() async throws {
        let (bench, keeper) = (try await Self.bench(), MemorySnapshotGuard())
        let auth = try Self.auth(bench, keeper)
        await #expect(throws: AuthError.self) { try await auth.signIn(username: "ana", password: "wrong") }
        bench.wait(1000)
        let step = try await auth.signIn(username: "ana", password: StyleBench.password).nextStep
        let sealed = try #require(await auth.sealedSignIn())
        bench.wait(899)
        #expect(try await Self.auth(bench, keeper).resumeSignIn(sealed: sealed).nextStep == step)
    }

    /// Bytes of a sign-in lead to no other: one that an app begins over it ends it.
    @Test func signInOverAnotherEndsIt() async throws {
        var users = [StyleBench.ana, StyleBench.bob]
        users[1].attributes["phone_number"] = "+12065550111"
        for index in users.indices { users[index].mfa = [.sms] }
        let (bench, keeper) = (try await StyleBench(users: users), Switched())
        let auth = try Self.auth(bench, keeper)
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        let anas = try #require(await auth.sealedSignIn())
        await keeper.turn(down: true)
        await #expect(throws: AuthError.self) {
            try await auth.signIn(username: "bob", password: StyleBench.password)
        }
        await keeper.turn(down: false)
        _ = try await auth.signIn(username: "bob", password: StyleBench.password)
        let next = try Self.auth(bench, keeper)
        #expect(await Self.code { _ = try await next.resumeSignIn(sealed: anas) } == .spent)
        #expect(try await auth.confirmSignIn(challengeResponse: bench.code).isSignedIn)
        #expect(try await auth.getCurrentUser().username == "bob")
    }

    /// Nothing was sent, so the sign-up still waits for the call.
    @Test func autoSignInThatCannotEndAnotherSignInCanBeRepeated() async throws {
        let (bench, keeper) = (try await Self.bench(), Switched())
        let auth = try Self.auth(bench, keeper)
        _ = try await auth.signUp(
            username: "bob", password: StyleBench.password,
            options: .init(userAttributes: [AuthUserAttribute(.email, value: "bob@example.com")]))
        _ = try await auth.confirmSignUp(for: "bob", confirmationCode: bench.code)
        _ = try await auth.signIn(username: "ana", password: StyleBench.password)
        await keeper.turn(down: true)
        let error = await #expect(throws: AuthError.self) { try await auth.autoSignIn() }
        guard case .service = error else { return #expect(Bool(false), "\(error as Any)") }
        await keeper.turn(down: false)
        #expect(try await auth.autoSignIn().isSignedIn)
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
