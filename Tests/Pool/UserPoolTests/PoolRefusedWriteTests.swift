import FlowCore
import FlowRuntime
import TestSupport
import Testing
import UserPool

/// A request whose changes cannot be kept is refused and changes nothing; one that changes nothing does not notice.
struct PoolRefusedWriteTests {
    private static let fault = "InternalErrorException"
    private static let names = ["ana", "bob", "eve", "new"]
    /// Operations that only tell, as long as refresh tokens are not rotated.
    private static let reads: Set<String> = [
        "GetUser", "GetUserAuthFactors", "GetDevice", "ListDevices", "ListWebAuthnCredentials", "AdminGetUser",
        "GetTokensFromRefreshToken", "AdminGetDevice", "AdminListDevices", "AdminListGroupsForUser", "DescribeUserPool",
        "DescribeUserPoolClient", "ListGroups", "ListUsers", "ListUsersInGroup", "GetGroup",
    ]
    /// Operations whose requests here are right in every way, but for the file.
    private static let groupWrites: Set<String> = [
        "CreateGroup", "UpdateGroup", "DeleteGroup", "AdminAddUserToGroup", "AdminRemoveUserFromGroup",
    ]

    /// A group with bob in it, and with ana unless she is to join it.
    private static func makeGroup(_ bench: PoolBench, for operation: String) async {
        _ = await bench.admin("CreateGroup", ["GroupName": "staff"])
        for name in operation == "AdminAddUserToGroup" ? ["bob"] : ["bob", "ana"] {
            _ = await bench.admin("AdminAddUserToGroup", ["Username": .string(name), "GroupName": "staff"])
        }
    }

    private static let signIn = ["USERNAME": "ana", "PASSWORD": PoolBench.password]
    private static let wrong = ["USERNAME": "ana", "PASSWORD": "wrong"]

    @Test(arguments: CognitoUserPool.operationNames)
    func operationChangesNothingThatIsNotKept(_ operation: String) async throws {
        let folder = try PoolFolder()
        let desk = PoolBench.Desk()
        let all = PoolConfiguration.with { $0.mfa = .optional }
        let users = [PoolBench.ana, PoolBench.bob]
        let (before, access) = try await PoolBench.with(folder, all, desk: desk, users: users) { bench in
            let forge = try await RequestForge(bench)
            if operation != "CreateGroup" { await Self.makeGroup(bench, for: operation) }
            let before = await PoolPicture(of: bench, names: Self.names, access: forge.tokens.access)
            folder.takeAway()
            let reply = await bench.call(operation, forge.request(operation))
            if Self.reads.contains(operation) {
                #expect(reply.errorType == nil, "\(reply)")
            } else {
                #expect(reply.errorType != nil, "\(reply)")
                #expect(reply.status == (reply.errorType == Self.fault ? 500 : 400))
                #expect(!Self.groupWrites.contains(operation) || reply.errorType == Self.fault, "\(reply)")
            }
            let after = await PoolPicture(of: bench, names: Self.names, access: forge.tokens.access)
            #expect(after == before)
            #expect(desk.messages.isEmpty)
            folder.bringBack()
            return (before, forge.tokens.access)
        }
        try await PoolBench.with(folder, all, desk: desk) { bench in
            #expect(await PoolPicture(of: bench, names: Self.names, access: access) == before)
        }
    }

    @Test func readsGoOnAfterAChangeThatWasRefused() async throws {
        let folder = try PoolFolder()
        try await PoolBench.with(folder, users: [PoolBench.ana]) { bench in
            let tokens = try await bench.tokens()
            folder.takeAway()
            let change: JSONValue = [
                "AccessToken": .string(tokens.access), "UserAttributes": [["Name": "name", "Value": "Ana"]],
            ]
            #expect(await bench.call("UpdateUserAttributes", change).errorType == Self.fault)
            #expect(await bench.begin("USER_PASSWORD_AUTH", Self.wrong).errorType == Self.fault)
            for operation in ["GetUser", "ListDevices", "ListWebAuthnCredentials"] {
                let reply = await bench.call(operation, texts: ["AccessToken": tokens.access])
                #expect(reply.errorType == nil, "\(operation)")
                #expect(!reply.body.jsonText.contains("Ana"))
            }
            let refreshed = await bench.begin("REFRESH_TOKEN_AUTH", ["REFRESH_TOKEN": tokens.refresh])
            #expect(refreshed.isSignedIn, "a refresh without rotation changes nothing")
            #expect(await !bench.pool.keySet().isEmpty)
            let invalid = await bench.call("GetUser", texts: ["AccessToken": "x"])
            #expect(invalid.errorType == "NotAuthorizedException")
        }
    }

