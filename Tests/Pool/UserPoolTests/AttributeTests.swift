import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Attributes of a user, and what of them was verified.
struct AttributeTests {
    private static func list(_ attributes: [String: String]) -> JSONValue {
        .array(
            attributes.map { .object([JSONMember("Name", .string($0.key)), JSONMember("Value", .string($0.value))]) })
    }

    private static func update(_ bench: PoolBench, _ token: String, _ attributes: [String: String]) async -> PoolReply {
        await bench.call("UpdateUserAttributes", ["AccessToken": .string(token), "UserAttributes": list(attributes)])
    }

    private static func verify(
        _ bench: PoolBench, _ token: String, _ code: String, _ name: String = "email"
    ) async -> String? {
        let texts = ["AccessToken": token, "AttributeName": name, "Code": code]
        return await bench.call("VerifyUserAttribute", texts: texts).errorType
    }

    private static func user(_ bench: PoolBench, _ token: String) async -> PoolReply {
        await bench.call("GetUser", texts: ["AccessToken": token])
    }

    @Test(
        arguments: [
            (["sub": "1"], "NotAuthorizedException"), (["email_verified": "true"], "NotAuthorizedException"),
            (["email": "no address"], "InvalidParameterException"),
            (["phone_number": "+12a"], "InvalidParameterException"),
            (["phone_number": "+１２３"], "InvalidParameterException"), (["aud": "x"], "InvalidParameterException"),
            (["name": ""], "InvalidParameterException"), ([:], "InvalidParameterException"),
            (["name": String(repeating: "n", count: 2049)], "InvalidParameterException"),
            (["preferred_username": "bob"], "AliasExistsException"),
        ] as [([String: String], String)])
    func whatMustNotBeWrittenChangesNothing(_ attributes: [String: String], _ error: String) async throws {
        let bench = try await PoolBench(
            .with {
                $0.requiredAttributes = ["name"]
                $0.aliasAttributes = ["email", "preferred_username"]
            }, users: [PoolBench.ana, PoolBench.bob])
        let token = try await bench.tokens().access
        let before = await Self.user(bench, token)
        let more = attributes.isEmpty ? [:] : attributes.merging(["nickname": "An"]) { $1 }
        #expect(await Self.update(bench, token, more).errorType == error)
        #expect(await Self.user(bench, token).body == before.body)
        #expect(bench.desk.messages.isEmpty)
    }

    @Test func customAttributeIsNoMark() async throws {
        let bench = try await PoolBench()
        let token = try await bench.tokens().access
        #expect(await Self.update(bench, token, ["custom:age_verified": "true"]).errorType == nil)
        #expect(await Self.update(bench, token, ["age_verified": "true"]).errorType == "InvalidParameterException")
        let claims = try TokenParts(try await bench.tokens().identity).claims
        #expect(claims["custom:age_verified"] == "true")
    }

    @Test func changedAddressIsVerifiedByItsOwnCode() async throws {
        let bench = try await PoolBench()
        let token = try await bench.tokens().access
        let changed = await Self.update(bench, token, ["email": "new@example.com", "name": "Ana"])
        guard case .array(let details) = changed.body["CodeDeliveryDetailsList"] else {
            Issue.record("no list: \(changed)")
            return
        }
        #expect(details.count == 1 && details[0]["Destination"] == "n***@e***")
        #expect(bench.desk.messages.last?.destination == "new@example.com")
        #expect(await Self.user(bench, token).attribute("email_verified") == "false")
        #expect(await Self.verify(bench, token, bench.wrongCode) == "CodeMismatchException")
        #expect(await Self.verify(bench, token, bench.desk.code, "phone_number") == "ExpiredCodeException")
        #expect(await Self.verify(bench, token, bench.desk.code, "name") == "InvalidParameterException")
        #expect(await Self.verify(bench, token, bench.desk.code) == nil)
        #expect(await Self.user(bench, token).attribute("email_verified") == "true")
        #expect(await Self.verify(bench, token, bench.desk.code) == "ExpiredCodeException", "it is used up")
    }

