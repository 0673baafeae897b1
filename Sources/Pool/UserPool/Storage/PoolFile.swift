import CognitoHandlers

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The file of a pool, locked while this value or a copy exists.
struct PoolFile: Sendable {
    /// The stored JSON.
    private struct Content: Codable {
        /// The version of the file format that this code reads and writes.
        static let currentVersion = 1
        /// The version of the file's format.
        let version: Int
        let state: PoolState
    }

    /// The maximum file size in bytes.
    private static let maxByteCount = 1 << 30
    private let path: String
    private let file: PrivateFile
    private let lock: FileLock

    /// Locks a file. Throws if another pool uses it, if its folder does not exist, if the lock file is unusable, or if
    /// the path is that of a folder and has no file name.
    init(_ path: String) throws(PoolFileFailure) {
        guard let place = CanonicalPath.resolve(path) else {
            // A path without a file name that exists, such as `.`, is a folder.
            guard CanonicalPath.realPath(of: path) == nil else { throw .unreadable(path: path) }
            throw .unwritable(path: path)
        }
        self.path = path
        file = PrivateFile(path: place, largest: Self.maxByteCount)
        do throws(FileLock.Failure) {
            lock = try FileLock(place + ".lock")
        } catch {
            switch error {
            case .inUse: throw .inUse(path: path)
            case .locksUnsupported: throw .unlockable(path: path)
            case .noSpace, .unwritable: throw .unwritable(path: path)
            }
        }
    }

    /// Reads the stored state. It then removes the temporary files of a pool that was killed.
    /// - Returns: nil if the file does not exist.
    func read() throws(PoolFileFailure) -> PoolState? {
        let state = try readBytes().map(decode)
        file.removeDrafts()
        return state
    }

    /// Decodes the content of a pool's file.
    private func decode(_ bytes: [UInt8]) throws(PoolFileFailure) -> PoolState {
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
            content.version == Content.currentVersion
        else { throw .malformed(path: path) }
        return content.state
    }

    /// Reads the file, or returns nil if it does not exist.
    private func readBytes() throws(PoolFileFailure) -> [UInt8]? {
        do throws(PrivateFile.Failure) {
            return try file.read()
        } catch {
            throw .unreadable(path: path)
        }
    }

    /// Replaces the stored state atomically, or throws ``PoolFileFailure/unwritable(path:)``.
    func save(_ state: PoolState) throws(PoolFileFailure) {
        guard let data = try? JSONEncoder().encode(Content(version: Content.currentVersion, state: state)) else {
            throw .unwritable(path: path)
        }
        do throws(PrivateFile.Failure) {
            // The pool may be released during this call, but the lock must outlive the replacement.
            try withExtendedLifetime(lock) { () throws(PrivateFile.Failure) in try file.replace(with: [UInt8](data)) }
        } catch {
            throw .unwritable(path: path)
        }
    }
}

/// The reason why a pool's file cannot be used.
public enum PoolFileFailure: Error, Sendable, Equatable {
    /// The path leads to a file that cannot be read or is too large, or to something other than a file.
    case unreadable(path: String)
    /// The file is not a pool file of this version. The pool does not change the file.
    case malformed(path: String)
    /// The file is that of a pool with another name, so its passwords do not match. The pool does not change the file.
    case otherPool(path: String, id: String)
    /// Another pool uses the file, in this process or another.
    case inUse(path: String)
    /// The file system does not support locks, so another pool could overwrite the file.
    case unlockable(path: String)
    /// The pool cannot write the file or its folder, or the folder does not exist. Any old content remains.
    case unwritable(path: String)

    /// The error in one sentence.
    public var message: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read; check that it is a readable file of at most 1 GiB"
        case .malformed(let path): "\(path) is not a user pool file of this version; it was left unchanged"
        case .otherPool(let path, let id):
            "\(path) is the file of pool \(id); set pool.poolID in the seed to this id, or choose another file"
        case .inUse(let path): "\(path) is in use by another pool; stop that pool or choose another file"
        case .unlockable(let path): "\(path) cannot be locked; choose a file on a file system that supports locks"
        case .unwritable(let path): "\(path) cannot be written; check that its folder exists and is writable"
        }
    }
}

/// Resolves relative paths and symbolic links, even before the file exists.
///
/// Two paths to the same file have the same canonical path, unless the file has several hard links.
enum CanonicalPath {
    /// The maximum number of symbolic links in a row, as in Linux.
    private static let maxLinks = 40

    /// Returns the absolute path of a file, without symbolic links.
    /// - Returns: nil if the folder does not exist, there are too many symbolic links, or the path has no file name, as
    ///   for `.` and `..`.
    static func resolve(_ path: String) -> String? {
        var current = path
        for _ in 0..<maxLinks {
            guard let linkTarget = target(of: current) else { return resolveFolder(of: current) }
            current = linkTarget.hasPrefix("/") ? linkTarget : folder(of: current) + linkTarget
        }
        return nil
    }

    /// Returns a path with its folder resolved and its file name unchanged.
    /// - Returns: nil if the folder does not exist, or the file name is empty, `.` or `..`.
    private static func resolveFolder(of path: String) -> String? {
        let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
        guard !["", ".", ".."].contains(name), let realFolder = realPath(of: folder(of: path)) else { return nil }
        return realFolder == "/" ? "/" + name : realFolder + "/" + name
    }

    /// Returns the path up to and including its last slash; `./` if it has none.
    private static func folder(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./"
    }

    /// Returns the target of a symbolic link, or nil if the path is not a symbolic link.
    private static func target(of path: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &buffer, Int(PATH_MAX))
        return count > 0 ? string(from: buffer) : nil
    }

    /// Returns the absolute path of a folder without symbolic links, or nil if the folder does not exist.
    static func realPath(of folder: String) -> String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        return realpath(folder, &buffer) == nil ? nil : string(from: buffer)
    }

    /// Returns the text before the first zero byte of a buffer.
    private static func string(from buffer: [CChar]) -> String {
        String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
