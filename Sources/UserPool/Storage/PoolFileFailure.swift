/// What is wrong with a pool's file. Holds nothing of its content.
public enum PoolFileFailure: Error, Sendable, Equatable {
    /// It is there and cannot be read.
    case unreadable(path: String)
    /// It is no pool's file, or it was changed by hand. It is left as it is.
    case malformed(path: String)
    /// It cannot be written. What was there before is there still.
    case unwritable(path: String)

    /// The failure in a sentence.
    public var message: String {
        switch self {
        case .unreadable(let path): "\(path) cannot be read"
        case .malformed(let path): "\(path) is not the file of a user pool; nothing was changed in it"
        case .unwritable(let path): "\(path) cannot be written"
        }
    }
}
