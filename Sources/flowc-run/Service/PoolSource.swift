import ArgumentParser
import FlowTool
import UserPool

/// Creates the embedded pool of a command.
struct PoolSource {
    /// The default user if no users are given.
    private static let demo = PoolUserSeed(
        username: "ana", password: "Passw0rd!",
        attributes: ["email": "ana@example.com", "phone_number": "+15550100"])

    let pool: CognitoUserPool
    /// The seed's keys that sign administrators' operations.
    let accessKeys: [PoolAccessKey]
    /// A note for the user.
    let note: String?

    /// Creates a pool from a seed, or with a demo user.
    /// - Parameters:
    ///   - seed: the file with users and settings, if any.
    ///   - data: the file that stores the pool, if any. An existing file has its own users: the seed's would reset
    ///     their passwords.
    ///   - environment: the pool's environment.
    /// - Throws: an exit code, after the reason is written to standard error.
    init(seed: String?, data: String?, environment: PoolEnvironment) async throws(ExitCode) {
        let seeding = try seed.map(Self.read)
        let configuration = seeding?.configuration ?? PoolConfiguration()
        do throws(PoolFileFailure) {
            pool =
                if let data {
                    try CognitoUserPool(
                        file: data, configuration, environment: environment, triggers: seeding?.triggers)
                } else {
                    CognitoUserPool(configuration, environment: environment, triggers: seeding?.triggers)
                }
        } catch {
            Console.error("flowc: \(error.message)\n")
            throw .unusableFile
        }
        accessKeys = seeding?.accessKeys ?? []
        let users = pool.isNew ? seeding?.users ?? [Self.demo] : []
        if !users.isEmpty { try await Self.add(users, to: pool, of: seed) }
        let isDemo = users == [Self.demo] && seed == nil
        note = isDemo ? "user \(Self.demo.username)  password \(Self.demo.password ?? "")" : nil
    }

    private static func read(_ path: String) throws(ExitCode) -> PoolSeed {
        switch Files.read(path) {
        case .success(let bytes):
            do throws(PoolSeedFailure) {
                return try PoolSeed(json: bytes)
            } catch {
                throw complaint(error, of: path)
            }
        case .failure(let failure): throw Failures.unreadable(path, failure)
        }
    }

    private static func add(
        _ users: [PoolUserSeed], to pool: CognitoUserPool, of path: String?
    ) async throws(ExitCode) {
        do throws(PoolSeedFailure) {
            try await pool.add(users)
        } catch {
            throw complaint(error, of: path ?? "the first user")
        }
    }

    private static func complaint(_ failure: PoolSeedFailure, of path: String) -> ExitCode {
        Console.error("flowc: \(path): \(failure.message)\n")
        return .findings
    }
}
