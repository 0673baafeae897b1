public import CognitoFlows
import CognitoHandlers
import FlowCore
import FlowRuntime
public import Foundation

/// A user pool with its app client, under the key that it was registered with. Several may stand side by side.
///
/// Objects of one key share their delegate, their users' tokens and their pending sign-ins.
public final class AWSCognitoIdentityUserPool: Sendable {
    let core: UserPoolCore

    init(_ core: UserPoolCore) {
        self.core = core
    }

    /// The pool of a key. Where none is registered, every call of it fails.
    /// - Parameter key: the key.
    public init(forKey key: String) {
        core = UserPoolRegistry.core(key)
    }

    /// The pool that the app's `awsconfiguration.json` describes, in the app's bundle or beside the program.
    public static func `default`() -> AWSCognitoIdentityUserPool {
        AWSCognitoIdentityUserPool(UserPoolRegistry.defaultCore())
    }

    /// Registers a pool; one of the same key is replaced for objects that are made from now on.
    /// - Parameters:
    ///   - configuration: where the service is; without it the region that the pool's id names.
    ///   - userPoolConfiguration: the app client.
    ///   - key: the key.
    public static func register(
        with configuration: AWSServiceConfiguration? = nil,
        userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration, forKey key: String
    ) {
        let app = CognitoApp.made(configuration, userPoolConfiguration)
        UserPoolRegistry.register(UserPoolCore(userPoolConfiguration, app), key)
    }

    /// Registers a pool of an app that is set up already, with its stores, its clock and its service.
    /// - Parameters:
    ///   - app: the app.
    ///   - userPoolConfiguration: what the SDK's configuration says besides.
    ///   - key: the key.
    public static func register(
        _ app: CognitoApp, userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration, forKey key: String
    ) {
        UserPoolRegistry.register(UserPoolCore(userPoolConfiguration, .success(app)), key)
    }

    /// Forgets a registration; objects that were made go on.
    /// - Parameter key: the key.
    public static func remove(forKey key: String) { UserPoolRegistry.register(nil, key) }

    /// The app client.
    public var userPoolConfiguration: AWSCognitoIdentityUserPoolConfiguration { core.configuration }

    /// Gives the objects that ask the user. It is kept, as the SDK does.
    public var delegate: (any AWSCognitoIdentityInteractiveAuthenticationDelegate)? {
        get { core.delegate.now.content }
        set { core.delegate.withLock { $0 = Unchecked(newValue) } }
    }

    // MARK: Users

    /// The user who signed in last. The app's token store is read when the pool is registered; until then the user has
    /// no name, and calls wait for it.
    public func currentUser() -> AWSCognitoIdentityUser? { AWSCognitoIdentityUser(current: self) }

    /// A user without a name, which the sign-in gives.
    public func getUser() -> AWSCognitoIdentityUser { AWSCognitoIdentityUser(nil, self) }

    /// A user with a name.
    /// - Parameter username: the name.
    /// - Returns: the user, signed in or not.
    public func getUser(_ username: String) -> AWSCognitoIdentityUser { AWSCognitoIdentityUser(username, self) }

    /// The name of who signed in last; nil also where the store cannot be read now.
    public var currentUsername: String? { core.lastUser }

    /// Registers a user.
    /// - Parameters:
    ///   - username: the username.
    ///   - password: the password.
    ///   - userAttributes: attributes.
    ///   - validationData: `ValidationData` for the pool's pre sign-up trigger.
    ///   - clientMetaData: `ClientMetadata` for the pool's triggers.
    /// - Returns: the user, who may have to be confirmed.
    @discardableResult
    public func signUp(
        _ username: String, password: String, userAttributes: [AWSCognitoIdentityUserAttributeType]?,
        validationData: [AWSCognitoIdentityUserAttributeType]?, clientMetaData: [String: String]? = nil
    ) -> AWSTask<AWSCognitoIdentityUserPoolSignUpResponse> {
        let validation = core.validationData.adding(.map(validationData?.byName) ?? [:])
        let inputs = JSONValue.inputs([
            "username": .string(username), "password": .string(password),
            "userAttributes": .map(userAttributes?.byName),
            "validationData": validation.members?.isEmpty == false ? validation : nil,
            "clientMetadata": .map(clientMetaData),
        ])
        return core.carry { [self, core] in
            AWSCognitoIdentityUserPoolSignUpResponse(try await core.run(.register, inputs), user: getUser(username))
        }
    }

    /// Forgets who signed in last; their tokens stay. Where the store cannot be changed nothing happens, as the call has no error.
    public func clearLastKnownUser() { _ = core.cache.perform { _ in .forgetLastUser } }

    /// Forgets the tokens of every user of this app client, and who signed in last. Devices stay remembered. Where the store
    /// cannot be changed, some or all may stay, as the call has no error.
    public func clearAll() { _ = core.cache.perform { _ in .signOutAll } }

    // MARK: Identity provider

    /// The pool's name as an identity provider.
    public var identityProviderName: String {
        let poolID = core.configuration.poolId
        return "cognito-idp.\(poolID.prefix { $0 != "_" }).amazonaws.com/\(poolID)"
    }

    /// The id token of the current user; may run the whole sign-in.
    @discardableResult
    public func token() -> AWSTask<NSString> {
        core.carry { [self] in try await identityToken() as NSString }
    }

    /// The id token of the current user under ``identityProviderName``; may run the whole sign-in.
    @discardableResult
    public func logins() -> AWSTask<NSDictionary> {
        core.carry { [self] in [identityProviderName: try await identityToken()] as NSDictionary }
    }

    private func identityToken() async throws -> String {
        let session = try await AWSCognitoIdentityUser(current: self).getSession().value
        return session.idToken?.tokenString ?? ""
    }
}
