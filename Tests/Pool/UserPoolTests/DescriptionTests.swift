import FlowCore
import FlowRuntime
import Testing
import UserPool

/// The pool and its clients as DescribeUserPool and DescribeUserPoolClient tell them.
struct DescriptionTests {
    @Test func poolTellsHowItIsSetUp() async throws {
        let bench = try await PoolBench(
            .with {
                $0.mfa = .on
                $0.devices = .optional
                $0.requiredAttributes = ["email"]
                $0.passwordPolicy.minimumLength = 12
                $0.firstFactors = [.passwordSRP, .passkey]
            })
        let pool = try #require(await bench.admin("DescribeUserPool").body["UserPool"])
        #expect(pool["Id"] == "us-east-1_Embedded1" && pool["MfaConfiguration"] == "ON")
        #expect(pool["Arn"] == "arn:aws:cognito-idp:us-east-1:000000000000:userpool/us-east-1_Embedded1")
        #expect(pool.at(["Policies", "PasswordPolicy", "MinimumLength"]) == .number("12"))
        #expect(pool.at(["Policies", "SignInPolicy", "AllowedFirstAuthFactors"]) == ["PASSWORD", "WEB_AUTHN"])
        #expect(pool.at(["DeviceConfiguration", "DeviceOnlyRememberedOnUserPrompt"]) == true)
        #expect(pool["AliasAttributes"] == ["email", "phone_number"] && pool["UsernameAttributes"] == nil)
        #expect(pool["EstimatedNumberOfUsers"] == .number("1"))
        guard case .array(let schema)? = pool["SchemaAttributes"] else { return #expect(Bool(false)) }
        let required = schema.filter { $0["Required"] == true }.compactMap { $0["Name"]?.string }
        #expect(required == ["email", "sub"] && schema.count == 20)
    }

    @Test func clientTellsItsSecretAndItsFlows() async throws {
        var client = PoolClient(id: "web", secret: "a secret of 24 characters")
        client.authFlows = [.userSRP, .refreshToken, .refreshTokenShort, .adminNoSRP]
        client.rotatesRefreshTokens = true
        client.hidesUserExistence = false
        client.tokenMinutes = 15
        let bench = try await PoolBench(.with { [client] in $0.clients.append(client) })
        let told = try #require(
            await bench.admin("DescribeUserPoolClient", ["ClientId": "web"]).body["UserPoolClient"])
        #expect(told["ClientSecret"] == "a secret of 24 characters" && told["ClientId"] == "web")
        #expect(
            told["ExplicitAuthFlows"] == [
                "ALLOW_ADMIN_USER_PASSWORD_AUTH", "ALLOW_REFRESH_TOKEN_AUTH", "ALLOW_USER_SRP_AUTH",
            ])
        #expect(told["PreventUserExistenceErrors"] == "LEGACY" && told["IdTokenValidity"] == .number("15"))
        #expect(told["RefreshTokenRotation"]?["Feature"] == "ENABLED")
        let open = await bench.admin("DescribeUserPoolClient", ["ClientId": "app-client"]).body["UserPoolClient"]
        #expect(open?["ClientSecret"] == nil && open?["RefreshTokenRotation"] == ["Feature": "DISABLED"])
        let none = await bench.admin("DescribeUserPoolClient", ["ClientId": "none"])
        #expect(none.errorType == "ResourceNotFoundException" && !none.message.contains("secret"))
    }
}
