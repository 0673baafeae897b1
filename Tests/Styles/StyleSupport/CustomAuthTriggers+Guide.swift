import CognitoHandlers
package import UserPool

extension CustomAuthTriggers {
    /// The trigger of the guide for AWSMobileClient: a start by SRP_A goes on to one custom challenge, whose right answer signs in.
    package static var passwordless: CustomAuthTriggers {
        var triggers = CustomAuthTriggers.emailCode()
        triggers.define = { request in
            let session = request.session
            if session.count == 1, session[0].challengeName == "SRP_A" { return .challenge("CUSTOM_CHALLENGE") }
            if session.count == 2, session[1].challengeName == "CUSTOM_CHALLENGE", session[1].challengeResult {
                return .issueTokens
            }
            return .fail
        }
        return triggers
    }
}
