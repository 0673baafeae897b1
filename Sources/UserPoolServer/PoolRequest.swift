import NIOHTTP1

/// A complete HTTP request.
struct PoolRequest: Sendable {
    private static let scheme = "http://"

    let head: HTTPRequestHead
    let body: [UInt8]

    var path: String { Self.path(of: head) }
    /// The query of the target, without the question mark.
    var query: String { String(Self.parts(of: head).query) }

    /// Returns the path of a request, without the query.
    static func path(of head: HTTPRequestHead) -> String { String(parts(of: head).path) }

    /// Returns a list with the authority of a request's target; empty if the target has none.
    static func authorities(of head: HTTPRequestHead) -> [String] {
        parts(of: head).authority.map { [String($0)] } ?? []
    }

    /// Splits a request's target, in origin or absolute form (RFC 9112, 3.2).
    /// - Returns: the authority, or nil for the origin form; the path; and the query without the question mark.
    private static func parts(of head: HTTPRequestHead) -> (authority: Substring?, path: Substring, query: Substring) {
        var rest = Substring(head.uri)
        var authority: Substring?
        if rest.prefix(scheme.count).lowercased() == scheme {
            rest = rest.dropFirst(scheme.count)
            let found = rest.prefix { $0 != "/" && $0 != "?" }
            (authority, rest) = (found, rest.dropFirst(found.count))
        }
        let path = rest.prefix { $0 != "?" }
        let isRoot = path.isEmpty && authority != nil
        return (authority, isRoot ? "/" : path, rest.dropFirst(path.count + 1))
    }
}
