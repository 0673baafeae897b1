import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The attributes that users can sign in with in place of their username.
    var signInNames: Set<String> { configuration.aliasAttributes.union(configuration.usernameAttributes) }

    /// Returns the app client that a request names.
    /// - Throws: `ResourceNotFoundException` if there is none.
    func appClient(in input: PoolInput) throws(PoolError) -> PoolClient {
        let id = try input.text("ClientId", longest: MaxLength.name)
        guard let client = configuration.client(withID: id) else {
            throw .notFound("User pool client \(id) does not exist.")
        }
        return client
    }

    /// Checks that an administrator's request names this pool.
    /// - Throws: `ResourceNotFoundException` if it names another pool.
    func checkPool(_ input: PoolInput) throws(PoolError) {
        let id = try input.text("UserPoolId", longest: MaxLength.poolID)
        guard id == configuration.poolID else { throw .notFound("User pool \(id) does not exist.") }
    }

    /// Returns the value of a required, nonempty member of a map.
    /// - Throws: `InvalidParameterException` if the member is missing or empty.
    static func requiredMember(_ name: String, in map: [String: String]) throws(PoolError) -> String {
        guard let value = map[name], !value.isEmpty else {
            throw .invalidParameter("Missing required parameter \(name)")
        }
        return value
    }

    /// Verifies a request's secret hash, if the app client has a secret.
    ///
    /// The hash must be computed with the username exactly as the request has it.
    /// - Throws: `NotAuthorizedException` if the hash is missing or wrong.
    func checkSecretHash(_ hash: String?, of name: String, for client: PoolClient) throws(PoolError) {
        guard let secret = client.secret else { return }
        guard let hash else {
            throw .notAuthorized("Client \(client.id) is configured with secret but SECRET_HASH was not received")
        }
        let expected = SecretHash.text(username: name, clientID: client.id, clientSecret: secret)
        guard ConstantTime.isSame(hash, expected) else {
            throw .notAuthorized("Unable to verify secret hash for client \(client.id)")
        }
    }

    /// Verifies the secret in a request, if the app client has one.
    /// - Throws: `NotAuthorizedException` if the secret is missing or wrong.
    func checkClientSecret(_ secret: String?, for client: PoolClient) throws(PoolError) {
        guard let expected = client.secret else { return }
        guard let secret, ConstantTime.isSame(secret, expected) else {
            throw .notAuthorized("Unable to verify the secret of client \(client.id)")
        }
    }

    /// Checks that a password satisfies the pool's policy.
    /// - Throws: `InvalidPasswordException` with the first requirement that it violates.
    func checkPasswordPolicy(_ password: String) throws(PoolError) {
        if let violation = configuration.passwordPolicy.violation(by: password) {
            throw PoolError("InvalidPasswordException", violation)
        }
    }

    /// Checks that a client may write attributes, and that they conform to the schema.
    ///
    /// - Throws: `NotAuthorizedException` for `sub` or a mark that an address is verified; `InvalidParameterException`
    ///   for an attribute that is unknown, malformed, or required and removed.
    func checkWritable(_ attributes: [String: String]) throws(PoolError) {
        for name in attributes.keys.sorted() where name == "sub" || name.hasSuffix("_verified") || name.isEmpty {
            throw .notAuthorized("A client attempted to write unauthorized attribute")
        }
        for name in configuration.requiredAttributes where attributes[name] == "" {
            throw .invalidParameter("Attributes did not conform to the schema: \(name): The attribute is required")
        }
        try checkSchema(attributes)
    }

    /// Checks that attributes are standard or custom ones, and that their values are well-formed.
    /// - Throws: `InvalidParameterException` otherwise.
    func checkSchema(_ attributes: [String: String]) throws(PoolError) {
        for (name, value) in attributes {
            guard PoolConfiguration.standardAttributes.contains(name) || name.hasPrefix("custom:") else {
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

    /// Returns the SRP identity of a user: the pool's name and the username, which are part of every proof.
    func srpIdentity(of user: PoolUser) -> SRPIdentity {
        SRPIdentity(realm: configuration.poolName, user: user.username)
    }

    /// Computes the record of a user's password outside the actor, since that takes milliseconds.
    func makePasswordRecord(of password: String, for username: String) async -> PasswordRecord {
        let identity = SRPIdentity(realm: configuration.poolName, user: username)
        let random = environment.random
        return await Self.compute { PasswordRecord(password, of: identity, random: random) }
    }
}
