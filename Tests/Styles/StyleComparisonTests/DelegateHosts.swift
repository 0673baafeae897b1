import Foundation
import LegacyUserPoolStyle
import StyleSupport

/// The screens of a delegate: each answers with what the script has next. Asked for a password again, or for more than the
/// script has, it gives up.
final class DelegateScreens: @unchecked Sendable {
    private let script: Script
    private let bench: StyleBench
    private var answers: [Script.Answer]
    private var hasTypedPassword = false

    init(_ script: Script, _ bench: StyleBench) {
        self.script = script
        self.bench = bench
        answers = script.answers
    }

    /// Gives the next answer to a step.
    private func next<Details>(
        _ source: AWSTaskCompletionSource<Details>, _ secret: String? = nil,
        _ details: (String, [String: String]) -> Details
    ) {
        guard !answers.isEmpty, let text = try? answers[0].text(bench, secret) else { return source.cancel() }
        source.set(result: details(text, answers.removeFirst().attributes))
    }
}

extension DelegateScreens: AWSCognitoIdentityPasswordAuthentication {
    func getDetails(
        _ authenticationInput: AWSCognitoIdentityPasswordAuthenticationInput,
        passwordAuthenticationCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    ) {
        guard !hasTypedPassword else { return passwordAuthenticationCompletionSource.cancel() }
        hasTypedPassword = true
        passwordAuthenticationCompletionSource.set(
            result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "ana", password: script.password))
    }

    func didCompleteStepWithError(_ error: (any Error)?) {}
}

extension DelegateScreens: AWSCognitoIdentityCustomAuthentication {
    func getCustomChallengeDetails(
        _ authenticationInput: AWSCognitoIdentityCustomAuthenticationInput,
        customAuthCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityCustomChallengeDetails>
    ) {
        guard !authenticationInput.challengeParameters.isEmpty else {
            let details = AWSCognitoIdentityCustomChallengeDetails(challengeResponses: [:])
            details.initialChallengeName = "SRP_A"
            return customAuthCompletionSource.set(result: details)
        }
        next(customAuthCompletionSource) { text, _ in
            AWSCognitoIdentityCustomChallengeDetails(challengeResponses: ["ANSWER": text])
        }
    }
}

extension DelegateScreens: AWSCognitoIdentityMultiFactorAuthentication {
    func getCode_v2(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>
    ) {
        next(mfaCodeCompletionSource) { text, _ in AWSCognitoIdentityMfaCodeDetails(mfaCode: text) }
    }

    func didCompleteMultifactorAuthenticationStepWithError(_ error: (any Error)?) {}
}

extension DelegateScreens: AWSCognitoIdentitySelectMfa {
    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>
    ) {
        next(selectMfaCompletionSource) { text, _ in AWSCognitoIdentitySelectMfaDetails(selectedMfa: text) }
    }

    func didCompleteSelectMfaStepWithError(_ error: (any Error)?) {}
}

extension DelegateScreens: AWSCognitoIdentitySoftwareMfaSetupRequired {
    func getSoftwareMfaSetupDetails(
        _ softwareMfaSetupInput: AWSCognitoIdentitySoftwareMfaSetupRequiredInput,
        softwareMfaSetupRequiredCompletionSource:
            AWSTaskCompletionSource<AWSCognitoIdentitySoftwareMfaSetupRequiredDetails>
    ) {
        next(softwareMfaSetupRequiredCompletionSource, softwareMfaSetupInput.secretCode) { text, _ in
            AWSCognitoIdentitySoftwareMfaSetupRequiredDetails(userCode: text, friendlyDeviceName: nil)
        }
    }

    func didCompleteMfaSetupStepWithError(_ error: (any Error)?) {}
}

extension DelegateScreens: AWSCognitoIdentityNewPasswordRequired {
    func getNewPasswordDetails(
        _ newPasswordRequiredInput: AWSCognitoIdentityNewPasswordRequiredInput,
        newPasswordRequiredCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>
    ) {
        next(newPasswordRequiredCompletionSource) { text, attributes in
            AWSCognitoIdentityNewPasswordRequiredDetails(proposedPassword: text, userAttributes: attributes)
        }
    }

    func didCompleteNewPasswordStepWithError(_ error: (any Error)?) {}
}

/// A delegate that asks for a password first.
final class DelegateHost: AWSCognitoIdentityInteractiveAuthenticationDelegate {
    private let screens: DelegateScreens
    init(_ screens: DelegateScreens) { self.screens = screens }

    func startPasswordAuthentication() -> any AWSCognitoIdentityPasswordAuthentication { screens }
    func startMultiFactorAuthentication() -> any AWSCognitoIdentityMultiFactorAuthentication { screens }
    func startNewPasswordRequired() -> any AWSCognitoIdentityNewPasswordRequired { screens }
    func startSoftwareMfaSetupRequired() -> any AWSCognitoIdentitySoftwareMfaSetupRequired { screens }
    func startSelectMfa() -> any AWSCognitoIdentitySelectMfa { screens }
}

/// A delegate that begins with the pool's own challenges.
final class CustomDelegateHost: AWSCognitoIdentityInteractiveAuthenticationDelegate {
    private let screens: DelegateScreens
    init(_ screens: DelegateScreens) { self.screens = screens }

    func startPasswordAuthentication() -> any AWSCognitoIdentityPasswordAuthentication { screens }
    func startCustomAuthentication() -> any AWSCognitoIdentityCustomAuthentication { screens }
}
