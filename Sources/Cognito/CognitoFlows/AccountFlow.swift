package import FlowCore
package import FlowRuntime

/// A shipped flow that reads or changes an account.
package protocol AccountFlow: TypedFlow where Inputs: ClientInputs, Step: AccountStep {}

/// Inputs of a flow whose requests name the app client.
package protocol ClientInputs: FlowInputs {
    /// The id of the app client.
    var clientID: String? { get set }
    /// The secret of the app client, if it has one.
    var clientSecret: FlowSecret? { get set }
}

/// What an account flow presents.
package protocol AccountStep: TypedStep {
    /// The step at which the flow asks the user; `Never` if there is none.
    associatedtype Asked: Sendable
    /// The successful outcome.
    associatedtype Done: Sendable

    /// Returns the step or the successful outcome.
    /// - Throws: the error of any other outcome, or the error that the step shows.
    func result() throws(StyleFailure) -> AccountResult<Asked, Done>
}

/// Where an account flow has arrived, if nothing has failed.
package enum AccountResult<Asked: Sendable, Done: Sendable>: Sendable {
    /// The flow asks the user.
    case asks(Asked)
    /// The flow has succeeded.
    case done(Done)

    /// The step at which the flow asks the user, or nil if it has succeeded.
    package var asked: Asked? { if case .asks(let step) = self { step } else { nil } }

    /// The successful outcome, or nil if the flow asks the user.
    package var outcome: Done? { if case .done(let outcome) = self { outcome } else { nil } }

    /// Creates the result for a step that shows no error.
    /// - Throws: the error that the step shows.
    init<Kind>(_ asked: Asked, _ error: FlowFailure<Kind>?) throws(StyleFailure) {
        try StyleFailure.check(error)
        self = .asks(asked)
    }
}

extension CognitoApp {
    /// Runs an account flow up to its first step or its end.
    /// - Parameters:
    ///   - flow: the flow to run.
    ///   - inputs: the flow's inputs, without the id and the secret of the app client.
    ///   - argument: the argument of the SDK-style call to report if the flow fails because an input is missing; nil to
    ///     report the input.
    /// - Returns: the step or the successful outcome.
    /// - Throws: the flow's refusal, the error of any other outcome, or the error that the step shows; `damaged-table`
    ///   if the table is damaged, which the tests of this package rule out.
    package func run<Flow: AccountFlow>(
        _ flow: Flow.Type, _ inputs: Flow.Inputs, missing argument: String? = nil
    ) async throws(StyleFailure) -> AccountResult<Flow.Step.Asked, Flow.Step.Done> {
        let session: Flow
        do {
            session = try self.session(of: flow)
        } catch {
            throw StyleFailure(type: "damaged-table", message: "The flow's table is damaged")
        }
        let step: Flow.Step
        do throws(FlowRefusal) {
            step = try await start(session, inputs)
        } catch {
            throw StyleFailure(error)
        }
        do throws(StyleFailure) {
            return try step.result()
        } catch {
            // Before the first step, no time limit expires: the service has rejected the access token. The SDKs report
            // this like any other error.
            if error.ending == .expired { throw error.ended(.failed) }
            guard let argument, error.isMissingInput else { throw error }
            throw error.reporting(missing: argument)
        }
    }

    /// Starts a session with the id and the secret of the app client.
    /// - Parameters:
    ///   - session: the session to start.
    ///   - inputs: the flow's inputs, without the id and the secret of the app client.
    ///   - defaults: further inputs, which `inputs` override.
    /// - Returns: the first step.
    /// - Throws: the flow's refusal.
    package func start<Flow: TypedFlow>(
        _ session: Flow, _ inputs: Flow.Inputs, adding defaults: FlowValues = FlowValues()
    ) async throws(FlowRefusal) -> Flow.Step where Flow.Inputs: ClientInputs {
        var inputs = inputs
        inputs.clientID = clientID
        inputs.clientSecret = clientSecret.map { FlowSecret($0) }
        return try Flow.Step(answering: await session.session.start(defaults.merging(inputs.values)))
    }
}

extension Dictionary {
    /// The dictionary, or nil if it is empty. In SDK-style calls, an empty map means that there is none.
    package var nonEmpty: Self? { isEmpty ? nil : self }
}

