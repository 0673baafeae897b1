import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Sessions: whose they are, how long they stand, and that each is good for one answer that passes.
struct SessionTests {
    private static let choice = ["USERNAME": "ana"]
    private static let setUp = PoolConfiguration.with {
        $0.mfa = .on
        $0.mfaFactors = [.softwareToken]
        $0.devices = .off
    }
    private static let password = ["USERNAME": "ana", "PASSWORD": PoolBench.password]

    private static let two = PoolConfiguration.with {
        $0.clients = [PoolClient(), PoolClient(id: "other-client")]
    }

    @Test(arguments: ["other-client", "app-client"])
    func sessionIsOfItsClientAndItsUser(_ client: String) async throws {
        let bench = try await PoolBench(Self.two, users: [PoolBench.ana, PoolBench.bob])
        let session = await bench.begin("USER_AUTH", Self.choice).session
        let name = client == "app-client" ? "bob" : "ana"
        let answer = ["USERNAME": name, "ANSWER": "EMAIL_OTP"]
        let foreign = await bench.answer("SELECT_CHALLENGE", session, answer, client: client)
        #expect(foreign.errorType == "NotAuthorizedException")
        #expect(bench.desk.messages.isEmpty)
        #expect(await bench.answer("SELECT_CHALLENGE", session, ["ANSWER": "EMAIL_OTP"]).challenge == "EMAIL_OTP")
    }

    @Test func sessionIsOfItsChallenge() async throws {
        let bench = try await PoolBench()
        let session = await bench.begin("USER_AUTH", Self.choice).session
        for challenge in ["EMAIL_OTP", "SMS_MFA", "MFA_SETUP", "NEW_PASSWORD_REQUIRED", "CUSTOM_CHALLENGE", "PASSWORD"]
        {
            let reply = await bench.answer(challenge, session, ["ANSWER": "PASSWORD", "EMAIL_OTP_CODE": "1"])
            #expect(reply.errorType == "NotAuthorizedException", "\(challenge)")
        }
        let unknown = await bench.answer("TELEPATHY", session, [:])
        #expect(unknown.errorType == "InvalidParameterException")
        let word = await bench.answer("SELECT_CHALLENGE", session, ["ANSWER": "TELEPATHY"])
        #expect(word.errorType == "InvalidParameterException")
        #expect(await bench.answer("SELECT_CHALLENGE", session, ["ANSWER": "PASSWORD"]).challenge == "PASSWORD")
    }

    @Test(arguments: [nil, "", "session-0", "session-\(String(repeating: "0", count: 128))"] as [String?])
    func withoutItsSessionNothingIsAnswered(_ session: String?) async throws {
        let bench = try await PoolBench()
        _ = await bench.begin("USER_AUTH", Self.choice)
        let reply = await bench.answer("SELECT_CHALLENGE", session, ["ANSWER": "EMAIL_OTP"])
        #expect(reply.errorType == "NotAuthorizedException")
    }

    @Test(arguments: ["ACCESS_TOKEN", "TARGET_ACR_VALUES", "MAX_AGE"], ["ana", "nobody"])
    func stepUpIsRefused(_ parameter: String, _ name: String) async throws {
        let bench = try await PoolBench()
        let parameters = ["USERNAME": name, parameter: "1", "PREFERRED_CHALLENGE": "EMAIL_OTP"]
        let reply = await bench.begin("USER_AUTH", parameters)
        #expect(reply.errorType == "FeatureUnavailableInTierException", "\(reply)")
        #expect(bench.desk.messages.isEmpty)
    }

    @Test func eachAnswerGivesANewSession() async throws {
        let bench = try await PoolBench()
        let first = try #require(await bench.begin("USER_AUTH", Self.choice).session)
        let second = try #require(await bench.answer("SELECT_CHALLENGE", first, ["ANSWER": "EMAIL_OTP"]).session)
        #expect(first != second)
        let old = await bench.answer("SELECT_CHALLENGE", first, ["ANSWER": "EMAIL_OTP"])
        #expect(old.message == "Invalid session for the user.")
        #expect(bench.desk.messages.count == 1)
    }

    @Test(arguments: [3, 15]) func sessionStandsAsLongAsTheClientSays(_ minutes: Int) async throws {
        let bench = try await PoolBench(.with { $0.clients[0].sessionMinutes = minutes })
        let (first, second) = (await bench.begin("USER_AUTH", Self.choice), await bench.begin("USER_AUTH", Self.choice))
        bench.desk.wait(Int64(minutes) * 60 - 1)
        let intime = await bench.answer("SELECT_CHALLENGE", first.session, ["ANSWER": "PASSWORD"])
        #expect(intime.challenge == "PASSWORD")
        bench.desk.wait(1)
        let late = await bench.answer("SELECT_CHALLENGE", second.session, ["ANSWER": "PASSWORD"])
        #expect(late.message == "Invalid session for the user, session is expired.")
    }

