import CognitoHandlers
#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The file that a pool is kept in.
struct PoolFile: Sendable {
    private struct Content: Codable {
        static let current = 1
        /// What a file begins with, so that a later form can be told.
        let version: Int
        let state: PoolState
    }

    /// Bytes of the largest file: some hundred thousand users.
    private static let largest = 1 << 30
    private let file: PrivateFile

    init(_ path: String) {
        file = PrivateFile(path: path, largest: Self.largest)
    }

    /// What is kept.
    /// - Returns: nothing if there is no file.
    func read() throws(PoolFileFailure) -> PoolState? {
        guard let bytes = try content() else { return nil }
        guard let content = try? JSONDecoder().decode(Content.self, from: Data(bytes)),
            content.version == Content.current, let state = content.state.indexed()
        else { throw .malformed(path: file.path) }
        return state
    }

    private func content() throws(PoolFileFailure) -> [UInt8]? {
        do throws(PrivateFile.Failure) { return try file.read() } catch { throw .unreadable(path: file.path) }
    }

    /// Keeps a state in place of the one before.
    func save(_ state: PoolState) throws(PoolFileFailure) {
        guard let data = try? JSONEncoder().encode(Content(version: Content.current, state: state)) else {
            throw .unwritable(path: file.path)
        }
        do throws(PrivateFile.Failure) { try file.replace(with: [UInt8](data)) } catch {
            throw .unwritable(path: file.path)
        }
    }
}
