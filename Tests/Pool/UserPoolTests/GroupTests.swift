import CognitoHandlers
import FlowCore
import FlowRuntime
import Testing
import UserPool

/// Groups, their members, and the claims that tokens have of them.
struct GroupTests {
    private static let users = [PoolBench.ana, PoolBench.bob]

    private static func role(_ name: String) -> JSONValue { .string("arn:aws:iam::123456789012:role/\(name)") }

    /// Makes a group.
    private static func make(_ bench: PoolBench, _ name: String, _ more: JSONValue = [:]) async throws {
        let reply = await bench.admin(
            "CreateGroup", .object([JSONMember("GroupName", .string(name))] + (more.members ?? [])))
        try #require(reply.errorType == nil, "\(reply)")
    }

    private static func add(_ bench: PoolBench, _ user: String, to group: String) async -> PoolReply {
        await bench.admin("AdminAddUserToGroup", ["Username": .string(user), "GroupName": .string(group)])
    }

    @Test func groupIsMadeToldChangedAndDeleted() async throws {
        let bench = try await PoolBench()
        let made = await bench.admin(
            "CreateGroup",
            ["GroupName": "staff", "Description": "all", "Precedence": .number("0"), "RoleArn": Self.role("staff")])
        let group = try #require(made.body["Group"])
        #expect(group["GroupName"] == "staff" && group["UserPoolId"] == "us-east-1_Embedded1")
        #expect(group["Precedence"] == .number("0") && group["RoleArn"] == Self.role("staff"))
        let twice = await bench.admin("CreateGroup", ["GroupName": "staff"])
        #expect(twice.errorType == "GroupExistsException")
        bench.desk.wait(10)
        let changed = await bench.admin("UpdateGroup", ["GroupName": "staff", "Description": "some"])
        let told = await bench.admin("GetGroup", ["GroupName": "staff"])
        #expect(told.body == changed.body)
        #expect(told.body["Group"]?["Description"] == "some" && told.body["Group"]?["Precedence"] == .number("0"))
        #expect(told.body["Group"]?["CreationDate"] == group["CreationDate"])
        #expect(told.body["Group"]?["LastModifiedDate"] == .number(String(bench.desk.now)))
        #expect(await bench.admin("DeleteGroup", ["GroupName": "staff"]).errorType == nil)
        for operation in ["GetGroup", "UpdateGroup", "DeleteGroup", "ListUsersInGroup"] {
            let gone = await bench.admin(operation, ["GroupName": "staff"])
            #expect(gone.errorType == "ResourceNotFoundException", "\(operation)")
        }
    }

    @Test(
        arguments: [
            ["GroupName": ""], ["GroupName": "two words"], ["GroupName": "a\u{0}"], ["GroupName": "\u{200B}"],
            ["GroupName": "\u{E000}x"],
            ["GroupName": .string(String(repeating: "x", count: 129))],
            ["GroupName": "a", "Precedence": .number("-1")], ["GroupName": "a", "Precedence": .number("2147483648")],
            ["GroupName": "a", "RoleArn": "arn:aws"], ["GroupName": "a", "RoleArn": "no role at all, and long enough"],
            ["GroupName": "a", "Description": .string(String(repeating: "x", count: 2049))], [:],
        ] as [JSONValue])
    func oddGroupIsNotMade(_ body: JSONValue) async throws {
        let bench = try await PoolBench()
        #expect(await bench.admin("CreateGroup", body).errorType == "InvalidParameterException")
        #expect(await bench.admin("ListGroups").body["Groups"] == [])
    }

