/// A second factor, by the name that the API has for it.
public enum MFAFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"

    /// The factor that an answer to SELECT_MFA_TYPE names; the API's prose calls the email factor EMAIL_MFA, too.
    init?(answer: String) {
        let name = answer.uppercased()
        self.init(rawValue: name == "EMAIL_MFA" ? Self.email.rawValue : name)
    }
}
