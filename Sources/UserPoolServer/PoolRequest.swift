import NIOHTTP1

/// A whole request of HTTP.
struct PoolRequest: Sendable {
    let head: HTTPRequestHead
    let body: [UInt8]

    /// The target without its query.
    var path: String { Self.path(of: head) }
    /// The query behind the target's question mark.
    var query: String {
        head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst().first.map(
            String.init) ?? ""
    }

    /// The target of a head without its query.
    static func path(of head: HTTPRequestHead) -> String {
        head.uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).first.map(String.init) ?? ""
    }
}
