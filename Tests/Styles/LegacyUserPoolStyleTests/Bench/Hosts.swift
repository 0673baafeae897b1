import Foundation
import LegacyUserPoolStyle

/// The objects that a host shows, one of each kind.
class Screens: @unchecked Sendable {
    let journal: Journal
    let password: PasswordStep
    let code: CodeStep
    let newPassword: NewPasswordStep
    let custom: CustomStep
    let setUp: SetUpStep
    let select: SelectStep
    let remember: RememberStep

    init(_ bench: Bench) {
        journal = bench.journal
        password = PasswordStep(journal)
        code = CodeStep(journal)
        newPassword = NewPasswordStep(journal)
        custom = CustomStep(journal)
        setUp = SetUpStep(journal)
        select = SelectStep(journal)
        remember = RememberStep(journal)
    }

    /// Ana types her name and her password.
    func typePassword(_ password: String = Bench.password, username: String = "ana") {
        self.password.answers.give(
            AWSCognitoIdentityPasswordAuthenticationDetails(username: username, password: password))
    }

    /// A code is typed, read when it is asked for.
    func typeCode(_ text: @autoclosure @escaping () -> String) {
        code.answers.give(AWSCognitoIdentityMfaCodeDetails(mfaCode: text()))
    }

    /// A custom challenge is answered.
    func answerCustom(_ responses: [String: String], initial: String? = nil) {
        let details = AWSCognitoIdentityCustomChallengeDetails(challengeResponses: responses)
        details.initialChallengeName = initial
        custom.answers.give(details)
    }
}

/// A host with everything but custom sign-in.
final class FullHost: Screens, AWSCognitoIdentityInteractiveAuthenticationDelegate, @unchecked Sendable {
    func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication {
        journal.note("startPasswordAuthentication")
        return password
    }

    func startMultiFactorAuthentication() -> AWSCognitoIdentityMultiFactorAuthentication {
        journal.note("startMultiFactorAuthentication")
        return code
    }

    func startNewPasswordRequired() -> AWSCognitoIdentityNewPasswordRequired {
        journal.note("startNewPasswordRequired")
        return newPassword
    }

    func startSoftwareMfaSetupRequired() -> AWSCognitoIdentitySoftwareMfaSetupRequired {
        journal.note("startSoftwareMfaSetupRequired")
        return setUp
    }

    func startSelectMfa() -> AWSCognitoIdentitySelectMfa {
        journal.note("startSelectMfa")
        return select
    }

    func startRememberDevice() -> AWSCognitoIdentityRememberDevice {
        journal.note("startRememberDevice")
        return remember
    }
}

/// A host with a password and nothing else.
final class PasswordHost: Screens, AWSCognitoIdentityInteractiveAuthenticationDelegate, @unchecked Sendable {
    func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication {
        journal.note("startPasswordAuthentication")
        return password
    }
}

/// A host with custom sign-in and a password.
final class CustomHost: Screens, AWSCognitoIdentityInteractiveAuthenticationDelegate, @unchecked Sendable {
    func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication {
        journal.note("startPasswordAuthentication")
        return password
    }

    func startCustomAuthentication() -> AWSCognitoIdentityCustomAuthentication {
        journal.note("startCustomAuthentication")
        return custom
    }
}

/// A host with custom sign-in alone.
final class CustomOnlyHost: Screens, AWSCognitoIdentityInteractiveAuthenticationDelegate, @unchecked Sendable {
    func startCustomAuthentication() -> AWSCognitoIdentityCustomAuthentication {
        journal.note("startCustomAuthentication")
        return custom
    }
}

/// A host that has written nothing.
final class EmptyHost: AWSCognitoIdentityInteractiveAuthenticationDelegate {}
