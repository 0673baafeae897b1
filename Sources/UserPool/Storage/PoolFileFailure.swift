/// An error of a pool's file, without its content.
public enum PoolFileFailure: Error, Sendable, Equatable {
    /// It exists but cannot be read.
    case unreadable(path: String)
    /// It is not a pool's file, or was edited. It is left unchanged.
    case malformed(path: String)
    /// Another pool uses it, in this process or another.
    case inUse(path: String)
    /// Its file system has no locks, so another pool could overwrite it.
    case unlockable(path: String)
    /// It, or its folder, cannot be written. The old content remains.
    case unwritable(path: String)

    /// The error in one sentence.
    public var message: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .malformed(let path): "\(path) is not the file of a user pool; nothing was changed in it"
        case .inUse(let path): "\(path) is in use by another pool; stop that one, or name another file"
        case .unlockable(let path): "\(path) cannot be locked; name a file on a file system that has locks"
        case .unwritable(let path): "\(path) cannot be written"
        }
    }
}
