/// What a task came to.
enum AWSTaskOutcome<Result> {
    /// A result, where the call has one.
    case result(Result?)
    /// An error.
    case error(any Error)
    /// It was cancelled.
    case cancelled

    /// The outcome without the type of its result.
    var erased: AWSTaskOutcome<AnyObject> {
        switch self {
        case .result(let result): .result(result.map { $0 as AnyObject })
        case .error(let error): .error(error)
        case .cancelled: .cancelled
        }
    }
}
