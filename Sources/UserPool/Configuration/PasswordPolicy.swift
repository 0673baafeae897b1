/// The requirements for passwords.
public struct PasswordPolicy: Sendable, Equatable {
    static let maximumLength = 256

    /// The minimum length in characters.
    public var minimumLength = 8
    /// Whether a lowercase letter is required.
    public var needsLowercase = true
    /// Whether an uppercase letter is required.
    public var needsUppercase = true
    /// Whether a digit is required.
    public var needsNumber = true
    /// Whether a symbol of the API's list, which includes the space, is required.
    public var needsSymbol = false

    /// Creates a policy of at least eight characters with a lowercase letter, an uppercase letter and a digit.
    public init() {}

    /// The symbols that satisfy the policy (developer guide, "User pool password requirements").
    private static let symbols = Set("^$*.[]{}()?\"!@#%&/\\,><':;|_~`=+- ")

    /// Returns the message of `InvalidPasswordException` for the first requirement that a password violates.
    /// - Returns: nil if the password satisfies the policy.
    func violation(by password: String) -> String? {
        let prefix = "Password did not conform with policy: "
        if password.count < minimumLength { return prefix + "Password not long enough" }
        if password.count > Self.maximumLength { return prefix + "Password too long" }
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

extension PasswordPolicy {
    /// Reads a password policy from a seed; missing members have their default.
    init(_ reader: SeedReader) throws(PoolSeedFailure) {
        self.init()
        try reader.rejectMembers(otherThan: [
            "minimumLength", "needsLowercase", "needsUppercase", "needsNumber", "needsSymbol",
        ])
        try reader.read("minimumLength", &minimumLength, in: 6...99)
        try reader.read("needsLowercase", &needsLowercase)
        try reader.read("needsUppercase", &needsUppercase)
        try reader.read("needsNumber", &needsNumber)
        try reader.read("needsSymbol", &needsSymbol)
    }
}
