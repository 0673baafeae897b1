import CognitoFlows
import FlowCore
import FlowRuntime

/// Maps a kind of step to the flow's notifications and the host's methods.
struct StepCallbacks: Sendable {
    /// The host's answer to a step.
    enum Answer: Sendable {
        /// The values that the flow asked for.
        case given(JSONValue)
        /// The host's error.
        case error(Unchecked<any Error>)
        /// The host cancelled.
        case cancelled
    }

    /// The names of the delegate's methods that return the object of the step.
    let starts: [String]
    /// The name of the step in the flow, after the object's method that asks.
    let question: String
    /// The name of the notification in the flow, after the object's method that reports the end.
    let finish: String
    /// The names of properties of the host's answer that differ from the flow's, by the flow's names.
    let arguments: [String: String]
    /// Asks the object. Returns a function that waits for its answer, or nil if the object has the wrong type.
    let ask: @Sendable (Any, StyleStep) -> (@Sendable () async -> Answer)?
    /// Reports to the object how the step ended.
    let report: @Sendable (Any, (any Error)?) -> Void

    /// Creates the callbacks of a kind of step.
    /// - Parameters:
    ///   - starts: the names of the delegate's methods that return the object.
    ///   - question: the name of the step in the flow.
    ///   - finish: the name of the notification in the flow.
    ///   - arguments: the names of properties of the host's answer that differ from the flow's, by the flow's names.
    ///   - ask: calls the object's method that asks.
    ///   - answer: converts the host's answer for the flow.
    ///   - report: calls the object's method that reports the end.
    init<Object, Given>(
        starts: [String], question: String, finish: String, arguments: [String: String] = [:],
        ask: @escaping @Sendable (Object, StyleStep, AWSTaskCompletionSource<Given>) -> Void,
        answer: @escaping @Sendable (Given) -> JSONValue,
        report: @escaping @Sendable (Object, (any Error)?) -> Void
    ) {
        self.starts = starts
        self.question = question
        self.finish = finish
        self.arguments = arguments
        self.ask = { object, step in
            guard let object = object as? Object else { return nil }
            // Only the host retains the source, since releasing the source cancels the task.
            let source = AWSTaskCompletionSource<Given>()
            let task = source.task
            ask(object, step, source)
            return { await Self.answer(to: task, answer) }
        }
        self.report = { object, error in
            if let object = object as? Object { report(object, error) }
        }
    }

    /// Waits for a task of the host, and converts its result.
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
