/// A second factor, with the API's names as raw values.
public enum MFAFactor: String, Sendable, Codable, CaseIterable {
    case sms = "SMS_MFA"
    case softwareToken = "SOFTWARE_TOKEN_MFA"
    case email = "EMAIL_OTP"

    /// Creates the factor that an answer to `SELECT_MFA_TYPE` names.
    ///
    /// Letter case does not matter. The API reference also calls the email factor `EMAIL_MFA`.
    /// - Returns: nil if the name is unknown.
    init?(answer: String) {
        let name = answer.uppercased()
        self.init(rawValue: name == "EMAIL_MFA" ? Self.email.rawValue : name)
    }
}
