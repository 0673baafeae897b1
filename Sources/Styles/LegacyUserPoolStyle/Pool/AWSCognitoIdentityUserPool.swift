import CognitoClient
public import CognitoFlows
import CognitoHandlers
public import FlowCore
import FlowRuntime
public import Foundation

/// A user pool with its app client, registered under a key.
///
/// An app can register several pools. All objects for one registration share the delegate, the users' tokens and the
/// pending sign-ins.
public final class AWSCognitoIdentityUserPool: Sendable, Redacted {
    let core: UserPoolCore

    /// Creates an object for the pool whose state is `core`.
    init(_ core: UserPoolCore) {
        self.core = core
    }

    /// Creates an object for a registered pool. If there is no such pool, all tasks of the object end with an error.
    /// - Parameter key: the key under which the pool is registered.
    public init(forKey key: String) {
        core = UserPoolRegistry.core(key)
    }

    /// Returns the pool that the app's `awsconfiguration.json` describes.
    ///
    /// The file is in the app's bundle or next to the executable. If it is missing or invalid, all tasks of the pool
    /// end with an error.
    public static func `default`() -> AWSCognitoIdentityUserPool {
        AWSCognitoIdentityUserPool(UserPoolRegistry.defaultCore())
    }

    /// Registers a pool. New objects with this key use it in place of an earlier one.
    /// - Parameters:
    ///   - configuration: the service to call; nil for the service in the region that the pool's id names.
    ///   - userPoolConfiguration: the pool and its app client.
    ///   - key: the key under which to register the pool.
    public static func register(
        with configuration: AWSServiceConfiguration? = nil,
        userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration, forKey key: String
    ) {
        let app = CognitoApp.make(configuration, userPoolConfiguration)
        UserPoolRegistry.register(UserPoolCore(userPoolConfiguration, app), key)
    }

    /// Registers a pool for an app that is already set up.
    /// - Parameters:
    ///   - app: the app client and its transport.
    ///   - userPoolConfiguration: the SDK's additional settings.
    ///   - key: the key under which to register the pool.
    public static func register(
        _ app: CognitoApp, userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration, forKey key: String
    ) {
        UserPoolRegistry.register(UserPoolCore(userPoolConfiguration, .success(app)), key)
    }

    /// Removes a registration. Existing objects continue to work.
    /// - Parameter key: the key under which the pool is registered.
    public static func remove(forKey key: String) { UserPoolRegistry.register(nil, key) }

    /// The pool and its app client.
    public var userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration { core.configuration }