    @Test func rightAndWrongGuessAreAnsweredAlike() async throws {
        let folder = try PoolFolder()
        try await PoolBench.with(folder, users: [PoolBench.ana]) { bench in
            _ = try await bench.tokens()
            folder.takeAway()
            let replies = [
                await bench.begin("USER_PASSWORD_AUTH", Self.signIn),
                await bench.begin("USER_PASSWORD_AUTH", Self.wrong),
                await bench.begin("USER_PASSWORD_AUTH", ["USERNAME": "nobody", "PASSWORD": "wrong"]),
            ]
            #expect(replies.allSatisfy { $0.status == 500 })
            #expect(Set(replies.map(\.body.jsonText)).count == 1)
        }
    }

    /// Whoever fills the disk gets no more guesses for it, and the next write takes the count along.
    @Test func wrongGuessesCountAlsoIfTheyCannotBeKept() async throws {
        let folder = try PoolFolder()
        let desk = PoolBench.Desk()
        let closed = "Password attempts exceeded"
        let bob = ["ClientId": "app-client", "Username": "bob"]
        try await PoolBench.with(folder, desk: desk, users: [PoolBench.ana, PoolBench.bob]) { bench in
            folder.takeAway()
            for _ in 0..<bench.pool.configuration.passwordAttempts {
                #expect(await bench.begin("USER_PASSWORD_AUTH", Self.wrong).errorType == Self.fault)
            }
            #expect(await bench.begin("USER_PASSWORD_AUTH", Self.signIn).message == closed)
            #expect(await bench.call("ForgotPassword", texts: bob).status == 500)
            #expect(await bench.begin("USER_PASSWORD_AUTH", Self.signIn).message == closed, "others take nothing back")
            folder.bringBack()
            #expect(await bench.call("ForgotPassword", texts: bob).status == 200)
        }
        try await PoolBench.with(folder, desk: desk) { bench in
            #expect(await bench.begin("USER_PASSWORD_AUTH", Self.signIn).message == closed)
            desk.wait(60)
            #expect(await bench.begin("USER_PASSWORD_AUTH", Self.signIn).isSignedIn)
        }
    }

    @Test func answerThatWasNotKeptCanBeGivenAgain() async throws {
        let folder = try PoolFolder()
        try await PoolBench.with(folder, users: [PoolBench.ana]) { bench in
            let choice = ["USERNAME": "ana", "PREFERRED_CHALLENGE": "EMAIL_OTP"]
            let session = await bench.begin("USER_AUTH", choice).session
            let answer = ["EMAIL_OTP_CODE": bench.desk.code]
            folder.takeAway()
            #expect(await bench.answer("EMAIL_OTP", session, answer).errorType == Self.fault)
            #expect(await bench.begin("USER_AUTH", choice).errorType == Self.fault)
            #expect(bench.desk.messages.count == 1, "no code goes out that is not kept")
            folder.bringBack()
            #expect(await bench.answer("EMAIL_OTP", session, answer).isSignedIn)
        }
    }

