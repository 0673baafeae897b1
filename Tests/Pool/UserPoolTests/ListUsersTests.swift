import FlowCore
import FlowRuntime
import Testing
import UserPool

/// ListUsers: filters of the documented form, pages, and the attributes that are asked for.
struct ListUsersTests {
    private static let users = [
        PoolUserSeed(
            username: "ana", password: PoolBench.password,
            attributes: ["email": "ana@example.com", "name": "Ana \"Nita\" Ruiz", "sub": "0-ana", "given_name": "Ana"]),
        PoolUserSeed(
            username: "Anton",
            attributes: ["email": "anton@example.org", "phone_number": "+12065550100", "family_name": "A\\B"]),
        PoolUserSeed(username: "bob", attributes: ["email": "bob@example.com", "preferred_username": "robert"])
            .with { $0.isEnabled = false },
        PoolUserSeed(username: "eve", attributes: ["email": "eve@example.com"]).with { $0.status = "UNCONFIRMED" },
    ]

    private static func names(_ reply: PoolReply) -> [String] {
        guard case .array(let users)? = reply.body["Users"] else { return ["\(reply.errorType ?? "no list")"] }
        return users.compactMap { $0["Username"]?.string }.sorted()
    }

    @Test(
        arguments: [
            ("", ["Anton", "ana", "bob", "eve"]), ("  ", ["Anton", "ana", "bob", "eve"]),
            (#"username = "ana""#, ["ana"]), (#"username="Ana""#, []), (#"username ^= "an""#, ["ana"]),
            (#"username^="A""#, ["Anton"]), (#"email = "bob@example.com""#, ["bob"]),
            (#"email ^= "an""#, ["Anton", "ana"]), (#"email ^= """#, ["Anton", "ana", "bob", "eve"]),
            (#"phone_number ^= "+1""#, ["Anton"]), (#"name = "Ana \"Nita\" Ruiz""#, ["ana"]),
            (#"given_name = "Ana""#, ["ana"]), (#"family_name = "A\\B""#, ["Anton"]),
            (#"preferred_username = "robert""#, ["bob"]), (#"sub = "0-ana""#, ["ana"]), (#"sub ^= "0-""#, ["ana"]),
            (#"cognito:user_status = "unconfirmed""#, ["eve"]),
            (#"cognito:user_status ^= "CONF""#, ["Anton", "ana", "bob"]),
            (#"status = "Disabled""#, ["bob"]), (#"status = "Enabled""#, ["Anton", "ana", "eve"]),
            (#"status = "enabled""#, []), (#" name  ^=  "Ana"  "#, ["ana"]), (#"username = "nobody""#, []),
        ] as [(String, [String])])
    func filtersOfTheDocumentedForm(_ filter: String, _ expected: [String]) async throws {
        let bench = try await PoolBench(users: Self.users)
        let reply = await bench.admin("ListUsers", ["Filter": .string(filter)])
        #expect(Self.names(reply) == expected, "\(reply)")
    }

    @Test(arguments: [
        "username", "username =", "username = ana", #"username = "ana"#, #"username = "ana\"#, #"= "ana""#,
        #"username = "ana" and email = "x""#, #"username == "ana""#, #"username ^ "ana""#, #"username ~= "ana""#,
        #"custom:team = "a""#, #"birthdate = "2000-01-01""#, #"Username = "ana""#, #"username != "ana""#,
        #"username = 'ana'"#, #"username = "ana"x"#, "\u{0}",
        #"username = ""# + String(repeating: "a", count: 256) + "\"",
    ])
    func otherFiltersAreRefused(_ filter: String) async throws {
        let bench = try await PoolBench(users: Self.users)
        let reply = await bench.admin("ListUsers", ["Filter": .string(filter)])
        #expect(reply.errorType == "InvalidParameterException", "\(reply)")
    }

    @Test func userIsToldAsTheAPIHasIt() async throws {
        let bench = try await PoolBench(users: Self.users)
        let reply = await bench.admin("ListUsers", ["Filter": #"username = "bob""#])
        guard case .array(let users)? = reply.body["Users"], let bob = users.first else { return #expect(Bool(false)) }
        #expect(bob["Enabled"] == false && bob["UserStatus"] == "CONFIRMED")
        let now = JSONValue.number(String(bench.desk.now))
        #expect(bob["UserCreateDate"] == now && bob["UserLastModifiedDate"] == now)
        let attributes = bob["Attributes"].map(\.jsonText) ?? ""
        #expect(attributes.contains("bob@example.com") && attributes.contains("email_verified"))
        let own = await bench.admin(
            "ListUsers", ["Filter": #"username = "bob""#, "AttributesToGet": ["email", "sub"]])
        guard case .array(let listed)? = own.body["Users"], case .array(let pairs)? = listed.first?["Attributes"] else {
            return #expect(Bool(false), "\(own)")
        }
        #expect(pairs.compactMap { $0["Name"]?.string } == ["email", "sub"])
    }

    @Test func attributeThatNotEveryUserHas() async throws {
        let bench = try await PoolBench(users: Self.users)
        let all = await bench.admin("ListUsers", ["AttributesToGet": ["phone_number"]])
        #expect(all.errorType == "InvalidParameterException")
        let one = await bench.admin(
            "ListUsers", ["AttributesToGet": ["phone_number"], "Filter": #"username = "Anton""#])
        #expect(Self.names(one) == ["Anton"])
        // What no filter knows must be there for every user of the pool, not of the page alone.
        let own = await bench.admin(
            "AdminUpdateUserAttributes",
            ["Username": "bob", "UserAttributes": [["Name": "custom:team", "Value": "red"]]])
        #expect(own.errorType == nil)
        let custom = await bench.admin(
            "ListUsers", ["AttributesToGet": ["custom:team"], "Filter": #"username = "bob""#])
        #expect(custom.errorType == "InvalidParameterException")
        for odd in [["AttributesToGet": "email"], ["AttributesToGet": [true]], ["Filter": .number("7")]] as [JSONValue]
        {
            #expect(await bench.admin("ListUsers", odd).errorType == "SerializationException", "\(odd)")
        }
    }

    @Test func pagesHoldEachUserOnce() async throws {
        let seeds = (0..<65).map { PoolUserSeed(username: "user\($0)") }
        let bench = try await PoolBench(users: seeds)
        let whole = await bench.admin("ListUsers")
        #expect(Self.names(whole).count == 60 && whole.body["PaginationToken"] != nil, "60 at a time")
        let pages = await bench.pages("ListUsers", "Users", token: "PaginationToken", limit: 20)
        #expect(pages.map(\.count) == [20, 20, 20, 5])
        #expect(Set(pages.joined().compactMap { $0["Username"]?.string }) == Set(seeds.map(\.username)))
        let some = await bench.pages(
            "ListUsers", "Users", token: "PaginationToken", limit: 5, ["Filter": #"username ^= "user1""#])
        #expect(some.map(\.count) == [5, 5, 1])
        for odd in [["Limit": .number("61")], ["Limit": .number("-1")], ["PaginationToken": ""]] as [JSONValue] {
            #expect(await bench.admin("ListUsers", odd).errorType == "InvalidParameterException", "\(odd)")
        }
    }

    @Test func poolThatIsNone() async throws {
        let bench = try await PoolBench()
        for operation in CognitoUserPool.administratorOperationNames.sorted() {
            let none = await bench.call(operation, [:])
            #expect(none.errorType == "InvalidParameterException", "\(operation)")
            let other = await bench.call(operation, ["UserPoolId": "us-east-1_Other"])
            #expect(other.errorType == "ResourceNotFoundException", "\(operation)")
        }
    }
}
