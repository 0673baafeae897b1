import FlowCore

/// The part of a list that one request is told.
struct PoolPage<Item> {
    let items: ArraySlice<Item>
    /// Names the last of these entries, where others follow.
    let next: String?
    /// The member that the token comes and goes in.
    fileprivate let tokenName: String

    /// The answer.
    /// - Parameters:
    ///   - name: the member that has the list.
    ///   - json: an entry as the API has it.
    /// - Returns: the list, with a token where it goes on.
    func answer(_ name: String, _ json: (Item) -> JSONValue) -> JSONValue {
        var members = [JSONMember(name, .array(items.map(json)))]
        if let next { members.append(JSONMember(tokenName, .string(next))) }
        return .object(members)
    }
}

extension PoolInput {
    /// Entries that the API tells at a time.
    private static let longestPage = 60

    /// The page that a request asks for: up to `Limit` entries behind the one that its token names. Entries that come or go
    /// between two requests move no other one to another page.
    /// - Parameters:
    ///   - items: the entries in any order.
    ///   - name: the member that has the token.
    ///   - key: what an entry is sorted by and named in a token.
    /// - Returns: the page.
    /// - Throws: what is wrong with `Limit` or the token.
    func page<Item>(of items: [Item], token name: String, by key: (Item) -> String) throws(PoolError) -> PoolPage<Item>
    {
        let limit = try count("Limit", atMost: Self.longestPage) ?? Self.longestPage
        let token = try optional(name)
        guard token?.isEmpty != true else { throw .invalidParameter("Invalid pagination token.") }
        let rest = items.filter { key($0) > token ?? "" }.sorted { key($0) < key($1) }
        // 0 is allowed, and says nothing: a page of it would never end.
        let page = rest.prefix(limit == 0 ? Self.longestPage : limit)
        return PoolPage(items: page, next: page.count < rest.count ? page.last.map(key) : nil, tokenName: name)
    }
}