    @Test func membersComeAndGo() async throws {
        let bench = try await PoolBench(users: Self.users)
        for name in ["c", "a", "b"] { try await Self.make(bench, name) }
        for _ in 0..<2 { #expect(await Self.add(bench, "ana", to: "a").errorType == nil, "twice is once") }
        #expect(await Self.add(bench, "ana@example.com", to: "b").errorType == nil, "by an alias as well")
        #expect(await Self.add(bench, "nobody", to: "a").errorType == "UserNotFoundException")
        #expect(await Self.add(bench, "bob", to: "none").errorType == "ResourceNotFoundException")
        #expect(await Self.add(bench, "bob", to: "a").errorType == nil)
        func groups(_ user: String) async -> [String] {
            let pages = await bench.pages(
                "AdminListGroupsForUser", "Groups", token: "NextToken", limit: 1, ["Username": .string(user)])
            return pages.joined().compactMap { $0["GroupName"]?.string }
        }
        func members(_ group: String) async -> Set<String> {
            let pages = await bench.pages(
                "ListUsersInGroup", "Users", token: "NextToken", limit: 1, ["GroupName": .string(group)])
            return Set(pages.joined().compactMap { $0["Username"]?.string })
        }
        #expect(await groups("ana") == ["a", "b"])
        #expect(await members("a") == ["ana", "bob"])
        let all = await bench.pages("ListGroups", "Groups", token: "NextToken", limit: 2)
        #expect(all.map { $0.compactMap { $0["GroupName"]?.string } } == [["a", "b"], ["c"]])
        let leave: JSONValue = ["Username": "ana", "GroupName": "a"]
        for _ in 0..<2 { #expect(await bench.admin("AdminRemoveUserFromGroup", leave).errorType == nil) }
        #expect(await members("a") == ["bob"])
        #expect(await bench.admin("AdminDeleteUser", ["Username": "bob"]).errorType == nil)
        #expect(await members("a") == [])
        #expect(await bench.admin("DeleteGroup", ["GroupName": "b"]).errorType == nil)
        #expect(await groups("ana") == [])
    }

    @Test func tokensNameTheGroupsAndTheirRoles() async throws {
        let bench = try await PoolBench()
        let none = try TokenParts(try await bench.tokens().identity).claims
        for claim in ["cognito:groups", "cognito:roles", "cognito:preferred_role"] { #expect(none[claim] == nil) }
        try await Self.make(bench, "plain", ["Precedence": .number("0")])
        try await Self.make(bench, "staff", ["Precedence": .number("5"), "RoleArn": Self.role("staff")])
        try await Self.make(bench, "boss", ["Precedence": .number("2"), "RoleArn": Self.role("boss")])
        try await Self.make(bench, "guests", ["RoleArn": Self.role("guests")])
        for name in ["guests", "staff", "plain", "boss"] { _ = await Self.add(bench, "ana", to: name) }
        let tokens = try await bench.tokens()
        let (access, identity) = (try TokenParts(tokens.access).claims, try TokenParts(tokens.identity).claims)
        #expect(identity["cognito:groups"] == ["plain", "boss", "staff", "guests"])
        #expect(access["cognito:groups"] == identity["cognito:groups"])
        #expect(identity["cognito:roles"] == [Self.role("boss"), Self.role("guests"), Self.role("staff")])
        #expect(identity["cognito:preferred_role"] == Self.role("boss"))
        #expect(access["cognito:roles"] == nil && access["cognito:preferred_role"] == nil)
        _ = await bench.admin("UpdateGroup", ["GroupName": "staff", "Precedence": .number("2")])
        let refreshed = await bench.begin("REFRESH_TOKEN_AUTH", ["REFRESH_TOKEN": tokens.refresh])
        let tied = try TokenParts(try bench.tokens(in: refreshed).identity).claims
        #expect(tied["cognito:groups"] == ["plain", "boss", "staff", "guests"])
        #expect(tied["cognito:preferred_role"] == nil, "neither of two roles at one place")
        _ = await bench.admin("UpdateGroup", ["GroupName": "staff", "RoleArn": Self.role("boss")])
        #expect(
            try TokenParts(try await bench.tokens().identity).claims["cognito:preferred_role"] == Self.role("boss"),
            "two groups at one place have the same role")
    }
}