extension ShippedFlow.Attributes: AccountFlow {}
extension ShippedFlow.Attributes.Inputs: ClientInputs {}
extension ShippedFlow.Attributes.Step: AccountStep {
    /// Returns the step that confirms an attribute, or the outcome `done`.
    /// - Throws: the error of any other outcome, or the error that the step shows.
    package func result() throws(StyleFailure)
        -> AccountResult<ShippedFlow.Attributes.ConfirmAttribute, ShippedFlow.Attributes.Outcome.Done>
    {
        switch self {
        case .confirmAttribute(let step): try AccountResult(step, step.error)
        case .ended(.done(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.ChangePassword: AccountFlow {}
extension ShippedFlow.ChangePassword.Inputs: ClientInputs {}
extension ShippedFlow.ChangePassword.Step: AccountStep {
    /// Returns the step that asks for the passwords, or the outcome `done`.
    /// - Throws: the error of any other outcome, or the error that the step shows.
    package func result() throws(StyleFailure)
        -> AccountResult<ShippedFlow.ChangePassword.ChangePassword, ShippedFlow.ChangePassword.Outcome.Done>
    {
        switch self {
        case .changePassword(let step): try AccountResult(step, step.error)
        case .ended(.done(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.DeleteAccount: AccountFlow {}
extension ShippedFlow.DeleteAccount.Inputs: ClientInputs {}
extension ShippedFlow.DeleteAccount.Step: AccountStep {
    /// Returns the step that asks for confirmation, or the outcome `done`.
    /// - Throws: the error of any other outcome, or the error that the step shows.
    package func result() throws(StyleFailure)
        -> AccountResult<ShippedFlow.DeleteAccount.ConfirmDeleteAccount, ShippedFlow.DeleteAccount.Outcome.Done>
    {
        switch self {
        case .confirmDeleteAccount(let step): try AccountResult(step, step.error)
        case .ended(.done(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.Devices: AccountFlow {}
extension ShippedFlow.Devices.Inputs: ClientInputs {}
extension ShippedFlow.Devices.Step: AccountStep {
    /// Returns the outcome `done`, because the flow has no steps.
    /// - Throws: the error of any other outcome.
    package func result() throws(StyleFailure) -> AccountResult<Never, ShippedFlow.Devices.Outcome.Done> {
        switch self {
        case .ended(.done(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.ForgottenPassword: AccountFlow {}
extension ShippedFlow.ForgottenPassword.Inputs: ClientInputs {}
extension ShippedFlow.ForgottenPassword.Step: AccountStep {
    /// Returns the step that asks for the code and the new password, or the outcome `done`.
    /// - Throws: the error of any other outcome, or the error that the step shows.
    package func result() throws(StyleFailure)
        -> AccountResult<ShippedFlow.ForgottenPassword.ConfirmResetPassword, ShippedFlow.ForgottenPassword.Outcome.Done>
    {
        switch self {
        case .confirmResetPassword(let step): try AccountResult(step, step.error)
        case .ended(.done(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.Refresh: AccountFlow {}
extension ShippedFlow.Refresh.Inputs: ClientInputs {}
extension ShippedFlow.Refresh.Step: AccountStep {
    /// Returns the outcome with the new tokens. The outcome is nil if the service rejected the refresh token.
    /// - Throws: the error of any other outcome.
    package func result() throws(StyleFailure) -> AccountResult<Never, ShippedFlow.Refresh.Outcome.Refreshed?> {
        switch self {
        case .ended(.refreshed(let outcome)): .done(outcome)
        case .ended(.signInAgain): .done(nil)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        }
    }
}

extension ShippedFlow.Register: AccountFlow {}
extension ShippedFlow.Register.Inputs: ClientInputs {}
extension ShippedFlow.Register.Step: AccountStep {
    /// Returns the step that asks for the code, or the outcome `confirmed`.
    /// - Throws: the error of any other outcome, or the error that the step shows.
    package func result() throws(StyleFailure)
        -> AccountResult<ShippedFlow.Register.ConfirmSignUp, ShippedFlow.Register.Outcome.Confirmed>
    {
        switch self {
        case .confirmSignUp(let step): try AccountResult(step, step.error)
        case .ended(.confirmed(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.SignOut: AccountFlow {}
extension ShippedFlow.SignOut.Inputs: ClientInputs {}
extension ShippedFlow.SignOut.Step: AccountStep {
    /// Returns the outcome `signedOutHere`, or nil for `signedOut`, which means that the flow's `task` succeeded.
    /// - Throws: the error of any other outcome.
    package func result() throws(StyleFailure) -> AccountResult<Never, ShippedFlow.SignOut.Outcome.SignedOutHere?> {
        switch self {
        case .ended(.signedOut): .done(nil)
        case .ended(.signedOutHere(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.TurnOnMFA: AccountFlow {}
extension ShippedFlow.TurnOnMFA.Inputs: ClientInputs {}
extension ShippedFlow.TurnOnMFA.Step: AccountStep {
    /// Returns the step that shows the secret and asks for a code, or the outcome `done`.
    /// - Throws: the error of any other outcome, or the error that the step shows.
    package func result() throws(StyleFailure)
        -> AccountResult<ShippedFlow.TurnOnMFA.ContinueWithTOTPSetup, ShippedFlow.TurnOnMFA.Outcome.Done>
    {
        switch self {
        case .continueWithTOTPSetup(let step): try AccountResult(step, step.error)
        case .ended(.done(let outcome)): .done(outcome)
        case .ended(.failed(let outcome)): throw StyleFailure(outcome.error, .failed)
        case .ended(.cancelled): throw .cancelled
        case .ended(.expired(let outcome)): throw StyleFailure(outcome.error, .expired)
        }
    }
}

extension ShippedFlow.Amplify.Inputs: ClientInputs {}
extension ShippedFlow.LegacySDK.Inputs: ClientInputs {}
extension ShippedFlow.MobileClient.Inputs: ClientInputs {}
