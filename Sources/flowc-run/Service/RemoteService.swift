import ArgumentParser
import FlowRuntime
import FlowTool

/// Makes the client of a service outside of this process.
enum RemoteService {
    /// The client for the endpoint or the region that was named.
    /// - Throws: an exit code, after what is wrong was said on standard error.
    static func make(_ options: RunOptions) throws(ExitCode) -> any FlowService {
        Console.error("flowc: this build has no client for \(options.endpoint ?? options.region ?? "services")\n")
        throw .unusableFile
    }
}
