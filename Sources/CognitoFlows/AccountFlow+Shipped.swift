extension ShippedFlow.Attributes: AccountFlow {}
extension ShippedFlow.Attributes.Inputs: ClientInputs {}
extension ShippedFlow.Attributes.Step: AccountStep {
    /// Returns the step that confirms an attribute, or the outcome `done`.
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
    /// Returns the outcome of a sign-out on this device alone. The outcome is nil if the sign-out succeeded everywhere.
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
