import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// One run of the sign-in flow, which calls the delegate and its objects.
///
/// The flow decides what happens next. This type only maps the flow's names to methods (``StepCallbacks``).
final class InteractiveRun: Sendable {
    /// The type of an error that the host sets on a completion source.
    private static let hostErrorType = "completion-source-error"
    /// The maximum number of consecutive invalid answers, such as an empty name.
    ///
    /// A user who enters one is asked again, as after any error. The limit stops a delegate that answers by itself.
    private static let refusalLimit = 100

    private let delegate: Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>
    /// The objects that the delegate provided, by ``StepCallbacks/stepName``.
    private let objects = Locked<[String: Unchecked<Any>]>([:])
    /// The error that the host set last on a completion source.
    private let hostError = Locked<Unchecked<any Error>?>(nil)
    /// The description of the app for the pre sign-in trigger. The host's data takes precedence.
    private let validationData: JSONValue
    private let access: SessionAccess
    /// The username that the user entered last, or nil if they were not asked for it.
    private let typed = Locked<String?>(nil)

    /// Creates a run that has not started.
    init(
        _ delegate: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)?, _ access: SessionAccess,
        validationData: JSONValue
    ) {
        self.delegate = Unchecked(delegate)
        self.access = access
        self.validationData = validationData
    }

    /// The username that the user entered last; nil if they were not asked for it.
    var typedName: String? { typed.now }

    /// Runs the flow to its end.
    /// - Returns: the successful outcome.
    /// - Throws: `CancellationError`, the host's error, or an SDK error.
    func run(_ app: CognitoApp, _ inputs: JSONValue) async throws -> StyleStep {
        let runner = try app.storingTokens(by: access).runner(.legacySDK) { [self] notification in
            handle(notification)
        }
        let allInputs = app.clientInputs.adding(app.signInInputs).adding(delegateInputs).adding(inputs)
        do {
            return try await runSteps(of: runner, allInputs)
        } catch let failure as StyleFailure where failure.outcome == "cancelled" {
            throw CancellationError()
        } catch let failure as StyleFailure {
            throw reportedError(for: failure)
        }
    }

    /// Starts the flow, and asks the objects of its steps until it ends.
    ///
    /// After an answer that the flow refuses, it asks again, up to ``refusalLimit`` times in a row.
    /// - Returns: the successful outcome.
    /// - Throws: a `StyleFailure`, or an `NSError` if a step has no object.
    private func runSteps(of runner: FlowRunner<ContinuousClock>, _ inputs: JSONValue) async throws -> StyleStep {
        var step = try await runner.start(inputs).result()
        var refusals = 0
        while !step.isOutcome {
            let hostAnswer = try await requestAnswer(to: step)
            do throws(StyleFailure) {
                step = try await send(hostAnswer, to: step, runner).result(arguments(of: step))
                refusals = 0
            } catch {
                refusals += 1
                guard error.isRefusal, refusals < Self.refusalLimit else { throw error }
                // The step remains, and its object is asked again.
                reportEnd(of: step.name, reportedError(for: error))
            }
        }
        return step
    }

    /// The methods that the delegate implements, as inputs of the flow.
    private var delegateInputs: JSONValue {
        guard let delegate = delegate.content else { return ["no-delegate": true] }
        return .object(delegate.implementedStarts.map { JSONMember($0, true) })
    }

    /// Asks the object of a step, waits for its answer, and returns the answer.
    /// - Throws: an `NSError` if the delegate provided no object that can be asked.
    private func requestAnswer(to step: StyleStep) async throws -> StepCallbacks.Answer {
        guard let callbacks = StepCallbacks.callbacks(ofStep: step.name), let object = objects.now[step.name]?.content,
            let waitForAnswer = callbacks.ask(object, step)
        else {
            throw NSError(
                client: .invalidAuthenticationDelegate, type: "no-step-object",
                message: "The authentication delegate provided no object that implements \(step.name)")
        }
        return await waitForAnswer()
    }

    /// Returns the property names of the host's answer to a step, by the flow's names for them, if they differ.
    private func arguments(of step: StyleStep) -> [String: String] {
        StepCallbacks.callbacks(ofStep: step.name)?.arguments ?? [:]
    }

    /// Sends an answer of the host to the flow, and returns the next step.
    ///
    /// It also records that the user has answered, the entered username, and the host's error.
    private func send(
        _ answer: StepCallbacks.Answer, to step: StyleStep, _ runner: FlowRunner<ContinuousClock>
    ) async -> FlowStep {
        switch answer {
        case .given(let answers):
            access.recordAnswer()
            if let name = answers["username"]?.string ?? answers["detailsUsername"]?.string {
                typed.withLock { $0 = name }
            }
            return await runner.submit(addingValidationData(to: answers, for: step))
        case .cancelled: return await runner.cancel()
        case .error(let error):
            hostError.withLock { $0 = error }
            return await runner.send("fail", error: (Self.hostErrorType, "The app reported an error"))
        }
    }

    /// Returns the answers with the description of the app, if the step asks for it and it is not empty.
    private func addingValidationData(to answers: JSONValue, for step: StyleStep) -> JSONValue {
        let inputName = "validationData"
        guard step.asks.contains(where: { $0.name == inputName }), validationData.members?.isEmpty == false else {
            return answers
        }
        // The host's data takes precedence over the description of the app.
        let mergedData = validationData.adding(answers[inputName] ?? [:])
        return answers.adding(.object([JSONMember(inputName, mergedData)]))
    }

    /// Handles a notification of the flow. At the start of a step, it gets the step's object from the delegate. At the
    /// end, it reports to the object how the step ended.
    private func handle(_ notification: FlowNotification) {
        if let callbacks = StepCallbacks.all.first(where: { $0.starts.contains(notification.name) }) {
            let object = delegate.content?.callStartMethod(notification.name)
            objects.withLock { $0[callbacks.stepName] = object.map { Unchecked($0) } }
        } else if let callbacks = StepCallbacks.all.first(where: { $0.endNotification == notification.name }) {
            reportEnd(of: callbacks.stepName, notification.error.map { reportedError(for: StyleFailure($0)) })
        }
    }

    /// Reports to the object of a step how the step ended. The error is nil on success.
    private func reportEnd(of stepName: String, _ error: (any Error)?) {
        guard let callbacks = StepCallbacks.callbacks(ofStep: stepName), let object = objects.now[stepName]?.content
        else { return }
        callbacks.report(object, error)
    }

    /// Returns the error to report for a failure. It is the error that the host set, or else the SDK's error.
    private func reportedError(for failure: StyleFailure) -> any Error {
        if failure.type == Self.hostErrorType, let error = hostError.now { return error.content }
        return NSError(failure, isInsideStep: !objects.now.isEmpty)
    }
}
