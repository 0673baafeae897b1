import CognitoHandlers
import FlowRuntime
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Tokens in a file: what happens to broken and forbidden ones, and what survives.
struct FileTokenStoreTests {
    private static let tokens = CognitoTokens(accessToken: "A-sesame", idToken: "I-sesame", refreshToken: "R-sesame")
    private static let poolID = "eu-west-1_AbC"

    private static func store(_ folder: StoreFolder, poolID: String = poolID) -> FileTokenStore {
        FileTokenStore(path: folder.file, poolID: poolID)
    }

    private static func failures(_ store: FileTokenStore) async -> [String?] {
        let found = await storeFailure { () throws(FlowHandlerFailure) in _ = try await store.current() }
        let stored = await storeFailure { () throws(FlowHandlerFailure) in try await store.store(tokens, of: "ana") }
        let named = await storeFailure { () throws(FlowHandlerFailure) in try await store.clear("ana") }
        let cleared = await storeFailure { () throws(FlowHandlerFailure) in try await store.clear(nil) }
        let all = [found, stored, named, cleared]
        for failure in all { #expect(failure?.message.contains("sesame") != true) }
        return all.map { $0?.name }
    }

    @Test(arguments: [
        "", " ", "{", "[]", "{}", #"{"signIns":{}}"#, #"{"signIns":[1]}"#, #"{"signIns":[{}]}"#,
        #"{"signIns":[{"pool":"p","username":"u","idToken":"sesame"}]}"#,
        #"{"signIns":[{"pool":"p","username":"u","accessToken":5}]}"#,
        #"{"signIns":[{"pool":"p","username":"u","accessToken":"sesame","refreshToken":5}]}"#,
        #"{"signIns":[{"pool":"p","username":"u","accessToken":"sesame","idToken":{}}]}"#,
        #"{"signIns":[{"pool":"p","accessToken":"sesame"}]}"#,
        #"{"signIns":[{"username":"u","accessToken":"sesame"}]}"#,
        #"{"signIns":[{"pool":"p","username":"u","accessToken":"sesame"}]"#,
        #"{"devices":[]}"#,
    ])
    func brokenFileIsAnErrorAndStays(text: String) async throws {
        let folder = try StoreFolder("tokens.json")
        try folder.write(text)
        #expect(await Self.failures(Self.store(folder)) == [String?](repeating: "token-store-broken", count: 4))
        #expect(try folder.text() == text)
        #expect(folder.names == ["tokens.json"])
    }

    @Test func whatIsNoFileIsUnreadable() async throws {
        let folder = try StoreFolder("tokens.json")
        let unreadable = [String?](repeating: "token-store-unreadable", count: 4)
        #expect(await Self.failures(FileTokenStore(path: folder.path, poolID: Self.poolID)) == unreadable)
        #expect(mkfifo(folder.file, 0o600) == 0)
        #expect(await Self.failures(Self.store(folder)) == unreadable)
    }

    @Test func folderThatIsNotThere() async throws {
        let folder = try StoreFolder("tokens.json")
        let store = FileTokenStore(path: folder.path + "/none/tokens.json", poolID: Self.poolID)
        #expect(await Self.failures(store) == [nil, "token-store-unwritable", nil, nil])
    }

    @Test(arguments: ["ben", "", "Ana", "\u{61}\u{301}na"])
    func anotherUserStaysSignedIn(name: String) async throws {
        let folder = try StoreFolder("tokens.json")
        // The second name differs from the last argument in its bytes alone.
        for kept in ["ana", "\u{E1}na"] {
            try await Self.store(folder).store(Self.tokens, of: kept)
            let before = try folder.text()
            try await Self.store(folder).clear(name)
            #expect(try await Self.store(folder).current()?.username == kept)
            #expect(try folder.text() == before)
        }
    }

    @Test(arguments: [nil, "ana"])
    func signInSurvivesARestartUntilItIsForgotten(name: String?) async throws {
        let folder = try StoreFolder("tokens.json")
        #expect(try await Self.store(folder).current() == nil)
        try await Self.store(folder).store(CognitoTokens(accessToken: "\"\\\u{1}é"), of: "ben")
        #expect(try await Self.store(folder).current()?.tokens == CognitoTokens(accessToken: "\"\\\u{1}é"))
        try await Self.store(folder).store(Self.tokens, of: "ana")
        let kept = try await Self.store(folder).current()
        #expect(kept?.username == "ana" && kept?.tokens == Self.tokens)
        try await Self.store(folder).clear(name)
        #expect(try await Self.store(folder).current() == nil)
        #expect(try !folder.text().contains("sesame"))
        #expect(folder.names == ["tokens.json"])
    }

    @Test func onlyTheOwnerReadsIt() async throws {
        let folder = try StoreFolder("tokens.json")
        try await Self.store(folder).store(Self.tokens, of: "ana")
        #expect(folder.mode == 0o600)
        chmod(folder.file, 0o644)
        try await Self.store(folder).store(Self.tokens, of: "ana")
        #expect(folder.mode == 0o600)
        chmod(folder.file, 0o644)
        try await Self.store(folder).clear(nil)
        #expect(folder.mode == 0o600)
    }

    @Test func poolsAreKeptApart() async throws {
        let folder = try StoreFolder("tokens.json")
        let (first, second) = (Self.store(folder), Self.store(folder, poolID: "eu-west-1_Other"))
        try await first.store(Self.tokens, of: "ana")
        #expect(try await second.current() == nil)
        try await second.clear(nil)
        try await second.store(CognitoTokens(accessToken: "B"), of: "ben")
        #expect(try await first.current()?.username == "ana")
        try await first.clear(nil)
        #expect(try await second.current()?.username == "ben")
    }

    @Test func handlersKeepASignInThere() async throws {
        let folder = try StoreFolder("tokens.json")
        var settings = try CognitoSettings(poolID: Self.poolID)
        settings.tokens = Self.store(folder)
        let handlers = FlowHandlers.cognito(settings)
        _ = try await handlers["tokens.store"]?.handle(
            FlowHandlerInputs(["username": "ana", "AccessToken": "A", "RefreshToken": "R"]))
        #expect(try await Self.store(folder).current()?.tokens == CognitoTokens(accessToken: "A", refreshToken: "R"))
        _ = try await handlers["tokens.clear"]?.handle(FlowHandlerInputs(["username": "ana"]))
        #expect(try await Self.store(folder).current() == nil)
    }
}
