import CognitoHandlers
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
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

    /// The maximum file size in bytes: some hundred thousand users.
    private static let maxByteCount = 1 << 30
    /// The path as given, for messages.
    private let path: String
    private let file: PrivateFile
    private let lock: FileLock

    /// Locks a file. Throws if another pool uses the file, or if the file cannot be locked or written.
    init(_ path: String) throws(PoolFileFailure) {
        guard let place = CanonicalPath.resolve(path) else { throw .unwritable(path: path) }
        self.path = path
        file = PrivateFile(path: place, largest: Self.maxByteCount)
        do throws(FileLock.Failure) {
            lock = try FileLock(place + ".lock")
        } catch {
            switch error {
            case .inUse: throw .inUse(path: path)
            case .unlockable: throw .unlockable(path: path)
            case .unwritable: throw .unwritable(path: path)
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

    /// Replaces the stored state atomically.
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
    /// The file exists but cannot be read.
    case unreadable(path: String)
    /// The file is not a valid pool file. It is left unchanged.
    case malformed(path: String)
    /// Another pool uses the file, in this process or another.
    case inUse(path: String)
    /// The file system does not support locks, so another pool could overwrite the file.
    case unlockable(path: String)
    /// The file or its folder cannot be written. The old content remains.
    case unwritable(path: String)

    /// The error in one sentence.
    public var message: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .malformed(let path): "\(path) is not a valid user pool file; it was left unchanged"
        case .inUse(let path): "\(path) is in use by another pool; stop that pool or choose another file"
        case .unlockable(let path): "\(path) cannot be locked; choose a file on a file system that supports locks"
        case .unwritable(let path): "\(path) cannot be written"
        }
    }
}
