import CognitoHandlers
import FlowRuntime
import Testing

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Devices in a file: what happens to broken and forbidden ones, and what survives.
struct FileDeviceStoreTests {
    private static let device = CognitoDevice(key: "dk", groupKey: "dg", secret: "sesame")
    private static let poolID = "eu-west-1_AbC"

    private static func store(_ folder: StoreFolder, poolID: String = poolID) -> FileDeviceStore {
        FileDeviceStore(path: folder.file, poolID: poolID)
    }

    private static func failures(_ store: FileDeviceStore) async -> [String?] {
        let found = await storeFailure { () throws(FlowHandlerFailure) in _ = try await store.device(of: "ana") }
        let stored = await storeFailure { () throws(FlowHandlerFailure) in try await store.store(device, of: "ana") }
        let forgotten = await storeFailure { () throws(FlowHandlerFailure) in try await store.forget("ana") }
        for failure in [found, stored, forgotten] { #expect(failure?.message.contains("sesame") != true) }
        return [found?.name, stored?.name, forgotten?.name]
    }

    @Test(arguments: [
        "", " ", "{", "[]", "{}", #"{"devices":{}}"#, #"{"devices":[1]}"#, #"{"devices":[{}]}"#,
        #"{"devices":[{"pool":"p","username":"u","key":"k","groupKey":"g"}]}"#,
        #"{"devices":[{"pool":"p","username":"u","key":"k","groupKey":"g","secret":5}]}"#,
        #"{"devices":[{"pool":"p","username":"u","key":"k","groupKey":"g","secret":"sesame"}]"#,
    ])
    func brokenFileIsAnErrorAndStays(text: String) async throws {
        let folder = try StoreFolder("devices.json")
        try folder.write(text)
        #expect(await Self.failures(Self.store(folder)) == [String?](repeating: "device-store-broken", count: 3))
        #expect(try folder.text() == text)
        #expect(folder.names == ["devices.json"])
    }

    @Test func whatIsNoFileIsUnreadable() async throws {
        let folder = try StoreFolder("devices.json")
        let unreadable = [String?](repeating: "device-store-unreadable", count: 3)
        #expect(await Self.failures(FileDeviceStore(path: folder.path, poolID: Self.poolID)) == unreadable)
        #expect(mkfifo(folder.file, 0o600) == 0)
        #expect(await Self.failures(Self.store(folder)) == unreadable)
    }

    @Test func folderThatIsNotThere() async throws {
        let folder = try StoreFolder("devices.json")
        let store = FileDeviceStore(path: folder.path + "/none/devices.json", poolID: Self.poolID)
        #expect(await Self.failures(store) == [nil, "device-store-unwritable", nil])
    }

    @Test func deviceSurvivesARestart() async throws {
        let folder = try StoreFolder("devices.json")
        #expect(try await Self.store(folder).device(of: "ana") == nil)
        try await Self.store(folder).store(Self.device, of: "ana")
        #expect(try await Self.store(folder).device(of: "ana") == Self.device)
        let other = CognitoDevice(key: "dk2", groupKey: "dg2", secret: "\"\\\u{1}é")
        try await Self.store(folder).store(other, of: "ana")
        #expect(try await Self.store(folder).device(of: "ana") == other)
        try await Self.store(folder).forget("ana")
        #expect(try await Self.store(folder).device(of: "ana") == nil)
        #expect(folder.names == ["devices.json"])
    }

    @Test func onlyTheOwnerReadsIt() async throws {
        let folder = try StoreFolder("devices.json")
        try folder.write(#"{"devices":[]}"#)
        chmod(folder.file, 0o644)
        try await Self.store(folder).store(Self.device, of: "ana")
        #expect(folder.mode == 0o600)
    }

    @Test func usersAndPoolsAreKeptApart() async throws {
        let folder = try StoreFolder("devices.json")
        let (first, second) = (Self.store(folder), Self.store(folder, poolID: "eu-west-1_Other"))
        try await first.store(Self.device, of: "ana@example.com")
        #expect(try await second.device(of: "ana@example.com") == nil)
        // Two spellings that Swift's `==` takes for one are two names.
        try await first.store(Self.device, of: "Zoe\u{301}")
        for name in ["ana", "ANA@example.com", "Zo\u{E9}", ""] { #expect(try await first.device(of: name) == nil) }
        try await second.forget("ana@example.com")
        try await first.forget("Zo\u{E9}")
        #expect(try await first.device(of: "ana@example.com") == Self.device)
        #expect(try await first.device(of: "Zoe\u{301}") == Self.device)
    }

    @Test func nothingIsLostWhenManyAreStoredAtOnce() async throws {
        let folder = try StoreFolder("devices.json")
        let store = Self.store(folder)
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<40 { group.addTask { try await store.store(Self.device, of: "user-\(number)") } }
            try await group.waitForAll()
        }
        for number in 0..<40 { #expect(try await store.device(of: "user-\(number)") == Self.device) }
    }
}
