import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Refresh tokens: used, replaced, revoked and stolen.
struct RefreshTests {
    private static func rotating(grace: Int = 0) -> PoolConfiguration {
        .with {
            $0.clients[0].rotatesRefreshTokens = true
            $0.clients[0].rotationGraceSeconds = grace
        }
    }

    private static func refresh(_ bench: PoolBench, _ token: String, _ client: String = "app-client") async -> PoolReply
    {
        await bench.call("GetTokensFromRefreshToken", texts: ["RefreshToken": token, "ClientId": client])
    }

    private static func user(_ bench: PoolBench, _ token: String) async -> PoolReply {
        await bench.call("GetUser", texts: ["AccessToken": token])
    }

    @Test(arguments: ["REFRESH_TOKEN_AUTH", "REFRESH_TOKEN"]) func tokenIsGoodUntilItExpires(_ flow: String)
        async throws
    {
        let bench = try await PoolBench(.with { $0.clients[0].refreshTokenDays = 1 })
        let tokens = try await bench.tokens()
        bench.desk.wait(86_399)
        let fresh = await bench.begin(flow, ["REFRESH_TOKEN": tokens.refresh])
        #expect(fresh.isSignedIn)
        #expect(try bench.tokens(in: fresh).refresh == "", "the old one stays")
        bench.desk.wait(1)
        let late = await bench.begin(flow, ["REFRESH_TOKEN": tokens.refresh])
        #expect(late.errorType == "NotAuthorizedException")
        #expect(late.message == "Refresh Token has expired")
    }

    @Test func tokenIsOfItsClient() async throws {
        let bench = try await PoolBench(.with { $0.clients.append(PoolClient(id: "other")) })
        let tokens = try await bench.tokens()
        for token in [tokens.refresh, tokens.access, tokens.identity, "nonsense"] {
            let reply = await Self.refresh(bench, token, "other")
            #expect(reply.errorType == "NotAuthorizedException")
            #expect(!reply.message.contains(token))
        }
        let foreign = await bench.call("RevokeToken", texts: ["Token": tokens.refresh, "ClientId": "other"])
        #expect(foreign.errorType == "UnauthorizedException")
        #expect(await Self.refresh(bench, tokens.refresh).isSignedIn)
    }

    @Test func replacedTokenEndsTheWholeFamily() async throws {
        let bench = try await PoolBench(Self.rotating())
        let first = try await bench.tokens()
        let other = try await bench.tokens()
        let second = try bench.tokens(in: await Self.refresh(bench, first.refresh))
        #expect(second.refresh != "" && second.refresh != first.refresh)
        #expect(await Self.refresh(bench, first.refresh).errorType == "RefreshTokenReuseException")
        #expect(await Self.refresh(bench, second.refresh).errorType == "NotAuthorizedException")
        #expect(await Self.user(bench, second.access).message == "Access Token has been revoked")
        #expect(await Self.user(bench, other.access).errorType == nil, "another sign-in stands")
        let old = await bench.begin("REFRESH_TOKEN_AUTH", ["REFRESH_TOKEN": other.refresh])
        #expect(old.errorType == "UnsupportedOperationException")
    }

    @Test func graceIsForTheOldTokenAlone() async throws {
        let bench = try await PoolBench(Self.rotating(grace: 10))
        let first = try await bench.tokens()
        let second = try bench.tokens(in: await Self.refresh(bench, first.refresh))
        bench.desk.wait(5)
        let third = try bench.tokens(in: await Self.refresh(bench, first.refresh))
        bench.desk.wait(60)
        // A token that was given within the grace period was itself never replaced.
        let fourth = try bench.tokens(in: await Self.refresh(bench, third.refresh))
        let fifth = try bench.tokens(in: await Self.refresh(bench, second.refresh))
        #expect(Set([first, second, third, fourth, fifth].map(\.refresh)).count == 5)
        #expect(await Self.refresh(bench, first.refresh).errorType == "RefreshTokenReuseException")
        #expect(await Self.refresh(bench, fourth.refresh).errorType == "NotAuthorizedException")
    }

