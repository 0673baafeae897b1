import CognitoFlows
import FlowCore
import FlowRuntime

/// How a step of the flow, its notifications and the methods of a host's object belong together: one value for each
/// kind.
struct StepCallbacks: Sendable {
    /// What a host answered.
    enum Answer: Sendable {
        /// What the flow asked for.
        case given(JSONValue)
        /// An error of the host's own.
        case error(Unchecked<any Error>)
        /// It was cancelled.
        case cancelled
    }

    /// The methods of the delegate that give the object.
    let starts: [String]
    /// The step of the flow: the method that asks.
    let question: String
    /// The notification: the method that is told how the step went.
    let finish: String
    /// The properties of the host's answer, by the names that the flow has for them, where they differ.
    let arguments: [String: String]
    /// Asks the object; gives the wait for its answer, or nothing for an object of another kind.
    let ask: @Sendable (Any, StyleStep) -> (@Sendable () async -> Answer)?
    /// Tells the object how the step went.
    let tell: @Sendable (Any, (any Error)?) -> Void

    /// - Parameters:
    ///   - starts: the methods of the delegate that give the object.
    ///   - question: the step of the flow.
    ///   - finish: the notification.
    ///   - arguments: the properties of the host's answer, by the flow's names.
    ///   - ask: calls the object's method that asks.
    ///   - answer: what the host's answer is for the flow.
    ///   - tell: calls the object's method that is told.
    init<Object, Given>(
        starts: [String], question: String, finish: String, arguments: [String: String] = [:],
        ask: @escaping @Sendable (Object, StyleStep, AWSTaskCompletionSource<Given>) -> Void,
        answer: @escaping @Sendable (Given) -> JSONValue,
        tell: @escaping @Sendable (Object, (any Error)?) -> Void
    ) {
        self.starts = starts
        self.question = question
        self.finish = finish
        self.arguments = arguments
        self.ask = { object, step in
            guard let object = object as? Object else { return nil }
            // The host holds the source, this the task alone: a source that is let go cancels it.
            let source = AWSTaskCompletionSource<Given>()
            let task = source.task
            ask(object, step, source)
            return { await Self.answer(to: task, answer) }
        }
        self.tell = { object, error in
            if let object = object as? Object { tell(object, error) }
        }
    }

    private static func answer<Given>(to task: AWSTask<Given>, _ answer: (Given) -> JSONValue) async -> Answer {
        switch await task.ended.content {
        case .result(let given): .given(given.map(answer) ?? [:])
        case .error(let error): .error(Unchecked(error))
        case .cancelled: .cancelled
        }
    }

    /// All kinds of steps.
    static let all = [password, multiFactor, newPassword, custom, softwareMfaSetup, selectMfa, rememberDevice]
}
