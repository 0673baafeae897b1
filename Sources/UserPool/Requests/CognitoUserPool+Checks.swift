import CognitoHandlers
import FlowCore

extension CognitoUserPool {
    /// What users can sign in by besides their names.
    var signInNames: Set<String> { configuration.aliasAttributes.union(configuration.usernameAttributes) }

    /// The app client that a request names.
    func client(_ input: PoolInput) throws(PoolError) -> PoolClient {
        let id = try input.text("ClientId", longest: 128)
        guard let client = configuration.client(id) else { throw .notFound("User pool client \(id) does not exist.") }
        return client
    }

    /// The pool that a request of an administrator names must be this one.
    func checkPool(_ input: PoolInput) throws(PoolError) {
        let id = try input.text("UserPoolId", longest: 55)
        guard id == configuration.poolID else { throw .notFound("User pool \(id) does not exist.") }
    }

    /// A member that must be there.
    static func required(_ name: String, in map: [String: String]) throws(PoolError) -> String {
        guard let value = map[name], !value.isEmpty else {
            throw .invalidParameter("Missing required parameter \(name)")
        }
        return value
    }

    /// Whether a request comes from a client that knows its secret; the hash is made with the very name of the request.
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

    /// Whether a request that has the secret itself has the right one.
    func checkSecret(_ secret: String?, for client: PoolClient) throws(PoolError) {
        guard let expected = client.secret else { return }
        guard let secret, ConstantTime.isSame(secret, expected) else {
            throw .notAuthorized("Unable to verify the secret of client \(client.id)")
        }
    }

    /// Whether a password is allowed.
    func checkPolicy(_ password: String) throws(PoolError) {
        if let objection = configuration.passwordPolicy.objection(to: password) {
            throw PoolError("InvalidPasswordException", objection)
        }
    }

    /// Whether clients may write attributes.
    func checkWritable(_ attributes: [String: String]) throws(PoolError) {
        for name in attributes.keys.sorted() where name == "sub" || name.hasSuffix("_verified") || name.isEmpty {
            throw .notAuthorized("A client attempted to write unauthorized attribute")
        }
        for name in configuration.requiredAttributes where attributes[name] == "" {
            throw .invalidParameter("Attributes did not conform to the schema: \(name): The attribute is required")
        }
        try checkForm(attributes)
    }

    /// Whether attributes are of the schema.
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

    /// Whose password goes into the hashes.
    func identity(of user: PoolUser) -> SRPIdentity { SRPIdentity(realm: configuration.poolName, user: user.username) }

    /// What is kept of a password of a user of that name.
    func record(of password: String, for username: String) async -> PasswordRecord {
        let identity = SRPIdentity(realm: configuration.poolName, user: username)
        let random = environment.random
        return await Self.compute { PasswordRecord(password, of: identity, random: random) }
    }
}
