import ArgumentParser
import CognitoClient
import FlowCore
import FlowTool

/// A remote service that options and a configuration file select.
///
/// An option takes precedence over the file.
struct RemoteService {
    /// The client of the service.
    let client: CognitoClient
    /// The pool's id, if an option or the file contains it.
    let poolID: String?
    /// The flow's inputs in the file: the app client and the authentication flow.
    let inputs: [JSONMember]

    /// Creates the service that the options select.
    /// - Throws: an exit code, after writing the reason to standard error.
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
        switch Files.read(path) {
        case .success(let bytes):
            do throws(CognitoConfigurationFailure) {
                return try CognitoConfiguration(bytes)
            } catch {
                Console.error("flowc: \(path): \(error)\n")
                throw .findings
            }
        case .failure(let failure): throw Failures.reportUnreadable(path, failure)
        }
    }
}
