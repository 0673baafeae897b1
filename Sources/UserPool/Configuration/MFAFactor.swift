/// A second factor. Raw values are the API's names.
public enum MFAFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"

    /// The factor named in an answer to `SELECT_MFA_TYPE`.
    ///
    /// The API's prose also calls the email factor `EMAIL_MFA`.
    init?(answer: String) {
        let name = answer.uppercased()
        self.init(rawValue: name == "EMAIL_MFA" ? Self.email.rawValue : name)
    }
}
