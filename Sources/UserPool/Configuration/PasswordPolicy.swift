/// The requirements for passwords.
public struct PasswordPolicy: Sendable, Equatable {
    /// The minimum length in characters.
    public var minimumLength = 8
    /// Whether a lowercase letter is required.
    public var needsLowercase = true
    /// Whether an uppercase letter is required.
    public var needsUppercase = true
    /// Whether a digit is required.
    public var needsNumber = true
    /// Whether one of the API's symbols, or an inner space, is required.
    public var needsSymbol = false

    /// Creates the defaults: eight characters with upper and lower case and a digit.
    public init() {}

    /// The symbols that satisfy the policy (developer guide, "User pool password requirements").
    private static let symbols = Set("^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ")

    /// Returns the first requirement that a password violates.
    /// - Returns: the message of `InvalidPasswordException`, or nil if the password is valid.
    func objection(to password: String) -> String? {
        let prefix = "Password did not conform with policy: "
        if password.count < minimumLength { return prefix + "Password not long enough" }
        if password.count > 256 { return prefix + "Password too long" }
        if needsLowercase, !password.contains(where: { $0.isASCII && $0.isLowercase }) {
            return prefix + "Password must have lowercase characters"
        }
        if needsUppercase, !password.contains(where: { $0.isASCII && $0.isUppercase }) {
            return prefix + "Password must have uppercase characters"
        }
        if needsNumber, !password.contains(where: { $0.isASCII && $0.isNumber }) {
            return prefix + "Password must have numeric characters"
        }
        if needsSymbol, !password.contains(where: Self.symbols.contains) {
            return prefix + "Password must have symbol characters"
        }
        return nil
    }
}
