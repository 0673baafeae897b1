import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Accounts that may not sign in, at each way to do so.
struct StandingTests {
    private static let standings: [(String, String, String)] = [
        ("CONFIRMED", "NotAuthorizedException", "User is disabled."),
        ("UNCONFIRMED", "UserNotConfirmedException", "User is not confirmed."),
        ("RESET_REQUIRED", "PasswordResetRequiredException", "Password reset required for the user"),
    ]

    @Test(arguments: standings) func nobodySignsIn(_ status: String, _ error: String, _ message: String) async throws {
        let seed = PoolBench.ana.with {
            $0.status = status
            $0.isEnabled = status != "CONFIRMED"
            $0.attributes["email_verified"] = "true"
        }
        let bench = try await PoolBench(triggers: .emailCode(), users: [seed])
        let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
        let wrong = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "ana", "PASSWORD": "wrong"])
        #expect(wrong.message == "Incorrect username or password.", "who does not know the password learns nothing")
        var replies = [await bench.begin("USER_PASSWORD_AUTH", password)]
        let prover = try Prover(bench)
        replies.append(await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(await prover.begin())))
        replies.append(await bench.begin("USER_AUTH", password.merging(["PREFERRED_CHALLENGE": "PASSWORD"]) { $1 }))
        let custom = await bench.begin("CUSTOM_AUTH", ["USERNAME": "ana"])
        replies.append(await bench.answer("CUSTOM_CHALLENGE", custom.session, ["ANSWER": bench.desk.code]))
        let texts = [
            "ClientId": "app-client", "UserPoolId": bench.pool.configuration.poolID,
            "AuthFlow": "ADMIN_USER_PASSWORD_AUTH",
        ]
        replies.append(await bench.call("AdminInitiateAuth", PoolBench.body(texts, password)))
        for (index, reply) in replies.enumerated() {
            #expect(reply.errorType == error && reply.message == message, "way \(index): \(reply)")
        }
        let codes = bench.desk.messages.count
        let mail = await bench.begin("USER_AUTH", ["USERNAME": "ana", "PREFERRED_CHALLENGE": "EMAIL_OTP"])
        #expect(mail.errorType == error)
        #expect(bench.desk.messages.count == codes, "no code is sent")
    }

    /// What happens to the account between a challenge and its answer counts.
    @Test func disabledMeanwhileIsDisabled() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana.with { $0.mfa = [.email] }])
        let asked = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "ana", "PASSWORD": PoolBench.password])
        let named = ["UserPoolId": bench.pool.configuration.poolID, "Username": "ana"]
        _ = await bench.call("AdminDisableUser", texts: named)
        let answer = await bench.answer("EMAIL_OTP", asked.session, ["EMAIL_OTP_CODE": bench.desk.code])
        #expect(answer.message == "User is disabled.")
    }

    @Test func tokensOfADisabledUserOpenNothing() async throws {
        let bench = try await PoolBench()
        let tokens = try await bench.tokens()
        let old = ["AccessToken": tokens.access]
        let named = ["UserPoolId": bench.pool.configuration.poolID, "Username": "ana"]
        _ = await bench.call("AdminDisableUser", texts: named)
        #expect(await bench.call("GetUser", texts: old).message == "User is disabled.")
        _ = await bench.call("AdminEnableUser", texts: named)
        #expect(await bench.call("GetUser", texts: old).message == "Access Token has been revoked")
        // Tokens of the same second that were issued later are good, whether by a refresh or by a sign-in.
        let refreshed = try bench.tokens(
            in: await bench.begin("REFRESH_TOKEN_AUTH", ["REFRESH_TOKEN": tokens.refresh]))
        for token in [refreshed.access, try await bench.tokens().access] {
            #expect(await bench.call("GetUser", texts: ["AccessToken": token]).errorType == nil)
        }
        // The sign-in is still one: its refresh token takes all of them along.
        let revoked = await bench.call("RevokeToken", texts: ["Token": tokens.refresh, "ClientId": "app-client"])
        #expect(revoked.errorType == nil)
        #expect(await bench.call("GetUser", texts: ["AccessToken": refreshed.access]).errorType != nil)
    }

    /// Else the old password would undo the reset that an administrator requires.
    @Test func tokensOpenNothingUntilThePasswordIsReset() async throws {
        let bench = try await PoolBench()
        let own = ["AccessToken": try await bench.tokens().access]
        let change = own.merging(["PreviousPassword": PoolBench.password, "ProposedPassword": "N3w-Passw0rd"]) { $1 }
        #expect(await bench.admin("AdminResetUserPassword", ["Username": "ana"]).errorType == nil)
        for (operation, texts) in [("ChangePassword", change), ("GetUser", own), ("DeleteUser", own)] {
            let reply = await bench.call(operation, texts: texts)
            #expect(reply.errorType == "PasswordResetRequiredException", "\(operation): \(reply)")
        }
        let associate = await bench.call("AssociateSoftwareToken", texts: own)
        #expect(associate.errorType == "NotAuthorizedException", "it documents no other error")
        let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
        #expect(await bench.begin("USER_PASSWORD_AUTH", password).errorType == "PasswordResetRequiredException")
        let new = [
            "ClientId": "app-client", "Username": "ana", "ConfirmationCode": bench.desk.code,
            "Password": "N3w-Passw0rd",
        ]
        #expect(await bench.call("ConfirmForgotPassword", texts: new).errorType == nil)
        #expect(await bench.call("GetUser", texts: own).errorType == nil)
    }

    @Test func temporaryPasswordExpires() async throws {
        let bench = try await PoolBench()
        let pool = JSONValue.string(bench.pool.configuration.poolID)
        let made = await bench.call(
            "AdminCreateUser",
            [
                "UserPoolId": pool, "Username": "eve", "TemporaryPassword": "T3mporary!",
                "UserAttributes": [["Name": "email", "Value": "eve@example.com"]],
            ])
        #expect(made.body.at(["User", "UserStatus"]) == "FORCE_CHANGE_PASSWORD")
        #expect(bench.desk.code == "T3mporary!")
        let password = ["USERNAME": "eve", "PASSWORD": "T3mporary!"]
        #expect(await bench.begin("USER_PASSWORD_AUTH", password).challenge == "NEW_PASSWORD_REQUIRED")
        let forgotten = await bench.call("ForgotPassword", texts: ["ClientId": "app-client", "Username": "eve"])
        #expect(forgotten.errorType == nil && bench.desk.messages.count == 1, "it looks sent and is not")
        bench.desk.wait(7 * 86_400)
        let late = await bench.begin("USER_PASSWORD_AUTH", password)
        #expect(late.errorType == "NotAuthorizedException")
        let prover = try Prover(bench)
        let proof = try prover.proof(await prover.begin("eve"), password: "T3mporary!")
        #expect(await bench.answer("PASSWORD_VERIFIER", nil, proof).message == late.message)
    }

    private static let both: JSONValue = [
        ["Name": "email", "Value": "eve@example.com"], ["Name": "phone_number", "Value": "+12065550199"],
    ]
    private static let phone: JSONValue = [["Name": "phone_number", "Value": "+12065550199"]]
    /// Invitations: the attributes, the media that are asked for, and those that the message goes out by, or an error.
    private static let invitations: [(JSONValue, JSONValue, [PoolMessage.Medium]?)] = [
        (both, .null, [.email]), (phone, .null, [.sms]), ([], .null, []), (both, ["SMS"], [.sms]),
        (both, ["SMS", "EMAIL"], [.sms, .email]), (both, ["SMS", "SMS"], [.sms]), (phone, ["EMAIL"], nil),
        ([], ["SMS"], nil), (both, ["PIGEON"], nil), (both, [], [.email]),
    ]

    @Test(arguments: invitations) func invitationGoesTheWayThatIsAskedFor(
        _ attributes: JSONValue, _ asked: JSONValue, _ media: [PoolMessage.Medium]?
    ) async throws {
        let bench = try await PoolBench(users: [])
        let body: JSONValue = ["Username": "eve", "UserAttributes": attributes, "DesiredDeliveryMediums": asked]
        let made = await bench.admin("AdminCreateUser", body)
        #expect(made.errorType == (media == nil ? "InvalidParameterException" : nil), "\(made)")
        #expect(bench.desk.messages.map(\.medium) == media ?? [])
        #expect(bench.desk.messages.allSatisfy { $0.purpose == .invitation })
    }

    @Test func invitationIsRepeatedWithANewPassword() async throws {
        let bench = try await PoolBench()
        func create(_ name: JSONValue, _ action: JSONValue, _ password: JSONValue = "") async -> PoolReply {
            let body: JSONValue = [
                "Username": name, "MessageAction": action, "TemporaryPassword": password, "UserAttributes": Self.phone,
            ]
            return await bench.admin("AdminCreateUser", body)
        }
        func signIn(_ password: String) async -> PoolReply {
            await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "eve", "PASSWORD": password])
        }
        #expect(await create("eve", "FOO").errorType == "InvalidParameterException")
        #expect(await create("eve", "RESEND").errorType == "UserNotFoundException")
        #expect(await create("ana", "RESEND").errorType == "UnsupportedUserStateException")
        #expect(await create("eve", "SUPPRESS").errorType == nil)
        #expect(bench.desk.messages.isEmpty)
        bench.desk.wait(6 * 86_400)
        #expect(await create("eve", "RESEND").body.at(["User", "UserStatus"]) == "FORCE_CHANGE_PASSWORD")
        let second = bench.desk.code
        bench.desk.wait(6 * 86_400)
        #expect(await signIn(second).challenge == "NEW_PASSWORD_REQUIRED", "the new password has its own time")
        #expect(await create("eve", "RESEND", "T3mporary!").errorType == nil)
        #expect(bench.desk.code == "T3mporary!" && bench.desk.messages.count == 2)
        #expect(await signIn(second).errorType == "NotAuthorizedException")
        #expect(await signIn("T3mporary!").challenge == "NEW_PASSWORD_REQUIRED")
    }

    @Test func aliasOfANewUserIsTakenOverWhereThatIsForced() async throws {
        let bench = try await PoolBench()
        func create(_ isForced: JSONValue) async -> PoolReply {
            let attributes: JSONValue = [
                ["Name": "email", "Value": "ana@example.com"], ["Name": "email_verified", "Value": "true"],
            ]
            let body: JSONValue = ["Username": "eve", "UserAttributes": attributes, "ForceAliasCreation": isForced]
            return await bench.admin("AdminCreateUser", body)
        }
        #expect(await create(false).errorType == "UsernameExistsException")
        #expect(await create(true).errorType == nil)
        let prover = try Prover(bench)
        #expect(await prover.begin("ana@example.com").parameter("USERNAME") == "eve")
        #expect(await bench.admin("AdminGetUser", ["Username": "ana"]).attribute("email_verified") == "false")
    }

    @Test func forgottenPasswordIsSetByItsCodeOnce() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana.with { $0.status = "RESET_REQUIRED" }])
        let texts = ["ClientId": "app-client", "Username": "ana"]
        let none = await bench.call(
            "ConfirmForgotPassword", texts: texts.merging(["ConfirmationCode": "1", "Password": "N3w-Passw0rd"]) { $1 })
        #expect(none.errorType == "ExpiredCodeException")
        _ = await bench.call("ForgotPassword", texts: texts)
        let new = texts.merging(["ConfirmationCode": bench.desk.code, "Password": "N3w-Passw0rd"]) { $1 }
        let weak = await bench.call("ConfirmForgotPassword", texts: new.merging(["Password": "weak"]) { $1 })
        #expect(weak.errorType == "InvalidPasswordException")
        let replies = await withTaskGroup(of: PoolReply.self) { group in
            for _ in 0..<3 { group.addTask { await bench.call("ConfirmForgotPassword", texts: new) } }
            return await group.reduce(into: [PoolReply]()) { $0.append($1) }
        }
        #expect(replies.filter { $0.errorType == nil }.count == 1)
        #expect(replies.filter { $0.errorType == "ExpiredCodeException" }.count == 2)
        _ = try await bench.tokens(password: "N3w-Passw0rd")
    }
}