    /// A code that went to one's own address must not verify another one.
    @Test func codeVerifiesTheAddressThatItWentTo() async throws {
        let bench = try await PoolBench(
            .with { $0.verifiedAttributes = [] },
            users: [PoolBench.ana.with { $0.attributes["email_verified"] = "false" }])
        let token = try await bench.tokens().access
        let asked = await bench.call(
            "GetUserAttributeVerificationCode", texts: ["AccessToken": token, "AttributeName": "email"])
        #expect(asked.errorType == nil)
        let code = bench.desk.code
        #expect(await Self.update(bench, token, ["email": "victim@example.com"]).errorType == nil)
        #expect(await Self.verify(bench, token, code) == "ExpiredCodeException")
        #expect(await Self.user(bench, token).attribute("email_verified") != "true")
    }

    @Test func verifiedAliasOfAnotherIsNotTaken() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana, PoolBench.bob])
        let bob = try await bench.tokens(of: "bob", password: "B0b-Passw0rd").access
        #expect(await Self.update(bench, bob, ["email": "ana@example.com"]).errorType == nil)
        #expect(await Self.verify(bench, bob, bench.desk.code) == "AliasExistsException")
        #expect(await Self.user(bench, bob).attribute("email_verified") == "false")
        let admin: JSONValue = [
            "UserPoolId": .string(bench.pool.configuration.poolID), "Username": "bob",
            "UserAttributes": Self.list(["email_verified": "true"]),
        ]
        #expect(await bench.call("AdminUpdateUserAttributes", admin).errorType == "AliasExistsException")
        let begun = try await Prover(bench).begin("ana@example.com")
        #expect(begun.parameter("USERNAME") == "ana")
    }

    @Test func deletedNumberTakesItsFactorAlong() async throws {
        let bench = try await PoolBench()
        let token = try await bench.tokens().access
        let on: JSONValue = ["AccessToken": .string(token), "SMSMfaSettings": ["Enabled": true, "PreferredMfa": true]]
        #expect(await bench.call("SetUserMFAPreference", on).errorType == nil)
        #expect(await Self.user(bench, token).body["PreferredMfaSetting"] == "SMS_MFA")
        #expect(await Self.update(bench, token, ["phone_number": "+12065550111"]).errorType == nil)
        let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
        #expect(await bench.begin("USER_PASSWORD_AUTH", password).challenge == "SMS_MFA", "a new number keeps it on")
        let gone: JSONValue = ["AccessToken": .string(token), "UserAttributeNames": ["phone_number"]]
        #expect(await bench.call("DeleteUserAttributes", gone).errorType == nil)
        let user = await Self.user(bench, token)
        #expect(user.attribute("phone_number_verified") == nil && user.body["UserMFASettingList"] == nil)
        #expect(await bench.begin("USER_PASSWORD_AUTH", password).isSignedIn)
        for names in [["sub"], ["email_verified"]] as [JSONValue] {
            let reply = await bench.call(
                "DeleteUserAttributes", ["AccessToken": .string(token), "UserAttributeNames": names])
            #expect(reply.errorType == "NotAuthorizedException")
        }
    }

    @Test func deletedUserIsGone() async throws {
        let bench = try await PoolBench()
        let tokens = try await bench.tokens()
        #expect(await bench.call("DeleteUser", texts: ["AccessToken": tokens.access]).errorType == nil)
        #expect(await Self.user(bench, tokens.access).errorType == "UserNotFoundException")
        #expect(
            await bench.call("GlobalSignOut", texts: ["AccessToken": tokens.access]).errorType
                == "NotAuthorizedException")
        let refreshed = await bench.begin("REFRESH_TOKEN_AUTH", ["REFRESH_TOKEN": tokens.refresh])
        #expect(refreshed.errorType == "NotAuthorizedException")
        let prover = try Prover(bench)
        #expect(await prover.begin("ana@example.com").parameter("USERNAME") == "ana@example.com", "the alias is free")
    }
}
