import CognitoHandlers
import FlowRuntime
import Foundation
import Testing

/// Secrets in files: whole, one by one, and for their owner alone.
struct FileSecretStoreTests {
    private static let scope = SecretScope(kind: "tokens", poolID: "eu-west-1_AbC", clientID: "client")
    private static let key = SecretKey(scope, "ana")

    private static func files(_ folder: StoreFolder) -> [String] {
        let path = folder.path + "/s"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { !$0.hasPrefix(".") }.map { "\(path)/\($0)" }
    }

    private static func withStore(_ body: (FileSecretStore, StoreFolder) throws -> Void) throws {
        let folder = try StoreFolder()
        defer { try? FileManager.default.removeItem(atPath: folder.path + "/s") }
        try body(FileSecretStore(path: folder.path + "/s"), folder)
    }

    @Test func emptyStoreIsNoError() throws {
        try Self.withStore { store, folder in
            #expect(try store.entry(Self.key) == nil)
            try store.remove(Self.key)
            try store.removeAll(in: Self.scope)
            #expect(folder.names == [], "reading makes no folder")
        }
    }

    @Test func entryIsThereForTheNextProcess() throws {
        try Self.withStore { store, _ in
            let version = try store.store([1, 2, 10, 3], under: Self.key, replacing: .absent)
            let entry = try FileSecretStore(path: store.path).entry(Self.key)
            #expect(entry == SecretEntry(content: [1, 2, 10, 3], version: version))
            #expect(!"\(String(describing: entry)) \(String(reflecting: entry))".contains("[1, 2"))
        }
    }

    @Test func otherKeysAreOtherEntries() throws {
        try Self.withStore { store, folder in
            let others = [
                SecretKey(Self.scope, "Ana"), SecretKey(Self.scope, "an\u{E1}"), SecretKey(Self.scope, "ana\u{301}"),
                SecretKey(Self.scope, ""), SecretKey(Self.scope, String(repeating: "ü", count: 128)),
                SecretKey(SecretScope(kind: "tokens", poolID: "eu-west-1_AbC", clientID: "other"), "ana"),
                SecretKey(SecretScope(kind: "tokens", poolID: "eu-west-1_AbD", clientID: "client"), "ana"),
                SecretKey(SecretScope(kind: "devices", poolID: "eu-west-1_AbC"), "ana"),
            ]
            for (index, key) in ([Self.key] + others).enumerated() {
                try store.store([UInt8(index)], under: key, replacing: .absent)
            }
            #expect(try store.entry(Self.key)?.content == [0])
            #expect(Self.files(folder).allSatisfy { !$0.contains("ana") })
            try store.removeAll(in: Self.scope)
            #expect(try others.map { try store.entry($0)?.content } == [nil, nil, nil, nil, nil, [6], [7], [8]])
        }
    }

