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
