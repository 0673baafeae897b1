import CognitoHandlers
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file that a pool is kept in. It is locked for this pool as long as this value or a copy of it is there.
struct PoolFile: Sendable {
    private struct Content: Codable {
        static let current = 1
        /// What a file begins with, so that a later form can be told.
        let version: Int
        let state: PoolState
    }

    /// Bytes of the largest file: some hundred thousand users.
    private static let largest = 1 << 30
    /// As it was given, for users.
    private let path: String
    private let file: PrivateFile
    private let lock: FileLock

    /// Takes the file for a pool.
    /// - Throws: that another pool has it, or that it cannot be locked.
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

    /// What is kept. Drafts of a pool that was killed are removed, unless the file is no pool's.
    /// - Returns: nothing if there is no file.
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

    /// Keeps a state in place of the one before.
    func save(_ state: PoolState) throws(PoolFileFailure) {
        guard let data = try? JSONEncoder().encode(Content(version: Content.current, state: state)) else {
            throw .unwritable(path: path)
        }
        do throws(PrivateFile.Failure) {
            // The last owner may let go of the pool meanwhile, but not before the file is replaced.
            try withExtendedLifetime(lock) { () throws(PrivateFile.Failure) in try file.replace(with: [UInt8](data)) }
        } catch {
            throw .unwritable(path: path)
        }
    }
}
