import CognitoHandlers
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file of a pool, locked while this value or a copy exists.
struct PoolFile: Sendable {
    private struct Content: Codable {
        static let current = 1
        /// The version of the file format.
        let version: Int
        let state: PoolState
    }

    /// The maximum file size in bytes: some hundred thousand users.
    private static let largest = 1 << 30
    /// The path as given, for messages.
    private let path: String
    private let file: PrivateFile
    private let lock: FileLock

    /// Locks the file for a pool.
    /// - Throws: an error if another pool uses it, or it cannot be locked.
    init(_ path: String) throws(PoolFileFailure) {
        guard let place = CanonicalPath.of(path) else { throw .unwritable(path: path) }
        self.path = path
        file = PrivateFile(path: place, largest: Self.largest)
        do throws(FileLock.Failure) { lock = try FileLock(place + ".lock") } catch {
            switch error {
            case .inUse: throw .inUse(path: path)
            case .unlockable: throw .unlockable(path: path)
            case .unwritable: throw .unwritable(path: path)
            }
        }
    }

    /// Reads the state.
    ///
    /// If the file is valid, it also removes the temporary files of a killed pool.
    /// - Returns: nil if there is no file.
    func read() throws(PoolFileFailure) -> PoolState? {
        let state = try content().map(decoded)
        file.removeDrafts()
        return state
    }

    private func decoded(_ bytes: [UInt8]) throws(PoolFileFailure) -> PoolState {
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
            content.version == Content.current, let state = content.state.indexed()
        else { throw .malformed(path: path) }
        return state
    }

    private func content() throws(PoolFileFailure) -> [UInt8]? {
        do throws(PrivateFile.Failure) { return try file.read() } catch { throw .unreadable(path: path) }
    }

    /// Replaces the stored state.
    func save(_ state: PoolState) throws(PoolFileFailure) {
        guard let data = try? JSONEncoder().encode(Content(version: Content.current, state: state)) else {
            throw .unwritable(path: path)
        }
        do throws(PrivateFile.Failure) {
            // The last owner may release the pool meanwhile, but the lock must outlive the replacement.
            try withExtendedLifetime(lock) { () throws(PrivateFile.Failure) in try file.replace(with: [UInt8](data)) }
        } catch {
            throw .unwritable(path: path)
        }
    }
}
