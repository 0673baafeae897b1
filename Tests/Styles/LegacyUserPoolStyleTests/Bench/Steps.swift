import Foundation
import LegacyUserPoolStyle

/// The objects of all kinds of steps: they note each callback, and answer as the test says.
final class PasswordStep: AWSCognitoIdentityPasswordAuthentication {
    let journal: Journal
    let answers = Answers<AWSCognitoIdentityPasswordAuthenticationDetails>()
    nonisolated(unsafe) var input: AWSCognitoIdentityPasswordAuthenticationInput?

    init(_ journal: Journal) { self.journal = journal }

    func getDetails(
        _ authenticationInput: AWSCognitoIdentityPasswordAuthenticationInput,
        passwordAuthenticationCompletionSource:
            AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    ) {
        input = authenticationInput
        journal.note("getPasswordAuthenticationDetails")
        answers.ask(passwordAuthenticationCompletionSource)
    }

    func didCompleteStepWithError(_ error: Error?) { journal.tell("didCompletePassword", error) }
}

final class CodeStep: AWSCognitoIdentityMultiFactorAuthentication {
    let journal: Journal
    let answers = Answers<AWSCognitoIdentityMfaCodeDetails>()
    nonisolated(unsafe) var input: AWSCognitoIdentityMultifactorAuthenticationInput?

    init(_ journal: Journal) { self.journal = journal }

    func getCode_v2(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>
    ) {
        input = authenticationInput
        journal.note("getMultiFactorAuthenticationCode")
        answers.ask(mfaCodeCompletionSource)
    }

    func didCompleteMultifactorAuthenticationStepWithError(_ error: Error?) {
        journal.tell("didCompleteMultifactor", error)
    }
}

final class NewPasswordStep: AWSCognitoIdentityNewPasswordRequired {
    let journal: Journal
    let answers = Answers<AWSCognitoIdentityNewPasswordRequiredDetails>()
    nonisolated(unsafe) var input: AWSCognitoIdentityNewPasswordRequiredInput?

    init(_ journal: Journal) { self.journal = journal }

    func getNewPasswordDetails(
        _ newPasswordRequiredInput: AWSCognitoIdentityNewPasswordRequiredInput,
        newPasswordRequiredCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>
    ) {
        input = newPasswordRequiredInput
        journal.note("getNewPasswordDetails")
        answers.ask(newPasswordRequiredCompletionSource)
    }

    func didCompleteNewPasswordStepWithError(_ error: Error?) { journal.tell("didCompleteNewPassword", error) }
}

final class CustomStep: AWSCognitoIdentityCustomAuthentication {
    let journal: Journal
    let answers = Answers<AWSCognitoIdentityCustomChallengeDetails>()

    init(_ journal: Journal) { self.journal = journal }

    func getCustomChallengeDetails(
        _ authenticationInput: AWSCognitoIdentityCustomAuthenticationInput,
        customAuthCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityCustomChallengeDetails>
    ) {
        journal.note("getCustomChallengeDetails \(authenticationInput.challengeParameters.keys.sorted())")
        answers.ask(customAuthCompletionSource)
    }

    func didCompleteStepWithError(_ error: Error?) { journal.tell("didCompleteCustom", error) }
}

final class SetUpStep: AWSCognitoIdentitySoftwareMfaSetupRequired {
    let journal: Journal
    let answers = Answers<AWSCognitoIdentitySoftwareMfaSetupRequiredDetails>()
    nonisolated(unsafe) var input: AWSCognitoIdentitySoftwareMfaSetupRequiredInput?

    init(_ journal: Journal) { self.journal = journal }

    func getSoftwareMfaSetupDetails(
        _ softwareMfaSetupInput: AWSCognitoIdentitySoftwareMfaSetupRequiredInput,
        softwareMfaSetupRequiredCompletionSource:
            AWSTaskCompletionSource<AWSCognitoIdentitySoftwareMfaSetupRequiredDetails>
    ) {
        input = softwareMfaSetupInput
        journal.note("getSoftwareMfaSetupDetails")
        answers.ask(softwareMfaSetupRequiredCompletionSource)
    }

    func didCompleteMfaSetupStepWithError(_ error: Error?) { journal.tell("didCompleteMfaSetup", error) }
}

final class SelectStep: AWSCognitoIdentitySelectMfa {
    let journal: Journal
    let answers = Answers<AWSCognitoIdentitySelectMfaDetails>()
    nonisolated(unsafe) var input: AWSCognitoIdentitySelectMfaInput?

    init(_ journal: Journal) { self.journal = journal }

    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>
    ) {
        input = selectMfaInput
        journal.note("getSelectMfaDetails")
        answers.ask(selectMfaCompletionSource)
    }

    func didCompleteSelectMfaStepWithError(_ error: Error?) { journal.tell("didCompleteSelectMfa", error) }
}

final class RememberStep: AWSCognitoIdentityRememberDevice {
    let journal: Journal
    let answers = Answers<NSNumber>()

    init(_ journal: Journal) { self.journal = journal }

    func getRememberDevice(_ rememberDeviceCompletionSource: AWSTaskCompletionSource<NSNumber>) {
        journal.note("getRememberDevice")
        answers.ask(rememberDeviceCompletionSource)
    }

    func didCompleteStepWithError(_ error: Error?) { journal.tell("didCompleteRememberDevice", error) }
}

extension Journal {
    /// Notes a callback with its error's name, or `nil`.
    func tell(_ callback: String, _ error: Error?) {
        let error = error as NSError?
        note("\(callback)(\(error.map { $0.userInfo["__type"] as? String ?? $0.domain } ?? "nil"))")
    }
}
