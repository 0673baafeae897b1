import FlowCore
import FlowRuntime

/// The tokens of a user as they are stored.
package struct TokenRecord: Sendable, Hashable, Redacted {
    /// The right to refresh the tokens, which one process has at a time.
    package struct Lease: Sendable, Hashable {
        /// Whose it is: no other refresh has the same.
        package let id: String
        /// Seconds since 1970 at which it ends, if its owner was killed.
        package let until: Int64

        /// A lease.
        package init(id: String, until: Int64) {
            self.id = id
            self.until = until
        }
    }

    /// The tokens; the access token is empty where the session was dropped.
    package var tokens: CognitoTokens
    /// Who refreshes them.
    package var lease: Lease?
    /// Whether the session was dropped after the lease was given: what the refresh brings is too old.
    package var isDroppedSince = false

    /// A record.
    package init(_ tokens: CognitoTokens, lease: Lease? = nil) {
        self.tokens = tokens
        self.lease = lease
    }

    /// The record of stored bytes.
    /// - Returns: nil if they are none.
    package init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(json: bytes), let tokens = CognitoTokens(json: json) else { return nil }
        self.tokens = tokens
        isDroppedSince = json["dropped"]?.string == "true"
        if let id = json["lease"]?.string, let until = json["until"]?.string.flatMap(Int64.init) {
            lease = Lease(id: id, until: until)
        }
    }

    /// The bytes to be stored: a JSON object.
    package var bytes: [UInt8] {
        var members = tokens.members
        if let lease {
            members += [
                JSONMember("lease", .string(lease.id)), JSONMember("until", .string(String(lease.until))),
            ]
        }
        if isDroppedSince { members.append(JSONMember("dropped", "true")) }
        return Array(JSONValue.object(members).jsonText.utf8)
    }
}
