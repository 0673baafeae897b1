import ArgumentParser
import FlowCore
import FlowTool
import UserPool

/// Makes the embedded pool that a command works with.
struct PoolSource {
    /// The pool.
    let pool: CognitoUserPool
    /// What a person should know of it.
    let note: String?

    /// A pool with the users and settings of a file, or with the defaults.
    /// - Parameters:
    ///   - seed: the file, if there is one.
    ///   - environment: what the pool takes from outside.
    /// - Throws: an exit code, after what is wrong was said on standard error.
    init(seed: String?, environment: PoolEnvironment) async throws(ExitCode) {
        guard let seed else {
            pool = CognitoUserPool(environment: environment)
            note = nil
            return
        }
        switch Files.read(seed) {
        case .success(let bytes):
            guard WireValue(json: bytes)?.members != nil else {
                Console.error("flowc: '\(seed)' holds no users and settings: it is no JSON object\n")
                throw .findings
            }
            Console.error("flowc: this build cannot read users from '\(seed)'\n")
            throw .findings
        case .failure(let failure): throw Failures.unreadable(seed, failure)
        }
    }
}
