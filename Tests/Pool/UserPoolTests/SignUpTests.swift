import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// New accounts, from the name to the first sign-in.
struct SignUpTests {
    /// SignUp of eve, with what is given in place of the defaults; nothing for a password means none.
    private static func signUp(
        _ bench: PoolBench, name: String = "eve", password: String? = PoolBench.password,
        _ attributes: [String: String] = ["email": "eve@example.com"]
    ) async -> PoolReply {
        var body = PoolBench.body(["ClientId": "app-client", "Username": name, "Password": password]).members ?? []
        let list = attributes.map {
            JSONValue.object([JSONMember("Name", .string($0.key)), JSONMember("Value", .string($0.value))])
        }
        body.append(JSONMember("UserAttributes", .array(list)))
        return await bench.call("SignUp", .object(body))
    }

    private static func confirm(
        _ bench: PoolBench, _ code: String, _ name: String = "eve", session: String? = nil, force: Bool = false
    ) async -> PoolReply {
        let texts = ["ClientId": "app-client", "Username": name, "ConfirmationCode": code, "Session": session]
        let members = PoolBench.body(texts).members ?? []
        return await bench.call("ConfirmSignUp", .object(members + [JSONMember("ForceAliasCreation", .bool(force))]))
    }

    private static let passwords = PoolConfiguration.with { $0.firstFactors = [.password, .passwordSRP] }

