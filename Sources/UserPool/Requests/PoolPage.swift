import FlowCore

/// A page of a list, and the token of the next page.
struct PoolPage<Item> {
    let items: ArraySlice<Item>
    /// The token of the next page: the key of this page's last entry, or nil for the last page.
    let next: String?
    /// The name of the member that contains the token.
    fileprivate let tokenName: String

    /// Returns the response of an operation that lists entries: the page, and the token if another page follows. `name`
    /// is the name of the member that contains the list, and `json` converts an entry to the API's form.
    func response(_ name: String, _ json: (Item) -> JSONValue) -> JSONValue {
        var members = [JSONMember(name, .array(items.map(json)))]
        if let next { members.append(JSONMember(tokenName, .string(next))) }
        return .object(members)
    }
}

extension PoolInput {
    /// The maximum page size in the API, which is also the default.
    private static let maxPageSize = 60

    /// Returns the requested page, sorted by key: up to `Limit` entries after the one whose key the token contains. If
    /// entries are added or removed between two requests, no other entry is skipped or repeated.
    func page<Item>(of items: [Item], token name: String, by key: (Item) -> String) throws(PoolError) -> PoolPage<Item>
    {
        let limit = try integer("Limit", atMost: Self.maxPageSize) ?? Self.maxPageSize
        let token = try optionalText(name)
        guard token?.isEmpty != true else { throw .invalidParameter("Invalid pagination token.") }
        let remaining = items.filter { key($0) > token ?? "" }.sorted { key($0) < key($1) }
        // The API permits the limit 0, which means the default, since a list of empty pages would never end.
        let page = remaining.prefix(limit == 0 ? Self.maxPageSize : limit)
        return PoolPage(items: page, next: page.count < remaining.count ? page.last.map(key) : nil, tokenName: name)
    }
}
