import ArgumentParser
import FlowTool
import UserPool

/// Makes the embedded pool that a command works with.
struct PoolSource {
    /// Somebody to sign in as where no users are named.
    private static let demo = PoolUserSeed(
        username: "ana", password: "Passw0rd!",
        attributes: ["email": "ana@example.com", "phone_number": "+15550100"])

    /// The pool.
    let pool: CognitoUserPool
    /// The keys of the seed by which operations of administrators are signed.
    let accessKeys: [PoolAccessKey]
    /// What a person should know of it.
    let note: String?

    /// A pool with the users and settings of a file, or with the defaults and somebody to sign in as.
    /// - Parameters:
    ///   - seed: the file with users and settings, if there is one.
    ///   - data: the file that the pool is kept in, if it is kept. If it is there already, it has users of its own: those
    ///     of the seed would bring their first passwords back.
    ///   - environment: what the pool takes from outside.
    /// - Throws: an exit code, after what is wrong was said on standard error.
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
