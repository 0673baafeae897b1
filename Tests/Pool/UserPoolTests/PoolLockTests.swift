import FlowCore
import TestSupport
import Testing
import UserPool

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A file has one pool at a time.
struct PoolLockTests {
    private static func opened(_ path: String) throws(PoolFileFailure) -> CognitoUserPool {
        try CognitoUserPool(file: path, environment: PoolBench.environment(PoolBench.Desk()))
    }

    @Test func secondPoolDoesNotStartAndTheFirstGoesOn() async throws {
        let folder = try PoolFolder()
        try await PoolBench.with(folder, users: [PoolBench.ana]) { bench in
            let failure = PoolFileFailure.inUse(path: folder.file)
            #expect(throws: failure) { try Self.opened(folder.file) }
            #expect(failure.message.contains(folder.file) && failure.message.contains("in use"))
            try await bench.pool.add(PoolBench.bob)
        }
        try await PoolBench.with(folder) { bench in
            _ = try await bench.tokens()
            _ = try await bench.tokens(of: "bob", password: "B0b-Passw0rd")
        }
        #expect(folder.names == ["pool.json"], "the lock goes with the pool")
    }

    /// Other paths to the file, some over links, before it is there and afterwards.
    @Test(arguments: [false, true]) func everySpellingMeetsTheSameLock(_ isThere: Bool) async throws {
        let folder = try PoolFolder()
        if isThere { try await Self.opened(folder.file).add(PoolBench.ana) }
        try #require(mkdir(folder.path + "/sub", 0o700) == 0)
        try #require(symlink("pool.json", folder.path + "/link") == 0)
        try #require(symlink(folder.path + "/link", folder.path + "/second") == 0)
        try #require(symlink("..", folder.path + "/sub/up") == 0)
        let root = String(repeating: "../", count: 60)
        let spellings =
            ["./pool.json", "/pool.json", "sub/../pool.json", "sub/up/pool.json", "link", "second"]
            .map { folder.path + "/" + $0 } + [root + folder.file.dropFirst()]
        let pool = try Self.opened(isThere ? folder.file : folder.path + "/second")
        for path in spellings {
            #expect(throws: PoolFileFailure.inUse(path: path)) { try Self.opened(path) }
        }
        try await pool.add(PoolBench.bob)
        let (overLink, direct) = (try PackageFiles.text(folder.path + "/link"), try PackageFiles.text(folder.file))
        #expect(overLink == direct)
        var status = stat()
        try #require(lstat(folder.path + "/link", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK, "the link stays one")
    }

    /// A pool goes on where its lock is, wherever the path leads by now.
    @Test func linkThatLeadsElsewhereLeadsNoPoolAway() async throws {
        let (folder, other) = (try PoolFolder(), try PoolFolder())
        let links = (folder: folder.path + "/folder", file: folder.path + "/file")
        try #require(symlink(folder.path, links.folder) == 0 && symlink("pool.json", links.file) == 0)
        for path in [links.folder + "/pool.json", links.file] {
            let pool = try Self.opened(path)
            for link in [links.folder, links.file] { unlink(link) }
            try #require(symlink(other.path, links.folder) == 0 && symlink(other.file, links.file) == 0)
            try await pool.add(PoolBench.ana)
            #expect(folder.names.contains("pool.json") && other.names.isEmpty)
            for name in [links.folder, links.file, folder.file] { unlink(name) }
            try #require(symlink(folder.path, links.folder) == 0 && symlink("pool.json", links.file) == 0)
        }
    }

    @Test func filesOfOneFolderHavePoolsOfTheirOwn() async throws {
        let folder = try PoolFolder()
        let pools = try ["a", "a.json", "b.lock"].map { try Self.opened(folder.path + "/" + $0) }
        for pool in pools { try await pool.add(PoolBench.ana) }
        withExtendedLifetime(pools) { #expect(folder.names.count == 6) }
    }

    @Test func ofManyAtOnceOneStarts() async throws {
        let folder = try PoolFolder()
        let pools = await withTaskGroup(of: CognitoUserPool?.self) { group in
            for _ in 0..<4 { group.addTask { try? Self.opened(folder.file) } }
            var pools: [CognitoUserPool] = []
            for await pool in group { if let pool { pools.append(pool) } }
            return pools
        }
        #expect(pools.count == 1)
    }

    @Test func whatIsThereInPlaceOfTheLockIsLeftAlone() throws {
        let folder = try PoolFolder()
        let lock = folder.file + ".lock"
        try PackageFiles.write("notes", to: lock)
        #expect(throws: Never.self) { try Self.opened(folder.file) }
        #expect(try PackageFiles.text(lock) == "notes")
        unlink(lock)
        try #require(symlink("elsewhere", lock) == 0)
        #expect(throws: PoolFileFailure.unwritable(path: folder.file)) { try Self.opened(folder.file) }
        unlink(lock)
        try #require(mkdir(lock, 0o700) == 0)
        #expect(throws: PoolFileFailure.unwritable(path: folder.file)) { try Self.opened(folder.file) }
        #expect(folder.names == ["pool.json.lock"])
    }

    @Test(arguments: ["", ".", ".."]) func folderIsNoFile(_ name: String) throws {
        let folder = try PoolFolder()
        let path = folder.path + "/" + name
        #expect(throws: PoolFileFailure.unreadable(path: path)) { try Self.opened(path) }
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: ["gone/pool.json", "loop"]) func placeWhereNoFileCanBeIsNamed(_ name: String) throws {
        let folder = try PoolFolder()
        try #require(symlink("loop", folder.path + "/loop") == 0)
        let path = folder.path + "/" + name
        #expect(throws: PoolFileFailure.unwritable(path: path)) { try Self.opened(path) }
        #expect(folder.names == ["loop"])
    }

    /// A program that is started while the pool is there outlives it.
    @Test func startedProgramDoesNotKeepTheLock() async throws {
        let folder = try PoolFolder()
        // With content the lock's file stays, as after a kill.
        try PackageFiles.write("notes", to: folder.file + ".lock")
        var child: pid_t = 0
        do {
            let pool = try Self.opened(folder.file)
            var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("sleep"), strdup("60"), nil]
            try #require(posix_spawnp(&child, "sleep", nil, nil, &arguments, nil) == 0)
            for argument in arguments { free(argument) }
            try await pool.add(PoolBench.ana)
        }
        defer {
            kill(child, SIGKILL)
            waitpid(child, nil, 0)
        }
        #expect(throws: Never.self) { try Self.opened(folder.file) }
    }
}
