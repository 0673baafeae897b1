import FlowCore

/// A page of a list.
struct PoolPage<Item> {
    let items: ArraySlice<Item>
    /// The last entry's key if more follow, otherwise nil.
    let next: String?
    /// The member that holds the pagination token.
    fileprivate let tokenName: String

    /// Creates the response.
    /// - Parameters:
    ///   - name: the list's member.
    ///   - json: converts an entry to the API's form.
    /// - Returns: the list, with a token if more follow.
    func answer(_ name: String, _ json: (Item) -> JSONValue) -> JSONValue {
        var members = [JSONMember(name, .array(items.map(json)))]
        if let next { members.append(JSONMember(tokenName, .string(next))) }
        return .object(members)
    }
}

extension PoolInput {
    /// The API's maximum page size.
    private static let longestPage = 60

    /// Returns the requested page: up to `Limit` entries after the token's.
    ///
    /// Entries added or removed between two requests do not move others to another page.
    /// - Parameters:
    ///   - items: the entries in any order.
    ///   - name: the member that holds the token.
    ///   - key: the entry's sort key, which a token contains.
    /// - Returns: the page.
    /// - Throws: an error if `Limit` or the token is invalid.
    func page<Item>(of items: [Item], token name: String, by key: (Item) -> String) throws(PoolError) -> PoolPage<Item>
    {
        let limit = try count("Limit", atMost: Self.longestPage) ?? Self.longestPage
        let token = try optional(name)
        guard token?.isEmpty != true else { throw .invalidParameter("Invalid pagination token.") }
        let rest = items.filter { key($0) > token ?? "" }.sorted { key($0) < key($1) }
        // The API permits 0, which means the default: empty pages would never end.
        let page = rest.prefix(limit == 0 ? Self.longestPage : limit)
        return PoolPage(items: page, next: page.count < rest.count ? page.last.map(key) : nil, tokenName: name)
    }
}
