import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// A user who does not exist looks like one whose password is wrong, where the client hides who exists.
struct UnknownUserTests {
    private static let telling = PoolConfiguration.with { $0.clients[0].hidesUserExistence = false }

    /// The names and the lengths of all that a reply says.
    private static func shape(_ reply: PoolReply) -> [String] {
        var shape: [String] = [reply.errorType ?? "", reply.message, reply.challenge ?? ""]
        for value in [reply.body, reply.body["ChallengeParameters"] ?? .null] {
            let names: [String] = (value.members ?? []).map(\.name)
            shape.append(contentsOf: names.sorted())
        }
        return shape
    }

    @Test func exchangeLooksTheSameAndIsStable() async throws {
        let bench = try await PoolBench()
        let prover = try Prover(bench)
        let (known, unknown, again) = (await prover.begin("ana"), await prover.begin("eve"), await prover.begin("eve"))
        #expect(Self.shape(known) == Self.shape(unknown))
        #expect(unknown.parameter("SALT") == again.parameter("SALT"))
        #expect(unknown.parameter("SRP_B") != again.parameter("SRP_B"))
        #expect(unknown.parameter("USERNAME") == "eve" && unknown.parameter("USER_ID_FOR_SRP") == "eve")
        #expect((700...768).contains(unknown.parameter("SRP_B")?.count ?? 0))
        #expect((30...32).contains(unknown.parameter("SALT")?.count ?? 0))
        let other = await prover.begin("mallory")
        #expect(other.parameter("SALT") != unknown.parameter("SALT"))
        let wrong = await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(known, password: "wrong"))
        let none = await bench.answer("PASSWORD_VERIFIER", nil, try prover.proof(unknown))
        #expect(Self.shape(wrong) == Self.shape(none))
    }

    /// The service generates the usernames of such a pool, so a name that was entered would tell that nobody has it.
    @Test func usernameLooksGeneratedWhereUsersSignUpWithAddresses() async throws {
        let bench = try await PoolBench(
            .with {
                $0.aliasAttributes = []
                $0.usernameAttributes = ["email"]
            })
        let prover = try Prover(bench)
        var names: Set<String> = []
        for answered in [nil, "eve@example.com"] {
            let begun = await prover.begin("eve@example.com")
            let name = try #require(begun.parameter("USERNAME"))
            names.insert(name)
            #expect(name.count == 36 && name == begun.parameter("USER_ID_FOR_SRP"))
            let proof = try prover.proof(begun).merging(["USERNAME": answered ?? name]) { $1 }
            let refused = await bench.answer("PASSWORD_VERIFIER", nil, proof)
            #expect(refused.message == "Incorrect username or password.")
        }
        #expect(names.count == 1)
    }

    @Test(arguments: ["USER_PASSWORD_AUTH", "USER_AUTH"]) func passwordLooksTheSame(_ flow: String) async throws {
        let bench = try await PoolBench()
        var replies: [[String]] = []
        for name in ["ana", "eve"] {
            let parameters = ["USERNAME": name, "PASSWORD": "wrong", "PREFERRED_CHALLENGE": "PASSWORD"]
            replies.append(Self.shape(await bench.begin(flow, parameters)))
        }
        #expect(replies[0] == replies[1])
        #expect(replies[0][0] == "NotAuthorizedException")
    }

    @Test func choiceLooksLikeThatOfAUserWithAPassword() async throws {
        let plain = PoolUserSeed(username: "ana", password: PoolBench.password)
        let bench = try await PoolBench(users: [plain])
        let (known, unknown) = (
            await bench.begin("USER_AUTH", ["USERNAME": "ana"]), await bench.begin("USER_AUTH", ["USERNAME": "eve"])
        )
        #expect(Self.shape(known) == Self.shape(unknown))
        #expect(known.body["AvailableChallenges"] == unknown.body["AvailableChallenges"])
        for answer in ["PASSWORD", "PASSWORD_SRP"] {
            let more = ["ANSWER": answer, "PASSWORD": "wrong", "SRP_A": "ABC"]
            let first = await bench.answer("SELECT_CHALLENGE", known.session, more)
            let second = await bench.answer(
                "SELECT_CHALLENGE", unknown.session, more.merging(["USERNAME": "eve"]) { $1 })
            #expect(Self.shape(first) == Self.shape(second))
        }
    }

    @Test func customSignInGoesOnAndFails() async throws {
        let bench = try await PoolBench(triggers: .emailCode(attempts: 1))
        var replies: [[String]] = []
        for name in ["ana", "eve"] {
            let begun = await bench.begin("CUSTOM_AUTH", ["USERNAME": name])
            #expect(begun.parameter("email") == (name == "ana" ? "a***@e***" : "e***@e***"))
            let answer = ["USERNAME": name, "ANSWER": "wrong"]
            replies.append(Self.shape(begun))
            replies.append(Self.shape(await bench.answer("CUSTOM_CHALLENGE", begun.session, answer)))
        }
        #expect(replies[0] == replies[2])
        #expect(replies[1] == replies[3])
        #expect(bench.desk.messages.count == 1)
    }

    @Test func forgottenPasswordLooksTheSame() async throws {
        let users = [PoolBench.ana, PoolBench.bob.with { $0.isEnabled = false }]
        let bench = try await PoolBench(users: users)
        for name in ["ana", "bob", "eve"] {
            let texts = ["ClientId": "app-client", "Username": name]
            let sent = await bench.call("ForgotPassword", texts: texts)
            #expect(sent.body["CodeDeliveryDetails"]?.members?.count == 3, "\(sent)")
            let new = texts.merging(["ConfirmationCode": bench.wrongCode, "Password": "N3w-Passw0rd"]) { $1 }
            let wrong = await bench.call("ConfirmForgotPassword", texts: new)
            #expect(wrong.errorType == "CodeMismatchException", "\(name)")
            let weak = await bench.call("ConfirmForgotPassword", texts: new.merging(["Password": "weak"]) { $1 })
            #expect(weak.errorType == "InvalidPasswordException", "\(name)")
            bench.desk.wait(3600)
            let late = await bench.call("ConfirmForgotPassword", texts: new)
            #expect(late.errorType == "ExpiredCodeException", "\(name)")
        }
        #expect(bench.desk.messages.count == 1)
    }

    @Test func placeOfACodeIsMadeUpFromTheName() async throws {
        let bench = try await PoolBench()
        for (name, destination) in [("eve@example.org", "e***@e***"), ("+4915112345678", "+*********5678")] {
            for operation in ["ForgotPassword", "ResendConfirmationCode"] {
                let sent = await bench.call(operation, texts: ["ClientId": "app-client", "Username": name])
                #expect(sent.body.at(["CodeDeliveryDetails", "Destination"])?.string == destination)
            }
        }
        #expect(bench.desk.messages.isEmpty)
    }

    @Test func clientThatTellsSaysSo() async throws {
        let bench = try await PoolBench(Self.telling, triggers: .emailCode())
        for flow in ["USER_SRP_AUTH", "USER_PASSWORD_AUTH", "USER_AUTH", "CUSTOM_AUTH"] {
            let reply = await bench.begin(flow, ["USERNAME": "eve", "PASSWORD": "p", "SRP_A": "ABC"])
            #expect(reply.errorType == "UserNotFoundException", "\(flow)")
        }
        for operation in ["ForgotPassword", "ResendConfirmationCode", "ConfirmSignUp", "ConfirmForgotPassword"] {
            let texts = [
                "ClientId": "app-client", "Username": "eve", "ConfirmationCode": "1", "Password": "N3w-Passw0rd",
            ]
            #expect(await bench.call(operation, texts: texts).errorType == "UserNotFoundException", "\(operation)")
        }
    }
}
