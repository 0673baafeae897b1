import FlowCore
import FlowRuntime
import UserPool

extension PoolBench {
    /// A request of an administrator: with the pool's id, and what else it has.
    func admin(_ operation: String, _ body: JSONValue = [:]) async -> PoolReply {
        let pool = JSONMember("UserPoolId", .string(self.pool.configuration.poolID))
        return await call(operation, .object([pool] + (body.members ?? [])))
    }

    /// All entries of a list, page by page.
    /// - Parameters:
    ///   - operation: the operation that lists.
    ///   - name: the member that has the list.
    ///   - token: the member that has the token.
    ///   - limit: entries of a page.
    ///   - body: what else the request has.
    /// - Returns: the pages.
    func pages(
        _ operation: String, _ name: String, token: String, limit: Int, _ body: JSONValue = [:]
    ) async -> [[JSONValue]] {
        var pages: [[JSONValue]] = []
        var next: JSONValue?
        repeat {
            var members = (body.members ?? []) + [JSONMember("Limit", .number(String(limit)))]
            if let next { members.append(JSONMember(token, next)) }
            let reply = await admin(operation, .object(members))
            guard case .array(let items)? = reply.body[name] else { return pages }
            pages.append(items)
            next = reply.body[token]
        } while next != nil && pages.count < 100
        return pages
    }
}
