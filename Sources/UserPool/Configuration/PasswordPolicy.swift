/// What a password must be like.
public struct PasswordPolicy: Sendable, Equatable {
    /// The shortest, in characters.
    public var minimumLength = 8
    /// Whether it needs a small letter.
    public var needsLowercase = true
    /// Whether it needs a capital letter.
    public var needsUppercase = true
    /// Whether it needs a digit.
    public var needsNumber = true
    /// Whether it needs one of the symbols of the API, or a space inside.
    public var needsSymbol = false

    /// The defaults: eight characters with letters of both kinds and a digit.
    public init() {}

    /// The symbols that count (developer guide, "User pool password requirements").
    private static let symbols = Set("^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ")

    /// What a password lacks.
    /// - Returns: the message of InvalidPasswordException, or nothing if it is good.
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
