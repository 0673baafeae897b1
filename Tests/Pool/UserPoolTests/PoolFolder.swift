import TestSupport
import Testing
import UserPool

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// A folder of a test's own for the files of pools, which goes with it.
final class PoolFolder: Sendable {
    let path: String
    private var away: String { path + ".away" }

    init() throws {
        var template = Array("/tmp/pool-file-XXXXXX".utf8CString)
        path = try #require(mkdtemp(&template).map { String(cString: $0) })
    }

    deinit {
        bringBack()
        Self.remove(path)
    }

    /// The file of a pool.
    var file: String { path + "/pool.json" }

    /// The names in it.
    var names: [String] { PackageFiles.names(in: path) }

    /// Makes every write fail from now on; what is in the folder stays.
    func takeAway() { rename(path, away) }

    /// Lets writes succeed again.
    func bringBack() { rename(away, path) }

    private static func remove(_ path: String) {
        for name in PackageFiles.names(in: path) where unlink(path + "/" + name) != 0 { remove(path + "/" + name) }
        rmdir(path)
    }
}

extension PoolBench {
    /// Lets a test work with a pool that is kept in a folder, and ends the pool.
    static func with<Value>(
        _ folder: PoolFolder, _ configuration: PoolConfiguration = PoolConfiguration(), desk: Desk = Desk(),
        users: [PoolUserSeed] = [], _ work: (PoolBench) async throws -> Value
    ) async throws -> Value {
        try await work(PoolBench(configuration, users: users, desk: desk, file: folder.file))
    }
}
