import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// App clients: their secrets and the flows that they allow; and what administrators alone may do.
struct ClientTests {
    private static let secret = "s3cret-of-the-client-0123456789"
    private static let guarded = PoolConfiguration.with { $0.clients = [PoolClient(secret: secret)] }

    private static func hash(_ name: String) -> String {
        SecretHash.text(username: name, clientID: "app-client", clientSecret: secret)
    }

    @Test func withoutTheSecretNothingGoes() async throws {
        let bench = try await PoolBench(Self.guarded)
        let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
        for hash in [nil, "", "AAAA", Self.hash("bob"), Self.hash("ana@example.com"), Self.secret] {
            var parameters = password
            parameters["SECRET_HASH"] = hash
            let reply = await bench.begin("USER_PASSWORD_AUTH", parameters)
            #expect(reply.errorType == "NotAuthorizedException")
            #expect(!reply.message.contains(Self.secret) && !reply.message.contains(Self.hash("ana")))
        }
        for operation in [
            "SignUp", "ConfirmSignUp", "ResendConfirmationCode", "ForgotPassword", "ConfirmForgotPassword",
        ] {
            let texts = [
                "ClientId": "app-client", "Username": "ana", "ConfirmationCode": "1", "Password": PoolBench.password,
            ]
            #expect(await bench.call(operation, texts: texts).errorType == "NotAuthorizedException", "\(operation)")
        }
    }

    @Test func withTheSecretAllGoes() async throws {
        let bench = try await PoolBench(Self.guarded)
        let choice = await bench.begin("USER_AUTH", ["USERNAME": "ana", "SECRET_HASH": Self.hash("ana")])
        let bare = await bench.answer("SELECT_CHALLENGE", choice.session, ["ANSWER": "PASSWORD"])
        #expect(bare.errorType == "NotAuthorizedException")
        let answer = ["ANSWER": "PASSWORD", "PASSWORD": PoolBench.password, "SECRET_HASH": Self.hash("ana")]
        let tokens = try bench.tokens(in: await bench.answer("SELECT_CHALLENGE", choice.session, answer))
        // The legacy SDK sends the secret itself.
        for (hash, passes) in [(Self.secret, true), (Self.hash("ana"), true), (Self.hash("bob"), false), (nil, false)] {
            var parameters = ["REFRESH_TOKEN": tokens.refresh]
            parameters["SECRET_HASH"] = hash
            #expect(await bench.begin("REFRESH_TOKEN_AUTH", parameters).isSignedIn == passes)
            let texts = ["ClientId": "app-client", "RefreshToken": tokens.refresh, "ClientSecret": hash]
            let other = await bench.call("GetTokensFromRefreshToken", texts: texts)
            #expect(other.isSignedIn == (hash == Self.secret))
        }
        let revoke = ["ClientId": "app-client", "Token": tokens.refresh]
        #expect(await bench.call("RevokeToken", texts: revoke).errorType == "UnauthorizedException")
        let done = await bench.call("RevokeToken", texts: revoke.merging(["ClientSecret": Self.secret]) { $1 })
        #expect(done.errorType == nil)
    }

    @Test(arguments: AuthFlow.allCases) func flowThatIsNotAllowedBeginsNothing(_ flow: AuthFlow) async throws {
        let bench = try await PoolBench(.with { $0.clients[0].authFlows = Set(AuthFlow.allCases).subtracting([flow]) })
        let parameters = ["USERNAME": "ana", "PASSWORD": PoolBench.password, "SRP_A": "ABC", "REFRESH_TOKEN": "x"]
        let texts = [
            "ClientId": "app-client", "UserPoolId": bench.pool.configuration.poolID, "AuthFlow": flow.rawValue,
        ]
        for operation in ["InitiateAuth", "AdminInitiateAuth"] {
            let reply = await bench.call(operation, PoolBench.body(texts, parameters))
            #expect(reply.errorType == "InvalidParameterException", "\(operation)")
        }
    }

    @Test func flowsOfAdministratorsAreTheirs() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana.with { $0.mfa = [.email] }])
        let pool = bench.pool.configuration.poolID
        let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
        for flow in ["ADMIN_USER_PASSWORD_AUTH", "ADMIN_NO_SRP_AUTH"] {
            #expect(await bench.begin(flow, password).message == "Initiate Auth method not supported.")
            let texts = ["ClientId": "app-client", "UserPoolId": pool, "AuthFlow": flow]
            let asked = await bench.call("AdminInitiateAuth", PoolBench.body(texts, password))
            #expect(asked.challenge == "EMAIL_OTP")
            let wrong = await bench.answer("ADMIN_NO_SRP_AUTH", asked.session, ["PASSWORD": PoolBench.password])
            #expect(wrong.errorType == "InvalidParameterException")
            let answer = PoolBench.body(
                ["ClientId": "app-client", "UserPoolId": pool, "ChallengeName": "EMAIL_OTP", "Session": asked.session],
                ["USERNAME": "ana", "EMAIL_OTP_CODE": bench.desk.code], named: "ChallengeResponses")
            #expect(await bench.call("AdminRespondToAuthChallenge", answer).isSignedIn)
        }
        let plain = PoolBench.body(
            ["ClientId": "app-client", "UserPoolId": pool, "AuthFlow": "USER_PASSWORD_AUTH"], password)
        #expect(await bench.call("AdminInitiateAuth", plain).errorType == "InvalidParameterException")
        for operation in CognitoUserPool.operationNames where operation.hasPrefix("Admin") {
            let other = await bench.call(
                operation, texts: ["UserPoolId": "us-east-1_Other", "ClientId": "app-client", "Username": "ana"])
            #expect(other.errorType == "ResourceNotFoundException", "\(operation)")
        }
    }
}
