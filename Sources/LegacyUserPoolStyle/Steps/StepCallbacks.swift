import CognitoFlows
import FlowCore
import FlowRuntime

/// Maps one kind of step to its notifications and the host's methods.
struct StepCallbacks: Sendable {
    enum Answer: Sendable {
        /// The values that the flow asked for.
        case given(JSONValue)
        /// The host's error.
        case error(Unchecked<any Error>)
        /// The host cancelled.
        case cancelled
    }

    /// The delegate's methods that return the object.
    let starts: [String]
    /// The step of the flow, and the method that asks.
    let question: String
    /// The notification, and the method that reports the end.
    let finish: String
    /// Properties of the host's answer by the flow's names, where they differ.
    let arguments: [String: String]
    /// Asks the object. Returns the wait for its answer, or nil for another type.
    let ask: @Sendable (Any, StyleStep) -> (@Sendable () async -> Answer)?
    /// Reports to the object how the step ended.
    let tell: @Sendable (Any, (any Error)?) -> Void

    /// - Parameters:
    ///   - starts: the delegate's methods that return the object.
    ///   - question: the step of the flow.
    ///   - finish: the notification.
    ///   - arguments: the properties of the host's answer, by the flow's names.
    ///   - ask: calls the object's method that asks.
    ///   - answer: converts the host's answer for the flow.
    ///   - tell: calls the object's method that reports the end.
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
            // The host holds the source, this code only the task: releasing the source cancels it.
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
