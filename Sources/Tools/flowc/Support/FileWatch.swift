import FlowCompiler
import FlowSyntax

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Notices when files change, by polling their inodes, sizes and modification times.
struct FileWatch {
    /// The properties of a file of which at least one differs after a change.
    private struct Stamp: Equatable {
        let device: dev_t
        let inode: ino_t
        let size: off_t
        let seconds: Int
        let nanoseconds: Int
    }

    /// The number of microseconds between two polls.
    private static let interval: UInt32 = 250_000
    /// The maximum number of polls after a change. An editor replaces a file within fewer polls, so a file that
    /// is still missing after them counts as removed.
    private static let patience = 4

    /// By path: the stamp of the file, or nil if it is missing.
    private var stamps: [String: Stamp?] = [:]

    /// Adds files as they are now. A file that is already watched keeps its former stamp.
    mutating func add(_ paths: some Sequence<String>) {
        for path in paths where stamps[path] == nil { stamps.updateValue(Self.stamp(of: path), forKey: path) }
    }

    /// Adds the files of another watch, as they were when it added them.
    mutating func add(_ other: FileWatch) { stamps.merge(other.stamps) { own, _ in own } }

    /// Waits until a file has changed, appeared or disappeared.
    ///
    /// It then waits until no file changes any more and no former file is missing, but for at most `patience` polls.
    mutating func waitForChange() {
        repeat { usleep(Self.interval) } while current == stamps
        var last = current
        for _ in 0..<Self.patience {
            usleep(Self.interval)
            defer { last = current }
            // A file that was already missing before the change may stay missing.
            let isMissing = last.contains { path, stamp in stamp == nil && stamps[path] != .some(nil) }
            if current == last, !isMissing { break }
        }
        stamps = last
    }

    private var current: [String: Stamp?] {
        Dictionary(uniqueKeysWithValues: stamps.keys.map { ($0, Self.stamp(of: $0)) })
    }

    /// Returns the stamp of a file, or nil if there is no such file.
    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        #if canImport(Darwin)
            let time = status.st_mtimespec
        #else
            let time = status.st_mtim
        #endif
        return Stamp(
            device: status.st_dev, inode: status.st_ino, size: status.st_size, seconds: Int(time.tv_sec),
            nanoseconds: Int(time.tv_nsec))
    }

    /// The local time of day, such as `09:41:00`.
    static var timeOfDay: String {
        var now = time(nil)
        var parts = tm()
        localtime_r(&now, &parts)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { ($0 < 10 ? "0" : "") + String($0) }
            .joined(separator: ":")
    }
}

/// A loader that watches the files that a compilation needs, including those that are missing.
struct RecordingLoader: SourceLoader {
    private let base: RootedLoader
    private let watched = Guarded(FileWatch())

    init(root: String, bytes: [UInt8]) { base = RootedLoader(root: root, bytes: bytes) }

    /// The files that were loaded or could not be loaded, as they were before, without those that ship with the
    /// compiler.
    var files: FileWatch { watched.withLock { $0 } }

    /// Returns the content of a file. Watches the file before reading it, unless it ships with the compiler.
    func load(_ path: String) -> Result<[UInt8], LoadFailure> {
        if !path.hasPrefix(SourcePath.libraryRoot) { watched.withLock { $0.add([path]) } }
        return base.load(path)
    }

    /// Returns the names of a folder's entries, without watching them.
    func names(in folder: String) -> [String] { base.names(in: folder) }
}
