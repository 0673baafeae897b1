import Crypto
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Keeps each secret in a file of its own, in a folder that only its owner enters, for systems without a key chain.
///
/// An entry is replaced as a whole and removed as a file, so a damaged one harms no other. Processes that share the folder take turns
/// by a lock; who reads needs none. The names of the files are hashes: a listing of the folder shows no user.
public final class FileSecretStore: SecretStore {
    /// The first word of each file, with the version of its form.
    private static let mark = "flowc-secret 1"
    /// How often the folder's lock is asked for: for five seconds.
    private static let lockAttempts = 500
    /// Bytes of the largest file, with its head, to be written and to be read.
    private static let largest = 1 << 20

    /// The folder.
    public let path: String
    /// The folder above that must be there; nil where those above are made.
    private let home: String?
    /// Threads of this process take turns before they ask for the lock of the folder.
    private let turn = NSLock()

    /// A store in a folder, which is made when something is stored.
    /// - Parameter path: the folder's path.
    public convenience init(path: String) {
        self.init(path: path, home: nil)
    }

    private init(path: String, home: String?) {
        self.path = path
        self.home = home
    }

    /// The entry under a key.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` also where others may enter the folder; ``SecretStoreFailure/broken(_:)`` also where
    ///   the entry's file is too large or no plain file.
    public func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        guard try isThere() else { return nil }
        return try read(file(key))
    }

    /// Stores an entry as a whole, in place of whatever is there.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` also where the entry would be larger than 1 MiB.
    @discardableResult
    public func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        try make()
        return try alone { () throws(SecretStoreFailure) in
            let file = file(key)
            if former != .any, try !former.allows(read(file)?.version) { throw .changed }
            // Whoever was killed while writing no longer writes: the lock is ours.
            file.removeDrafts()
            let version = SecretVersion()
            let head = "\(Self.mark) \(Hex.text(version.bytes)) \(Hex.text(SHA256.hash(data: content)))\n"
            let bytes = Array(head.utf8) + content
            guard bytes.count <= Self.largest else {
                throw .unavailable("an entry of \(bytes.count) bytes is too large")
            }
            removeFolder(file.path)
            do throws(PrivateFile.Failure) { try file.replace(with: bytes) } catch {
                throw .unavailable("\(path) cannot be written")
            }
            return version
        }
    }

    /// Removes an entry, and what was left of it by a process that was killed.
    public func remove(_ key: SecretKey) throws(SecretStoreFailure) {
        try remove(prefix: Self.name(key))
    }

    /// Removes all entries of a scope.
    public func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
        try remove(prefix: Self.name(scope))
    }

    /// Removes those entries of a scope that a test selects, and the damaged ones.
    public func removeAll(in scope: SecretScope, where isOver: (SecretEntry) -> Bool) throws(SecretStoreFailure) -> Int?
    {
        try remove(prefix: Self.name(scope)) { path throws(SecretStoreFailure) in
            do throws(SecretStoreFailure) {
                return try read(PrivateFile(path: path, largest: Self.largest)).map(isOver) ?? true
            } catch {
                guard case .broken = error else { throw error }
                return true
            }
        }
    }

    // MARK: Files

    /// The scope's hash and the name's, so that the files of a scope have a beginning in common.
    private static func name(_ scope: SecretScope) -> String { Hex.text(SHA256.hash(data: Array(scope.text.utf8))) }

    private static func name(_ key: SecretKey) -> String {
        "\(name(key.scope))-\(Hex.text(SHA256.hash(data: key.name)))"
    }

    private func file(_ key: SecretKey) -> PrivateFile {
        PrivateFile(path: "\(path)/\(Self.name(key))", largest: Self.largest)
    }

    private func read(_ file: PrivateFile) throws(SecretStoreFailure) -> SecretEntry? {
        let bytes: [UInt8]?
        do throws(PrivateFile.Failure) { bytes = try file.read() } catch {
            throw error == .foreign ? .broken("\(file.path) is damaged") : .unavailable("\(file.path) cannot be read")
        }
        guard let bytes else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        let content = Array(bytes[min(end + 1, bytes.endIndex)...])
        guard words.count == 4, words[..<2].joined(separator: " ") == Self.mark,
            let version = Hex.bytes(String(words[2])).flatMap(SecretVersion.init(_:)),
            String(words[3]) == Hex.text(SHA256.hash(data: content))
        else { throw .broken("\(file.path) is damaged") }
        return SecretEntry(content: content, version: version)
    }

    /// Removes the files whose names begin so, and that a test selects by their paths.
    @discardableResult
    private func remove(
        prefix: String, where isOver: (String) throws(SecretStoreFailure) -> Bool = { _ in true }
    ) throws(SecretStoreFailure) -> Int {
        guard try isThere() else { return 0 }
        return try alone { () throws(SecretStoreFailure) in
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw .unavailable("\(path) cannot be read")
            }
            var count = 0
            for name in names where name.hasPrefix(prefix) {
                let file = "\(path)/\(name)"
                guard try isOver(file) else { continue }
                removeFolder(file)
                guard unlink(file) == 0 || errno == ENOENT else { throw .unavailable("\(file) cannot be removed") }
                count += 1
            }
            PrivateFile(path: "\(path)/\(prefix)").synchroniseFolder()
            return count
        }
    }

    /// Removes what stands in the place of an entry's file if it is a folder, with all that is in it.
    private func removeFolder(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    // MARK: The folder

    /// Whether there is a folder.
    /// - Throws: that others may enter it, so that nothing in it can be trusted.
    private func isThere() throws(SecretStoreFailure) -> Bool {
        guard hasHome else { return false }
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw .unavailable("\(path) cannot be read")
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .unavailable("\(path) is no folder that its owner alone enters (mode 0700)")
        }
        return true
    }

    /// Whether the folder above is there, if one must be.
    private var hasHome: Bool {
        guard let home else { return true }
        var status = stat()
        return stat(home, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private func make() throws(SecretStoreFailure) {
        guard hasHome else { throw .unavailable("there is no home folder") }
        guard try !isThere() else { return }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty {
            try? FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST, try isThere() else {
            throw .unavailable("\(path) cannot be made")
        }
    }

    /// Does something while no other thread and no other process changes the folder.
    private func alone<Result>(_ body: () throws(SecretStoreFailure) -> Result) throws(SecretStoreFailure) -> Result {
        turn.lock()
        defer { turn.unlock() }
        let lock: FileLock
        do throws(FileLock.Failure) { lock = try FileLock("\(path)/.lock", attempts: Self.lockAttempts) } catch {
            throw .unavailable("\(path) cannot be locked")
        }
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}

extension FileSecretStore {
    /// The store of an app that names none: it lasts, so that whoever signed in is signed in after the next start.
    ///
    /// It lies in `$XDG_STATE_HOME` (`~/.local/state` where that is not set: XDG Base Directory Specification) under the name of the
    /// program. Without a home folder the store is empty, and whatever stores something fails: no home folder is made.
    public static func standard() -> FileSecretStore {
        standard { getenv($0).map { String(cString: $0) } }
    }

    /// The standard store of an environment.
    package static func standard(_ variable: (String) -> String?) -> FileSecretStore {
        /// Paths that are not absolute count as not set, as the specification has it.
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
        if let state = folder("XDG_STATE_HOME") { return FileSecretStore(path: "\(state)/\(program)/sign-in") }
        let home = folder("HOME") ?? ""
        return FileSecretStore(path: "\(home)/.local/state/\(program)/sign-in", home: home)
    }
}
