/// The outcome of a task.
enum AWSTaskOutcome<Result> {
    /// The task succeeded. The result is nil if the call has none.
    case result(Result?)
    /// The task failed.
    case error(any Error)
    /// The task was cancelled.
    case cancelled

    /// The outcome with its type of result erased.
    var erased: AWSTaskOutcome<AnyObject> {
        switch self {
        case .result(let result): .result(result.map { $0 as AnyObject })
        case .error(let error): .error(error)
        case .cancelled: .cancelled
        }
    }
}
