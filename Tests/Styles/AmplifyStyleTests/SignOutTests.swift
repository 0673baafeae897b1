import AmplifyStyle
import StyleSupport
import Testing

/// Every call of the store and every request of a sign-out failing in every order.
struct SignOutTests {
    /// Requires that what the result says has happened.
    private static func check(_ result: AuthSignOutResult, globally: Bool, _ world: SignOutWorld) {
        let hasEnded = (
            all: !globally || world.answered.contains("GlobalSignOut"), here: world.answered.contains("RevokeToken")
        )
        switch result {
        case .complete: #expect(hasEnded.all && hasEnded.here, "\(world.failures)")
        case .partial(let here, let all):
            #expect(here != nil || all != nil)
            #expect((all != nil || hasEnded.all) && (here != nil || hasEnded.here), "\(world.failures)")
        case .failed: return
        }
        #expect(!world.hasTokens && !world.hasName, "\(world.failures)")
    }

    @Test(arguments: [(false, 0), (true, 0), (true, 7200)])
    func resultIsTrue(globally: Bool, age: Int64) async throws {
        let world = try await SignOutWorld(age: age)
        let options = AuthSignOutRequest.Options(globalSignOut: globally)
        var runs = 0
        repeat {
            runs += 1
            try world.begin()
            let auth = AuthCategory(try world.app())
            world.fail()
            let result = await auth.signOut(options: options)
            world.fail(false)
            Self.check(result, globally: globally, world)
            guard case .failed = result else { continue }
            // Nobody can end tokens that the store has lost, or whose user it has lost, before they were read: the next sign-out says so.
            let wasRead = age == 0 && world.hasReadTokens
            let canEnd = wasRead || world.hasTokens && world.hasName
            world.waitForLease()
            let next = await auth.signOut(options: options)
            Self.check(next, globally: globally, world)
            guard canEnd else { continue }
            if case .complete = next { continue }
            Issue.record("\(world.failures): \(next)")
        } while world.advance()
        print("sign-out of Amplify, globally \(globally), age \(age): \(runs) runs")
        #expect(runs > 10)
    }
}
