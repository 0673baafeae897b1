import CognitoClient
import CognitoFlows
import CognitoHandlers
import Foundation

/// The registered pools, by key.
enum UserPoolRegistry {
    private static let cores = Locked<[String: UserPoolCore]>([:])
    private static let defaultKey = "DefaultCognitoUserPool"

    /// Registers a pool under a key, or removes the registration if the pool is nil.
    static func register(_ core: UserPoolCore?, _ key: String) { cores.withLock { $0[key] = core } }

    /// Returns the pool that is registered under a key, or a pool whose calls all fail.
    static func core(_ key: String) -> UserPoolCore {
        cores.now[key] ?? unavailable("No user pool is registered for the key \(key)")
    }

    /// Returns the pool of the app's configuration file.
    ///
    /// The first call with a valid file registers the pool. If the file is missing or invalid, all calls of the pool fail.
    static func defaultCore() -> UserPoolCore {
        cores.withLock { cores in
            if let core = cores[defaultKey] { return core }
            let core = coreFromConfigurationFile()
            if (try? core.configuredApp()) != nil { cores[defaultKey] = core }
            return core
        }
    }

    /// Returns the pool that the app's configuration file describes. If the file is missing or invalid, it returns a pool
    /// whose calls all fail.
    private static func coreFromConfigurationFile() -> UserPoolCore {
        guard let path = CognitoConfiguration.path(named: ["awsconfiguration.json"]) else {
            return unavailable("There is no awsconfiguration.json")
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
