import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// One run of the sign-in flow, which calls the delegate and its objects.
///
/// The flow decides what happens next. This type only maps each name to its method (``StepCallbacks``).
final class InteractiveRun: Sendable {
    /// The error type for an error from a host's completion source.
    private static let hostErrorType = "completion-source-error"
    /// The limit of consecutive invalid answers, such as an empty name.
    ///
    /// A user who enters one is asked again, as after any error. A delegate that answers without a user must not loop
    /// forever.
    private static let refusalLimit = 100

    private let delegate: Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>
    /// The object of each step kind, by the name of its question.
    private let objects = Locked<[String: Unchecked<Any>]>([:])
    /// The last error from a host's completion source.
    private let hostError = Locked<Unchecked<any Error>?>(nil)
    /// The app's description for the pre sign-in trigger. The host's data takes precedence.
    private let validationData: JSONValue
    private let visit: SessionAccess
    /// The username that the user entered last.
    private let typed = Locked<String?>(nil)

    init(
        _ delegate: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)?, _ visit: SessionAccess,
        validationData: JSONValue
    ) {
        self.delegate = Unchecked(delegate)
        self.visit = visit
        self.validationData = validationData
    }

    /// The username that the user entered last, if they were asked for it.
    var typedName: String? { typed.now }

    /// Runs the flow to its end.
    /// - Returns: the successful outcome.
    /// - Throws: `CancellationError`, the host's error, or an SDK error.
    func run(_ app: CognitoApp, _ inputs: JSONValue) async throws -> StyleStep {
        let runner = try app.keepingTokens(by: visit).runner(.legacySDK) { [self] notification in hear(notification) }
        do {
            return try await follow(runner, app.clientInputs.adding(app.signInInputs).adding(facts).adding(inputs))
        } catch let failure as StyleFailure where failure.outcome == "cancelled" {
            throw CancellationError()
        } catch let failure as StyleFailure {
            throw error(for: failure)
        }
    }

    private func follow(_ runner: FlowRunner<ContinuousClock>, _ inputs: JSONValue) async throws -> StyleStep {
        var standing = try await runner.start(inputs).result()
        var refusals = 0
        while !standing.isOutcome {
            let answer = try await answer(to: standing)
            do throws(StyleFailure) {
                standing = try await give(answer, to: standing, runner).result(arguments(of: standing))
                refusals = 0
            } catch {
                refusals += 1
                guard error.isRefusal, refusals < Self.refusalLimit else { throw error }
                tell(standing.name, self.error(for: error))
            }
        }
        return standing
    }

    /// The delegate's capabilities, as inputs of the flow.
    private var facts: JSONValue {
        guard let delegate = delegate.content else { return ["no-delegate": true] }
        return .object(delegate.implemented.map { JSONMember($0, true) })
    }

    /// Asks the object of a step and waits for the answer.
    private func answer(to step: StyleStep) async throws -> StepCallbacks.Answer {
        guard let kind = StepCallbacks.all.first(where: { $0.question == step.name }),
            let object = objects.now[kind.question]?.content, let wait = kind.ask(object, step)
        else {
            throw NSError(
                client: .invalidAuthenticationDelegate, type: "no-step-object",
                message: "The authentication delegate gave no object that has \(step.name)")
        }
        return await wait()
    }

    private func arguments(of step: StyleStep) -> [String: String] {
        StepCallbacks.all.first { $0.question == step.name }?.arguments ?? [:]
    }

    /// Sends an answer to the flow.
    private func give(
        _ answer: StepCallbacks.Answer, to step: StyleStep, _ runner: FlowRunner<ContinuousClock>
    ) async -> FlowStep {
        switch answer {
        case .given(let answers):
            visit.hearAnswer()
            if let name = answers["username"]?.string ?? answers["detailsUsername"]?.string {
                typed.withLock { $0 = name }
            }
            return await runner.submit(completed(answers, for: step))
        case .cancelled: return await runner.cancel()
        case .error(let error):
            hostError.withLock { $0 = error }
            return await runner.send("fail", error: (Self.hostErrorType, "The app gave an error"))
        }
    }

    /// Adds the app's description to the answers if the step asks for it.
    private func completed(_ answers: JSONValue, for step: StyleStep) -> JSONValue {
        let name = "validationData"
        guard step.asks.contains(where: { $0.name == name }), validationData.members?.isEmpty == false else {
            return answers
        }
        return answers.adding(.object([JSONMember(name, validationData.adding(answers[name] ?? [:]))]))
    }

    /// Handles a notification: creates an object, or reports how its step ended.
    private func hear(_ notification: FlowNotification) {
        if let kind = StepCallbacks.all.first(where: { $0.starts.contains(notification.name) }) {
            let object = delegate.content?.start(notification.name)
            objects.withLock { $0[kind.question] = object.map { Unchecked($0) } }
        } else if let kind = StepCallbacks.all.first(where: { $0.finish == notification.name }) {
            tell(kind.question, notification.error.map { error(for: StyleFailure($0)) })
        }
    }

    private func tell(_ question: String, _ error: (any Error)?) {
        guard let kind = StepCallbacks.all.first(where: { $0.question == question }),
            let object = objects.now[question]?.content
        else { return }
        kind.tell(object, error)
    }

    /// The error for the host: the host's own, or an SDK error.
    private func error(for failure: StyleFailure) -> any Error {
        if failure.type == Self.hostErrorType, let error = hostError.now { return error.content }
        return NSError(failure, isInsideStep: !objects.now.isEmpty)
    }
}
