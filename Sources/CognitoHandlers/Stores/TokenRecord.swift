import FlowCore
import FlowRuntime

/// A user's tokens, as they are stored.
package struct TokenRecord: Sendable, Hashable, Redacted {
    /// The exclusive right to refresh the tokens. Only one process has it at a time.
    package struct Lease: Sendable, Hashable {
        /// The unique id of the refresh.
        package let id: String
        /// When the lease expires, in seconds since 1970. This matters if its owner was killed.
        package let until: Int64

        /// Creates the lease of a refresh. It expires at the given time, in seconds since 1970.
        package init(id: String, until: Int64) {
            self.id = id
            self.until = until
        }
    }

    /// The tokens. The access token is empty if the session was dropped.
    package var tokens: CognitoTokens
    /// The lease of a refresh in progress, if there is one.
    package var lease: Lease?
    /// Whether the session was dropped after the lease was granted. The refreshed tokens are then too old.
    package var isDroppedSince = false

    /// Creates a record of tokens, with the lease of a refresh in progress if there is one.
    package init(_ tokens: CognitoTokens, lease: Lease? = nil) {
        self.tokens = tokens
        self.lease = lease
    }

    /// Parses the bytes that ``bytes`` returned.
    /// - Returns: nil if they are malformed.
    package init?(_ bytes: [UInt8]) {
        guard let json = JSONValue(json: bytes), let tokens = CognitoTokens(json: json) else { return nil }
        self.tokens = tokens
        isDroppedSince = json["dropped"]?.string == "true"
        if let id = json["lease"]?.string, let until = json["until"]?.string.flatMap(Int64.init) {
            lease = Lease(id: id, until: until)
        }
    }

    /// The bytes to store: a JSON object.
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
