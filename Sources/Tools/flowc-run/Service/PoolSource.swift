import FlowCompiler
import ArgumentParser
import CognitoClient
import FlowCore
import FlowTool
import Foundation
import UserPool

/// The local user pool of a command, with the access keys of its seed.
struct PoolSource {
    private static let demo = PoolUserSeed(
        username: "ana", password: "Passw0rd!",
        attributes: ["email": "ana@example.com", "phone_number": "+15550100"])

    let pool: CognitoUserPool
    /// The keys in the seed that sign administrators' operations.
    let accessKeys: [PoolAccessKey]
    /// The name and password of the demo user, if the pool has been created with it.
    let note: String?

    /// Creates a pool with the users of a seed, or with a demo user if there is no seed.
    /// - Parameters:
    ///   - seed: the path of the seed file, if any.
    ///   - data: the path of the file that stores the pool, if any. The users of an existing file are kept, and those
    ///     of the seed are not added.
    ///   - environment: the pool's clock, random source and delivery of messages.
    /// - Throws: an exit code, after writing the reason to standard error.
    init(seed: String?, data: String?, environment: PoolEnvironment) async throws(ExitCode) {
        let content = try seed.map(Self.read)
        let configuration = content?.configuration ?? PoolConfiguration()
        do throws(PoolFileFailure) {
            pool =
                if let data {
                    try CognitoUserPool(
                        file: data, configuration, environment: environment, triggers: content?.triggers)
                } else {
                    CognitoUserPool(configuration, environment: environment, triggers: content?.triggers)
                }
        } catch {
            Console.error("flowc: \(error.message)\n")
            throw .unusableFile
        }
        accessKeys = content?.accessKeys ?? []
        let users = pool.isNew ? content?.users ?? [Self.demo] : []
        if !users.isEmpty { try await Self.add(users, to: pool, from: seed) }
        let isDemo = users == [Self.demo] && seed == nil
        let password = Self.demo.password ?? ""
        note = isDemo ? "user \(Self.demo.username)  password \(password)" : nil
    }

    /// Reads and parses a seed file.
    /// - Throws: an exit code, after writing the reason to standard error.
    private static func read(_ path: String) throws(ExitCode) -> PoolSeed {
        let bytes = try Files.contents(of: path)
        do throws(PoolSeedFailure) {
            return try PoolSeed(json: bytes)
        } catch {
            throw report(error, in: path)
        }
    }

    /// Adds users to a new pool, or reports the first error in them.
    /// - Parameters:
    ///   - users: the seed's users, or the demo user.
    ///   - pool: the pool, which has no users yet.
    ///   - path: the path of the seed file, for the error; nil for the demo user.
    /// - Throws: an exit code, after writing the reason to standard error.
    private static func add(
        _ users: [PoolUserSeed], to pool: CognitoUserPool, from path: String?
    ) async throws(ExitCode) {
        do throws(PoolSeedFailure) {
            try await pool.add(users)
        } catch {
            throw report(error, in: path ?? "the demo user")
        }
    }

    /// Writes an error in a seed to standard error, and returns the exit code.
    private static func report(_ failure: PoolSeedFailure, in path: String) -> ExitCode {
        Console.error("flowc: \(path): \(failure.message)\n")
        return .findings
    }
}

/// A remote service that options and a configuration file select.
///
/// An option takes precedence over the same setting in the file.
struct RemoteService {
    let client: CognitoClient
    /// The pool's id, if an option or the file contains it.
    let poolID: String?
    /// The flow's inputs that the file defines, such as the app client and the authentication flow.
    let inputs: [JSONMember]

    /// Creates the service that the options select.
    /// - Throws: an exit code, after writing the reason to standard error.
    init(_ options: RunOptions) throws(ExitCode) {
        let configuration = try options.config.map(Self.read)
        poolID = options.poolID ?? configuration?.poolID
        inputs = configuration?.inputs.members ?? []
        let region = options.region ?? configuration?.region ?? Self.region(of: options.poolID)
        let settings = CognitoClientSettings(credentials: EnvironmentCredentials())
        do throws(CognitoEndpointFailure) {
            if let endpoint = options.endpoint ?? configuration?.endpoint {
                client = try CognitoClient(endpoint: endpoint, region: region, settings: settings)
            } else {
                // Without an endpoint, an option or the file contains the region.
                client = try CognitoClient(region: region ?? "", settings: settings)
            }
        } catch {
            Console.error("flowc: \(error)\n")
            throw .validationFailure
        }
    }

    /// Returns the region with which a pool's id begins, or nil if the id is nil.
    private static func region(of poolID: String?) -> String? {
        poolID?.split(separator: "_", omittingEmptySubsequences: false).first.map(String.init)
    }

    /// Reads and parses a configuration file.
    /// - Throws: an exit code, after writing the reason to standard error.
    private static func read(_ path: String) throws(ExitCode) -> CognitoConfiguration {
        let bytes = try Files.contents(of: path)
        do throws(CognitoConfigurationFailure) {
            return try CognitoConfiguration(bytes)
        } catch {
            Console.error("flowc: \(path): \(error)\n")
            throw .findings
        }
    }
}

/// The AWS credentials in the environment, in the variables that the AWS CLI reads.
private struct EnvironmentCredentials: AWSCredentialsProvider {
    /// Returns the credentials.
    /// - Throws: ``AWSCredentialsFailure`` if one of the two keys is unset or empty.
    func credentials() throws(AWSCredentialsFailure) -> AWSCredentials {
        let variables = ProcessInfo.processInfo.environment.filter { !$0.value.isEmpty }
        guard let id = variables["AWS_ACCESS_KEY_ID"], let secret = variables["AWS_SECRET_ACCESS_KEY"] else {
            throw AWSCredentialsFailure("set the variables AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
        }
        return AWSCredentials(
            accessKeyID: id, secretAccessKey: secret, sessionToken: variables["AWS_SESSION_TOKEN"])
    }
}
