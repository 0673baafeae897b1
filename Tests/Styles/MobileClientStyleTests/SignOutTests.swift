import CognitoHandlers
import MobileClientStyle
import StyleSupport
import Testing

/// Every call of the store and every request of a sign-out failing in every order.
struct SignOutTests {
    private static func begin(_ world: SignOutWorld) async throws -> AWSMobileClient {
        try world.begin()
        let client = AWSMobileClient(try world.app())
        let state: UserState = try await outcome { client.initialize($0) }
        #expect(state == .signedIn)
        world.fail()
        return client
    }

    /// Requires that who is told to be signed out is.
    private static func check(_ isSignedOut: Bool, _ client: AWSMobileClient, _ world: SignOutWorld) {
        #expect(client.isSignedIn != isSignedOut, "\(world.failures)")
        if isSignedOut { #expect(!world.hasTokens && !world.hasName, "\(world.failures)") }
    }

    private static func signOut(_ client: AWSMobileClient, globally: Bool) async -> Bool {
        let options = SignOutOptions(signOutGlobally: globally)
        do {
            try await done { client.signOut(options: options, completionHandler: $0) }
            return true
        } catch {
            return false
        }
    }

    @Test(arguments: [(false, 0), (true, 0), (true, 7200)])
    func resultIsTrue(globally: Bool, age: Int64) async throws {
        let world = try await SignOutWorld(age: age)
        var runs = 0
        repeat {
            runs += 1
            let client = try await Self.begin(world)
            var isSignedOut = await Self.signOut(client, globally: globally)
            world.fail(false)
            Self.check(isSignedOut, client, world)
            if !isSignedOut {
                world.waitForLease()
                isSignedOut = await Self.signOut(client, globally: globally)
                #expect(isSignedOut, "\(world.failures)")
                Self.check(isSignedOut, client, world)
            }
            #expect(!globally || world.answered.contains("GlobalSignOut"), "\(world.failures)")
        } while world.advance()
        print("sign-out of AWSMobileClient, globally \(globally), age \(age): \(runs) runs")
        #expect(runs > 10)
    }

    @Test func callWithoutAResult() async throws {
        let world = try await SignOutWorld(age: 0)
        repeat {
            let client = try await Self.begin(world)
            client.signOut()
            Self.check(!client.isSignedIn, client, world)
        } while world.advance()
    }

    /// Calls wait for a sign-in after a refused refresh. Another process, or a late sign-out, removes the tokens.
    @Test func tokensThatAreGoneEndTheWaitForASignIn() async throws {
        let bench = try await StyleBench()
        let client = AWSMobileClient(try bench.app())
        let _: SignInResult = try await outcome {
            client.signIn(username: "ana", password: StyleBench.password, completionHandler: $0)
        }
        bench.wait(7200)
        bench.fail("InitiateAuth", "NotAuthorizedException", "Refresh Token has been revoked")
        let seen = Seen()
        client.addUserStateListener(seen) { state, _ in seen.show("\(state)") }
        let waiting = Task { let _: Tokens = try await outcome { client.getTokens($0) } }
        #expect(await seen.next == "signedOutUserPoolsTokenInvalid")
        try await bench.tokens.clear()
        let second = await #expect(throws: AWSMobileClientError.self) {
            let _: Tokens = try await outcome { client.getTokens($0) }
        }
        guard case .notSignedIn = second else { return #expect(Bool(false), "\(second as Any)") }
        #expect(await seen.next == "signedOut")
        #expect(!client.isSignedIn && client.username == nil)
        let first = await #expect(throws: AWSMobileClientError.self) { try await waiting.value }
        guard case .unableToSignIn = first else { return #expect(Bool(false), "\(first as Any)") }
    }
}
