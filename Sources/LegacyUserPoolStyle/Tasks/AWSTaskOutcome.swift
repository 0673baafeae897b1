/// The outcome of a task.
enum AWSTaskOutcome<Result> {
    /// A result, if the call has one.
    case result(Result?)
    /// An error.
    case error(any Error)
    /// It was cancelled.
    case cancelled

    /// The outcome with its result type erased.
    var erased: AWSTaskOutcome<AnyObject> {
        switch self {
        case .result(let result): .result(result.map { $0 as AnyObject })
        case .error(let error): .error(error)
        case .cancelled: .cancelled
        }
    }
}
