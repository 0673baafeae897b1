import CognitoClient
import CognitoFlows
import CognitoHandlers
import Foundation

/// The registered pools, by their keys.
enum UserPoolRegistry {
    private static let cores = Locked<[String: UserPoolCore]>([:])
    private static let defaultKey = "DefaultCognitoUserPool"

    static func register(_ core: UserPoolCore?, _ key: String) { cores.withLock { $0[key] = core } }

    /// Returns the pool of a key, or one whose calls all fail.
    static func core(_ key: String) -> UserPoolCore {
        cores.now[key] ?? missing("No user pool is registered for the key \(key)")
    }

    /// Returns the configuration file's pool, read by the first successful call.
    static func defaultCore() -> UserPoolCore {
        cores.withLock { cores in
            if let core = cores[defaultKey] { return core }
            let core = described()
            if (try? core.app()) != nil { cores[defaultKey] = core }
            return core
        }
    }

    private static func described() -> UserPoolCore {
        guard let path = CognitoConfiguration.path(named: ["awsconfiguration.json"]) else {
            return missing("There is no awsconfiguration.json")
        }
        do {
            let file = try CognitoConfiguration(file: path)
            let pool = AWSCognitoIdentityUserPoolConfiguration(
                clientId: file.clientID, clientSecret: file.clientSecret, poolId: file.poolID,
                migrationEnabled: file.isMigrationEnabled)
            return UserPoolCore(pool, .success(try CognitoApp(file)))
        } catch {
            return missing("\(path): \(error)")
        }
    }

    private static func missing(_ text: String) -> UserPoolCore {
        UserPoolCore(
            AWSCognitoIdentityUserPoolConfiguration(clientId: "", clientSecret: nil, poolId: ""),
            .failure(NSError(client: .unknown, type: "InvalidConfiguration", message: text)))
    }
}