    /// The delegate, which provides the objects that ask the user. As in the SDK, the pool retains it.
    public var delegate: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)? {
        get { core.delegate.current.content }
        set { core.delegate.withLock { $0 = Unchecked(newValue) } }
    }

    // MARK: Users

    /// Returns the user who signed in last. As in the SDK, the result is optional, but it is never nil.
    ///
    /// Blocks the thread for at most ten seconds to read the user's name from the store. If the store has no name, or
    /// cannot be read now, the user has no name.
    public func currentUser() -> AWSCognitoIdentityUser? {
        let user = AWSCognitoIdentityUser(current: self)
        // Reads the name from the store now, so that a later sign-in of another user does not change it.
        _ = user.username
        return user
    }

    /// Returns a user without a name. The sign-in sets the name.
    public func getUser() -> AWSCognitoIdentityUser { AWSCognitoIdentityUser(nil, self) }

    /// Returns the user with the given username.
    /// - Parameter username: the username, which need not exist in the pool.
    /// - Returns: the user, who may be signed in or not.
    public func getUser(_ username: String) -> AWSCognitoIdentityUser { AWSCognitoIdentityUser(username, self) }

    /// The name of the user who signed in last. It is nil if there is none, or if the style cannot read the store now.
    public var currentUsername: String? { core.lastUser }

    /// Registers a user.
    /// - Parameters:
    ///   - username: the username to register.
    ///   - password: the user's password.
    ///   - userAttributes: the user's attributes, such as the email address.
    ///   - validationData: `ValidationData` for the pool's pre sign-up trigger.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the registered user, whether they are confirmed, and the destination of the code if one was sent.
    @discardableResult
    public func signUp(
        _ username: String, password: String, userAttributes: [AWSCognitoIdentityUserAttributeType]?,
        validationData: [AWSCognitoIdentityUserAttributeType]?, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserPoolSignUpResponse> {
        let inputs = ShippedFlow.Register.Inputs(
            username: username, clientMetadata: clientMetaData?.nonEmpty, password: FlowSecret(password),
            userAttributes: userAttributes?.byName.nonEmpty, validationData: core.validationData.adding(validationData))
        return core.startTask { [self, core] in
            let result = try await core.run(ShippedFlow.Register.self, inputs)
            return AWSCognitoIdentityUserPoolSignUpResponse(result, user: getUser(username))
        }
    }

    /// Removes the name of the user who signed in last, but not their tokens.
    ///
    /// If the style cannot change the store, the name remains, and the call reports no error.
    public func clearLastKnownUser() {
        // Ignores the failure, because the SDK's method cannot report it.
        _ = core.cache.perform { _ in .forgetLastUser }
    }

    /// Removes all users' tokens and the name of the user who signed in last.
    ///
    /// Devices remain remembered. If the style cannot change the store, tokens may remain, and the call reports no
    /// error.
    public func clearAll() {
        // Ignores the failure, because the SDK's method cannot report it.
        _ = core.cache.perform { _ in .signOutAll }
    }

    // MARK: Identity provider

    /// The pool's name as an identity provider.
    public var identityProviderName: String {
        let poolID = core.configuration.poolId
        let domain = poolID.hasPrefix("cn-") ? "amazonaws.com.cn" : "amazonaws.com"
        return "cognito-idp.\(poolID.prefix { $0 != "_" }).\(domain)/\(poolID)"
    }

    /// Returns the current user's ID token. Runs the sign-in if necessary.
    /// - Returns: a task that ends with the token, or with an empty text if the service returned none.
    @discardableResult
    public func token() -> AWSTask<NSString> {
        core.startTask { [self] in try await identityToken() as NSString }
    }

    /// Returns a dictionary with the current user's ID token under ``identityProviderName``.
    ///
    /// Runs the sign-in if necessary.
    @discardableResult
    public func logins() -> AWSTask<NSDictionary> {
        core.startTask { [self] in [identityProviderName: try await identityToken()] as NSDictionary }
    }

    /// Returns the current user's ID token, or an empty text if the service returned none. Runs the sign-in if
    /// necessary.
    private func identityToken() async throws -> String {
        let session = try await AWSCognitoIdentityUser(current: self).getSession().value
        return session.idToken?.tokenString ?? ""
    }
}

/// The registered pools, by key.
private enum UserPoolRegistry {
    private static let cores = Locked<[String: UserPoolCore]>([:])
    private static let defaultKey = "DefaultCognitoUserPool"

    /// Registers a pool under a key, or removes the registration if the pool is nil.
    static func register(_ core: UserPoolCore?, _ key: String) { cores.withLock { $0[key] = core } }

    /// Returns the pool that is registered under a key, or a pool whose calls all fail.
    static func core(_ key: String) -> UserPoolCore {
        cores.current[key] ?? unavailable("No user pool is registered for the key \(key): register it first")
    }

    /// Returns the pool of the app's configuration file.
    ///
    /// The first call with a valid file registers the pool. If the file is missing or invalid, all calls of the pool
    /// fail.
    static func defaultCore() -> UserPoolCore {
        cores.withLock { cores in
            if let core = cores[defaultKey] { return core }
            let core = coreFromConfigurationFile()
            if (try? core.configuredApp()) != nil { cores[defaultKey] = core }
            return core
        }
    }

    /// Returns the pool that the app's configuration file describes. If the file is missing or invalid, returns a pool
    /// whose calls all fail.
    private static func coreFromConfigurationFile() -> UserPoolCore {
        guard let path = CognitoConfiguration.path(named: ["awsconfiguration.json"]) else {
            return unavailable("There is no awsconfiguration.json: add it to the app")
        }
        do {
            let file = try CognitoConfiguration(file: path)
            let pool = AWSCognitoIdentityUserPoolConfiguration(
                clientId: file.clientID, clientSecret: file.clientSecret, poolId: file.poolID,
                migrationEnabled: file.isMigrationEnabled)
            return UserPoolCore(pool, .success(try CognitoApp(file)))
        } catch {
            return unavailable("\(path): \(error)")
        }
    }

    /// Returns a pool whose calls all fail with a message.
    private static func unavailable(_ message: String) -> UserPoolCore {
        let emptyConfiguration = AWSCognitoIdentityUserPoolConfiguration(clientId: "", clientSecret: nil, poolId: "")
        let error = NSError(client: .unknown, type: "InvalidConfiguration", message: message)
        return UserPoolCore(emptyConfiguration, .failure(error))
    }
}
