import Crypto
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Stores each secret in its own file, in a private folder. Use it on systems without a keychain.
///
/// Entries are replaced atomically and removed as files, so a damaged one does not affect others. A lock serialises
/// the writers of several processes; readers need none. File names are hashes, so a listing of the folder reveals no
/// user.
public final class FileSecretStore: SecretStore {
    /// The first word of each file, with the format's version.
    private static let mark = "flowc-secret 1"
    /// The number of attempts to acquire the folder's lock: five seconds.
    private static let lockAttempts = 500
    /// The maximum size of a file in bytes, including its header.
    private static let largest = 1 << 20

    /// The path of the folder.
    public let path: String
    /// The parent folder that must exist; nil if parents are created.
    private let home: String?
    /// Serialises this process's threads before they acquire the folder's lock.
    private let turn = NSLock()

    /// Creates a store in a folder. The folder is created by the first write.
    /// - Parameter path: the folder's path.
    public convenience init(path: String) {
        self.init(path: path, home: nil)
    }

    private init(path: String, home: String?) {
        self.path = path
        self.home = home
    }

    /// Reads the entry under a key.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``, also if others can access the folder;
    ///   ``SecretStoreFailure/broken(_:)``, also if the entry's file is too large or not a regular file.
    public func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        guard try isThere() else { return nil }
        return try read(file(key))
    }

    /// Stores an entry atomically.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)``, also if the entry would be larger than 1 MiB;
    ///   ``SecretStoreFailure/changed``.
    @discardableResult
    public func store(_ content: [UInt8], under key: SecretKey, replacing former: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        try make()
        return try alone { () throws(SecretStoreFailure) in
            let file = file(key)
            if former != .any, try !former.allows(read(file)?.version) { throw .changed }
            // We hold the lock, so drafts can only be left from a process that was killed.
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

    /// Removes an entry, including drafts that a killed process left.
    public func remove(_ key: SecretKey) throws(SecretStoreFailure) {
        try remove(prefix: Self.name(key))
    }

    /// Removes all entries of a scope.
    public func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
        try remove(prefix: Self.name(scope))
    }

    /// Removes the entries of a scope that satisfy a predicate, and damaged ones.
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

    /// Hashes scope and name separately, so that the files of a scope share a prefix.
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

    /// Removes the files with a prefix whose paths satisfy a predicate.
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

    /// Removes a folder, with its content, that has the name of an entry's file.
    private func removeFolder(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        try? FileManager.default.removeItem(atPath: path)
    }

    // MARK: The folder

    /// Returns whether the folder exists.
    /// - Throws: if others can access it, since its content cannot be trusted.
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

    /// Whether the parent folder exists, if it must.
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

    /// Calls a closure while no other thread or process can change the folder.
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
    /// Returns the default store, which persists between launches.
    ///
    /// It is in `$XDG_STATE_HOME`, by default `~/.local/state` (XDG Base Directory Specification), under the program's
    /// name. Without a home folder, the store is empty and every write fails: the home folder is never created.
    public static func standard() -> FileSecretStore {
        standard { getenv($0).map { String(cString: $0) } }
    }

    /// Returns the default store.
    /// - Parameter variable: returns the value of an environment variable, or nil.
    /// - Returns: the store.
    package static func standard(_ variable: (String) -> String?) -> FileSecretStore {
        /// Relative paths count as unset, as the specification requires.
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
        if let state = folder("XDG_STATE_HOME") { return FileSecretStore(path: "\(state)/\(program)/sign-in") }
        let home = folder("HOME") ?? ""
        return FileSecretStore(path: "\(home)/.local/state/\(program)/sign-in", home: home)
    }
}
