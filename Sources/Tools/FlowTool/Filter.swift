import FlowCompiler
import SystemPackage

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Runs programs that read all of their input before they write.
package enum Filter {
    /// Runs a program from the search path. From then on, this process ignores `SIGPIPE`.
    /// - Parameters:
    ///   - command: the program and its arguments, which other users of the machine can see.
    ///   - text: the standard input of the program.
    /// - Returns: the standard output of the program, or nil if the program failed and has written the reason.
    /// - Throws: `Errno` if the program cannot be run, such as `noSuchFileOrDirectory` if it is not installed.
    package static func run(_ command: [String], input text: String) throws -> [UInt8]? {
        signal(SIGPIPE, SIG_IGN)
        let started = starting.withLock { _ in Result { try start(command) } }
        let (process, input, output) = try started.get()
        // The program writes after it has read everything, so there is no deadlock. If it exits early, it reports why.
        _ = try? input.writeAll(text.utf8)
        try input.close()
        let bytes = try output.closeAfter { try readAll(output) }
        return try waitForSuccess(of: process) ? bytes : nil
    }

    /// A lock that is held while a program starts: another one that starts at the same time would inherit its pipes.
    ///
    /// While a program that has inherited the write end of another's input runs, that input does not end.
    private static let starting = Guarded(())

    /// Starts a program, and returns its process with the ends of its input and output.
    private static func start(
        _ command: [String]
    ) throws -> (process: pid_t, input: FileDescriptor, output: FileDescriptor) {
        let input = try FileDescriptor.pipe()
        let output = try FileDescriptor.pipe()
        let ends = [input.readEnd, input.writeEnd, output.readEnd, output.writeEnd]
        let process: pid_t
        do {
            // The descriptors that the program gets as its standard input and output stay open in it.
            for end in ends { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
            process = try spawn(command, reading: input.readEnd, writing: output.writeEnd)
        } catch {
            for end in ends { try? end.close() }
            throw error
        }
        try input.readEnd.close()
        try output.writeEnd.close()
        return (process, input.writeEnd, output.readEnd)
    }

    /// The number of bytes to read at a time.
    private static let chunkSize = 65_536

    /// Reads a descriptor to its end, and returns its bytes.
    private static func readAll(_ descriptor: FileDescriptor) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: chunkSize)
        while case let count = try chunk.withUnsafeMutableBytes({ try descriptor.read(into: $0) }), count > 0 {
            bytes += chunk[..<count]
        }
        return bytes
    }

    /// Waits until a process exits, and returns whether it succeeded.
    private static func waitForSuccess(of process: pid_t) throws -> Bool {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 {
            if errno != EINTR { throw Errno(rawValue: errno) }
        }
        return status == 0
    }

    /// Starts a program that reads one descriptor and writes another, and returns its process.
    /// - Throws: `Errno` if the program cannot be started.
    private static func spawn(
        _ command: [String], reading input: FileDescriptor, writing output: FileDescriptor
    ) throws -> pid_t {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
        #else
            var actions = posix_spawn_file_actions_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, input.rawValue, FileDescriptor.standardInput.rawValue)
        posix_spawn_file_actions_adddup2(&actions, output.rawValue, FileDescriptor.standardOutput.rawValue)
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        var process: pid_t = 0
        let failure = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        if failure != 0 { throw Errno(rawValue: failure) }
        return process
    }
}
