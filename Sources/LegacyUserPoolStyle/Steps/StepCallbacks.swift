import CognitoFlows
import FlowCore
import FlowRuntime

/// Maps a kind of step in the flow to the host's methods.
struct StepCallbacks: Sendable {
    /// The host's answer to a step.
    enum Answer: Sendable {
        /// The values that the flow asked for.
        case given(JSONValue)
        /// The host set an error.
        case error(Unchecked<any Error>)
        /// The host cancelled.
        case cancelled
    }

    /// The names of the delegate's methods that return the object of the step.
    let starts: [String]
    /// The name of the step in the flow, which resembles the name of the object's method that asks.
    let stepName: String
    /// The name of the flow's notification that the step has ended.
    let endNotification: String
    /// The property names of the host's answer, by the flow's names for them, if they differ.
    let arguments: [String: String]
    /// Asks the object, and returns a closure that waits for the answer, or nil if the object has the wrong type.
    let ask: @Sendable (Any, StyleStep) -> (@Sendable () async -> Answer)?
    /// Reports to the object how the step ended. The error is nil on success.
    let report: @Sendable (Any, (any Error)?) -> Void

    /// Creates the callbacks of a kind of step.
    /// - Parameters:
    ///   - starts: the names of the delegate's methods that return the object.
    ///   - stepName: the name of the step in the flow.
    ///   - endNotification: the name of the flow's notification that the step has ended.
    ///   - arguments: the property names of the host's answer, by the flow's names for them, if they differ.
    ///   - ask: calls the object's method that asks.
    ///   - answer: converts the host's answer to the values that the step asks for.
    ///   - report: calls the object's method that reports the end.
    init<Object, Given>(
        starts: [String], stepName: String, endNotification: String, arguments: [String: String] = [:],
        ask: @escaping @Sendable (Object, StyleStep, AWSTaskCompletionSource<Given>) -> Void,
        answer: @escaping @Sendable (Given) -> JSONValue,
        report: @escaping @Sendable (Object, (any Error)?) -> Void
    ) {
        self.starts = starts
        self.stepName = stepName
        self.endNotification = endNotification
        self.arguments = arguments
        self.ask = { object, step in
            guard let object = object as? Object else { return nil }
            // Only the host retains the source, since releasing the source cancels the task.
            let source = AWSTaskCompletionSource<Given>()
            let task = source.task
            ask(object, step, source)
            return { await Self.answer(of: task, answer) }
        }
        self.report = { object, error in
            if let object = object as? Object { report(object, error) }
        }
    }

    /// Waits for a task of the host, and returns its outcome. The result is converted to values for the flow.
    private static func answer<Given>(of task: AWSTask<Given>, _ convert: (Given) -> JSONValue) async -> Answer {
        switch await task.ended.content {
        case .result(let given): .given(given.map(convert) ?? [:])
        case .error(let error): .error(Unchecked(error))
        case .cancelled: .cancelled
        }
    }

    /// The callbacks of all kinds of steps.
    static let all = [password, multiFactor, newPassword, custom, softwareMfaSetup, selectMfa, rememberDevice]

    /// Returns the callbacks of the step with a name, or nil if there is no such step.
    static func callbacks(ofStep name: String) -> StepCallbacks? { all.first { $0.stepName == name } }
}
