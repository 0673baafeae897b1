import ArgumentParser
import FlowTool
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Draws with the program `dot`.
enum Graphviz {
    /// The picture of a graph.
    /// - Throws: an exit code, after standard error says why there is none.
    static func draw(_ graph: String, as format: String) throws(ExitCode) -> [UInt8] {
        signal(SIGPIPE, SIG_IGN)
        do {
            let (input, output) = (try FileDescriptor.pipe(), try FileDescriptor.pipe())
            let process = try spawn(["dot", "-T" + format], reading: input, writing: output)
            try input.readEnd.close()
            try output.writeEnd.close()
            // 'dot' draws once it has read the whole graph, so neither waits for the other. If it ends early, it says why.
            _ = try? input.writeEnd.writeAll(graph.utf8)
            try input.writeEnd.close()
            let picture = try output.readEnd.closeAfter { try readAll(output.readEnd) }
            if try hasSucceeded(process) { return picture }
            Console.error("flowc: 'dot' failed\n")
        } catch Errno.noSuchFileOrDirectory {
            Console.error("flowc: 'dot' is not installed; install Graphviz, or use --format dot or mermaid\n")
        } catch {
            Console.error("flowc: 'dot' cannot be run: \(error)\n")
        }
        throw .unusableFile
    }

    private static func readAll(_ descriptor: FileDescriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while case let count = try chunk.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes
    }

    private static func hasSucceeded(_ process: pid_t) throws -> Bool {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw Errno(rawValue: errno) }
        }
        return status == 0
    }

    private static func spawn(
        _ command: [String], reading input: (readEnd: FileDescriptor, writeEnd: FileDescriptor),
        writing output: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.readEnd.rawValue, 0)
        posix_spawn_file_actions_adddup2(&actions, output.writeEnd.rawValue, 1)
        for end in [input.writeEnd, output.readEnd] { posix_spawn_file_actions_addclose(&actions, end.rawValue) }
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        if failure != 0 { throw Errno(rawValue: failure) }
        return process
    }
}
