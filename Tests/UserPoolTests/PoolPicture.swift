import FlowCore
import FlowRuntime
import UserPool

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