    @Test func refreshTokenThatWasNotReplacedIsStillGood() async throws {
        let folder = try PoolFolder()
        let rotating = PoolConfiguration.with { $0.clients[0].rotatesRefreshTokens = true }
        try await PoolBench.with(folder, rotating, users: [PoolBench.ana]) { bench in
            let body = ["ClientId": "app-client", "RefreshToken": try await bench.tokens().refresh]
            folder.takeAway()
            #expect(await bench.call("GetTokensFromRefreshToken", texts: body).errorType == Self.fault)
            bench.desk.wait(5)
            folder.bringBack()
            #expect(await bench.call("GetTokensFromRefreshToken", texts: body).isSignedIn)
            folder.takeAway()
            // It was used before: all that came of it is revoked at once, kept or not.
            bench.desk.wait(5)
            let next = await bench.call("GetTokensFromRefreshToken", texts: body)
            #expect(next.errorType == Self.fault)
            #expect(await bench.call("GetTokensFromRefreshToken", texts: body).errorType == "NotAuthorizedException")
        }
    }

    @Test func tokensAreSignedByAKeyThatIsKept() async throws {
        let folder = try PoolFolder()
        let desk = PoolBench.Desk()
        let environment = PoolEnvironment(now: { desk.now }, deliver: { desk.note($0) })
        let keys: (String, [UInt8]) = try await {
            let pool = try CognitoUserPool(file: folder.file, environment: environment)
            try await pool.add(PoolBench.ana)
            let body = PoolBench.body(["AuthFlow": "USER_PASSWORD_AUTH", "ClientId": "app-client"], Self.signIn)
            folder.takeAway()
            let refused = await pool.respond(to: "InitiateAuth", Array(body.jsonText.utf8))
            #expect(refused.errorType == Self.fault)
            #expect(String(decoding: await pool.keySet(), as: UTF8.self) == #"{"keys":[]}"#)
            folder.bringBack()
            let reply = await pool.respond(to: "InitiateAuth", Array(body.jsonText.utf8))
            let access = try #require(reply.body.at(["AuthenticationResult", "AccessToken"])?.string)
            return (access, await pool.keySet())
        }()
        let pool = try CognitoUserPool(file: folder.file, environment: environment)
        #expect(await pool.keySet() == keys.1)
        let body = PoolBench.body(["AccessToken": keys.0])
        #expect(await pool.respond(to: "GetUser", Array(body.jsonText.utf8)).errorType == nil)
    }

    @Test func userWhoIsNotKeptIsNotThere() async throws {
        let folder = try PoolFolder()
        try await PoolBench.with(folder, users: [PoolBench.ana]) { bench in
            folder.takeAway()
            let other = PoolUserSeed(username: "ana", password: "0ther-Passw0rd")
            for user in [PoolBench.bob, other] {
                await #expect(throws: PoolSeedFailure.self) { try await bench.pool.add(user) }
            }
            folder.bringBack()
            #expect(await bench.begin("USER_PASSWORD_AUTH", Self.signIn).isSignedIn)
            let bob = ["USERNAME": "bob", "PASSWORD": "B0b-Passw0rd"]
            #expect(await bench.begin("USER_PASSWORD_AUTH", bob).errorType == "NotAuthorizedException")
        }
    }
}

/// What a pool tells of its users: the same before and after a request that was not carried out.
struct PoolPicture: Equatable {
    private let replies: [String]

    /// Looks at users by name, whether they are there or not, and at what an access token shows.
    init(of bench: PoolBench, names: [String], access: String? = nil) async {
        var replies: [String] = []
        for name in names {
            let body: JSONValue = [
                "UserPoolId": .string(bench.pool.configuration.poolID), "Username": .string(name),
            ]
            replies.append(await bench.call("AdminGetUser", body).body.jsonText)
        }
        if let access {
            for operation in ["GetUser", "GetUserAuthFactors", "ListDevices", "ListWebAuthnCredentials"] {
                replies.append(await bench.call(operation, texts: ["AccessToken": access]).body.jsonText)
            }
        }
        let group: JSONValue = ["UserPoolId": .string(bench.pool.configuration.poolID), "GroupName": "staff"]
        for operation in ["ListGroups", "ListUsersInGroup"] {
            replies.append(await bench.call(operation, group).body.jsonText)
        }
        self.replies = replies
    }
}
