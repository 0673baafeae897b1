import CognitoHandlers
import FlowCore

// The checks of a request that need only the pool's configuration.
extension PoolConfiguration {
    var signInNames: Set<String> { aliasAttributes.union(usernameAttributes) }

    /// Returns the SRP identity of a user: the pool's name and the username, which are part of every proof.
    func srpIdentity(of username: String) -> SRPIdentity { SRPIdentity(realm: poolName, user: username) }

    /// Returns the app client that a request names.
    func appClient(in input: PoolInput) throws(PoolError) -> PoolClient {
        let id = try input.text("ClientId", longest: MaxLength.name)
        guard let client = client(withID: id) else { throw .notFound("User pool client \(id) does not exist.") }
        return client
    }

    /// Checks that an administrator's request names this pool.
    func checkPool(_ input: PoolInput) throws(PoolError) {
        let id = try input.text("UserPoolId", longest: MaxLength.poolID)
        guard id == poolID else { throw .notFound("User pool \(id) does not exist.") }
    }

    /// Checks that a password conforms with the policy of the pool.
    func checkPasswordPolicy(_ password: String) throws(PoolError) {
        if let violation = passwordPolicy.violation(by: password) {
            throw PoolError("InvalidPasswordException", violation)
        }
    }

    /// Checks that a client may write attributes, and that they conform to the schema.
    /// - Throws: `NotAuthorizedException` for `sub` or a mark that an address is verified; `InvalidParameterException`
    ///   for an attribute that is unknown, malformed, or required and removed.
    func checkWritable(_ attributes: [String: String]) throws(PoolError) {
        for name in attributes.keys.sorted() where name == "sub" || name.hasSuffix("_verified") || name.isEmpty {
            throw .notAuthorized("A client attempted to write unauthorized attribute")
        }
        for name in requiredAttributes where attributes[name] == "" {
            throw .invalidParameter("Attributes did not conform to the schema: \(name): The attribute is required")
        }
        try checkSchema(attributes)
    }

    /// Checks that attributes are standard or custom ones, and that their values are well-formed.
    func checkSchema(_ attributes: [String: String]) throws(PoolError) {
        for (name, value) in attributes {
            guard Self.standardAttributes.contains(name) || name.hasPrefix("custom:") else {
                throw .invalidParameter("Attributes did not conform to the schema: unknown attribute")
            }
            guard value.utf8.count <= MaxLength.attributeValue else {
                throw .invalidParameter("An attribute's value is too long")
            }
        }
        if let email = attributes["email"], !email.isEmpty, !email.contains("@") {
            throw .invalidParameter("Invalid email address format.")
        }
        if let number = attributes["phone_number"], !number.isEmpty, !Self.isPhoneNumber(number) {
            throw .invalidParameter("Invalid phone number format.")
        }
    }

    /// Checks that a new username contains no whitespace, and cannot be confused with an alias.
    /// - Throws: `InvalidParameterException` if it does, or has the form of an email address or phone number although
    ///   users can sign in with one.
    func checkNewUsername(_ name: String) throws(PoolError) {
        if aliasAttributes.contains("email"), name.contains("@") {
            throw .invalidParameter(
                "Username cannot be of email format, since user pool is configured for email alias.")
        }
        if aliasAttributes.contains("phone_number"), Self.isPhoneNumber(name) {
            throw .invalidParameter(
                "Username cannot be of phone number format, since user pool is configured for phone number alias.")
        }
        guard !name.contains(where: \.isWhitespace) else {
            throw .invalidParameter("Username must not contain whitespace")
        }
    }

    /// Returns whether a text is a phone number: a plus sign and at least two digits (E.164).
    static func isPhoneNumber(_ text: String) -> Bool {
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return text.first == "+" && text.utf8.count > 2 && text.utf8.dropFirst().allSatisfy { digits.contains($0) }
    }
}
