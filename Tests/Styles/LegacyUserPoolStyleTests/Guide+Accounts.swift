import Foundation
import LegacyUserPoolStyle

// Example: Sign in a User: sign-up using AdminCreateUser
final class NewPasswordRequiredController:
    UIViewController, AWSCognitoIdentityNewPasswordRequired, @unchecked Sendable
{
    @Shared var newPasswordRequiredCompletionSource:
        AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>?

    func getNewPasswordDetails(
        _ newPasswordRequiredInput: AWSCognitoIdentityNewPasswordRequiredInput,
        newPasswordRequiredCompletionSource: AWSTaskCompletionSource<AWSCognitoIdentityNewPasswordRequiredDetails>
    ) {
        //keep a handle to the completion, you’ll need it continue once you get the inputs from the end user
        self.newPasswordRequiredCompletionSource = newPasswordRequiredCompletionSource
        //newPasswordRequiredInput has details about the existing user attributes and required fields
    }

    func didCompleteNewPasswordStepWithError(_ error: Error?) {
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

    // When the end user has entered their proposed password and any required attributes
    func entered() {
        let userAttributes = ["name": "My new name", "email": "mynewemail@myemail.com"]
        let details = AWSCognitoIdentityNewPasswordRequiredDetails(
            proposedPassword: "newPassword", userAttributes: userAttributes)
        self.newPasswordRequiredCompletionSource?.set(result: details)
    }
}

extension Guide {
    // Example: Forgot Password
    func forgotPassword(_ user: AWSCognitoIdentityUser) -> AWSTask<AnyObject> {
        user.forgotPassword().continueOnSuccessWith { task in
            //success
            return task.result?.codeDeliveryDetails?.destination
        }
    }

    func confirmForgotPassword(_ user: AWSCognitoIdentityUser, _ code: String) -> AWSTask<AnyObject> {
        user.confirmForgotPassword(code, password: "newPassword").continueOnSuccessWith { _ in
            //success
            return nil
        }
    }

    // Authenticated Example: Get User Attributes
    func getAttributes(_ user: AWSCognitoIdentityUser) -> AWSTask<AnyObject> {
        user.getDetails().continueWith { task in
            DispatchQueue.main.async {
                if let error = task.error as NSError? {
                    UIAlertView(
                        title: error.userInfo["__type"] as? String, message: error.userInfo["message"] as? String,
                        delegate: self, cancelButtonTitle: nil, otherButtonTitles: "Retry"
                    ).show()
                } else {
                    let response = task.result
                    //do something with response.userAttributes
                    let names = response?.userAttributes?.compactMap { $0.name }.sorted() ?? []
                    self.shown.note(names.joined(separator: " "))
                }
            }
            return nil
        }
    }

    // Authenticated Example: Verify User Attributes
    func sendVerification(_ user: AWSCognitoIdentityUser) -> AWSTask<AnyObject> {
        user.getAttributeVerificationCode("phone_number").continueOnSuccessWith { _ in
            //success
            return nil
        }
    }

    func verify(_ user: AWSCognitoIdentityUser, _ code: String) -> AWSTask<AnyObject> {
        user.verifyAttribute("phone_number", code: code).continueOnSuccessWith { _ in
            //success
            return nil
        }
    }

    // Authenticated Example: Update User Attributes
    func updateAttributes(_ user: AWSCognitoIdentityUser) -> AWSTask<AnyObject> {
        let attribute = AWSCognitoIdentityUserAttributeType()
        attribute?.name = "name"
        attribute?.value = "John User"
        return user.update([attribute].compactMap { $0 }).continueOnSuccessWith { _ in
            //success
            return nil
        }
    }

    // Authenticated Example: Change Password
    func changePassword(
        _ user: AWSCognitoIdentityUser, _ currentPassword: String, _ proposedPassword: String
    ) -> AWSTask<AnyObject> {
        user.changePassword(currentPassword, proposedPassword: proposedPassword).continueOnSuccessWith { _ in
            //success
            return nil
        }
    }

    // Authenticated Example: Turning on MFA
    func turnOnMFA(_ user: AWSCognitoIdentityUser) -> AWSTask<AnyObject> {
        let settings = AWSCognitoIdentityUserSettings()
        let mfaOptions = AWSCognitoIdentityUserMFAOption()
        mfaOptions.attributeName = "phone_number"
        mfaOptions.deliveryMedium = .sms
        settings.mfaOptions = [mfaOptions]
        return user.setUserSettings(settings).continueOnSuccessWith { _ in
            //success
            return nil
        }
    }
}
