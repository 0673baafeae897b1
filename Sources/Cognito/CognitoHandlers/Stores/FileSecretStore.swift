public import FlowCore
import Crypto
import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// A store with a file for each secret, in a private folder. Use this store on systems without a keychain.
///
/// A damaged entry does not affect others. A lock serializes the writers of several processes. Readers need no lock.
/// File names are hashes, so a listing of the folder reveals no user names.
public final class FileSecretStore: SecretStore, Redacted {
    /// The first words of each file: the format's name and version.
    private static let signature = "flowc-secret 1"
    /// The number of attempts to acquire the folder's lock. All attempts together take five seconds.
    private static let lockAttempts = 500
    /// The maximum size of a file in bytes, including its header.
    private static let maximumSize = 1 << 20

    /// The path of the folder.
    public let path: String
    /// The parent folder that must exist; nil if parents are created.
    private let home: String?
    /// The lock that serializes this process's threads before they acquire the folder's lock.
    private let threadLock = NSLock()

    /// Creates a store in a folder. The folder is created by the first write.
    /// - Parameter path: the folder's path.
    public convenience init(path: String) {
        self.init(path: path, home: nil)
    }

    /// Creates a store in a folder.
    /// - Parameters:
    ///   - path: the folder's path.
    ///   - home: the parent folder that must exist; nil to create missing parents.
    private init(path: String, home: String?) {
        self.path = path
        self.home = home
    }

    /// Reads the entry under a key.
    /// - Returns: nil if there is none.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the folder or the file cannot be read, or if other users can
    ///   access the folder; ``SecretStoreFailure/broken(_:)`` if the entry is damaged, too large, or no regular file.
    public func entry(_ key: SecretKey) throws(SecretStoreFailure) -> SecretEntry? {
        guard try folderExists() else { return nil }
        return try read(file(of: key))
    }

    /// Stores an entry atomically.
    /// - Returns: the version of the new entry.
    /// - Throws: ``SecretStoreFailure/changed`` if the stored entry is not the one to be replaced;
    ///   ``SecretStoreFailure/broken(_:)`` if the stored entry is damaged, unless `previous` is `any`;
    ///   ``SecretStoreFailure/unavailable(_:)`` if the folder cannot be created or locked, if other users can access
    ///   it, if the file cannot be read or written, or if it would be larger than 1 MiB.
    @discardableResult
    public func store(_ content: [UInt8], under key: SecretKey, replacing previous: SecretPrecondition)
        throws(SecretStoreFailure) -> SecretVersion
    {
        try createFolder()
        return try withExclusiveAccess { () throws(SecretStoreFailure) in
            let file = file(of: key)
            if previous != .any, try !previous.allows(read(file)?.version) { throw .changed }
            // We hold the lock, so only a process that was killed can have left drafts.
            file.removeDrafts()
            let version = SecretVersion()
            let bytes = Self.encoded(content, version)
            guard bytes.count <= Self.maximumSize else {
                throw .unavailable("the entry takes \(bytes.count) bytes, and the maximum is \(Self.maximumSize)")
            }
            // A folder at the entry's path would prevent the replacement.
            removeFolder(at: file.path)
            do throws(PrivateFile.Failure) {
                try file.replace(with: bytes)
            } catch {
                throw .unavailable("\(path) cannot be written")
            }
            return version
        }
    }

    /// Removes an entry, and the drafts of it that a killed process left.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the folder cannot be read or locked, if other users can
    ///   access it, or if a file cannot be removed.
    public func remove(_ key: SecretKey) throws(SecretStoreFailure) {
        try remove(prefix: Self.fileName(of: key))
    }

    /// Removes all entries of a scope.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` in the same cases as ``remove(_:)``.
    public func removeAll(in scope: SecretScope) throws(SecretStoreFailure) {
        try remove(prefix: Self.filePrefix(of: scope))
    }

