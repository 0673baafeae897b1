#if canImport(Security)
    import Foundation
#elseif canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What the handlers of Cognito's sign-in flows need to know of the host.
public struct CognitoSettings: Sendable {
    /// Why there are no settings.
    public enum Failure: Error, Sendable, Equatable {
        /// A pool's id has a name behind an underscore: `eu-west-1_AbC`.
        case malformedPoolID
    }

    /// The pool's name, which the proof of a password contains.
    let poolName: String
    /// The name under which the user sees this device among those that are remembered.
    public var deviceName: String?
    /// The pool's id.
    public let poolID: String
    /// Where tokens and the secrets of remembered devices are.
    public let secrets: any SecretStore
    /// The tokens, for flows that hand them over (`tokens.store`, `tokens.clear`). A `CognitoApp` brings the cache of its app client;
    /// without one the tokens are the pool's, which is enough for a host with one app client.
    public var tokens: TokenCache?
    /// Where random numbers come from.
    public var random: CognitoRandom
    /// The time: seconds since 1970 in UTC.
    public var now: @Sendable () -> Int64
    /// Asks the user for passkeys; without it there is no handler `passkey.assert`.
    public var passkeys: (any PasskeyCeremony)?
    /// Tells the service's threat protection of this device; without it nothing is told.
    public var securityContext: (any SecurityContextProvider)?

    /// The time of the system: seconds since 1970 in UTC.
    @Sendable public static func systemTime() -> Int64 { Int64(Date().timeIntervalSince1970) }

    /// The store of an app that names none: on Apple's systems the key chain, elsewhere files (``FileSecretStore/standard()``).
    public static func standardSecrets() -> any SecretStore {
        #if canImport(Security)
            KeychainSecretStore(service: Bundle.main.bundleIdentifier ?? CommandLine.arguments.first ?? "app")
        #else
            FileSecretStore.standard()
        #endif
    }

    /// The tokens of an app client. Over the key chain, what the SDKs left there is taken over, so that an update of an app signs
    /// nobody out.
    package func tokens(ofClient clientID: String, isAlone: Bool = true) -> TokenCache {
        var former: [any LegacySignIns] = []
        #if canImport(Security)
            if secrets is KeychainSecretStore {
                former = [AmplifyKeychain(), LegacyKeychain(bundleID: Bundle.main.bundleIdentifier ?? "")]
            }
        #endif
        return TokenCache(secrets, poolID: poolID, clientID: clientID, isAlone: isAlone, former: former)
    }

    /// The cache that flows hand tokens to.
    package var tokenCache: TokenCache { tokens ?? tokens(ofClient: "") }

    /// The remembered devices of the pool.
    package var devices: DeviceSecrets { DeviceSecrets(secrets, poolID: poolID) }

    /// Settings for a pool.
    /// - Parameters:
    ///   - poolID: the id of the user pool, such as `eu-west-1_AbC`.
    ///   - deviceName: the name under which the user sees this device.
    ///   - secrets: where tokens and remembered devices are; a store that lasts unless another is given.
    ///   - random: where random numbers come from.
    ///   - now: the time: seconds since 1970 in UTC.
    ///   - passkeys: asks the user for passkeys, if there is something that can.
    ///   - securityContext: tells the service's threat protection of this device, if it is to know.
    /// - Throws: ``Failure/malformedPoolID``.
    public init(
        poolID: String, deviceName: String? = nil, secrets: any SecretStore = standardSecrets(),
        random: CognitoRandom = .system,
        now: @escaping @Sendable () -> Int64 = CognitoSettings.systemTime,
        passkeys: (any PasskeyCeremony)? = nil, securityContext: (any SecurityContextProvider)? = nil
    ) throws(Failure) {
        guard let poolName = SRPIdentity.poolName(ofID: poolID) else { throw .malformedPoolID }
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