    @Test func twoUsesAtTheSameTimeAreNotBothTaken() async throws {
        let bench = try await PoolBench(Self.rotating())
        let first = try await bench.tokens()
        let replies = await withTaskGroup(of: PoolReply.self) { group in
            for _ in 0..<4 { group.addTask { await Self.refresh(bench, first.refresh) } }
            return await group.reduce(into: [PoolReply]()) { $0.append($1) }
        }
        #expect(replies.filter(\.isSignedIn).count == 1)
        for reply in replies where reply.isSignedIn {
            let stolen = await Self.refresh(bench, try bench.tokens(in: reply).refresh)
            #expect(stolen.errorType == "NotAuthorizedException", "who used it twice may be two")
        }
    }

    @Test func revokedTokenTakesItsAccessTokensAlong() async throws {
        let bench = try await PoolBench()
        let (tokens, other) = (try await bench.tokens(), try await bench.tokens())
        let fresh = try bench.tokens(in: await Self.refresh(bench, tokens.refresh))
        for token in [tokens.access, tokens.identity] {
            let wrong = await bench.call("RevokeToken", texts: ["Token": token, "ClientId": "app-client"])
            #expect(wrong.errorType == "UnsupportedTokenTypeException")
        }
        for _ in 0..<2 {
            let done = await bench.call("RevokeToken", texts: ["Token": tokens.refresh, "ClientId": "app-client"])
            #expect(done.errorType == nil)
        }
        for token in [tokens.access, fresh.access] {
            #expect(await Self.user(bench, token).message == "Access Token has been revoked")
        }
        #expect(await Self.refresh(bench, tokens.refresh).message == "Refresh Token has been revoked")
        #expect(await Self.user(bench, other.access).errorType == nil)
        let unknown = await bench.call("RevokeToken", texts: ["Token": tokens.refresh, "ClientId": "nobody"])
        #expect(unknown.errorType == "UnauthorizedException")
    }

    @Test func signOutEndsWhatWasAndNotWhatComes() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana, PoolBench.bob])
        let (old, bob) = (try await bench.tokens(), try await bench.tokens(of: "bob", password: "B0b-Passw0rd"))
        bench.desk.wait(100)
        let same = try await bench.tokens()
        #expect(await bench.call("GlobalSignOut", texts: ["AccessToken": same.access]).errorType == nil)
        let next = try await bench.tokens()
        for tokens in [old, same] {
            #expect(await Self.user(bench, tokens.access).message == "Access Token has been revoked")
            #expect(await Self.refresh(bench, tokens.refresh).errorType == "NotAuthorizedException")
        }
        #expect(await Self.user(bench, next.access).errorType == nil, "a token of the same second, and later")
        #expect(await Self.refresh(bench, next.refresh).isSignedIn)
        #expect(await Self.user(bench, bob.access).errorType == nil, "somebody else's")
        #expect(
            await bench.call("GlobalSignOut", texts: ["AccessToken": same.access]).errorType == "NotAuthorizedException"
        )
    }

    @Test func whoMayNotSignInIsNotRefreshed() async throws {
        let bench = try await PoolBench()
        let tokens = try await bench.tokens()
        let named = ["UserPoolId": bench.pool.configuration.poolID, "Username": "ana"]
        for (operation, message) in [
            ("AdminDisableUser", "User is disabled."),
            ("AdminResetUserPassword", "Password reset required for the user"),
        ] {
            _ = await bench.call(operation, texts: named)
            let reply = await Self.refresh(bench, tokens.refresh)
            #expect(reply.errorType == "NotAuthorizedException")
            #expect(reply.message == message)
            _ = await bench.call("AdminEnableUser", texts: named)
        }
        _ = await bench.call("AdminDeleteUser", texts: named)
        #expect(await Self.refresh(bench, tokens.refresh).errorType == "NotAuthorizedException")
        #expect(await Self.user(bench, tokens.access).errorType == "UserNotFoundException")
    }
}
