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
    /// Draws a graph and writes the picture whole or not at all; `-` is standard output.
    static func draw(_ graph: String, as format: String, to path: String) throws(WriteFailure) {
        let isFile = path != "-"
        let temporary = "\(path).\(getpid()).tmp"
        do throws(WriteFailure) {
            try run(["dot", "-T" + format] + (isFile ? ["-o", temporary] : []), input: graph, for: path)
            if isFile, rename(temporary, path) != 0 {
                throw WriteFailure(path: path, reason: "\(Errno(rawValue: errno))")
            }
        } catch {
            if isFile { unlink(temporary) }
            throw error
        }
    }

    private static func run(_ command: [String], input: String, for path: String) throws(WriteFailure) {
        signal(SIGPIPE, SIG_IGN)
        let process: pid_t
        do {
            let pipe = try FileDescriptor.pipe()
            process = try spawn(command, reading: pipe)
            try pipe.readEnd.close()
            // A 'dot' that ends early says why by itself.
            _ = try? pipe.writeEnd.writeAll(input.utf8)
            try pipe.writeEnd.close()
        } catch Errno.noSuchFileOrDirectory {
            throw WriteFailure(
                path: path, reason: "'dot' is not installed; install Graphviz, or use --format dot or mermaid")
        } catch {
            throw WriteFailure(path: path, reason: "'dot' cannot be run: \(error)")
        }
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw WriteFailure(path: path, reason: "'dot' got lost") }
        }
        if status != 0 { throw WriteFailure(path: path, reason: "'dot' failed") }
    }

    private static func spawn(
        _ command: [String], reading pipe: (readEnd: FileDescriptor, writeEnd: FileDescriptor)
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe.readEnd.rawValue, 0)
        posix_spawn_file_actions_addclose(&actions, pipe.writeEnd.rawValue)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        if failure != 0 { throw Errno(rawValue: failure) }
        return process
    }
}