    /// Removes the entries of a scope that satisfy a predicate, and damaged ones.
    /// - Returns: the number of removed entries.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` in the same cases as ``remove(_:)``, or if an entry cannot be
    ///   read.
    public func removeAll(
        in scope: SecretScope, where shouldRemove: (SecretEntry) -> Bool
    ) throws(SecretStoreFailure) -> Int? {
        try remove(prefix: Self.filePrefix(of: scope)) { file throws(SecretStoreFailure) in
            do throws(SecretStoreFailure) {
                // A symbolic link to nothing has no entry, and is removed, too.
                return try read(PrivateFile(path: file, largest: Self.maximumSize)).map(shouldRemove) ?? true
            } catch {
                guard case .broken = error else { throw error }
                return true
            }
        }
    }

    // MARK: Files

    /// Returns the prefix that the file names of a scope share.
    private static func filePrefix(of scope: SecretScope) -> String {
        Hex.text(SHA256.hash(data: Array(scope.text.utf8)))
    }

    /// Returns the name of an entry's file, which consists of the hashes of its scope and its name.
    private static func fileName(of key: SecretKey) -> String {
        "\(filePrefix(of: key.scope))-\(Hex.text(SHA256.hash(data: key.name)))"
    }

    /// Returns the file of an entry.
    private func file(of key: SecretKey) -> PrivateFile {
        PrivateFile(path: "\(path)/\(Self.fileName(of: key))", largest: Self.maximumSize)
    }

    /// Returns the bytes of an entry's file: a header line with format, version and checksum, and then the content.
    private static func encoded(_ content: [UInt8], _ version: SecretVersion) -> [UInt8] {
        let header = "\(signature) \(Hex.text(version.bytes)) \(Hex.text(SHA256.hash(data: content)))\n"
        return Array(header.utf8) + content
    }

    /// Reads an entry's file, and verifies its checksum.
    /// - Returns: nil if there is no file.
    /// - Throws: ``SecretStoreFailure/broken(_:)`` if the file is damaged, ``SecretStoreFailure/unavailable(_:)`` if it
    ///   cannot be read.
    private func read(_ file: PrivateFile) throws(SecretStoreFailure) -> SecretEntry? {
        let bytes: [UInt8]?
        do throws(PrivateFile.Failure) {
            bytes = try file.read()
        } catch {
            throw error == .unsuitable
                ? .broken("\(file.path) is damaged") : .unavailable("\(file.path) cannot be read")
        }
        guard let bytes else { return nil }
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.endIndex
        // The signature's two words, the version of the entry, and the checksum.
        let words = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ")
        let content = Array(bytes[min(end + 1, bytes.endIndex)...])
        guard words.count == 4, words[..<2].joined(separator: " ") == Self.signature,
            let version = Hex.bytes(String(words[2])).flatMap(SecretVersion.init(_:)),
            String(words[3]) == Hex.text(SHA256.hash(data: content))
        else { throw .broken("\(file.path) is damaged") }
        return SecretEntry(content: content, version: version)
    }

