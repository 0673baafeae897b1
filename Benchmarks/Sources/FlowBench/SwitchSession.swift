/// The flow of signin-25.flow.xml as a Swift programmer would write it by hand: two enumerations and a switch on a session
/// object. The fairest rival in the language of the host.
final class SwitchSession {
    /// The states.
    enum State: UInt8 {
        case start, enterUsername, selectFirstFactor, enterPassword, verifyPassword, srpChallenge, verifySrp
        case passkeyPrompt, verifyPasskey, selectMfa, selectMfaSetup, totpSetup, totpSetupVerify, enterTotp
        case verifyTotp, sendSms, enterSmsCode, verifySmsCode, sendEmail, enterEmailCode, verifyEmailCode
        case newPassword, verifyNewPassword, failed, signedIn
    }

    /// The events.
    enum Event: UInt8 {
        case begin, submit, cancel, passwordSelected, srpSelected, passkeySelected, smsSelected
        case emailSelected, back, ok, wrong, mfaSelect, mfaSetup, newPasswordRequired
        case lockout, error, totpSelected, resend, expired, retry, signOut
    }

    /// The current state.
    private(set) var state = State.start

    /// Takes one event.
    /// - Returns: whether the state has a transition for it.
    @inline(never)
    func send(_ event: Event) -> Bool {
        switch (state, event) {
        case (.start, .begin): state = .enterUsername
        case (.enterUsername, .submit): state = .selectFirstFactor
        case (.enterUsername, .cancel): state = .start
        case (.selectFirstFactor, .passwordSelected): state = .enterPassword
        case (.selectFirstFactor, .srpSelected): state = .srpChallenge
        case (.selectFirstFactor, .passkeySelected): state = .passkeyPrompt
        case (.selectFirstFactor, .smsSelected): state = .sendSms
        case (.selectFirstFactor, .emailSelected): state = .sendEmail
        case (.selectFirstFactor, .cancel): state = .start
        case (.enterPassword, .submit): state = .verifyPassword
        case (.enterPassword, .back): state = .selectFirstFactor
        case (.enterPassword, .cancel): state = .start
        case (.verifyPassword, .ok): state = .signedIn
        case (.verifyPassword, .wrong): state = .enterPassword
        case (.verifyPassword, .mfaSelect): state = .selectMfa
        case (.verifyPassword, .mfaSetup): state = .selectMfaSetup
        case (.verifyPassword, .newPasswordRequired): state = .newPassword
        case (.verifyPassword, .lockout): state = .failed
        case (.verifyPassword, .error): state = .failed
        case (.srpChallenge, .submit): state = .verifySrp
        case (.srpChallenge, .error): state = .failed
        case (.srpChallenge, .cancel): state = .start
        case (.verifySrp, .ok): state = .signedIn
        case (.verifySrp, .wrong): state = .srpChallenge
        case (.verifySrp, .mfaSelect): state = .selectMfa
        case (.verifySrp, .mfaSetup): state = .selectMfaSetup
        case (.verifySrp, .newPasswordRequired): state = .newPassword
        case (.verifySrp, .error): state = .failed
        case (.passkeyPrompt, .submit): state = .verifyPasskey
        case (.passkeyPrompt, .back): state = .selectFirstFactor
        case (.passkeyPrompt, .cancel): state = .start
        case (.verifyPasskey, .ok): state = .signedIn
        case (.verifyPasskey, .wrong): state = .passkeyPrompt
        case (.verifyPasskey, .error): state = .failed
        case (.selectMfa, .totpSelected): state = .enterTotp
        case (.selectMfa, .smsSelected): state = .sendSms
        case (.selectMfa, .emailSelected): state = .sendEmail
        case (.selectMfa, .cancel): state = .start
        case (.selectMfaSetup, .totpSelected): state = .totpSetup
        case (.selectMfaSetup, .emailSelected): state = .sendEmail
        case (.selectMfaSetup, .cancel): state = .start
        case (.totpSetup, .submit): state = .totpSetupVerify
        case (.totpSetup, .error): state = .failed
        case (.totpSetupVerify, .ok): state = .signedIn
        case (.totpSetupVerify, .wrong): state = .totpSetup
        case (.totpSetupVerify, .error): state = .failed
        case (.enterTotp, .submit): state = .verifyTotp
        case (.enterTotp, .cancel): state = .start
        case (.verifyTotp, .ok): state = .signedIn
        case (.verifyTotp, .wrong): state = .enterTotp
        case (.verifyTotp, .lockout): state = .failed
        case (.sendSms, .ok): state = .enterSmsCode
        case (.sendSms, .error): state = .failed
        case (.enterSmsCode, .submit): state = .verifySmsCode
        case (.enterSmsCode, .resend): state = .sendSms
        case (.enterSmsCode, .cancel): state = .start
        case (.verifySmsCode, .ok): state = .signedIn
        case (.verifySmsCode, .wrong): state = .enterSmsCode
        case (.verifySmsCode, .expired): state = .sendSms
        case (.sendEmail, .ok): state = .enterEmailCode
        case (.sendEmail, .error): state = .failed
        case (.enterEmailCode, .submit): state = .verifyEmailCode
        case (.enterEmailCode, .resend): state = .sendEmail
        case (.verifyEmailCode, .ok): state = .signedIn
        case (.verifyEmailCode, .wrong): state = .enterEmailCode
        case (.newPassword, .submit): state = .verifyNewPassword
        case (.verifyNewPassword, .ok): state = .signedIn
        case (.verifyNewPassword, .wrong): state = .newPassword
        case (.failed, .retry): state = .start
        case (.signedIn, .signOut): state = .start
        default: return false
        }
        return true
    }
}
