import FlowCore
public import FlowRuntime

/// Keeps tokens in a JSON file that only its owner reads (mode 0600), for systems without a keychain.
///
/// One sign-in is kept for each user pool, so one file serves several pools. The file is read for every call and replaced as a
/// whole. Let one store at a time write to a file: of two changes at once, one is lost.
public actor FileTokenStore: CognitoTokenStore {
    private struct Entry {
        let poolID: String
        let username: String
        let tokens: CognitoTokens

        var json: WireValue {
            .object([WireMember("pool", .string(poolID)), WireMember("username", .string(username))] + tokens.members)
        }
    }

    private let file: PrivateFile
    private let poolID: String

    /// A store in a file, which need not be there yet; its folder must.
    /// - Parameters:
    ///   - path: the file's path, which is no other store's.
    ///   - poolID: the id of the user pool.
    public init(path: String, poolID: String) {
        file = PrivateFile(path: path)
        self.poolID = poolID
    }

    /// The user who signed in last, and their tokens.
    /// - Throws: the failure `token-store-unreadable` for a file that cannot be read, `token-store-broken` for one that holds
    ///   something else. Neither changes the file.
    public func current() throws(FlowHandlerFailure) -> (username: String, tokens: CognitoTokens)? {
        try entries().first { $0.poolID == poolID }.map { ($0.username, $0.tokens) }
    }

    /// Stores tokens in place of those from before, whoever's they are.
    /// - Throws: as ``current()``, and `token-store-unwritable`; then the file is as before.
    public func store(_ tokens: CognitoTokens, of username: String) throws(FlowHandlerFailure) {
        let others = try entries().filter { $0.poolID != poolID }
        try write(others + [Entry(poolID: poolID, username: username, tokens: tokens)])
    }

    /// Forgets the tokens, if they are there; with a user name only those of this user, byte for byte.
    /// - Throws: as ``store(_:of:)``.
    public func clear(_ username: String?) throws(FlowHandlerFailure) {
        let entries = try entries()
        let others = entries.filter { $0.poolID != poolID || !isMeant(username, $0) }
        if others.count < entries.count { try write(others) }
    }

    private func isMeant(_ username: String?, _ entry: Entry) -> Bool {
        username.map { entry.username.utf8.elementsEqual($0.utf8) } ?? true
    }

    private func entries() throws(FlowHandlerFailure) -> [Entry] {
        let content: [UInt8]?
        do throws(PrivateFile.Failure) { content = try file.read() } catch {
            throw FlowHandlerFailure("token-store-unreadable", "\(file.path) cannot be read")
        }
        guard let content else { return [] }
        guard case .array(let items)? = WireValue(json: content)?["signIns"] else { throw broken }
        var entries: [Entry] = []
        for item in items {
            guard let poolID = item["pool"]?.string, let username = item["username"]?.string,
                let tokens = CognitoTokens(json: item)
            else { throw broken }
            entries.append(Entry(poolID: poolID, username: username, tokens: tokens))
        }
        return entries
    }

    private var broken: FlowHandlerFailure {
        FlowHandlerFailure("token-store-broken", "\(file.path) is not a list of sign-ins")
    }

    private func write(_ entries: [Entry]) throws(FlowHandlerFailure) {
        let json: WireValue = ["signIns": .array(entries.map(\.json))]
        do throws(PrivateFile.Failure) { try file.replace(with: Array((json.jsonText + "\n").utf8)) } catch {
            throw FlowHandlerFailure("token-store-unwritable", "\(file.path) cannot be written")
        }
    }
}