    /// Removes the files whose names start with a prefix and whose paths satisfy a predicate.
    /// - Returns: the number of removed files.
    /// - Throws: the predicate's failure; ``SecretStoreFailure/unavailable(_:)`` in the same cases as ``remove(_:)``.
    @discardableResult
    private func remove(
        prefix: String, where shouldRemove: (String) throws(SecretStoreFailure) -> Bool = { _ in true }
    ) throws(SecretStoreFailure) -> Int {
        guard try folderExists() else { return 0 }
        return try withExclusiveAccess(isRemoval: true) { () throws(SecretStoreFailure) in
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
                throw .unavailable("\(path) cannot be read")
            }
            var count = 0
            for name in names where name.hasPrefix(prefix) {
                let file = "\(path)/\(name)"
                guard try shouldRemove(file) else { continue }
                removeFolder(at: file)
                // After the removal of a folder, the file does not exist.
                guard unlink(file) == 0 || errno == ENOENT else { throw .unavailable("\(file) cannot be removed") }
                count += 1
            }
            // Only the folder of this path matters.
            PrivateFile(path: "\(path)/\(prefix)").synchronizeFolder()
            return count
        }
    }

    /// Removes the folder at an entry's path, with its content, if there is a folder. Ignores failures.
    private func removeFolder(at entryPath: String) {
        var status = stat()
        guard lstat(entryPath, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        try? FileManager.default.removeItem(atPath: entryPath)
    }

    // MARK: The folder

    /// Returns whether the folder exists.
    /// - Returns: false also if the required parent folder does not exist, or is not a folder.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the folder cannot be examined, if its path leads to a file,
    ///   or if other users can access it, so that its content cannot be trusted.
    private func folderExists() throws(SecretStoreFailure) -> Bool {
        guard hasHome else { return false }
        var status = stat()
        guard stat(path, &status) == 0 else {
            if errno == ENOENT { return false }
            throw .unavailable("\(path) cannot be read")
        }
        guard status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid(), status.st_mode & 0o077 == 0 else {
            throw .unavailable("\(path) must be a folder that only its owner can access (mode 0700)")
        }
        return true
    }

    /// Whether the required parent folder exists; true if none is required.
    private var hasHome: Bool {
        guard let home else { return true }
        var status = stat()
        return stat(home, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Creates the folder and its parents if they are missing. Only their owner can access the new folders.
    /// - Throws: ``SecretStoreFailure/unavailable(_:)`` if the folder cannot be created, if other users can access it,
    ///   or if the required parent folder does not exist.
    private func createFolder() throws(SecretStoreFailure) {
        guard hasHome else { throw .unavailable("the home folder does not exist") }
        guard try !folderExists() else { return }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty {
            // If this fails, `mkdir` fails, too.
            try? FileManager.default.createDirectory(
                atPath: parent, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST, try folderExists() else {
            throw .unavailable("\(path) cannot be created")
        }
    }

    /// Calls a closure while no other thread or process can change the folder.
    /// - Parameters:
    ///   - isRemoval: whether the closure only removes files, which must also work on a full disk.
    ///   - body: the closure.
    /// - Returns: the closure's result.
    /// - Throws: the closure's error; ``SecretStoreFailure/unavailable(_:)`` if the folder cannot be locked.
    private func withExclusiveAccess<Result>(
        isRemoval: Bool = false, _ body: () throws(SecretStoreFailure) -> Result
    ) throws(SecretStoreFailure) -> Result {
        threadLock.lock()
        defer { threadLock.unlock() }
        let lock: FileLock?
        do throws(FileLock.Failure) {
            lock = try FileLock("\(path)/.lock", attempts: Self.lockAttempts)
        } catch {
            // Without space for a lock file, nobody else has a lock or can store an entry.
            guard isRemoval, error == .noSpace else { throw .unavailable("\(path) cannot be locked") }
            lock = nil
        }
        // The lock is released with the object, so it must live until the closure returns.
        defer { withExtendedLifetime(lock) {} }
        return try body()
    }
}

extension FileSecretStore {
    /// Returns the default store, which persists between launches.
    ///
    /// It is in `$XDG_STATE_HOME`, by default `~/.local/state` (XDG Base Directory Specification), under the program's
    /// name. If the default applies and the home folder does not exist, the store is empty and every write fails,
    /// because the store never creates the home folder.
    public static func standard() -> FileSecretStore {
        standard(environment: { getenv($0).map { String(cString: $0) } })
    }

    /// Returns the default store in an environment.
    /// - Parameter environment: returns the value of a variable, or nil if it is not set.
    /// - Returns: a store in the folder for the program's state.
    package static func standard(environment: (String) -> String?) -> FileSecretStore {
        /// Returns the folder that a variable names, or nil if it is not set. A relative path counts as not set, as the
        /// specification requires.
        func folder(_ variable: String) -> String? { environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let program = CommandLine.arguments.first?.split(separator: "/").last.map(String.init) ?? "app"
        if let state = folder("XDG_STATE_HOME") { return FileSecretStore(path: "\(state)/\(program)/sign-in") }
        // An empty path names no folder, so without HOME, the home folder does not exist.
        let home = folder("HOME") ?? ""
        return FileSecretStore(path: "\(home)/.local/state/\(program)/sign-in", home: home)
    }
}
