/// What is wrong with a pool's file. Holds nothing of its content.
public enum PoolFileFailure: Error, Sendable, Equatable {
    /// It is there and cannot be read.
    case unreadable(path: String)
    /// It is no pool's file, or it was changed by hand. It is left as it is.
    case malformed(path: String)
    /// Another pool is kept in it, in this process or in another one.
    case inUse(path: String)
    /// Its file system knows no locks, so another pool could overwrite it unseen.
    case unlockable(path: String)
    /// It cannot be written, or its folder cannot. What was there before is there still.
    case unwritable(path: String)

    /// The failure in a sentence.
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