    @Test func badSignUpsLeaveNobodyBehind() async throws {
        let bench = try await PoolBench(.with { $0.requiredAttributes = ["email", "name"] })
        let good = ["email": "eve@example.com", "name": "Eve"]
        let cases: [(String, String?, [String: String], String)] = [
            ("ana", PoolBench.password, good, "UsernameExistsException"),
            ("eve", "short", good, "InvalidPasswordException"),
            ("eve", "alllowercase1", good, "InvalidPasswordException"),
            ("eve", " Passw0rd", good, "InvalidParameterException"),
            ("eve", "Passw0rd\n", good, "InvalidParameterException"),
            ("eve", PoolBench.password, ["email": "eve@example.com"], "InvalidParameterException"),
            ("eve", PoolBench.password, good.merging(["name": ""]) { $1 }, "InvalidParameterException"),
            ("eve", PoolBench.password, good.merging(["email": "no address"]) { $1 }, "InvalidParameterException"),
            ("eve", PoolBench.password, good.merging(["phone_number": "0123"]) { $1 }, "InvalidParameterException"),
            ("eve", PoolBench.password, good.merging(["email_verified": "true"]) { $1 }, "NotAuthorizedException"),
            ("eve", PoolBench.password, good.merging(["sub": "1"]) { $1 }, "NotAuthorizedException"),
            ("eve", PoolBench.password, good.merging(["token_use": "x"]) { $1 }, "InvalidParameterException"),
            // Such a name would stand before the alias of the one whose address it is.
            ("ana@example.com", PoolBench.password, good, "InvalidParameterException"),
            ("+12065550100", PoolBench.password, good, "InvalidParameterException"),
            ("a b", PoolBench.password, good, "InvalidParameterException"),
            ("a\u{200D}b", PoolBench.password, good, "InvalidParameterException"),
            ("a\u{7}b", PoolBench.password, good, "InvalidParameterException"),
            (String(repeating: "e", count: 129), PoolBench.password, good, "InvalidParameterException"),
        ]
        for (name, password, attributes, error) in cases {
            let reply = await Self.signUp(bench, name: name, password: password, attributes)
            #expect(reply.errorType == error, "\(name) \(attributes.keys.sorted()): \(reply.message)")
            if let password { #expect(!reply.message.contains(password)) }
        }
        #expect(bench.desk.messages.isEmpty)
        #expect(await Self.signUp(bench, name: "eve", good).errorType == nil)
        #expect(await Self.signUp(bench, name: "eve", good).errorType == "UsernameExistsException")
    }

    @Test func withoutAPasswordOneNeedsAnotherFactor() async throws {
        let strict = try await PoolBench(Self.passwords)
        #expect(await Self.signUp(strict, password: nil).errorType == "InvalidParameterException")
        let bench = try await PoolBench()
        let begun = await Self.signUp(bench, password: nil)
        #expect(await Self.confirm(bench, bench.desk.code).errorType == nil, "\(begun)")
        let choice = await bench.begin("USER_AUTH", ["USERNAME": "eve"])
        #expect(choice.body["AvailableChallenges"] == ["EMAIL_OTP"])
        let password = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "eve", "PASSWORD": PoolBench.password])
        #expect(password.message == "Incorrect username or password.")
    }

    @Test func withoutAPasswordOneNeedsACode() async throws {
        let cases: [(PoolConfiguration, [String: String], Bool)] = [
            (.with { $0.mfa = .on }, ["email": "eve@example.com"], false),
            (.with { $0.firstFactors = [.password, .passkey] }, ["email": "eve@example.com"], false),
            (.with { $0.firstFactors = [.smsCode] }, ["email": "eve@example.com"], false),
            (.with { $0.firstFactors = [.smsCode] }, ["phone_number": "+12065550199"], true),
            (PoolConfiguration(), [:], false),
        ]
        for (configuration, attributes, isGood) in cases {
            let bench = try await PoolBench(configuration)
            let reply = await Self.signUp(bench, password: nil, attributes)
            #expect(reply.errorType == (isGood ? nil : "InvalidParameterException"), "\(reply)")
        }
    }

    @Test(arguments: ["eve", "nobody"]) func choiceIsNeverEmpty(_ name: String) async throws {
        let eve = PoolUserSeed(username: "eve", attributes: ["email": "eve@example.com", "email_verified": "false"])
        let bench = try await PoolBench(.with { $0.firstFactors = [.emailCode] }, users: [eve])
        let reply = await bench.begin("USER_AUTH", ["USERNAME": name])
        #expect(reply.errorType == "NotAuthorizedException" && reply.challenge == nil, "\(reply)")
    }

    @Test func codesOfSignUpAreCountedAndExpire() async throws {
        let bench = try await PoolBench()
        _ = await Self.signUp(bench)
        let unconfirmed = await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "eve", "PASSWORD": PoolBench.password])
        #expect(unconfirmed.errorType == "UserNotConfirmedException")
        for _ in 0..<5 { #expect(await Self.confirm(bench, bench.wrongCode).errorType == "CodeMismatchException") }
        #expect(await Self.confirm(bench, bench.desk.code).errorType == "LimitExceededException")
        let first = bench.desk.code
        let again = await bench.call("ResendConfirmationCode", texts: ["ClientId": "app-client", "Username": "eve"])
        #expect(again.body.at(["CodeDeliveryDetails", "Destination"])?.string == "e***@e***")
        try #require(bench.desk.code != first)
        #expect(await Self.confirm(bench, first).errorType == "CodeMismatchException", "the old one is replaced")
        #expect(
            await Self.confirm(bench, bench.desk.code).errorType == "LimitExceededException",
            "a new one is no new chance")
        bench.desk.wait(1)
        #expect(await Self.confirm(bench, bench.desk.code).errorType == nil)
        #expect(await Self.confirm(bench, bench.desk.code).errorType == "NotAuthorizedException")
        let confirmed = await bench.call(
            "ResendConfirmationCode", texts: ["ClientId": "app-client", "Username": "eve"])
        #expect(confirmed.errorType == "InvalidParameterException")
        _ = await Self.signUp(bench, name: "late", ["email": "late@example.com"])
        bench.desk.wait(3600)
        #expect(await Self.confirm(bench, bench.desk.code, "late").errorType == "ExpiredCodeException")
    }

    @Test func aliasBelongsToOneUser() async throws {
        let bench = try await PoolBench()
        _ = await Self.signUp(bench, ["email": "ana@example.com"])
        let taken = await Self.confirm(bench, bench.desk.code)
        #expect(taken.errorType == "AliasExistsException")
        let prover = try Prover(bench)
        #expect(await prover.begin("ana@example.com").parameter("USERNAME") == "ana")
        #expect(await Self.confirm(bench, bench.desk.code, force: true).errorType == nil, "the code was kept")
        #expect(await prover.begin("ana@example.com").parameter("USERNAME") == "eve")
        #expect(await prover.begin("ana").parameter("USERNAME") == "ana")
    }

    @Test func sessionOfSignUpSignsInOnce() async throws {
        let bench = try await PoolBench(.with { $0.clients.append(PoolClient(id: "other")) })
        let begun = await Self.signUp(bench)
        let asAnswer = await bench.answer("SELECT_CHALLENGE", begun.session, ["USERNAME": "eve", "ANSWER": "PASSWORD"])
        #expect(asAnswer.errorType == "NotAuthorizedException")
        let early = await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: begun.session)
        #expect(early.errorType == "NotAuthorizedException", "nothing was confirmed yet")
        let confirmed = await Self.confirm(bench, bench.desk.code, session: begun.session)
        #expect(confirmed.session != nil && confirmed.session != begun.session)
        for session in [begun.session, "session-none"] {
            let old = await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: session)
            #expect(old.errorType == "NotAuthorizedException")
        }
        let ana = await bench.begin("USER_AUTH", ["USERNAME": "ana"], session: confirmed.session)
        #expect(ana.errorType == "NotAuthorizedException", "somebody else's")
        let other = await bench.begin("USER_AUTH", ["USERNAME": "eve"], client: "other", session: confirmed.session)
        #expect(other.errorType == "NotAuthorizedException", "another client's")
        #expect(await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: confirmed.session).isSignedIn)
        let twice = await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: confirmed.session)
        #expect(twice.errorType == "NotAuthorizedException")
    }

    /// As amplify-js does it: ConfirmSignUp without the session of SignUp, then USER_AUTH with the one that came.
    @Test func confirmationAloneSignsInOnce() async throws {
        let bench = try await PoolBench()
        _ = await Self.signUp(bench)
        let confirmed = await Self.confirm(bench, bench.desk.code)
        #expect(await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: confirmed.session).isSignedIn)
        let twice = await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: confirmed.session)
        #expect(twice.errorType == "NotAuthorizedException")
        _ = await Self.signUp(bench, name: "late", ["email": "late@example.com"])
        let late = await Self.confirm(bench, bench.desk.code, "late")
        bench.desk.wait(180)
        let over = await bench.begin("USER_AUTH", ["USERNAME": "late"], session: late.session)
        #expect(over.errorType == "NotAuthorizedException")
        _ = await Self.signUp(bench, name: "two", ["email": "two@example.com"])
        let foreign = await Self.confirm(bench, bench.desk.code, "two", session: "session-of-somebody-else")
        #expect(foreign.errorType == nil && foreign.session == nil, "another session signs nobody in")
    }

    @Test func confirmationSignsInForTheFirstTimeAlone() async throws {
        let bench = try await PoolBench()
        _ = await Self.signUp(bench)
        let confirmed = await Self.confirm(bench, bench.desk.code)
        try #require(confirmed.session != nil)
        let token = try await bench.tokens(of: "eve").access
        let late = await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: confirmed.session)
        #expect(late.errorType == "NotAuthorizedException", "the password was first")
        #expect(await bench.call("GlobalSignOut", texts: ["AccessToken": token]).errorType == nil)
        let later = await bench.begin("USER_AUTH", ["USERNAME": "eve"], session: confirmed.session)
        #expect(later.errorType == "NotAuthorizedException", "signed out is signed out")
    }

    /// Else amplify-js signs in with the name and the password that it remembers.
    @Test(arguments: ["USER_SRP_AUTH", "USER_PASSWORD_AUTH"])
    func clientWithoutUserAuthGetsNoSession(_ flow: String) async throws {
        let bench = try await PoolBench(.with { $0.clients[0].authFlows.remove(.user) })
        let begun = await Self.signUp(bench)
        #expect(begun.errorType == nil && begun.session == nil)
        let confirmed = await Self.confirm(bench, bench.desk.code)
        #expect(confirmed.errorType == nil && confirmed.session == nil)
        guard flow == "USER_SRP_AUTH" else {
            #expect(try await bench.tokens(of: "eve").access.isEmpty == false)
            return
        }
        let prover = try Prover(bench)
        #expect(await prover.begin("eve").parameter("USERNAME") == "eve")
    }

    @Test func addressCanBeTheName() async throws {
        let bench = try await PoolBench(
            .with {
                $0.aliasAttributes = []
                $0.usernameAttributes = ["email"]
            })
        let spaced = await Self.signUp(bench, name: "eve @example.com", [:])
        #expect(spaced.errorType == "InvalidParameterException")
        let number = await Self.signUp(bench, name: "+12065550199", [:])
        #expect(number.errorType == "InvalidParameterException")
        let other = await Self.signUp(bench, name: "eve@example.com", ["email": "mallory@example.com"])
        #expect(other.errorType == "InvalidParameterException")
        #expect(await Self.signUp(bench, name: "eve@example.com", [:]).errorType == nil)
        #expect(await Self.signUp(bench, name: "eve@example.com", [:]).errorType == "UsernameExistsException")
        #expect(await Self.confirm(bench, bench.desk.code, "eve@example.com").errorType == nil)
        let tokens = try await bench.tokens(of: "eve@example.com")
        let user = await bench.call("GetUser", texts: ["AccessToken": tokens.access])
        #expect(user.body["Username"]?.string == user.attribute("sub"))
        #expect(user.attribute("email_verified") == "true")
    }

    /// A pool whose users sign up with an email address.
    private static let addresses = PoolConfiguration.with {
        $0.aliasAttributes = []
        $0.usernameAttributes = ["email"]
    }

    private static func setEmail(_ bench: PoolBench, _ token: String, _ address: String) async -> PoolReply {
        let email: JSONValue = ["Name": "email", "Value": .string(address)]
        return await bench.call("UpdateUserAttributes", ["AccessToken": .string(token), "UserAttributes": [email]])
    }

    @Test func addressAsNameNeedsNoVerification() async throws {
        let bench = try await PoolBench(Self.addresses)
        let eve = ["USERNAME": "eve@example.com", "PASSWORD": PoolBench.password]
        #expect(await Self.signUp(bench, name: "eve@example.com", [:]).errorType == nil)
        #expect(await bench.begin("USER_PASSWORD_AUTH", eve).errorType == "UserNotConfirmedException")
        #expect(await Self.confirm(bench, bench.desk.code, "eve@example.com").errorType == nil)
        let token = try await bench.tokens(of: "eve@example.com").access
        #expect(await Self.setEmail(bench, token, "new@example.com").errorType == nil)
        #expect(await bench.begin("USER_PASSWORD_AUTH", eve).errorType == "NotAuthorizedException")
        #expect(try await bench.tokens(of: "new@example.com").access.isEmpty == false)
        let other = await Self.signUp(bench, name: "new@example.com", [:])
        #expect(other.errorType == "UsernameExistsException")
        #expect(other.message == "An account with the given email already exists.")
        #expect(await Self.setEmail(bench, token, "ana@example.com").errorType == "AliasExistsException")
    }

    @Test func administratorCreatesUserWithAddress() async throws {
        let bench = try await PoolBench(Self.addresses)
        func create(_ name: JSONValue) async -> PoolReply {
            let password = JSONValue.string(PoolBench.password)
            return await bench.admin("AdminCreateUser", ["Username": name, "TemporaryPassword": password])
        }
        #expect(await create("eve").errorType == "InvalidParameterException")
        let created = await create("eve@example.com")
        let username = try #require(created.body.at(["User", "Username"])?.string, "\(created)")
        #expect(username != "eve@example.com")
        #expect(await create("eve@example.com").errorType == "UsernameExistsException")
        let eve = ["USERNAME": "eve@example.com", "PASSWORD": PoolBench.password]
        #expect(await bench.begin("USER_PASSWORD_AUTH", eve).challenge == "NEW_PASSWORD_REQUIRED")
    }

    @Test func preferredUsernameIsNoNameUnlessItIsAnAlias() async throws {
        let bob = PoolBench.bob.with { $0.attributes["preferred_username"] = "eve" }
        let bench = try await PoolBench(users: [bob])
        #expect(await Self.signUp(bench).errorType == nil)
        let strict = try await PoolBench(.with { $0.aliasAttributes = ["preferred_username"] }, users: [bob])
        #expect(await Self.signUp(strict).errorType == "UsernameExistsException")
    }

    @Test func namesAreComparedByteByByte() async throws {
        let bench = try await PoolBench()
        for name in ["\u{E9}ve", "e\u{301}ve"] {
            #expect(await Self.signUp(bench, name: name).errorType == nil)
            #expect(await Self.confirm(bench, bench.desk.code, name, force: true).errorType == nil)
            let tokens = try await bench.tokens(of: name)
            let claimed = TokenClaims(tokens.access)?["username"] ?? ""
            #expect(claimed.utf8.elementsEqual(name.utf8))
        }
    }
}
