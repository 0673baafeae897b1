import ArgumentParser
import CognitoClient
import FlowCore
import FlowTool

/// A service outside of this process, as options and a configuration file name it; options win.
struct RemoteService {
    /// What talks to it.
    let client: CognitoClient
    /// The pool, if it is named.
    let poolID: String?
    /// What the file says of the flow's inputs: the app client and how a sign-in begins.
    let inputs: [JSONMember]

    /// The service that was named.
    /// - Throws: an exit code, after what is wrong was said on standard error.
    init(_ options: RunOptions) throws(ExitCode) {
        let configuration = try options.config.map(Self.read)
        poolID = options.poolID ?? configuration?.poolID
        inputs = configuration?.inputs.members ?? []
        let region = options.region ?? configuration?.region ?? Self.region(of: options.poolID)
        do throws(CognitoEndpointFailure) {
            if let endpoint = options.endpoint ?? configuration?.endpoint {
                client = try CognitoClient(endpoint: endpoint, region: region)
            } else {
                client = try CognitoClient(region: region ?? "")
            }
        } catch {
            Console.error("flowc: \(error)\n")
            throw ExitCode(64)
        }
    }

    /// The region that a pool's id begins with.
    private static func region(of poolID: String?) -> String? {
        poolID?.split(separator: "_", omittingEmptySubsequences: false).first.map(String.init)
    }

    private static func read(_ path: String) throws(ExitCode) -> CognitoConfiguration {
        switch Files.read(path) {
        case .success(let bytes):
            do throws(CognitoConfigurationFailure) {
                return try CognitoConfiguration(bytes)
            } catch {
                Console.error("flowc: \(path): \(error)\n")
                throw .findings
            }
        case .failure(let failure): throw Failures.unreadable(path, failure)
        }
    }
}
