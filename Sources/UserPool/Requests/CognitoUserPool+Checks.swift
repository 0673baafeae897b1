import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// The attributes that users can sign in with besides their username.
    var signInNames: Set<String> { configuration.aliasAttributes.union(configuration.usernameAttributes) }

    /// The app client named in a request.
    func client(_ input: PoolInput) throws(PoolError) -> PoolClient {
        let id = try input.text("ClientId", longest: 128)
        guard let client = configuration.client(id) else { throw .notFound("User pool client \(id) does not exist.") }
        return client
    }

    /// Throws if an administrator's request names another pool.
    func checkPool(_ input: PoolInput) throws(PoolError) {
        let id = try input.text("UserPoolId", longest: 55)
        guard id == configuration.poolID else { throw .notFound("User pool \(id) does not exist.") }
    }

    /// Returns a required member.
    static func required(_ name: String, in map: [String: String]) throws(PoolError) -> String {
        guard let value = map[name], !value.isEmpty else {
            throw .invalidParameter("Missing required parameter \(name)")
        }
        return value
    }

    /// Verifies the secret hash, computed with exactly the request's username.
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

    /// Verifies a secret sent in a request.
    func checkSecret(_ secret: String?, for client: PoolClient) throws(PoolError) {
        guard let expected = client.secret else { return }
        guard let secret, ConstantTime.isSame(secret, expected) else {
            throw .notAuthorized("Unable to verify the secret of client \(client.id)")
        }
    }

    /// Checks a password against the policy.
    func checkPolicy(_ password: String) throws(PoolError) {
        if let objection = configuration.passwordPolicy.objection(to: password) {
            throw PoolError("InvalidPasswordException", objection)
        }
    }

    /// Checks that clients may write the attributes.
    func checkWritable(_ attributes: [String: String]) throws(PoolError) {
        for name in attributes.keys.sorted() where name == "sub" || name.hasSuffix("_verified") || name.isEmpty {
            throw .notAuthorized("A client attempted to write unauthorized attribute")
        }
        for name in configuration.requiredAttributes where attributes[name] == "" {
            throw .invalidParameter("Attributes did not conform to the schema: \(name): The attribute is required")
        }
        try checkForm(attributes)
    }

    /// Checks that attributes conform to the schema.
    func checkForm(_ attributes: [String: String]) throws(PoolError) {
        for (name, value) in attributes {
            guard PoolConfiguration.standardAttributes.contains(name) || name.hasPrefix("custom:") else {
                throw .invalidParameter("Attributes did not conform to the schema: an attribute is not in it")
            }
            guard value.utf8.count <= 2048 else { throw .invalidParameter("An attribute's value is too long") }
        }
        if let email = attributes["email"], !email.isEmpty, !email.contains("@") {
            throw .invalidParameter("Invalid email address format.")
        }
        if let number = attributes["phone_number"], !number.isEmpty, !Self.isNumber(number) {
            throw .invalidParameter("Invalid phone number format.")
        }
    }

    /// The SRP identity of a user, which is part of the hashes.
    func identity(of user: PoolUser) -> SRPIdentity { SRPIdentity(realm: configuration.poolName, user: user.username) }

    /// Creates the record of a user's password.
    func record(of password: String, for username: String) async -> PasswordRecord {
        let identity = SRPIdentity(realm: configuration.poolName, user: username)
        let random = environment.random
        return await Self.compute { PasswordRecord(password, of: identity, random: random) }
    }
}