    @Test func twoAnswersAtTheSameTimeAreNotBothTaken() async throws {
        let bench = try await PoolBench()
        let choice = await bench.begin("USER_AUTH", Self.choice)
        let session = await bench.answer("SELECT_CHALLENGE", choice.session, ["ANSWER": "PASSWORD"]).session
        let replies = await withTaskGroup(of: PoolReply.self) { group in
            for _ in 0..<4 {
                group.addTask { await bench.answer("PASSWORD", session, ["PASSWORD": PoolBench.password]) }
            }
            return await group.reduce(into: [PoolReply]()) { $0.append($1) }
        }
        #expect(replies.filter(\.isSignedIn).count == 1)
        #expect(replies.filter { $0.errorType == "NotAuthorizedException" }.count == 3)
    }

    @Test func unknownDeviceKeepsTheSession() async throws {
        let bench = try await PoolBench()
        let prover = try Prover(bench)
        let begun = await prover.begin()
        let proof = try prover.proof(begun)
        let unknown = await bench.answer("PASSWORD_VERIFIER", nil, proof.merging(["DEVICE_KEY": "us-east-1_x"]) { $1 })
        #expect(unknown.errorType == "ResourceNotFoundException")
        #expect(unknown.message == "Device does not exist.")
        #expect(await bench.answer("PASSWORD_VERIFIER", nil, proof).isSignedIn)
    }

    @Test func badNewPasswordKeepsTheSessionAndTheOldOne() async throws {
        let bench = try await PoolBench(
            .with { $0.requiredAttributes = ["name"] }, users: [PoolBench.ana.with { $0.isTemporary = true }])
        let session = await bench.begin("USER_PASSWORD_AUTH", Self.password).session
        let answers: [([String: String], String)] = [
            (["NEW_PASSWORD": "short", "userAttributes.name": "Ana"], "InvalidPasswordException"),
            (["NEW_PASSWORD": Conversation.newPassword], "InvalidParameterException"),
            (["NEW_PASSWORD": Conversation.newPassword, "userAttributes.name": ""], "InvalidParameterException"),
            (["userAttributes.name": "Ana"], "InvalidParameterException"),
            (
                ["NEW_PASSWORD": Conversation.newPassword, "userAttributes.name": "Ana", "userAttributes.sub": "x"],
                "NotAuthorizedException"
            ),
            (
                [
                    "NEW_PASSWORD": Conversation.newPassword, "userAttributes.name": "A",
                    "userAttributes.token_use": "x",
                ],
                "InvalidParameterException"
            ),
        ]
        for (answer, error) in answers {
            let reply = await bench.answer("NEW_PASSWORD_REQUIRED", session, answer)
            #expect(reply.errorType == error, "\(answer.keys)")
            #expect(!reply.message.contains(Conversation.newPassword))
        }
        let done = await bench.answer(
            "NEW_PASSWORD_REQUIRED", session,
            ["NEW_PASSWORD": Conversation.newPassword, "userAttributes.name": "Ana", "userAttributes.email": "b@c.d"])
        let token = try bench.tokens(in: done).access
        let user = await bench.call("GetUser", texts: ["AccessToken": token])
        #expect(user.attribute("email") == "b@c.d")
        #expect(user.attribute("email_verified") == "false", "another address was not verified")
    }

