import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
import Foundation

/// One run of the sign-in flow, which calls the delegate and its objects.
///
/// The flow decides what happens next. This type only maps its steps to the host's objects (``ObjectStep``).
final class InteractiveRun: Sendable {
    private typealias Flow = ShippedFlow.LegacySDK

    /// The maximum number of consecutive invalid answers, such as an empty name.
    ///
    /// After an invalid answer, the style asks the object again. The limit stops an object that answers without a user.
    private static let refusalLimit = 100

    private let core: UserPoolCore
    private let access: SessionAccess
    private let delegate: Unchecked<(any AWSCognitoIdentityInteractiveAuthenticationDelegate)?>
    private let objects: StepObjects
    /// The username that the user entered last, or nil if they were not asked for it.
    private let typed = Locked<String?>(nil)

    /// Creates a run with the pool's current delegate. `access` stores the tokens of the sign-in.
    init(_ core: UserPoolCore, _ access: SessionAccess) {
        self.core = core
        self.access = access
        delegate = core.delegate.current
        objects = StepObjects(delegate.content)
    }

    /// The username that the user entered last; nil if they were not asked for it.
    var typedName: String? { typed.current }

    /// Runs the flow to its end.
    /// - Parameter inputs: the inputs of this sign-in. Those of the app and of the pool's configuration are added.
    /// - Returns: the successful outcome.
    /// - Throws: `CancellationError`, the host's error, or an SDK error.
    func run(_ inputs: ShippedFlow.LegacySDK.Inputs) async throws -> ShippedFlow.LegacySDK.Outcome.SignedIn {
        let app = try core.configuredApp().storingTokens(by: access)
        let session = try app.session(of: Flow.self) { [objects] in objects.handle($0) }
        var inputs = inputs
        if let delegate = delegate.content { delegate.declareStarts(in: &inputs) } else { inputs.noDelegate = true }
        let defaults = core.configuration.signInInputs.values.merging(FlowValues(app.signInInputs))
        do {
            return try await runSteps(of: session, from: try await app.start(session, inputs, adding: defaults))
        } catch let failure as StyleFailure {
            throw objects.reportedError(for: failure)
        } catch let refusal as FlowRefusal {
            // The flow has refused the start, for example an unknown input of the app.
            throw objects.reportedError(for: StyleFailure(refusal))
        }
    }

    /// Asks the objects of the steps until the flow ends.
    /// - Returns: the successful outcome.
    /// - Throws: `CancellationError`, a `StyleFailure`, or an `NSError` if a step has no object.
    private func runSteps(of session: Flow, from first: Flow.Step) async throws -> Flow.Outcome.SignedIn {
        var step = first
        while true {
            switch step {
            case .getPasswordAuthenticationDetails(let asked): step = try await answer(asked, session)
            case .getMultiFactorAuthenticationCodeV2(let asked): step = try await answer(asked, session)
            case .getNewPasswordDetails(let asked): step = try await answer(asked, session)
            case .getCustomChallengeDetails(let asked): step = try await answer(asked, session)
            case .getSoftwareMFASetupDetails(let asked): step = try await answer(asked, session)
            case .getSelectMFADetails(let asked): step = try await answer(asked, session)
            case .getRememberDevice(let asked): step = try await answer(asked, session)
            case .ended(.signedIn(let outcome)): return outcome
            case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
            case .ended(.cancelled): throw CancellationError()
            case .ended(.expired): throw StyleFailure.expired
            }
        }
    }

    /// Asks the object of a step, and returns the next step.
    ///
    /// If the flow refuses an answer, asks again, until it has refused ``refusalLimit`` answers.
    /// - Throws: the last refusal as a `StyleFailure`, or an `NSError` if the step has no object that can be asked.
    private func answer<Asked: ObjectStep>(_ step: Asked, _ session: Flow) async throws -> Flow.Step {
        var refusals = 0
        while true {
            // The flow may have ended in the meantime, for example after a timeout.
            guard case .step(let presentation)? = await session.session.turn?.content else { break }
            guard let object = objects.object(of: Asked.self) else {
                throw NSError(
                    client: .invalidAuthenticationDelegate, type: "no-step-object",
                    message: "The authentication delegate provided no object that implements \(presentation.step)")
            }
            let hostAnswer = await step.ask(object).ended.content
            do throws(FlowRefusal) {
                return try await send(hostAnswer, to: step, presentation.asks)
            } catch {
                // The flow has left the step, for example after a timeout.
                if error.reason == .superseded { break }
                let field: Asked.Field? = error.field()
                let failure = StyleFailure(error, argument: field.flatMap { Asked.properties[$0] })
                refusals += 1
                guard refusals < Self.refusalLimit else { throw failure }
                // The step remains, and its object is asked again.
                objects.reportEnd(of: Asked.self, objects.reportedError(for: failure))
            }
        }
        // A session that has started always has a step or an outcome.
        guard let current = await session.step else { throw CancellationError() }
        return current
    }

    /// Sends an answer of the host to the flow, and returns the next step.
    ///
    /// Records that the user has answered, the entered username, and the host's error.
    private func send<Asked: ObjectStep>(
        _ answer: AWSTaskOutcome<Asked.Answer>, to step: Asked, _ asks: [FlowAsk]
    ) async throws(FlowRefusal) -> Flow.Step {
        switch answer {
        case .result(let details):
            access.recordAnswer()
            if let name = details.flatMap({ Asked.username(in: $0) }) { typed.withLock { $0 = name } }
            let name = Flow.Inputs.Field.validationData.rawValue
            return try await step.submit(
                details, adding: asks.contains { $0.name == name } ? core.validationData : [:])
        case .cancelled: return try await step.cancel()
        case .error(let error): return try await step.fail(error: objects.record(error))
        }
    }
}
