import Foundation
import LegacyUserPoolStyle

/// The guide "Examples: Using User Pools with the iOS SDK" (2016), block by block, in Swift. A comment names each
/// heading. What stands for something that a person reads or types, such as "code", is a parameter; all else is as it
/// is there.
final class Guide: UIViewController, @unchecked Sendable {
    @Shared var signInViewController = SignInViewController()
    @Shared var mfaViewController = MFAViewController()
    @Shared var newPasswordRequiredController = NewPasswordRequiredController()

    // Creating an AWSCognitoIdentityUserPool Object: set up your service config, create a user pool configuration.
    static func createPool(
        _ key: String = "UserPool", _ setUp: (AWSServiceConfiguration) -> Void
    ) -> AWSCognitoIdentityUserPool {
        //setup service config
        let serviceConfiguration = AWSServiceConfiguration(region: .USEast1, credentialsProvider: nil)
        setUp(serviceConfiguration)
        //create a pool
        let configuration = AWSCognitoIdentityUserPoolConfiguration(
            clientId: "CLIENT_ID", clientSecret: "CLIENT_SECRET", poolId: "USER_POOL_ID")
        AWSCognitoIdentityUserPool.register(
            with: serviceConfiguration, userPoolConfiguration: configuration, forKey: key)
        let pool = AWSCognitoIdentityUserPool(forKey: key)
        return pool
    }

    // Example: Register a User
    func register(_ pool: AWSCognitoIdentityUserPool) -> AWSTask<AnyObject> {
        let phone = AWSCognitoIdentityUserAttributeType()
        phone?.name = "phone_number"
        //phone number must be prefixed by country code
        phone?.value = "+15555555555"
        let email = AWSCognitoIdentityUserAttributeType()
        email?.name = "email"
        email?.value = "email@mydomain.com"
        //register the user
        return pool.signUp(
            "username", password: "password", userAttributes: [email, phone].compactMap { $0 }, validationData: nil
        ).continueWith { task in
            DispatchQueue.main.async {
                if let error = task.error as NSError? {
                    UIAlertView(
                        title: error.userInfo["__type"] as? String, message: error.userInfo["message"] as? String,
                        delegate: self, cancelButtonTitle: "Ok"
                    ).show()
                } else if let response = task.result {
                    if response.userConfirmed?.boolValue != true {
                        //need to confirm user using user.confirmUser:
                        self.shown.note("confirm \(response.user.username ?? "?")")
                    }
                }
            }
            return nil
        }
    }

    // Example: Get a User
    func getUsers(_ pool: AWSCognitoIdentityUserPool) -> [AWSCognitoIdentityUser?] {
        [
            //get the last logged in user
            pool.currentUser(),
            //get a user without a username
            pool.getUser(),
            //get a user with a specific username
            pool.getUser("username"),
        ]
    }

    // Example: Sign in a User, explicitly
    func signIn(_ user: AWSCognitoIdentityUser) -> AWSTask<AWSCognitoIdentityUserSession> {
        user.getSession("username", password: "password", validationData: nil, scopes: nil)
    }

    // Example: Sign in a User, by a delegate
    func setDelegate(_ pool: AWSCognitoIdentityUserPool) {
        pool.delegate = self
    }
}

// Example: Sign in a User: the interactive authentication delegate
extension Guide: AWSCognitoIdentityInteractiveAuthenticationDelegate {
    //set up password authentication ui to retrieve username and password from the user
    func startPasswordAuthentication() -> AWSCognitoIdentityPasswordAuthentication {
        //write code to instantiate your sign in ui if it wasn't created here
        DispatchQueue.main.async {
            //write code to display your ui
        }
        //return your sign in ui which implements the AWSCognitoIdentityPasswordAuthentication protocol
        return signInViewController
    }

    //set up mfa ui to retrieve mfa code from end user
    //this is optional and only necessary if you turn on multifactor authentication on your pool
    func startMultiFactorAuthentication() -> AWSCognitoIdentityMultiFactorAuthentication {
        //write code to instantiate your multifactor authentication ui if it wasn’t created here
        DispatchQueue.main.async {
            //write code to display your ui
        }
        //return your sign in ui which implements the AWSCognitoIdentityMultiFactorAuthentication protocol
        return mfaViewController
    }

    //set up new password required ui to retrieve new password and any required user profile from end user
    //this is optional and only necessary if you use the AdminCreateUser feature on the pool
    func startNewPasswordRequired() -> AWSCognitoIdentityNewPasswordRequired {
        //write code to instantiate your new password required ui if it wasn’t created here
        DispatchQueue.main.async {
            //write code to display your ui
        }
        //return your new password required ui which implements the AWSCognitoIdentityNewPasswordRequired protocol
        return newPasswordRequiredController
    }
}

// Example: Sign in a User: the password authentication UI
final class SignInViewController: UIViewController, AWSCognitoIdentityPasswordAuthentication, @unchecked Sendable {
    @Shared var passwordAuthenticationCompletion:
        AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>?

    func getDetails(
        _ authenticationInput: AWSCognitoIdentityPasswordAuthenticationInput,
        passwordAuthenticationCompletionSource:
            AWSTaskCompletionSource<AWSCognitoIdentityPasswordAuthenticationDetails>
    ) {
        //keep a handle to the completion, you'll need it continue once you get the inputs from the end user
        self.passwordAuthenticationCompletion = passwordAuthenticationCompletionSource
        //authenticationInput has details about the last known username if you need to use it
    }

    func didCompleteStepWithError(_ error: Error?) {
        DispatchQueue.main.async {
            //on completion, either display the error or dismiss the ui
            if let error = error as NSError? {
                UIAlertView(
                    title: error.userInfo["__type"] as? String, message: error.userInfo["message"] as? String,
                    delegate: nil, cancelButtonTitle: nil, otherButtonTitles: "Retry"
                ).show(on: self)
            } else {
                self.dismiss(animated: true, completion: nil)
            }
        }
    }

    // When the end user has entered his or her username and password
    func entered(_ password: String = "password") {
        self.passwordAuthenticationCompletion?.set(
            result: AWSCognitoIdentityPasswordAuthenticationDetails(username: "username", password: password))
    }
}

// Example: Sign in a User: multi-factor authentication (MFA)
final class MFAViewController: UIViewController, AWSCognitoIdentityMultiFactorAuthentication, @unchecked Sendable {
    @Shared var mfaCodeCompletion: AWSTaskCompletionSource<NSString>?

    func getCode(
        _ authenticationInput: AWSCognitoIdentityMultifactorAuthenticationInput,
        mfaCodeCompletionSource: AWSTaskCompletionSource<NSString>
    ) {
        //keep a handle to the completion, you’ll need it continue once you get the inputs from the end user
        self.mfaCodeCompletion = mfaCodeCompletionSource
        //authenticationInput has details about where the mfa code was sent if you need to display them in your ui
    }

    func didCompleteMultifactorAuthenticationStepWithError(_ error: Error?) {
        DispatchQueue.main.async {
            //on completion, either display the error or dismiss the ui
            if let error = error as NSError? {
                UIAlertView(
                    title: error.userInfo["__type"] as? String, message: error.userInfo["message"] as? String,
                    delegate: nil, cancelButtonTitle: nil, otherButtonTitles: "Retry"
                ).show(on: self)
            } else {
                self.dismiss(animated: true, completion: nil)
            }
        }
    }

    // When the end user has entered his or her code
    func entered(_ mfaCodeFromUser: String) {
        self.mfaCodeCompletion?.set(result: mfaCodeFromUser as NSString)
    }
}