    /// Whoever knew the temporary password must not have the last word.
    @Test func newPasswordIsChosenOnce() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana.with { $0.isTemporary = true }])
        let first = await bench.begin("USER_PASSWORD_AUTH", Self.password).session
        let second = await bench.begin("USER_PASSWORD_AUTH", Self.password).session
        let mine = ["NEW_PASSWORD": Conversation.newPassword]
        #expect(await bench.answer("NEW_PASSWORD_REQUIRED", first, mine).isSignedIn)
        let other = await bench.answer("NEW_PASSWORD_REQUIRED", second, ["NEW_PASSWORD": "0ther-Passw0rd"])
        #expect(other.errorType == "NotAuthorizedException")
        _ = try await bench.tokens(password: Conversation.newPassword)
    }

    /// A code says nothing about the temporary password, which stays as it is.
    @Test(arguments: ["EMAIL_OTP", "SMS_OTP"]) func codeLeavesTheTemporaryPassword(_ factor: String) async throws {
        let bench = try await PoolBench(users: [PoolBench.ana.with { $0.isTemporary = true }])
        let asked = await bench.begin("USER_AUTH", ["USERNAME": "ana", "PREFERRED_CHALLENGE": factor])
        let done = await bench.answer(factor, asked.session, ["\(factor)_CODE": bench.desk.code])
        #expect(done.isSignedIn, "\(done)")
        #expect(await bench.begin("USER_PASSWORD_AUTH", Self.password).challenge == "NEW_PASSWORD_REQUIRED")
        let preferred = Self.password.merging(["PREFERRED_CHALLENGE": "PASSWORD"]) { $1 }
        #expect(await bench.begin("USER_AUTH", preferred).challenge == "NEW_PASSWORD_REQUIRED")
    }

    /// pycognito sends the proof of before along with the new password.
    @Test func oldProofBesidesALaterAnswerIsIgnored() async throws {
        let bench = try await PoolBench(users: [PoolBench.ana.with { $0.isTemporary = true }])
        let prover = try Prover(bench)
        let begun = await prover.begin()
        let proof = try prover.proof(begun)
        let asked = await bench.answer("PASSWORD_VERIFIER", nil, proof)
        #expect(asked.challenge == "NEW_PASSWORD_REQUIRED", "\(asked)")
        let answer = proof.merging(["NEW_PASSWORD": Conversation.newPassword]) { $1 }
        #expect(await bench.answer("NEW_PASSWORD_REQUIRED", asked.session, answer).isSignedIn)
    }

    @Test func ofSeveralSessionsInSetUpOneSetsUp() async throws {
        let bench = try await PoolBench(Self.setUp)
        var verified: [String?] = []
        for _ in 0..<2 {
            let asked = await bench.begin("USER_PASSWORD_AUTH", Self.password)
            #expect(asked.parameter("MFAS_CAN_SETUP") == #"["SOFTWARE_TOKEN_MFA"]"#)
            let early = await bench.answer("MFA_SETUP", asked.session, [:])
            #expect(early.errorType == "InvalidParameterException")
            let given = await bench.call("AssociateSoftwareToken", texts: ["Session": asked.session])
            let again = await bench.call("AssociateSoftwareToken", texts: ["Session": asked.session])
            #expect(again.errorType == "NotAuthorizedException")
            let app = try OneTimePassword(base32: try #require(given.body["SecretCode"]?.string))
            let code = app.code(at: bench.desk.now)
            let done = await bench.call("VerifySoftwareToken", texts: ["Session": given.session, "UserCode": code])
            #expect(done.body["Status"]?.string == "SUCCESS")
            verified.append(done.session)
        }
        #expect(await bench.answer("MFA_SETUP", verified[1], [:]).isSignedIn)
        #expect(await bench.answer("MFA_SETUP", verified[0], [:]).errorType == "NotAuthorizedException")
        #expect(await bench.answer("MFA_SETUP", verified[1], [:]).errorType == "NotAuthorizedException")
    }

    @Test func wrongCodesOfAnAppEndItsSetUp() async throws {
        let bench = try await PoolBench(Self.setUp)
        let asked = await bench.begin("USER_PASSWORD_AUTH", Self.password)
        let given = await bench.call("AssociateSoftwareToken", texts: ["Session": asked.session])
        for _ in 0..<5 {
            let wrong = await bench.call(
                "VerifySoftwareToken", texts: ["Session": given.session, "UserCode": "000000"])
            #expect(wrong.errorType == "EnableSoftwareTokenMFAException")
        }
        let app = try OneTimePassword(base32: try #require(given.body["SecretCode"]?.string))
        let late = await bench.call(
            "VerifySoftwareToken", texts: ["Session": given.session, "UserCode": app.code(at: bench.desk.now)])
        #expect(late.errorType == "NotAuthorizedException")
    }

    @Test func forgottenUsersLeaveNoSessions() async throws {
        let bench = try await PoolBench()
        let session = await bench.begin("USER_AUTH", Self.choice).session
        let pool = bench.pool.configuration.poolID
        #expect(await bench.call("AdminDeleteUser", texts: ["UserPoolId": pool, "Username": "ana"]).errorType == nil)
        let reply = await bench.answer("SELECT_CHALLENGE", session, ["ANSWER": "EMAIL_OTP"])
        #expect(reply.errorType == "NotAuthorizedException")
    }
}

extension PoolReply {
    /// An attribute of GetUser or AdminGetUser.
    func attribute(_ name: String) -> String? {
        guard case .array(let items) = body["UserAttributes"] else { return nil }
        return items.first { $0["Name"]?.string == name }?["Value"]?.string
    }
}
