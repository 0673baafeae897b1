import CognitoWire
public import FlowCore

#if canImport(Security)
    import Foundation
#elseif canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Settings of the handlers of Cognito's sign-in flows.
public struct CognitoSettings: Sendable, Redacted {
    /// Reports why settings are invalid.
    public enum Failure: Error, Sendable, Equatable {
        /// The pool's id has no underscore followed by a name of letters, digits and underscores, as in `eu-west-1_AbC`.
        case malformedPoolID
    }

    /// The pool's name, which the proof of a password includes.
    let poolName: String
    /// The name that this device has in the user's list of remembered devices. If it is nil, the handlers send no name.
    public var deviceName: String?
    /// The pool's id.
    public let poolID: String
    /// Stores tokens and the secrets of remembered devices.
    public let secrets: any SecretStore
    /// The cache for flows that store tokens (`tokens.store`, `tokens.clear`). `CognitoApp` supplies the cache of its
    /// app client. If it is nil, the handlers use a new cache, whose entries all app clients of the pool share. That is
    /// enough for a host with a single app client.
    public var tokens: TokenCache?
    /// The source of random bytes.
    public var random: CognitoRandom
    /// Returns the time in seconds since 1970 (UTC).
    public var now: @Sendable () -> Int64
    /// Asks the user for passkeys. If it is nil, the handler `passkey.assert` is not registered.
    public var passkeys: (any PasskeyCeremony)?
    /// Describes this device to the service's threat protection. If it is nil, the handlers send no description.
    public var securityContext: (any SecurityContextProvider)?

    /// Returns the system's time, in seconds since 1970 (UTC).
    @Sendable public static func systemTime() -> Int64 { Int64(Date().timeIntervalSince1970) }

    /// Returns the default store. On Apple platforms, the store is the Keychain. Elsewhere, it stores secrets in files
    /// (``FileSecretStore/standard()``).
    public static func standardSecrets() -> any SecretStore {
        #if canImport(Security)
            // A program without a bundle is identified by its path.
            KeychainSecretStore(service: Bundle.main.bundleIdentifier ?? CommandLine.arguments.first ?? "app")
        #else
            FileSecretStore.standard()
        #endif
    }

    /// Creates a token cache of an app client.
    ///
    /// If the secrets are in the keychain, the cache imports the sign-in that an SDK stored there. An app update
    /// therefore does not sign the SDK's current user out.
    /// - Parameters:
    ///   - clientID: the id of the app client.
    ///   - isAlone: whether at most one user is signed in at a time.
    /// - Returns: a new cache that uses the settings' secret store.
    package func makeTokenCache(ofClient clientID: String, isAlone: Bool = true) -> TokenCache {
        var legacySignIns: [any LegacySignIns] = []
        #if canImport(Security)
            // A program without a bundle id has no items of the legacy SDK.
            if secrets is KeychainSecretStore {
                legacySignIns = [AmplifyKeychain(), LegacyKeychain(bundleID: Bundle.main.bundleIdentifier ?? "")]
            }
        #endif
        return TokenCache(secrets, poolID: poolID, clientID: clientID, isAlone: isAlone, importing: legacySignIns)
    }

    /// The cache that flows store tokens in: ``tokens``, or else a new one, whose entries all app clients share.
    var tokenCache: TokenCache { tokens ?? makeTokenCache(ofClient: "") }

    /// The remembered devices of the pool's users.
    package var devices: DeviceSecrets { DeviceSecrets(secrets, poolID: poolID) }

    /// Creates settings for a pool.
    /// - Parameters:
    ///   - poolID: the id of the user pool, such as `eu-west-1_AbC`.
    ///   - deviceName: the name that this device has in the user's list of remembered devices.
    ///   - secrets: stores tokens and remembered devices; by default persistently.
    ///   - random: the source of random bytes.
    ///   - now: returns the time in seconds since 1970 (UTC).
    ///   - passkeys: asks the user for passkeys, if the platform can.
    ///   - securityContext: describes this device to the service's threat protection.
    /// - Throws: ``Failure/malformedPoolID`` if the id has no underscore followed by a name of letters, digits and
    ///   underscores.
    public init(
        poolID: String, deviceName: String? = nil, secrets: any SecretStore = standardSecrets(),
        random: CognitoRandom = .system,
        now: @escaping @Sendable () -> Int64 = CognitoSettings.systemTime,
        passkeys: (any PasskeyCeremony)? = nil, securityContext: (any SecurityContextProvider)? = nil
    ) throws(Failure) {
        guard let poolName = PoolName.name(ofPoolID: poolID) else { throw .malformedPoolID }
        self.poolName = poolName
        self.deviceName = deviceName
        self.poolID = poolID
        self.secrets = secrets
        self.random = random
        self.now = now
        self.passkeys = passkeys
        self.securityContext = securityContext
    }
}
