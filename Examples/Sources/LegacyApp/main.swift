// Sign-in as an app of the legacy iOS SDK writes it: a delegate, an object for each step, completion sources, tasks.
import ExamplePool
import Foundation
import LegacyUserPoolStyle

/// The app's delegate and all its screens in one.
final class AppDelegate: AWSCognitoIdentityInteractiveAuthenticationDelegate {
    func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication { SignInScreen() }
    func startMultiFactorAuthentication() -> AWSCognitoIdentityMultiFactorAuthentication { CodeScreen() }
    func startSelectMfa() -> AWSCognitoIdentitySelectMfa { SelectScreen() }
}

/// Shows an error as the SDK tells it.
func show(_ error: Error?) {
    guard let error = error as NSError? else { return }
    print("\(error.userInfo["__type"] ?? ""): \(error.userInfo["message"] ?? "")")
}

final class SignInScreen: AWSCognitoIdentityPasswordAuthentication {
    func getDetails(
        _ authenticationInput: AWSCognitoIdentityPasswordAuthenticationInput,
        passwordAuthenticationCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    ) {
        let username = Console.ask("User name"), password = Console.ask("Password", isSecret: true)
        passwordAuthenticationCompletionSource.set(
            result: AWSCognitoIdentityPasswordAuthenticationDetails(username: username, password: password))
    }

    func didCompleteStepWithError(_ error: Error?) { show(error) }
}

final class SelectScreen: AWSCognitoIdentitySelectMfa {
    func getSelectMfaDetails(
        _ selectMfaInput: AWSCognitoIdentitySelectMfaInput,
        selectMfaCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentitySelectMfaDetails>
    ) {
        let names = selectMfaInput.availableMfas.keys.sorted().joined(separator: ", ")
        selectMfaCompletionSource.set(
            result: AWSCognitoIdentitySelectMfaDetails(selectedMfa: Console.ask("One of \(names)")))
    }

    func didCompleteSelectMfaStepWithError(_ error: Error?) { show(error) }
}

final class CodeScreen: AWSCognitoIdentityMultiFactorAuthentication {
    func getCode_v2(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityMfaCodeDetails>
    ) {
        let code = Console.ask("The code that went to \(authenticationInput.destination ?? "your device")")
        mfaCodeCompletionSource.set(result: AWSCognitoIdentityMfaCodeDetails(mfaCode: code))
    }

    func didCompleteMultifactorAuthenticationStepWithError(_ error: Error?) { show(error) }
}

// An app of the service registers an AWSServiceConfiguration(region: .USEast1, credentialsProvider: nil).
let app = try await Example.app(users: [Example.ana])
AWSCognitoIdentityUserPool.register(
    app,
    userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration(
        clientId: app.clientID, clientSecret: app.clientSecret, poolId: "us-east-1_Embedded1"),
    forKey: "UserPool")
let pool = AWSCognitoIdentityUserPool(forKey: "UserPool")
let delegate = AppDelegate()
pool.delegate = delegate

// The first call that needs a session asks for one.
let user = pool.currentUser() ?? pool.getUser()
user.getDetails().continueWith { task in
    if let error = task.error {
        show(error)
        exit(1)
    }
    let attributes = task.result?.userAttributes?.map { "\($0.name ?? "") \($0.value ?? "")" } ?? []
    print("Signed in: \(attributes.joined(separator: ", "))")
    user.signOut()
    print("Signed out: \(!user.isSignedIn)")
    exit(0)
}
try await Task.sleep(for: .seconds(3600))
