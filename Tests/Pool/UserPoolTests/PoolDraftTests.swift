import TestSupport
import Testing
import UserPool

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// Drafts that a killed pool leaves go with the next start, and nothing else does.
struct PoolDraftTests {
    private static let digits = "0123456789abcdef"

    private static func start(_ folder: PoolFolder) throws {
        _ = try CognitoUserPool(file: folder.file, environment: PoolBench.environment(PoolBench.Desk()))
    }

    private static func make(_ name: String, in folder: PoolFolder, mode: mode_t = 0o600) throws {
        try PackageFiles.write("half a st", to: folder.path + "/" + name)
        chmod(folder.path + "/" + name, mode)
    }

    @Test func draftsAreRemovedAtTheStart() throws {
        let folder = try PoolFolder()
        try Self.make("pool.json.\(Self.digits).new", in: folder)
        try Self.make("pool.json.\(String(Self.digits.reversed())).new", in: folder)
        try Self.start(folder)
        #expect(folder.names.isEmpty)
    }

    @Test func whatCouldBeSomethingElseStays() throws {
        let folder = try PoolFolder()
        let names = [
            "pool.json.new", "pool.json.0123.new", "pool.json.\(Self.digits.uppercased()).new",
            "pool.json.\(Self.digits)0.new", "pool.json.\(Self.digits).old", "pool.json.\(Self.digits.dropLast())g.new",
            "pool.json\(Self.digits).new", "pool.\(Self.digits).new", "a.pool.json.\(Self.digits).new",
            "pool.json.x.\(Self.digits).new",
        ]
        for name in names { try Self.make(name, in: folder) }
        try Self.start(folder)
        #expect(folder.names == names.sorted())
    }

    @Test func whatIsNoPlainPrivateFileStays() throws {
        let folder = try PoolFolder()
        let draft = { (digit: Int) in "pool.json.\(Self.digits.dropLast())\(digit).new" }
        try Self.make(draft(1), in: folder, mode: 0o644)
        try Self.make("diary", in: folder)
        try #require(symlink("diary", folder.path + "/" + draft(2)) == 0)
        try #require(link(folder.path + "/diary", folder.path + "/" + draft(3)) == 0)
        try #require(mkdir(folder.path + "/" + draft(4), 0o700) == 0)
        try #require(mkfifo(folder.path + "/" + draft(5), 0o600) == 0)
        try Self.start(folder)
        #expect(folder.names == (["diary"] + (1...5).map(draft)).sorted())
    }

    @Test func draftsBesideAFileThatIsNoPoolsStay() throws {
        let folder = try PoolFolder()
        let draft = "pool.json.\(Self.digits).new"
        try Self.make(draft, in: folder)
        try PackageFiles.write("no pool", to: folder.file)
        #expect(throws: PoolFileFailure.malformed(path: folder.file)) { try Self.start(folder) }
        #expect(folder.names == ["pool.json", draft])
    }

    /// A pool that is refused touches no draft of the one that is at work.
    @Test func draftsOfARunningPoolStay() async throws {
        let folder = try PoolFolder()
        let draft = "pool.json.\(Self.digits).new"
        try await PoolBench.with(folder, users: [PoolBench.ana]) { bench in
            try Self.make(draft, in: folder)
            #expect(throws: PoolFileFailure.inUse(path: folder.file)) { try Self.start(folder) }
            #expect(folder.names.contains(draft))
            try await bench.pool.add(PoolBench.bob)
        }
    }
}