    @Test func preconditionsHold() throws {
        try Self.withStore { store, _ in
            #expect(throws: SecretStoreFailure.changed) {
                try store.store([1], under: Self.key, replacing: .version(SecretVersion()))
            }
            let first = try store.store([1], under: Self.key, replacing: .absent)
            #expect(throws: SecretStoreFailure.changed) { try store.store([2], under: Self.key, replacing: .absent) }
            let second = try store.store([2], under: Self.key, replacing: .version(first))
            #expect(throws: SecretStoreFailure.changed) {
                try store.store([3], under: Self.key, replacing: .version(first))
            }
            // The same content again is another write: a backup that comes back is noticed.
            try store.remove(Self.key)
            try store.store([2], under: Self.key, replacing: .any)
            #expect(throws: SecretStoreFailure.changed) {
                try store.store([3], under: Self.key, replacing: .version(second))
            }
            #expect(try store.entry(Self.key)?.content == [2])
        }
    }

    @Test func damagedEntryHarmsNoOtherAndCanBeReplacedAndRemoved() throws {
        try Self.withStore { store, folder in
            try store.store([1, 2, 3], under: Self.key, replacing: .any)
            let file = try #require(Self.files(folder).first)
            let other = SecretKey(Self.scope, "bob")
            try store.store([9], under: other, replacing: .any)
            let whole = try Data(contentsOf: URL(fileURLWithPath: file))
            var damaged = (0..<whole.count).map { Data(whole.prefix($0)) }
            damaged += whole.indices.map { index in
                var bytes = whole
                bytes[index] ^= 1
                return bytes
            }
            var versions = 0
            for bytes in damaged {
                try bytes.write(to: URL(fileURLWithPath: file))
                // A changed version is another version, and no damage of the secret.
                if let entry = try? store.entry(Self.key) {
                    #expect(entry.content == [1, 2, 3])
                    versions += 1
                } else {
                    #expect(throws: SecretStoreFailure.broken("\(file) is damaged")) { try store.entry(Self.key) }
                }
                #expect(try store.entry(other)?.content == [9])
            }
            #expect(versions > 0 && versions <= 32)
            try store.store([4], under: Self.key, replacing: .any)
            #expect(try store.entry(Self.key)?.content == [4])
            try Data("{".utf8).write(to: URL(fileURLWithPath: file))
            try store.remove(Self.key)
            #expect(try store.entry(Self.key) == nil)
        }
    }

    /// The largest content that is taken: the file's head counts as well.
    @Test func whatIsStoredCanBeRead() throws {
        try Self.withStore { (store, _) throws in
            var stored: [UInt8] = []
            for size in [
                0, 1, 65_536, (1 << 20) - 200, (1 << 20) - 114, (1 << 20) - 113, (1 << 20) - 1, 1 << 20, 2 << 20,
            ] {
                let content = [UInt8](repeating: 10, count: size)
                do {
                    try store.store(content, under: Self.key, replacing: .any)
                    stored = content
                } catch {
                    #expect(size > (1 << 20) - 114)
                }
                #expect(try store.entry(Self.key)?.content == stored, "\(size)")
            }
            #expect(stored.count > (1 << 20) - 200)
        }
    }

    /// Puts something of another kind in the place of an entry's file.
    enum Foreign: CaseIterable, Sendable {
        case overgrown, emptyFolder, folder, pipe, loop, device

        func take(_ file: String) throws {
            try? FileManager.default.removeItem(atPath: file)
            switch self {
            case .overgrown:
                try Data().write(to: URL(fileURLWithPath: file))
                truncate(file, 3 << 20)
            case .emptyFolder: mkdir(file, 0o700)
            case .folder:
                mkdir(file, 0o700)
                try Data([1]).write(to: URL(fileURLWithPath: file + "/inner"))
            case .pipe: mkfifo(file, 0o600)
            case .loop: symlink(file, file)
            case .device: symlink("/dev/zero", file)
            }
        }
    }

    @Test(arguments: Foreign.allCases) func foreignEntryIsBrokenReplacedAndRemoved(foreign: Foreign) throws {
        try Self.withStore { store, folder in
            let other = SecretKey(Self.scope, "bob")
            try store.store([1], under: Self.key, replacing: .any)
            let file = try #require(Self.files(folder).first)
            try store.store([9], under: other, replacing: .any)
            let broken = SecretStoreFailure.broken("\(file) is damaged")
            let ends: [() throws -> Void] = [
                { try store.store([2], under: Self.key, replacing: .any) }, { try store.remove(Self.key) },
                { try store.removeAll(in: Self.scope) },
            ]
            for (end, content) in zip(ends, [[2], nil, nil] as [[UInt8]?]) {
                try foreign.take(file)
                #expect(throws: broken) { try store.entry(Self.key) }
                #expect(throws: broken) { _ = try store.store([3], under: Self.key, replacing: .absent) }
                #expect(try content == nil || store.entry(other)?.content == [9])
                try end()
                #expect(try store.entry(Self.key)?.content == content)
            }
            #expect(Self.files(folder) == [])
        }
    }

    @Test func damagedTokensLockNobodyOut() async throws {
        for foreign in Foreign.allCases {
            let folder = try StoreFolder()
            defer { try? FileManager.default.removeItem(atPath: folder.path + "/s") }
            let cache = TokenCache(
                FileSecretStore(path: folder.path + "/s"), poolID: "eu-west-1_AbC", clientID: "client")
            try await cache.store(CognitoTokens(accessToken: "A"), of: "ana")
            for file in Self.files(folder) { try foreign.take(file) }
            #expect(await storeFailure { () async throws(FlowHandlerFailure) in _ = try await cache.current() } != nil)
            try await cache.store(CognitoTokens(accessToken: "B"), of: "ana")
            #expect(try await cache.current()?.tokens.accessToken == "B")
            for file in Self.files(folder) { try foreign.take(file) }
            try await cache.clear()
            #expect(try await cache.current() == nil)
        }
    }

    @Test(arguments: [nil, "relative", "/tmp/flowc-no-such-home"]) func withoutAHomeNothingIsWritten(home: String?)
        throws
    {
        let store = FileSecretStore.standard(environment: { $0 == "HOME" ? home : nil })
        #expect(try store.entry(Self.key) == nil)
        #expect(throws: SecretStoreFailure.unavailable("the home folder does not exist")) {
            try store.store([1], under: Self.key, replacing: .any)
        }
        try store.remove(Self.key)
        try store.removeAll(in: Self.scope)
        #expect(try store.entry(Self.key) == nil)
        for path in [store.path, "/nonexistent", "/tmp/flowc-no-such-home", "relative"] {
            #expect(!FileManager.default.fileExists(atPath: path))
        }
    }

    @Test func standardStoreLiesInTheHomeFolder() throws {
        let folder = try StoreFolder()
        defer { try? FileManager.default.removeItem(atPath: folder.path) }
        for (name, path) in [("HOME", folder.path), ("XDG_STATE_HOME", folder.path + "/made/state")] {
            let store = FileSecretStore.standard(environment: { $0 == name ? path : nil })
            try store.store([1], under: Self.key, replacing: .any)
            #expect(try store.entry(Self.key)?.content == [1] && store.path.hasPrefix(path))
        }
    }

    @Test func folderIsForItsOwnerAlone() throws {
        try Self.withStore { store, folder in
            try store.store([1], under: Self.key, replacing: .any)
            var status = stat()
            #expect(stat(store.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
            #expect(stat(try #require(Self.files(folder).first), &status) == 0 && status.st_mode & 0o777 == 0o600)
            chmod(store.path, 0o755)
            let failure = SecretStoreFailure.unavailable(
                "\(store.path) must be a folder that only its owner can access (mode 0700)")
            #expect(throws: failure) { try store.entry(Self.key) }
            #expect(throws: failure) { try store.store([2], under: Self.key, replacing: .any) }
            #expect(throws: failure) { try store.remove(Self.key) }
        }
    }

    @Test func folderThatCannotBeMadeIsReported() throws {
        let store = FileSecretStore(path: "/proc/none/s")
        #expect(throws: SecretStoreFailure.self) { try store.store([1], under: Self.key, replacing: .any) }
        #expect(try store.entry(Self.key) == nil)
    }

    #if os(Linux)
        private static func succeeds(_ command: String, _ arguments: String...) -> Bool {
            let process = Process()
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            process.arguments = [command] + arguments
            process.standardError = FileHandle.nullDevice
            guard (try? process.run()) != nil else { return false }
            process.waitUntilExit()
            return process.terminationStatus == 0
        }

        /// On a file system with room for three files or folders. Without the right to mount one, this test sees nothing.
        @Test func entriesAreRemovedFromAFullDisk() throws {
            try Self.withStore { store, _ in
                try FileManager.default.createDirectory(atPath: store.path, withIntermediateDirectories: false)
                let options = "mode=700,nr_inodes=4"
                guard Self.succeeds("mount", "-t", "tmpfs", "-o", options, "none", store.path) else { return }
                defer { #expect(Self.succeeds("umount", store.path)) }
                try store.store([1], under: Self.key, replacing: .any)
                for name in ["a", "b"] { #expect(mkdir("\(store.path)/\(name)", 0o700) == 0) }
                #expect(throws: SecretStoreFailure.unavailable("\(store.path) cannot be locked")) {
                    try store.store([2], under: Self.key, replacing: .any)
                }
                #expect(try store.entry(Self.key)?.content == [1])
                try store.remove(Self.key)
                #expect(try store.entry(Self.key) == nil)
            }
        }
    #endif

    @Test func draftsOfKilledWritersGo() throws {
        try Self.withStore { store, folder in
            try store.store([1], under: Self.key, replacing: .any)
            let file = try #require(Self.files(folder).first)
            let draft = file + ".0123456789abcdef.new"
            for change in [
                { _ = try store.store([2], under: Self.key, replacing: .any) }, { try store.remove(Self.key) },
            ] {
                _ = FileManager.default.createFile(
                    atPath: draft, contents: Data([7]), attributes: [.posixPermissions: 0o600])
                try change()
                #expect(!FileManager.default.fileExists(atPath: draft))
            }
        }
    }

    @Test func threadsTakeTurns() async throws {
        let folder = try StoreFolder()
        defer { try? FileManager.default.removeItem(atPath: folder.path + "/s") }
        let path = folder.path + "/s"
        try FileSecretStore(path: path).store([0], under: Self.key, replacing: .any)
        await withTaskGroup { group in
            for _ in 0..<4 {
                // Stores of their own: as in other processes, the folder's lock alone is between them.
                let store = FileSecretStore(path: path)
                group.addTask {
                    var done = 0
                    while done < 25 {
                        guard let entry = try? store.entry(Self.key) else { continue }
                        let next = [entry.content[0] + 1]
                        let isStored = try? store.store(next, under: Self.key, replacing: .version(entry.version))
                        if isStored != nil { done += 1 }
                    }
                }
            }
        }
        #expect(try FileSecretStore(path: path).entry(Self.key)?.content == [100], "no change is lost")
    }
}
